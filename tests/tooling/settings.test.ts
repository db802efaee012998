/** A start with a wrong setting says which one, in a sentence, ends with 1 and has written nothing. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, startTestServer, type TestServer } from '../support/database.ts'

const source = join(import.meta.dirname, '../../server/src/programs')
let folder: string
let database: TestServer
let other: Server
let taken: string

beforeAll(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), 'munim-settings-'))
  database = await startTestServer()
  other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  taken = String((other.address() as { port: number }).port)
})

afterAll(async () => {
  other.close()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A program of the server, with these settings over a place where nothing is yet. */
async function run(program: string, settings: NodeJS.ProcessEnv, args: readonly string[] = []) {
  const { DATABASE_URL: _, ...environment } = process.env
  const env = { ...environment, PORT: '0', DATA_DIR: join(folder, 'data'), DEMO_DATA: 'on', ...settings }
  const child = spawn(process.execPath, [join(source, program), ...args], { env, stdio: 'pipe' })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      said += String(part)
    })
  }
  const [code] = await once(child, 'close')
  return { code, said }
}

const refusal = (words: string) => ({
  code: 1,
  said: expect.stringMatching(new RegExp(`^[^\\n]*${words}[^\\n]*\\n$`)),
})
const written = async () => (await readdir(folder)).sort()
const databaseWith = (change: Partial<URL>) => Object.assign(new URL(database.ownerUrl), change).href

test('a port that is taken is said before any database is made', async () => {
  expect(await run('start.ts', { PORT: taken })).toEqual(refusal(`^PORT ${taken} is taken on 127.0.0.1`))
  expect(await written()).toEqual([])
})

test.each([
  [{ HOST: '192.0.2.1' }, '^HOST is 192.0.2.1, which is no address of this machine'],
  [{ HOST: 'nowhere.invalid' }, '^HOST is nowhere.invalid'],
  [{ LOG_LEVEL: 'loud' }, '^LOG_LEVEL is "loud"'],
  [{ DATABASE_URL: 'hello' }, '^DATABASE_URL must be like postgres://'],
  [{ DATABASE_URL: 'postgres://munim@127.0.0.1:1/munim' }, '^DATABASE_URL: nothing answers at 127.0.0.1:1'],
  [{ DATABASE_URL: 'postgres://munim@nowhere.invalid/munim' }, '^DATABASE_URL: .*nowhere.invalid'],
])('%j is refused', async (settings, words) => {
  expect(await run('start.ts', settings)).toEqual(refusal(words))
  expect(await written()).toEqual([])
})

test('a wrong password, a database that there is not and a role without rights are told apart', async () => {
  const wrong = [
    [databaseWith({ password: 'guess' }), '^DATABASE_URL: 127.0.0.1:[0-9]+ refuses the password of munim'],
    [databaseWith({ pathname: '/attic' }), '^DATABASE_URL: 127.0.0.1:[0-9]+ has no database attic'],
    [await urlOfGuest(), '^DATABASE_URL: the role guest may not make tables in the database munim'],
  ] as const
  for (const [url, words] of wrong) {
    const said = await run('start.ts', { DATABASE_URL: url })
    expect(said).toEqual(refusal(words))
    expect(said.said, 'A password is never said').not.toContain('guess')
  }
  expect(await written()).toEqual([])
})

test('a database that takes fewer connections than the server opens is named with both numbers', async () => {
  const said = await run('start.ts', { DATABASE_URL: database.ownerUrl, POOL_WRITING: '100' })
  expect(said).toEqual(
    refusal('^DATABASE_URL: .* takes 117 connections, and a server opens up to 120. Raise max_connections'),
  )
  expect(await written()).toEqual([])
})

test('a database that does not keep Unicode is named, with the way to one that does', async () => {
  const other = `create database ascii owner munim encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`
  await ask(database.adminUrl, other)
  const said = await run('start.ts', { DATABASE_URL: databaseWith({ pathname: '/ascii' }) })
  expect(said).toEqual(
    refusal("^DATABASE_URL: the database ascii keeps text as SQL_ASCII; .*encoding 'UTF8'"),
  )
  expect(await written()).toEqual([])
})

async function urlOfGuest(): Promise<string> {
  await ask(database.adminUrl, `create role guest login password 'guest'`)
  return databaseWith({ username: 'guest', password: 'guest' })
}

test.each([
  ['verify.ts', []],
  ['backup.ts', ['copy']],
])('%s says what is wrong with DATABASE_URL', async (program, args) => {
  const settings = { DATABASE_URL: databaseWith({ password: 'guess' }) }
  expect(await run(program, settings, args)).toEqual(
    refusal('^DATABASE_URL: .* refuses the password of munim'),
  )
  expect(await run(program, { DATABASE_URL: 'hello' }, args)).toEqual(refusal('^DATABASE_URL must be'))
  expect(await written()).toEqual([])
})

test('a DATA_DIR that can not be one is said', async () => {
  const place = join(folder, 'odd')
  await mkdir(place)
  await writeFile(join(place, 'file'), '')
  await symlink(join(place, 'gone'), join(place, 'link'))
  await mkdir(join(place, 'strange', 'postgres', 'base'), { recursive: true })
  const start = async (name: string) => run('start.ts', { DATA_DIR: join(place, name) })

  expect(await start('file')).toEqual(refusal('^DATA_DIR is .*file, and .*file is no folder'))
  expect(await start('file/below')).toEqual(refusal('^DATA_DIR is .*below, and .*file is no folder'))
  expect(await start('link/below')).toEqual(
    refusal('^DATA_DIR is .*below, and .*link is a link that leads nowhere'),
  )
  expect(await start('strange')).toEqual(refusal('^DATA_DIR .*strange is damaged: .*PG_VERSION is missing'))
  expect((await readdir(place)).sort()).toEqual(['file', 'link', 'strange'])
  await rm(place, { recursive: true })
})

test.skipIf(process.getuid?.() === 0)('a DATA_DIR that can not be written is said', async () => {
  const closed = join(folder, 'closed')
  await mkdir(closed, { mode: 0o555 })
  expect(await run('start.ts', { DATA_DIR: join(closed, 'data') })).toEqual(
    refusal("^DATA_DIR is .*data, and this user can't write into .*closed"),
  )
  await rm(closed, { recursive: true })
})
