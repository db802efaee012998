/** The first administrator: made once, with ADMIN_PASSWORD as it is, and a warning of one that is guessed first. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ensureAdmin } from '../../server/src/auth/first-admin.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { freshDatabase, testFolderPrefix } from '../support/database.ts'

const dataDir = await mkdtemp(join(tmpdir(), `${testFolderPrefix}${process.pid}-`))
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
