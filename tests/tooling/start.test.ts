/**
 * `npm start`: that the server is never left behind, and that two of them don't share a folder. What is to come to an end
 * by itself says so where it did not.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { filesIn } from '../../server/src/database/cluster.ts'
import { findEmbedded } from '../../server/src/database/embedded.ts'
import { readPidFile } from '../../server/src/database/postmaster.ts'
import { until } from '../support/waits.ts'

const script = join(import.meta.dirname, '../../scripts/munim.mjs')
let dataDir: string
let children: ChildProcess[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(await realpath(tmpdir()), 'munim-start-'))
  await chmod(dataDir, 0o755) // As root, PostgreSQL is another user, and passes through.
})

afterEach(async () => {
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(
    children.map(async (child) => child.exitCode ?? child.signalCode ?? (await once(child, 'exit'))),
  )
  children = []
  await nothingRuns()
  await rm(dataDir, { recursive: true, force: true })
})

/** `npm start` as npm runs it. */
function start(): ChildProcess & { said: () => string } {
  const { DATABASE_URL: _, ...environment } = process.env
  const child = spawn(process.execPath, [script, 'start'], {
    env: { ...environment, PORT: '0', DATA_DIR: dataDir, DEMO_DATA: 'off', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let text = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (part) => {
      text += String(part)
    })
  }
  return Object.assign(child, { said: () => text })
}

async function isUp(child: ReturnType<typeof start>): Promise<void> {
  const address = /http:\/\/127\.0\.0\.1:\d+/
  await until(() => address.test(child.said()) || child.exitCode !== null)
  expect(child.said()).toMatch(address)
}

/** PostgreSQL is the last to go, and takes its file away once nothing more is written. */
const nothingRuns = () => until(async () => (await readPidFile(filesIn(dataDir))) === undefined)

test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  '%s to npm start ends the server and PostgreSQL',
  async (name) => {
    const child = start()
    await isUp(child)
    child.kill(name)

    const [code] = (await once(child, 'exit')) as [number | null]
    expect(code).toBe(name === 'SIGKILL' ? null : 0)
    await nothingRuns()
  },
)

test('a second start over the same data says so, and the first goes on', async () => {
  const first = start()
  await isUp(first)
  const second = start()

  const [code] = (await once(second, 'exit')) as [number]
  expect(code).toBe(1)
  expect(second.said()).toContain(`Munim already runs on ${dataDir}`)
  expect(await findEmbedded(dataDir)).toBeDefined()
})

// On a database that takes the connection and says nothing.
test.skipIf(process.platform === 'win32').each([
  ['SIGTERM', 'backup'],
  ['SIGINT', 'verify'],
  ['SIGHUP', 'migrate'],
] as const)('%s to npm run %s, which is not done, is no good end', async (name, verb) => {
  const database = createServer().listen(0, '127.0.0.1')
  await once(database, 'listening')
  const { port } = database.address() as AddressInfo
  const env = { ...process.env, DATABASE_URL: `postgres://munim@127.0.0.1:${port}/munim`, DATA_DIR: dataDir }
  const child = spawn(process.execPath, [script, verb, join(dataDir, 'folder')], { env, stdio: 'ignore' })
  children.push(child)
  const [socket] = await once(database, 'connection')
  child.kill(name)
  expect(await once(child, 'exit')).toEqual([143, null]) // It is asked to end by SIGTERM.
  socket.destroy()
  database.close()
})

test('a verb that there is not is named', async () => {
  const child = spawn(process.execPath, [script, 'dance'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const [said] = (await once(child.stderr!, 'data')) as [Buffer]
  expect(String(said)).toContain("'dance'")
})

test.each([
  ['--rounds=2,000', 'a whole number above 0'],
  ['--rounds=0', 'a whole number above 0'],
  ['--rounds=0.5', 'a whole number above 0'],
  ['--size=0', 'a number, 0.001 or more'],
  ['--seed=x', 'a whole number, 0 or more'],
])('a proof that would prove nothing is refused: %s', async (option, due) => {
  const proofs = join(import.meta.dirname, '../../scripts/prove.ts')
  const child = spawn(process.execPath, [proofs, 'bank', option], { stdio: ['ignore', 'ignore', 'pipe'] })
  children.push(child)
  const [said, [code]] = await Promise.all([child.stderr!.toArray(), once(child, 'exit')])
  expect(Buffer.concat(said).toString()).toBe(`${option.replace('=', ' ')}: it must be ${due}\n`)
  expect(code).toBe(1)
})
