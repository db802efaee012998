/** The embedded PostgreSQL: what holds when it, or we, are killed at any moment. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync } from 'node:fs'
import { chmod, cp, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withChildren } from '../../scripts/prove/house.ts'
import { packagedBinaries, personFor, usableBinaries } from '../../server/src/database/binaries.ts'
import { firstWords } from '../../server/src/database/cluster.ts'
import { type Embedded, findEmbedded, startEmbedded } from '../../server/src/database/embedded.ts'
import { isRunning, signal } from '../../server/src/database/postmaster.ts'
import { ask } from '../support/database.ts'
import { until } from '../support/waits.ts'

const program = join(import.meta.dirname, '../support/embedded-process.ts')
let dataDir: string
let running: Embedded | undefined
let children: ChildProcess[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(await realpath(tmpdir()), 'munim-embedded-'))
  await chmod(dataDir, 0o755) // As root, PostgreSQL is another user, and passes through.
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(
    children.map(async (child) => child.exitCode ?? child.signalCode ?? (await once(child, 'exit'))),
  )
  children = []
  // What a killed process left is adopted, and ended.
  running ??= await startEmbedded({ dataDir })
  await running.stop()
  running = undefined
  await rm(dataDir, { recursive: true, force: true })
})

/** Another process of ours over the same folder. */
function startProcess(): ChildProcess {
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  return child
}

async function whatItSays(child: ChildProcess): Promise<{ url: string; pid: number }> {
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
  return JSON.parse(line)
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('what was written is there after a stop and a start', async () => {
  const first = await startEmbedded({ dataDir })
  await ask(first.ownerUrl, 'create table kept as select 7 as seven')
  await first.stop()
  expect(await isRunning(first.pid)).toBe(false)

  running = await startEmbedded({ dataDir })
  expect(await ask(running.ownerUrl, 'select seven from kept')).toEqual([{ seven: 7 }])
})

test('the application is no superuser, text sorts by code point, and what is acknowledged is on the disk', async () => {
  running = await startEmbedded({ dataDir })
  const [row] = await ask(
    running.ownerUrl,
    `select usesuper, 'a' < 'B' as by_word, upper('ä') as upper, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit from pg_user where usename = current_user`,
  )
  expect(row).toEqual({ usesuper: false, by_word: false, upper: 'Ä', fsync: 'on', commit: 'on' })
})

test('the superuser, the owner and the server have passwords of their own, also where they shared one', async () => {
  const first = await startEmbedded({ dataDir })
  const files = join(dataDir, 'postgres')
  const owners = (await readFile(join(files, 'munim-password'), 'utf8')).trim()
  await ask(first.adminUrl, 'drop role munim_server')
  await ask(first.adminUrl, `alter role postgres password '${owners}'`)
  await first.stop()
  await Promise.all(['postgres', 'munim_server'].map((role) => rm(join(files, `${role}-password`))))

  running = await startEmbedded({ dataDir })
  const urls = [running.url, running.ownerUrl, running.adminUrl]
  expect(new Set(urls.map((url) => new URL(url).password)).size).toBe(3)
  for (const url of urls) expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  const others = Object.assign(new URL(running.adminUrl), { password: owners }).href
  await expect(ask(others, 'select 1')).rejects.toThrow('password authentication failed')
})

test.skipIf(process.platform === 'win32')(
  'only its own user can read the password and the files',
  async () => {
    running = await startEmbedded({ dataDir })
    const files = join(dataDir, 'postgres')
    expect((await stat(files)).mode & 0o077).toBe(0)
    for (const role of ['postgres', 'munim', 'munim_server'])
      expect((await stat(join(files, `${role}-password`))).mode & 0o077).toBe(0)
  },
)

test('when we are killed PostgreSQL goes on, and the next start adopts it and ends it', async () => {
  const child = startProcess()
  const left = await whatItSays(child)
  await kill(child)

  expect(await isRunning(left.pid)).toBe(true)
  const adopted = await startEmbedded({ dataDir })
  expect(adopted).toMatchObject({ pid: left.pid, ownerUrl: left.url })
  await adopted.stop()
  expect(await isRunning(left.pid)).toBe(false)
})

test('when PostgreSQL is killed it is started again at the same address', async () => {
  running = await startEmbedded({ dataDir, log: () => {} })
  await ask(running.ownerUrl, 'create table kept as select 7 as seven')
  const before = running.pid
  process.kill(before, 'SIGKILL')

  await until(async () => running!.pid !== before)
  expect(await ask(running.ownerUrl, 'select seven from kept')).toEqual([{ seven: 7 }])
})

test('when both are killed the next start recovers', async () => {
  const child = startProcess()
  const left = await whatItSays(child)
  await ask(left.url, 'create table kept as select 7 as seven')
  process.kill(left.pid, 'SIGKILL')
  await kill(child)

  running = await startEmbedded({ dataDir })
  expect(await ask(running.ownerUrl, 'select seven from kept')).toEqual([{ seven: 7 }])
})

test.skipIf(process.platform === 'win32')(
  'what a killed PostgreSQL left running is waited for by the next start',
  async () => {
    const child = startProcess()
    const left = await whatItSays(child)
    const lasting = withChildren(left.pid).slice(1)
    try {
      for (const each of lasting) signal(each, 'SIGSTOP')
      process.kill(left.pid, 'SIGKILL')
      await kill(child)
      const starting = startEmbedded({ dataDir })
      starting.catch(() => {})
      const words = firstWords(join(dataDir, 'postgres'))
      await until(async () => /is still in use/.test(await readFile(words, 'utf8')))
      for (const each of lasting) signal(each, 'SIGCONT')
      running = await starting
    } finally {
      for (const each of lasting) signal(each, 'SIGCONT')
    }
  },
)

test.each([0.1, 0.4, 0.8])(
  'killed in the middle of the very first start (%d), the next one starts',
  async (part) => {
    const child = startProcess()
    await until(async () => (await readdir(dataDir)).length > 0)
    await sleep(part * 400)
    await kill(child)

    running = await startEmbedded({ dataDir })
    expect(await ask(running.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

test('a second one over the same folder is refused, also when both start for the first time', async () => {
  const starts = await Promise.allSettled([startProcess(), startProcess()].map(whoSpeaksFirst))
  const said = starts.map((start) => (start.status === 'fulfilled' ? start.value : ''))
  expect(said.filter((line) => line.startsWith('{'))).toHaveLength(1)
  expect(said.join()).toContain('Munim already runs on')
})

async function whoSpeaksFirst(child: ChildProcess): Promise<string> {
  const refusal = new Promise<string>((done) => {
    let text = ''
    child.stderr!.on('data', (part) => {
      text += String(part)
    })
    child.once('exit', () => done(text))
  })
  const address = once(createInterface(child.stdout!), 'line').then(([line]) => String(line))
  return Promise.race([refusal, address])
}

test('a process id of PostgreSQL that another program got since does not stop the start', async () => {
  const first = await startEmbedded({ dataDir })
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  const text = await readFile(file, 'utf8')
  await first.stop()
  await writeFile(file, text.replace(/^\d+/, String(process.ppid)))

  running = await startEmbedded({ dataDir })
  expect(running.pid).not.toBe(process.ppid)
})

test('another program finds the address of one that runs, and nothing where none does', async () => {
  expect(await findEmbedded(dataDir)).toBeUndefined()
  running = await startEmbedded({ dataDir })
  expect(await findEmbedded(dataDir)).toEqual({
    url: running.url,
    ownerUrl: running.ownerUrl,
    adminUrl: running.adminUrl,
  })
})

test('the programs run although npm did not make their links', async () => {
  const folder = packagedBinaries()
  const copy = join(dataDir, 'package')
  const withoutLinks = (from: string) => !lstatSync(from).isSymbolicLink()
  await cp(dirname(dirname(folder)), copy, { recursive: true, filter: withoutLinks })

  const usable = await usableBinaries(join(copy, 'native', 'bin'), await personFor(dataDir), dataDir)
  expect(usable).toEqual({ folder: join(copy, 'native', 'bin'), major: 18 })
})
