/** The panel's files: a server without them is not ready, and serves them once they are built. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OLD_ADDRESSES, SCREENS } from '@munim/contract/screens'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, type Options } from '../../server/src/app.ts'
import { backOffice } from '../support/office.ts'

const office = await backOffice()
const NOT_BUILT = 'The panel is not built: run npm run build.'
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'munim-panel-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function looksAt(options: Partial<Options>, ...paths: string[]) {
  const { http } = await buildApp({
    database: office.database,
    dataDir: folder,
    logLevel: 'error',
    ...options,
  })
  const answers = []
  for (const url of paths) {
    const { statusCode, body } = await http.inject({ method: 'GET', url })
    answers.push([statusCode, body])
  }
  await http.close()
  return answers
}

test('a server whose panel is not built is not ready, and says so', async () => {
  const panel = join(folder, 'not built')
  const said = JSON.stringify({ status: 'error', message: NOT_BUILT })
  expect(await looksAt({ panel }, '/health/ready', '/', '/health/live')).toEqual([
    [500, said],
    [404, said],
    [200, '{"status":"success"}'],
  ])
})

test('a server whose panel is on another host needs none', async () => {
  const away = { panel: join(folder, 'not built'), panelOrigin: 'https://panel.example.com' }
  expect(await looksAt(away, '/health/ready')).toMatchObject([[200, expect.anything()]])
})

test('a panel that is built while the server runs is served whole', async () => {
  const panel = join(folder, 'panel')
  const { http } = await buildApp({ database: office.database, dataDir: folder, logLevel: 'error', panel })
  const look = async (url: string) => (await http.inject({ method: 'GET', url })).statusCode
  expect([await look('/health/ready'), await look('/assets/index.js')]).toEqual([500, 404])

  await mkdir(join(panel, 'assets'), { recursive: true })
  await writeFile(join(panel, 'index.html'), '<!doctype html>')
  await writeFile(join(panel, 'assets', 'index.js'), 'export {}')
  expect([await look('/health/ready'), await look('/'), await look('/assets/index.js')]).toEqual([
    200, 200, 200,
  ])
  await http.close()
})

/** The status of each of these addresses, asked for as a browser does that reloads it. */
async function statusesOf(addresses: readonly string[]) {
  const statuses = addresses.map(async (url) => {
    const { statusCode } = await office.app.http.inject({ method: 'GET', url })
    return [url, statusCode] as const
  })
  return Object.fromEntries(await Promise.all(statuses))
}
const all = (addresses: readonly string[], status: number) =>
  Object.fromEntries(addresses.map((address) => [address, status]))

test('the address of every screen is answered with 200 when it is reloaded', async () => {
  const addresses = Object.values(SCREENS).flatMap(([address]) => {
    const [known, optional] = [address.replace(/\{?-?\$\w+\}?/, '17'), address.replace(/\/\{-\$\w+\}/, '')]
    return [
      known,
      `${known}/`.replace('//', '/'),
      `${known}?page=2`,
      ...(optional.includes('$') ? [] : [optional]),
    ]
  })
  expect(addresses).toEqual(expect.arrayContaining(['/', '/users', '/users/details', '/results/details/17']))
  expect(await statusesOf(addresses)).toEqual(all(addresses, 200))
})

test('what is no screen is answered with 404, also where it begins as one', async () => {
  const known = Object.values(SCREENS).flatMap(([address]) => (address.includes('$') ? [] : [address]))
  const beside = known.flatMap((address) => [`${address}nothing`, `${address}/nothing`.replace('//', '/')])
  const others = ['/Users', '/users/details/1/2', '/results/details', '/settings/audit', '/$', '/users//']
  const addresses = [...new Set([...beside, ...others])]
  expect(await statusesOf(addresses)).toEqual(all(addresses, 404))
})

test('an old address leads to its screen', async () => {
  for (const [old, screen] of Object.entries(OLD_ADDRESSES)) {
    const { statusCode, headers } = await office.app.http.inject({ method: 'GET', url: old })
    expect([statusCode, headers.location]).toEqual([302, SCREENS[screen][0]])
  }
})
