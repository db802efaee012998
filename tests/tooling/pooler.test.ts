/** The programs through pgbouncer: what they say of it, and that they work through it. Skipped where it is not installed. */
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { databaseIn, startTestServer, type TestServer } from '../support/database.ts'
import { NO_POOLER, type Pooler, poolerProgram, startPooler } from '../support/pooler.ts'
import { runProgram } from '../support/program.ts'

const isThere = poolerProgram !== undefined
if (!isThere) console.warn(`Tests of a pooler are skipped: ${NO_POOLER}.`)

let folder: string
let postgres: TestServer
let pooler: Pooler
let deaf: Pooler
/** An empty database of the owner's. */
let url: string
let ownerUrl: string

beforeAll(async () => {
  if (!isThere) return
  folder = await mkdtemp(join(await realpath(tmpdir()), 'munim-pooler-'))
  await chmod(folder, 0o755) // As root, the programs go on as another user.
  postgres = await startTestServer()
  const admin = connect(postgres.adminUrl, { max: 1 })
  await admin.run(sql`create database shop owner munim`).finally(() => admin.close())
  url = databaseIn(postgres.url, 'shop')
  ownerUrl = databaseIn(postgres.ownerUrl, 'shop')
  pooler = await startPooler([url, ownerUrl], 8)
  deaf = await startPooler([url, ownerUrl], 8, { isDeaf: true })
})

afterAll(async () => {
  if (!isThere) return
  await Promise.all([pooler.stop(), deaf.stop()])
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const run = (program: Parameters<typeof runProgram>[0], settings: NodeJS.ProcessEnv, ...args: string[]) =>
  runProgram(program, { DATA_DIR: join(folder, 'data'), ...settings }, { args })
const withoutMode = (through: string) => through.replace('?pool_mode=transaction', '')
const refused = (words: string) => ({
  code: 1,
  said: expect.stringMatching(new RegExp(`^${words}[^\\n]*\\n$`)),
})

test.runIf(isThere)('a pooler that is not named as one is, however it takes the time limits', async () => {
  const words =
    'DATABASE_URL: a pooler answers at 127.0.0.1:\\d+, .* add pool_mode=transaction to the address'
  // What a role has as its own is no sign that limits arrive.
  const owner = connect(ownerUrl, { max: 1 })
  await owner.run(sql`alter role munim set lock_timeout = '1500ms'`)
  await owner.close()
  for (const each of [pooler, deaf])
    expect(await run('start', { DATABASE_URL: withoutMode(each.through(ownerUrl)) })).toEqual(refused(words))
})

test.runIf(isThere)('tables are made past it, by one role or two; then all goes through it', async () => {
  const one = { DATABASE_URL: pooler.through(ownerUrl) }
  const none = refused('DATABASE_URL: the database has no tables yet. Run npm run migrate with MIGRATION_URL')
  expect(await run('start', one)).toEqual(none)
  expect(await run('start', { ...one, MIGRATION_URL: ownerUrl })).toMatchObject({ code: 0 })
  expect(await run('start', one)).toMatchObject({ code: 0 })

  const server = { DATABASE_URL: pooler.through(url) }
  const both = { ...server, MIGRATION_URL: ownerUrl, DEMO_DATA: 'on' }
  expect(await run('start', both)).toEqual({ code: 0, said: expect.stringContaining('Munim is at') })
  expect(await run('verify', server)).toEqual({ code: 0, said: expect.stringContaining('The books agree.') })
  const backup = join(folder, 'backup')
  expect(await run('backup', server, backup)).toMatchObject({ code: 0 })
  const restored = await run('restore', { ...server, DATA_DIR: join(folder, 'other') }, backup)
  expect(restored).toEqual(refused('DATABASE_URL leads through a pooler: MIGRATION_URL must lead to'))
})
