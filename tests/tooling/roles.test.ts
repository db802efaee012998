/** Who the programs are to their database: its owner, as of earlier installations, or a role that owns nothing. */
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { startEmbedded } from '../../server/src/database/embedded.ts'
import { ONE_ROLE } from '../../server/src/database/grants.ts'
import { migrate } from '../../server/src/database/migrate.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { databaseIn, startTestServer, type TestServer } from '../support/database.ts'
import { runProgram } from '../support/program.ts'

let folder: string
let postgres: TestServer
let server: NodeJS.ProcessEnv
let both: NodeJS.ProcessEnv

beforeAll(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), 'munim-roles-'))
  await chmod(folder, 0o755) // As root, PostgreSQL is another user, and passes through.
  postgres = await startTestServer()
  server = { DATABASE_URL: postgres.url }
  both = { ...server, MIGRATION_URL: postgres.ownerUrl }
})

afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const run = (program: Parameters<typeof runProgram>[0], settings: NodeJS.ProcessEnv, ...args: string[]) =>
  runProgram(program, { DATA_DIR: join(folder, 'data'), ...settings }, { args })

const agreed = { code: 0, said: expect.stringContaining('The books agree.') }
const told = (is: boolean) => (is ? expect.stringContaining(ONE_ROLE) : expect.not.stringContaining(ONE_ROLE))

test('an installation grows from one role to two, and each step is said', async () => {
  const owner = { DATABASE_URL: postgres.ownerUrl }
  expect(await run('start', owner)).toEqual({ code: 0, said: told(true) })
  expect(await run('verify', owner)).toEqual(agreed)
  expect(await run('verify', owner)).toEqual({ code: 0, said: told(true) })

  const lacks =
    /^DATABASE_URL: the role munim_server may not \w+ on \w+\. Run npm run migrate with MIGRATION_URL/
  expect(await run('start', server)).toEqual({ code: 1, said: expect.stringMatching(lacks) })
  expect(await run('migrate', both)).toEqual({ code: 0, said: 'The database is ready for this Munim.\n' })
  expect(await run('start', server)).toEqual({ code: 0, said: told(false) })
  expect(await run('verify', server)).toEqual(agreed)
  expect(await run('verify', server)).toEqual({ code: 0, said: told(false) })
})

test('a server with MIGRATION_URL takes what its role has too much and gives what it lacks', async () => {
  await run('migrate', both)
  const owner = connect(postgres.ownerUrl, { max: 1 })
  await owner.run(sql`grant delete on postings to munim_server`)
  await owner.run(sql`revoke insert on audit from munim_server`)
  const named = expect.stringContaining(
    'the role munim_server: expected no such right; found delete on postings',
  )
  expect(await run('verify', server)).toEqual({ code: 1, said: named })
  expect(await run('start', both)).toEqual({ code: 0, said: expect.stringContaining('Munim is at') })
  expect(await run('verify', server)).toEqual(agreed)

  const last = sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`
  await owner.run(last)
  const lacks = /^DATABASE_URL: the database lacks the migration \d{4}-\S+\. Run npm run migrate/
  expect(await run('start', server)).toEqual({ code: 1, said: expect.stringMatching(lacks) })
  await owner.close()
})

test('DEMO_DATA is written as the owner, and says where none is named', async () => {
  const admin = connect(postgres.adminUrl, { max: 1 })
  await admin.run(sql`create database shop owner munim`).finally(() => admin.close())
  const shop = (url: string) => databaseIn(url, 'shop')
  const alone = { DATABASE_URL: shop(postgres.url) }
  expect(await run('migrate', { ...alone, MIGRATION_URL: shop(postgres.ownerUrl) })).toMatchObject({
    code: 0,
  })
  const said = 'DEMO_DATA is on, and needs MIGRATION_URL to be written.\n'
  expect(await run('start', { ...alone, DEMO_DATA: 'on' })).toEqual({ code: 1, said })
})

test('an earlier embedded database is read by verify and backup, and gets its grants at the next start', async () => {
  const own = { DATA_DIR: join(folder, 'own') }
  const embedded = await startEmbedded({ dataDir: own.DATA_DIR })
  await migrate(embedded.ownerUrl)
  await embedded.stop()
  expect(await run('verify', own)).toEqual(agreed)
  expect(await run('backup', own, join(folder, 'backup'))).toMatchObject({ code: 0 })
  expect(await run('start', own)).toEqual({ code: 0, said: told(false) })
  expect(await run('verify', own)).toEqual({ code: 0, said: told(false) })
})
