/**
 * The first administrator: made once, by one server, with ADMIN_PASSWORD as it is, and a warning of one that is guessed
 * first. What is printed, and kept beside, is the password that they have.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ensureAdmin } from '../../server/src/auth/first-admin.ts'
import { isPassword } from '../../server/src/auth/password.ts'
import { type Database, sql } from '../../server/src/database/db.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { freshDatabase, testFolder } from '../support/database.ts'

const dataDir = await testFolder()
afterAll(() => rm(dataDir, { recursive: true, force: true }))

test.each([
  // ADMIN_PASSWORD      warned of
  ['Qwerty', true],
  ['a word of the owner', false],
  [undefined, false],
])('with ADMIN_PASSWORD %s there is a warning: %s, once', async (adminPassword, isWarned) => {
  const { url, drop } = await freshDatabase()
  const database = connect(url)
  const wanted = { dataDir, adminUser: 'owner', adminPassword }
  const made = await ensureAdmin(database, wanted)
  expect(made.userName).toBe('owner')
  expect(made.warning !== undefined).toBe(isWarned)
  expect((await ensureAdmin(database, wanted)).warning).toBeUndefined()
  await database.close()
  await drop()
})

const folderOf = async (name: string) => {
  const folder = join(dataDir, name)
  await mkdir(folder)
  return folder
}

const readAdmins = (database: Database) =>
  database.many<{ user_name: string; password_hash: string }>(
    sql`select user_name, password_hash from admins`,
  )

test.each(['owner', 'other'])(
  'of two servers that start at the same moment one makes it: %s',
  async (name) => {
    const { url, drop } = await freshDatabase()
    const database = connect(url)
    const folders = await Promise.all(['one', 'two'].map((nth) => folderOf(`${name}-${nth}`)))
    const said = await Promise.all(
      folders.map((folder, nth) =>
        ensureAdmin(database, {
          dataDir: folder,
          adminUser: ['owner', name][nth]!,
          adminPassword: undefined,
        }),
      ),
    )
    const [admin, ...others] = await readAdmins(database)
    expect(others).toEqual([])
    expect(said.map(({ userName }) => userName)).toEqual([admin!.user_name, admin!.user_name])
    const told = said.flatMap(({ password }) => password ?? [])
    expect(told).toHaveLength(1)
    expect(await isPassword(told[0]!, admin!.password_hash)).toBe(true)
    const kept = await Promise.all(folders.map((folder) => readdir(folder)))
    expect(kept.flat()).toEqual(['first-password'])
    const winner = folders[kept.findIndex((files) => files.length > 0)]!
    expect(await readFile(join(winner, 'first-password'), 'utf8')).toBe(`${told[0]}\n`)
    await database.close()
    await drop()
  },
)

test('a file that is not of the password they have is not told', async () => {
  const { url, drop } = await freshDatabase()
  const database = connect(url)
  const wanted = { dataDir: await folderOf('left'), adminUser: 'owner', adminPassword: undefined }
  const { password } = await ensureAdmin(database, wanted)
  expect(await ensureAdmin(database, wanted)).toEqual({ userName: 'owner', password })
  await writeFile(join(wanted.dataDir, 'first-password'), 'of a try that was never committed\n')
  expect(await ensureAdmin(database, wanted)).toEqual({ userName: 'owner', password: undefined })
  await database.close()
  await drop()
})
