/** The panel's files: a server without them is not ready, and serves them once they are built. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
