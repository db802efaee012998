/** `npm run backup` and `npm run restore`: what was acknowledged comes back, whole or not at all. */
import { execFile } from 'node:child_process'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { api } from '@munim/contract'
import { addDays } from '@munim/core'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nothingTold, startClients } from '../../scripts/prove/traffic.ts'
import type { SavedTable } from '../../server/src/backup/contents.ts'
import { type NotNull, sql } from '../../server/src/database/db.ts'
import { findEmbedded } from '../../server/src/database/embedded.ts'
import { migrate } from '../../server/src/database/migrate.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { chanceOf } from '../../server/src/demo/chance.ts'
import { startTestServer, type TestServer } from '../support/database.ts'
import { fillBids, fillMarket, fillPlayers, fillTokens } from '../support/fill.ts'
import { ask, type ServerProcess, signIn, startServer } from '../support/server-process.ts'
import { PNG } from '../support/upload-files.ts'
import { until } from '../support/waits.ts'

let folder: string
let postgres15: TestServer
const running = new Set<ServerProcess>()

beforeAll(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), 'munim-backup-'))
  await chmod(folder, 0o755) // As root, PostgreSQL is another user, and passes through.
  const kind = process.env.DATABASE_KIND
  process.env.DATABASE_KIND = 'postgres15'
  postgres15 = await startTestServer()
  if (kind === undefined) delete process.env.DATABASE_KIND
  else process.env.DATABASE_KIND = kind
})

afterAll(async () => {
  await Promise.all([...running].map((server) => server.kill()))
  await postgres15.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Where an installation is: its environment, and the address of its database while it runs. */
interface Place {
  readonly env: {
    readonly DATA_DIR: string
    readonly DATABASE_URL: string
    readonly DEMO_DATA: 'off'
  } & NodeJS.ProcessEnv
  url(): Promise<string>
}

type Kind = 'the embedded database' | 'PostgreSQL 15'

/** A place where nothing is. */
async function emptyPlace(kind: Kind, name: string): Promise<Place> {
  const dataDir = join(folder, name)
  if (kind === 'the embedded database') {
    const env = { DATA_DIR: dataDir, DATABASE_URL: '', DEMO_DATA: 'off' } as const
    return { env, url: async () => (await findEmbedded(dataDir))!.ownerUrl }
  }
  const admin = connect(postgres15.adminUrl, { max: 1 })
  await admin.run(sql.raw(`create database ${name} owner munim`)).finally(() => admin.close())
  const { href } = Object.assign(new URL(postgres15.ownerUrl), { pathname: `/${name}` })
  return { env: { DATA_DIR: dataDir, DATABASE_URL: href, DEMO_DATA: 'off' }, url: async () => href }
}

async function open({ env }: Place): Promise<ServerProcess> {
  const server = await startServer(env.DATABASE_URL, env)
  running.add(server)
  return server
}

async function close(server: ServerProcess): Promise<void> {
  await server.stop()
  running.delete(server)
}

/** What the program said, and how it ended. */
async function run(
  program: 'backup' | 'restore' | 'backup-key',
  { env }: Pick<Place, 'env'>,
  ...args: string[]
) {
  return new Promise<{ code: number; said: string }>((done) => {
    const path = join(import.meta.dirname, `../../server/src/programs/${program}.ts`)
    execFile(process.execPath, [path, ...args], { env: { ...process.env, ...env } }, (error, out, err) =>
      done({ code: Number(error?.code ?? 0), said: out + err }),
    )
  })
}

/** A QR image, so that there is a file; its path on the server. */
async function upload(host: string, token: string): Promise<string> {
  const form = new FormData()
  form.append('image', new Blob([PNG], { type: 'image/png' }), 'qr.png')
  const headers = { authorization: token }
  const said = await fetch(host + api.settings.updateQr.path, { method: 'POST', headers, body: form })
  return ((await said.json()) as { data: { merchant_qr: string } }).data.merchant_qr
}

/** The moment that the last backup holds, as the panel is told it. */
async function notedAt(url: string): Promise<string | null> {
  const database = connect(url, { max: 1 })
  const noted = sql<{ at: string | null }>`select at from last_backup`
  const { at } = await database.only(noted).finally(() => database.close())
  return at && new Date(at).toISOString()
}

async function notesOf(url: string): Promise<Map<string, number>> {
  const database = connect(url, { max: 1 })
  const rows = await database
    .many<{ note: string; times: number }>(sql`
      select note, count(*) as times from postings where note like 'backup %' group by 1`)
    .finally(() => database.close())
  return new Map(rows.map(({ note, times }) => [note, times]))
}

test.each(['the embedded database', 'PostgreSQL 15'] as const)(
  'beside traffic on %s a backup is made that brings back all that was acknowledged before it began',
  async (kind) => {
    const name = kind === 'PostgreSQL 15' ? 'pg' : 'own'
    const old = await emptyPlace(kind, `${name}_old`)
    const server = await open(old)
    const database = connect(await old.url(), { max: 2 })
    const first = await fillPlayers(database, 20)
    const tokens = await fillTokens(database, first, 20)
    const draw = await fillMarket(database, 'SAVED')
    await fillBids(database, { ...draw, bids: 2000, winners: 100, firstPlayer: first, players: 20 })
    await database.close()
    const token = await signIn(server.host)
    const qr = await upload(server.host, token)

    const told = nothingTold()
    const players = tokens.map((each, nth) => ({ id: first + nth, token: each }))
    const chance = chanceOf(Date.now() % 100_000)
    const clients = startClients({ house: { players, token }, host: server.host, chance, told }, draw, {
      name: `backup ${name}`,
      funds: 3,
      bettors: 2,
      restMs: 20,
    })
    await until(() => told.acknowledged.size > 30)
    const before = [...told.acknowledged]
    const backup = join(folder, `${name}_backup`)
    expect(await run('backup', old, backup)).toMatchObject({ code: 0 })
    const { madeAt } = JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8'))
    expect(await notedAt(await old.url())).toBe(madeAt)
    const during = told.acknowledged.size
    await until(() => told.acknowledged.size > during + 10)
    await clients.stop()
    expect(told.faults).toEqual([])
    await close(server)

    const fresh = await emptyPlace(kind, `${name}_new`)
    const restored = await run('restore', fresh, backup)
    expect(restored.said).toMatch(/Restored as of .*The books agree/s)
    expect(restored.code).toBe(0)

    const again = await open(fresh)
    const notes = await notesOf(await fresh.url())
    expect(before.filter((note) => !notes.has(note))).toEqual([])
    expect([...notes].filter(([note, times]) => times !== 1 || !told.sent.has(note))).toEqual([])
    // What follows is written beside what was restored: the numbers go on.
    const signedIn = await signIn(again.host)
    const added = { id: first, amount: 1, note: 'backup afterwards' }
    await ask(again.host, api.users.addFunds, added, { token: signedIn })
    expect(await fetch(again.host + qr).then(({ status }) => status)).toBe(200)

    expect(await run('restore', fresh, backup)).toMatchObject({
      code: 1,
      said: expect.stringContaining('is not empty'),
    })
    await close(again)
    expect(await run('backup', old, backup)).toMatchObject({
      code: 1,
      said: expect.stringContaining('is not empty'),
    })
  },
)

test('a backup of the embedded database is restored into PostgreSQL 15', async () => {
  const old = await emptyPlace('the embedded database', 'moving')
  await close(await open(old))
  const backup = join(folder, 'moving_backup')
  expect(await run('backup', old, backup)).toMatchObject({ code: 0 }) // Of a database that does not run.
  const fresh = await emptyPlace('PostgreSQL 15', 'moved')
  expect(await run('restore', fresh, backup)).toMatchObject({ code: 0 })
  const server = await open(fresh)
  expect(await signIn(server.host)).toMatch(/^.{43}$/)
  await close(server)
})

test('a backup from before there were parts, a file a table, is restored', async () => {
  const { place, server } = await twoDays('form_one')
  await close(server)
  const backup = join(folder, 'form_one_backup')
  expect(await run('backup', place, backup)).toMatchObject({ code: 0 })
  const list = JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8'))
  for (const { name, parts } of list.tables) {
    if (!parts) continue
    const tables = join(backup, 'tables')
    const files = parts.map((part: { name: string }) => readFile(join(tables, name, `${part.name}.copy.gz`)))
    await writeFile(
      join(tables, `${name}.copy.gz`),
      Buffer.concat([gzipSync(''), ...(await Promise.all(files))]),
    )
    await rm(join(tables, name), { recursive: true })
  }
  const tables = list.tables.map(({ name, columns, rows }: SavedTable) => ({ name, columns, rows }))
  await writeFile(join(backup, 'backup.json'), JSON.stringify({ ...list, form: 1, tables }))
  await rm(join(backup, 'parts.json'))
  const fresh = await emptyPlace('PostgreSQL 15', 'form_one_new')
  expect(await run('restore', fresh, backup)).toMatchObject({
    code: 0,
    said: expect.stringContaining('The books agree'),
  })
})

test('a backup that is damaged or none brings nothing back, and says so', async () => {
  const old = await emptyPlace('PostgreSQL 15', 'damaged_old')
  const server = await open(old)
  await upload(server.host, await signIn(server.host))
  await close(server)
  const backup = join(folder, 'damaged_backup')
  await run('backup', old, backup)

  let place = 0
  const refusal = async () => {
    const fresh = await emptyPlace('PostgreSQL 15', `damaged_${++place}`)
    const { code, said } = await run('restore', fresh, backup)
    expect(code).toBe(1)
    const database = connect(await fresh.url(), { max: 1 })
    const tables = sql<{ isEmpty: boolean }>`select to_regclass('admins') is null as "isEmpty"`
    const { isEmpty } = await database.only(tables)
    const { admins } = isEmpty
      ? { admins: 0 }
      : await database.only<{ admins: number }>(sql`select count(*) as admins from admins`)
    await database.close()
    expect(admins).toBe(0)
    return said
  }

  const settings = join(backup, 'tables', 'settings.copy.gz')
  const bytes = await readFile(settings)
  await truncate(settings, bytes.length - 9)
  expect(await refusal()).toContain('tables/settings.copy.gz is not as it was saved: the backup is damaged')
  await writeFile(settings, gzipSync(gunzipSync(bytes), { level: 9 })) // What gzip takes for whole.
  expect(await refusal()).toContain('tables/settings.copy.gz is not as it was saved: the backup is damaged')
  await writeFile(settings, bytes)

  const list = JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8'))
  const listed = (change: object) =>
    writeFile(join(backup, 'backup.json'), JSON.stringify({ ...list, ...change }))
  await listed({ tables: list.tables.map((table: { rows: number }) => ({ ...table, rows: table.rows + 1 })) })
  expect(await refusal()).toContain('the backup is damaged')
  await listed({ migration: '9999-from-tomorrow' })
  expect(await refusal()).toContain('made by a newer Munim')
  await listed({ form: 3 })
  expect(await refusal()).toContain('made by another Munim')

  await listed({ files: [{ name: 'uploads/../../beside', sha256: '' }] })
  expect(await refusal()).toContain('uploads/../../beside is no file of an installation')

  await listed({})
  const [image] = await readdir(join(backup, 'uploads', 'qr'))
  await writeFile(join(backup, 'uploads', 'qr', image!), 'another image')
  expect(await refusal()).toContain('is not as it was saved')

  await rm(join(backup, 'backup.json'))
  expect(await refusal()).toContain('is no backup')
})

/** Bids of today and of tomorrow, and a way to what a backup of them holds. */
async function twoDays(name: string) {
  const place = await emptyPlace('PostgreSQL 15', name)
  const server = await open(place)
  const database = connect(await place.url(), { max: 2 })
  const first = await fillPlayers(database, 20)
  const draw = await fillMarket(database, 'GROWS')
  const tomorrow = addDays(draw.date, 1)
  const { id: drawId } = await database.only<{ id: number }>(sql`
    insert into draws (market_id, market_date, opens_at, closes_at)
    values (${draw.marketId}, ${tomorrow}, clock_timestamp() + interval '30 hours', clock_timestamp() + interval '36 hours')
    returning id`)
  const size = { bids: 200, winners: 10, firstPlayer: first, players: 20 }
  await fillBids(database, { ...size, drawId, date: tomorrow })
  await fillBids(database, { ...size, ...draw })
  await database.close()
  return { place, server, token: await signIn(server.host), first, today: draw.date, tomorrow }
}

/** The parts of this backup, each with the file that it is, whatever folders name it. */
async function partsOf(backup: string, ending = ''): Promise<Record<string, number>> {
  const parts: Record<string, number> = {}
  for (const table of ['audit', 'bids', 'postings'])
    for (const name of await readdir(join(backup, 'tables', table)))
      parts[`${table}/${name}`.replace(`.copy.gz${ending}`, '')] = (
        await stat(join(backup, 'tables', table, name))
      ).ino
  return parts
}

/** What the next backup knows its parts by. */
async function marksOf(backup: string): Promise<Record<string, unknown[]>> {
  return JSON.parse(await readFile(join(backup, 'parts.json'), 'utf8')).parts
}

test('of what grows a backup writes what is new, and shares the rest with the one before', async () => {
  const { place, server, token, first, today, tomorrow } = await twoDays('grows')
  const qr = await upload(server.host, token)
  const at = (nth: number) => join(folder, 'growing', `${nth}`)
  const save = async (nth: number, ...options: string[]) => {
    const env = { ...place.env, BACKUP_KEEP_DAYS: '30' }
    const { code, said } = await run('backup', { env }, at(nth), ...options)
    expect(code, said).toBe(0)
    return { said, parts: await partsOf(at(nth)) }
  }
  /** As if it had been made so many days before. */
  const age = async (nth: number, days: number) => {
    const path = join(at(nth), 'parts.json')
    const { madeAt, ...rest } = JSON.parse(await readFile(path, 'utf8'))
    const before = new Date(Date.parse(madeAt) - days * 24 * 60 * 60 * 1000).toISOString()
    await writeFile(path, JSON.stringify({ madeAt: before, ...rest }))
  }
  /** The upload in a backup, and its part of the table of those: each the file that it is. */
  const uploadOf = async (nth: number) => {
    const [part] = await readdir(join(at(nth), 'tables', 'stored_files'))
    const paths = [join(at(nth), qr), join(at(nth), 'tables', 'stored_files', part!)]
    return Promise.all(paths.map(async (path) => (await stat(path)).ino))
  }
  const one = await save(1)
  expect(one.said).not.toContain('are as in')
  const names = ['audit/000000', `bids/${tomorrow}`, `bids/${today}`, 'postings/000000']
  expect(Object.keys(one.parts).sort()).toEqual(names.sort())

  const database = connect(await place.url(), { max: 1 })
  const { bid } = await database.only<{ bid: number } & NotNull<'bid'>>(
    sql`select max(id) as bid from bids where market_date = ${today}`,
  )
  await ask(server.host, api.bids.revert, { betId: bid }, { token })
  const two = await save(2)
  expect(two.said).toContain(`201 rows are as in ${at(1)}`)
  expect(await uploadOf(2)).toEqual(await uploadOf(1))
  expect(names.filter((name) => two.parts[name] === one.parts[name])).toEqual([`bids/${tomorrow}`])
  const three = await save(3)
  expect(three.parts).toEqual(two.parts)
  const whole = await save(4, '--whole')
  expect(whole.said).not.toContain('are as in')
  expect(names.filter((name) => whole.parts[name] === two.parts[name])).toEqual([])
  const [before, since] = await Promise.all([uploadOf(2), uploadOf(4)])
  expect(since.filter((file) => before.includes(file))).toEqual([])

  // What an earlier one has is no link of it: a file that was cut since is written anew, and it can be thrown away.
  await age(1, 40)
  await truncate(join(at(4), 'tables', 'bids', `${tomorrow}.copy.gz`), 20)
  await truncate(join(at(4), qr), 20)
  await database.run(sql`
    with made as (
      insert into push_messages (title, description, kind, audience, is_listed, accepted, actor, created_at, expires_at,
        finished_at, stopped_at)
      select title, '', 'result', 'all', true, 1, 'admin:1', at, at + interval '1 day',
        case when title <> 'open' then at end, case when title = 'stopped' then at end
      from unnest(array['done', 'open', 'stopped']) as title, (select clock_timestamp() as at) n returning id
    )
    insert into push_targets (message_id, device_id) select id, 1 from made`)
  const five = await save(5)
  expect(five.said).toContain('Older backups are damaged: none of them was removed.')
  expect(five.said).toContain(`${join(at(4), qr)} is not as it was written. Here it is written anew`)
  expect(five.said).toContain(`${tomorrow}.copy.gz is not as it was written. Here it is written anew`)
  expect(names.filter((name) => five.parts[name] !== whole.parts[name])).toEqual([`bids/${tomorrow}`])
  for (const nth of [1, 2, 3, 4]) await rm(at(nth), { recursive: true })
  const fresh = await emptyPlace('PostgreSQL 15', 'grown')
  expect(await run('restore', fresh, at(5))).toMatchObject({
    code: 0,
    said: expect.stringContaining('The books agree'),
  })
  const there = connect(await fresh.url(), { max: 1 })
  const cancelled = sql<{ id: number }>`select id from bids where cancelled_at is not null`
  expect(await there.many(cancelled)).toEqual([{ id: bid }])
  // Of a message that is done with it is no more asked which devices it was for.
  const messages = sql<{ title: string }>`
    select m.title from push_targets t join push_messages m on m.id = t.message_id order by 1`
  expect(await there.many(messages)).toEqual([{ title: 'open' }, { title: 'stopped' }])
  await there.close()

  // Books that were one until a restore went on apart: the same number of rows are others there.
  const other = await open(fresh)
  const funds = (note: string) => ({ id: first, amount: 1, note })
  const theirs = { token: await signIn(other.host) }
  await ask(server.host, api.users.addFunds, funds('backup here'), { token })
  await ask(other.host, api.users.addFunds, funds('backup there'), theirs)
  const six = await save(6)
  const { code, said } = await run('backup', fresh, at(7))
  expect(code, said).toBe(0)
  const [here, beside] = await Promise.all([6, 7].map((nth) => marksOf(at(nth))))
  const same = names.filter((name) => here![name]![0] === beside![name]![0])
  expect(same.sort()).toEqual([`bids/${tomorrow}`, `bids/${today}`].sort())
  // And each shares with its own, whichever is newer, and removes of its own what is too old, but for the last.
  expect(said).not.toContain('are as in')
  await Promise.all([age(5, 40), age(6, 20), age(7, 20)])
  const eight = await save(8)
  expect(eight.parts).toEqual(six.parts)
  expect(eight.said.match(/^Removed .*$/gm)).toEqual([
    `Removed ${at(5)}: it is older than 30 days (BACKUP_KEEP_DAYS).`,
  ])
  expect((await readdir(join(folder, 'growing'))).sort()).toEqual(['6', '7', '8'])
  await database.close()
  await close(server)
  await close(other)
})

test('an encrypted backup shares what is for the same keys only', async () => {
  const { place, server } = await twoDays('shares')
  await close(server)
  const [key, other] = await Promise.all(['mine', 'theirs'].map((name) => keyOf(place, name)))
  const save = async (nth: number, BACKUP_RECIPIENT: string) => {
    const backup = join(folder, 'sharing', `${nth}`)
    const { code, said } = await run('backup', { env: { ...place.env, BACKUP_RECIPIENT } }, backup)
    expect(code, said).toBe(0)
    return { backup, parts: Object.values(await partsOf(backup, '.age')) }
  }
  const one = await save(1, key!.recipient)
  const two = await save(2, `${key!.recipient},${other!.recipient}`)
  expect(two.parts.filter((file) => one.parts.includes(file))).toEqual([])
  const three = await save(3, `${other!.recipient},${key!.recipient}`)
  expect(three.parts).toEqual(two.parts)
  const fresh = await emptyPlace('PostgreSQL 15', 'shared')
  const env = { ...fresh.env, BACKUP_IDENTITY: other!.identity }
  expect(await run('restore', { env }, three.backup)).toMatchObject({
    code: 0,
    said: expect.stringContaining('The books agree'),
  })
  // What lies there in clear says no more than names and sizes do.
  const { parts, ...rest } = JSON.parse(await readFile(join(three.backup, 'parts.json'), 'utf8'))
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
  expect(rest).toEqual({ madeAt: expect.any(String), recipients: expect.any(Array), database: hash })
  for (const value of Object.values(parts))
    expect(value).toEqual([hash, expect.any(Number), hash, expect.stringMatching(/^2.*Z$/)])
})

test('of two backups at once the second is refused; a failed one leaves nothing, a killed one what the next removes', async () => {
  const place = await emptyPlace('PostgreSQL 15', 'turns')
  await migrate(await place.url())
  const parent = join(folder, 'turning')
  const save = (name: string) => run('backup', place, join(parent, name))
  const other = new Client({ connectionString: await place.url() })
  await other.connect()
  /** A backup that goes on once the table is let go. */
  const halfMade = async (name: string) => {
    await other.query('begin; lock table settings in access exclusive mode')
    const saving = save(name)
    const waiting = `select from pg_locks where relation = 'settings'::regclass and not granted`
    await until(async () => (await other.query(waiting)).rows.length > 0)
    return { saving }
  }
  const first = await halfMade('1')
  const there = await readdir(parent)
  expect(await save('1')).toMatchObject({
    code: 1,
    said: expect.stringContaining('Another backup of this database is being made.'),
  })
  expect(await readdir(parent)).toEqual(there)
  await other.query('rollback')
  expect(await first.saving).toMatchObject({ code: 0 })

  const second = await halfMade('2')
  const [unfinished] = (await readdir(parent)).filter((name) => name !== '1')
  await rm(join(parent, unfinished!, 'tables', 'last_backup.copy.gz'))
  await other.query('rollback')
  expect(await second.saving).toMatchObject({
    code: 1,
    said: expect.stringContaining('last_backup.copy.gz is not as it was written'),
  })
  expect(await readdir(parent)).toEqual(['1'])
  await mkdir(join(parent, unfinished!, 'tables'), { recursive: true })
  await mkdir(join(parent, '2.01234567.unfinished')) // Another database is saved beside it.
  expect(await save('3')).toMatchObject({ code: 0 })
  expect((await readdir(parent)).sort()).toEqual(['1', '2.01234567.unfinished', '3'])
  await other.end()
})

/** A new pair of keys: the file of the private one, and the public one. */
async function keyOf(place: Place, name: string): Promise<{ identity: string; recipient: string }> {
  const identity = join(folder, name)
  const { code, said } = await run('backup-key', place, identity)
  expect(code).toBe(0)
  expect((await stat(identity)).mode & 0o077).toBe(0)
  return { identity, recipient: /BACKUP_RECIPIENT=(\S+)/.exec(said)![1]! }
}

test('an encrypted backup holds nothing in clear, and only the key that it is for brings it back', async () => {
  const old = await emptyPlace('PostgreSQL 15', 'sealed_old')
  const [key, second, other] = await Promise.all(['key', 'second', 'other'].map((name) => keyOf(old, name)))
  const server = await open(old)
  const qr = await upload(server.host, await signIn(server.host))
  await close(server)
  const backup = join(folder, 'sealed_backup')
  const BACKUP_RECIPIENT = `${key!.recipient}, ${second!.recipient}`
  expect(await run('backup', { env: { ...old.env, BACKUP_RECIPIENT } }, backup)).toMatchObject({ code: 0 })
  const entries = await readdir(backup, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && entry.name !== 'parts.json')
    .map((entry) => join(entry.parentPath, entry.name))
  expect(files.length).toBeGreaterThan(40)
  for (const file of files)
    expect((await readFile(file, 'latin1')).slice(0, 22), file).toBe('age-encryption.org/v1\n')

  let place = 0
  const restore = async (BACKUP_IDENTITY?: string) => {
    const fresh = await emptyPlace('PostgreSQL 15', `sealed_${++place}`)
    const env = { ...fresh.env, ...(BACKUP_IDENTITY && { BACKUP_IDENTITY }) }
    return { fresh, ...(await run('restore', { env }, backup)) }
  }
  expect(await restore()).toMatchObject({
    code: 1,
    said: `${backup} is encrypted: BACKUP_IDENTITY must name the file of its key.\n`,
  })
  expect(await restore(other!.identity)).toMatchObject({
    code: 1,
    said: `${backup} is encrypted for another key than that of BACKUP_IDENTITY, ${other!.identity}.\n`,
  })
  const none = join(backup, 'backup.json.age')
  expect(await restore(none)).toMatchObject({
    code: 1,
    said: `BACKUP_IDENTITY is ${none}, which holds no private key of age.\n`,
  })
  const restored = await restore(second!.identity)
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('The books agree') })
  const again = await open(restored.fresh)
  expect(await fetch(again.host + qr).then(({ status }) => status)).toBe(200)
  await close(again)

  const settings = join(backup, 'tables', 'settings.copy.gz.age')
  const bytes = await readFile(settings)
  bytes[bytes.length - 20]! ^= 1
  await writeFile(settings, bytes)
  const damaged = { code: 1, said: expect.stringContaining('settings.copy.gz.age is not as it was saved') }
  expect(await restore(key!.identity)).toMatchObject(damaged)
})

test('without a folder both say what they need', async () => {
  const place = await emptyPlace('the embedded database', 'nowhere')
  expect(await run('backup', place)).toMatchObject({ code: 1, said: expect.stringContaining('Where to?') })
  expect(await run('restore', place)).toMatchObject({ code: 1, said: expect.stringContaining('From where?') })
  expect(await run('backup', place, join(folder, 'nothing'))).toMatchObject({
    code: 1,
    said: expect.stringContaining('There is nothing in'),
  })
})
