/** Files of the database that are damaged: what the proof of the books says of them, and that it overwrites nothing. */
import { execFile } from 'node:child_process'
import { chmod, cp, mkdtemp, open, readdir, realpath, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultOf } from '../../server/src/database/data-dir.ts'
import { type NotNull, sql } from '../../server/src/database/db.ts'
import { startEmbedded } from '../../server/src/database/embedded.ts'
import { migrate } from '../../server/src/database/migrate.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { fillPlayers } from '../support/fill.ts'

let place: string
let postings: string

/** Books that agree, and where their postings are. */
beforeAll(async () => {
  place = await mkdtemp(join(await realpath(tmpdir()), 'munim-damage-'))
  await chmod(place, 0o755) // As root, PostgreSQL is another user, and passes through.
  const embedded = await startEmbedded({ dataDir: join(place, 'whole') })
  await migrate(embedded.ownerUrl)
  const database = connect(embedded.ownerUrl, { max: 1 })
  await fillPlayers(database, 100)
  const { path } = await database.only<{ path: string } & NotNull<'path'>>(
    sql`select pg_relation_filepath('postings') as path`,
  )
  postings = path
  await database.close()
  await embedded.stop()
})
afterAll(() => rm(place, { recursive: true, force: true }))

async function verify(dataDir: string): Promise<{ code: number; said: string }> {
  const { DATABASE_URL: _, ...environment } = process.env
  const env = { ...environment, DATA_DIR: dataDir }
  return promisify(execFile)(process.execPath, ['server/src/programs/verify.ts'], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr.trim() }),
  )
}

/** A page in which nothing means what it meant. */
async function scribble(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.write(Buffer.alloc(8000, 7), 0, 8000, 100)
  await handle.close()
}

test.each<[damage: string, make: (files: string) => Promise<void>, said: RegExp]>([
  [
    'a page is damaged',
    (files) => scribble(join(files, postings)),
    /is damaged: invalid page in block 0 of relation/,
  ],
  ['a relation is missing', (files) => rm(join(files, postings)), /is damaged: could not open file "base/],
  ['the version is missing', (files) => rm(join(files, 'PG_VERSION')), /is damaged: .*PG_VERSION is missing/],
  [
    'the version is empty',
    (files) => writeFile(join(files, 'PG_VERSION'), ''),
    /is damaged: .*PG_VERSION is no version/,
  ],
  [
    'the password is missing',
    (files) => rm(join(files, 'postgres-password')),
    /is damaged: password authentication failed for user "postgres"/,
  ],
  [
    'the control file is cut',
    (files) => truncate(join(files, 'global/pg_control'), 100),
    /PostgreSQL did not start.*pg_control/,
  ],
])('where %s the proof says so in one line that names DATA_DIR', async (damage, make, said) => {
  const dataDir = join(place, damage.replaceAll(' ', '-'))
  await cp(join(place, 'whole'), dataDir, { recursive: true })
  await make(join(dataDir, 'postgres'))
  const before = await readdir(join(dataDir, 'postgres'))

  const verdict = await verify(dataDir)
  expect(verdict).toMatchObject({ code: 1, said: expect.stringMatching(said) })
  expect(verdict.said).toContain(dataDir)
  expect(verdict.said).toContain('DATA_DIR')
  expect(verdict.said.split('\n')).toHaveLength(1)
  const after = await readdir(join(dataDir, 'postgres'))
  expect(after).toEqual(expect.arrayContaining(before))
  expect(await readdir(dataDir)).toEqual(['postgres'])
})

test.each([
  ['EROFS', 'DATA_DIR /books is on a read-only file system.'],
  ['EACCES', "DATA_DIR /books can't be written by this user."],
  ['ENOSPC', 'DATA_DIR /books is on a disk that is full.'],
])('%s is said in words', (code, said) => {
  const fault = Object.assign(new Error(`${code}: no, mkdtemp '/books/x'`), { code })
  expect(faultOf('/books', fault)).toMatchObject({ message: said })
})

test('a DATA_DIR that is a file is named, and stays', async () => {
  const file = join(place, 'file')
  await writeFile(file, 'mine')
  await expect(startEmbedded({ dataDir: file })).rejects.toThrow(`DATA_DIR ${file} is not a folder.`)
})
