/** Uploaded files of two servers with a folder each on one database: both show what either has taken. */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { api } from '@munim/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from '../../server/src/database/db.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { openFiles } from '../../server/src/http/files.ts'
import { freshDatabase, testFolder } from '../support/database.ts'
import { ask, type ServerProcess, signIn, startServer } from '../support/server-process.ts'
import { PNG, zipOf } from '../support/upload-files.ts'
import { until } from '../support/waits.ts'

const OLD = 'qr/00000000-0000-4000-8000-000000000000.png'
const folder = await testFolder()
const { url, drop } = await freshDatabase()
const database = connect(url)
const servers: ServerProcess[] = []

beforeAll(async () => {
  await mkdir(join(folder, 'one/uploads/qr'), { recursive: true })
  await writeFile(join(folder, 'one/uploads', OLD), PNG) // As a server that shared nothing left it.
  await mkdir(join(folder, 'one/waiting'))
  for (const name of ['waiting/received', `uploads/${OLD}.00000000-0000-4000-8000-000000000001`])
    await writeFile(join(folder, 'one', name), 'half of') // As one that was killed left it.
  await database.run(sql`update settings set merchant_qr = ${`/uploads/${OLD}`}`)
  await open('one')
  await open('two')
})

afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  await database.close()
  await drop()
  await rm(folder, { recursive: true, force: true })
})

async function open(name: string): Promise<ServerProcess> {
  const server = await startServer(url, { DATA_DIR: join(folder, name) })
  servers.push(server)
  return server
}

async function upload(to: ServerProcess, { path }: { path: string }, form: Record<string, string | Blob>) {
  const body = new FormData()
  for (const [key, value] of Object.entries(form)) body.append(key, value)
  if ('app' in form) body.set('app', form.app as Blob, 'munim.apk')
  const headers = { authorization: await signIn(to.host) }
  const said = await fetch(to.host + path, { method: 'POST', headers, body })
  expect(said.status).toBe(200)
  return ((await said.json()) as { data: Record<string, string> }).data
}

async function shown(by: ServerProcess, path: string): Promise<{ code: number; bytes: Buffer }> {
  const said = await fetch(by.host + path)
  return { code: said.status, bytes: Buffer.from(await said.arrayBuffer()) }
}

test('a file of several megabytes that one server took is shown by the other, byte for byte, also at once', async () => {
  const [one, two] = servers as [ServerProcess, ServerProcess]
  const manifest = { name: 'AndroidManifest.xml', content: 'manifest' }
  const apk = zipOf(manifest, { name: 'lib', content: randomBytes(3_500_000) })
  const app = new Blob([new Uint8Array(apk)])
  const { app_link } = await upload(one, api.settings.uploadApp, { app_version: '1.0', app })
  const answers = await Promise.all([two, two, two, one].map((server) => shown(server, app_link!)))
  for (const { code, bytes } of answers) {
    expect(code).toBe(200)
    expect(bytes.equals(apk)).toBe(true)
  }

  let reads = 0
  const counted: Database = {
    ...database,
    maybe: (statement) => {
      reads++
      return database.maybe(statement)
    },
  }
  const files = await openFiles({ dataDir: join(folder, 'four'), database: counted })
  const name = app_link!.replace('/uploads/', '')
  expect(await Promise.all([1, 2, 3].map(() => files.exists(name)))).toEqual([true, true, true])
  expect(reads).toBe(5) // Its four parts and the end, once for all three.
})

test('what is being stored is under its name once it is whole, and nowhere where it fails', async () => {
  const dataDir = join(folder, 'three')
  const files = await openFiles({ dataDir, database })
  const stored = () => readdir(join(dataDir, 'uploads/app')).catch(() => [])
  for (const fault of [undefined, new Error('cut')]) {
    const [name, source] = [fault ? 'cut.apk' : 'whole.apk', new PassThrough()]
    const storing = files.putStream(`app/${name}`, source)
    source.write('half of')
    await until(async () => (await stored()).some((each) => each.startsWith(name)))
    expect(await files.exists(`app/${name}`)).toBe(false)
    if (fault) source.destroy(fault)
    else source.end(' it')
    await storing.catch(() => {})
    expect(await stored()).toEqual(['whole.apk'])
  }
  // Nor on the disk alone, where the others would not show it.
  const away: Database = { ...database, transaction: () => Promise.reject(new Error('away')) }
  const shared = await openFiles({ dataDir, database: away, isShared: true })
  await expect(shared.put('app/alone.apk', 'all of it')).rejects.toThrow()
  expect(await stored()).toEqual(['whole.apk'])
})

test('what a server had stored before is shown by the others once it has started', async () => {
  const [one, two] = servers as [ServerProcess, ServerProcess]
  for (const server of [one, two]) {
    expect(await shown(server, `/uploads/${OLD}`)).toEqual({ code: 200, bytes: PNG })
  }
})

test('what a server that was killed had half received or copied is gone once it has started', async () => {
  expect(await readdir(join(folder, 'one/uploads/qr'))).toEqual([basename(OLD)])
  expect(await readdir(join(folder, 'one/waiting')).catch(() => [])).not.toContain('received')
})

test('a banner that is deleted comes to no server any more, and is gone where it was deleted', async () => {
  const [one, two] = servers as [ServerProcess, ServerProcess]
  const image = new Blob([new Uint8Array(PNG)])
  const field = api.banners.create.upload!.field
  const { id, imageUrl } = await upload(two, api.banners.create, { isActive: 'true', [field]: image })
  expect((await shown(one, imageUrl!)).code).toBe(200)
  const token = await signIn(one.host)
  await ask(one.host, api.banners.remove, { id: Number(id) }, { token })

  await expect.poll(async () => (await shown(one, imageUrl!)).code).toBe(404)
  const three = await open('three')
  expect((await shown(three, imageUrl!)).code).toBe(404)
  expect(await database.many(sql`select from stored_files where name like 'banners/%'`)).toEqual([])
})
