/** The embedded PostgreSQL as a process: starting it, knowing it again, waiting for it, ending it. */
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { open, readFile, realpath, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { run, runAs } from './binaries.ts'
import { type Cluster, firstWords, writeSettings } from './cluster.ts'

export type Postmaster = { pid: number; port: number }

const isWindows = process.platform === 'win32'
const recoveryMs = 600_000 // A crash's log is replayed first; how long that takes is the log's length.
const stopMs = 8_000 // The whole program promises to end within ten seconds.

/** Starts a server on this port, or on a free one, and waits until it takes connections. */
export async function launch(cluster: Cluster, port?: number): Promise<Postmaster> {
  if (port !== undefined) return launchOn(cluster, port)
  const until = Date.now() + recoveryMs
  for (let pause = 50; ; pause = Math.min(pause * 2, 1000)) {
    const free = await freePort()
    try {
      return await launchOn(cluster, free)
    } catch (error) {
      // A child of a server that was killed ends its statement first; or another program took the port.
      const mayPass = String(error).includes('is still in use') || !(await isFree(free))
      if (!mayPass || Date.now() > until) throw error
      await sleep(pause)
    }
  }
}

async function launchOn(cluster: Cluster, port: number): Promise<Postmaster> {
  await writeSettings(cluster, port)
  await using words = await open(firstWords(cluster.files), 'w', 0o600)
  const { uid, gid } = cluster.person
  if (uid !== undefined) await words.chown(uid, gid)
  // Windows has no other way to give up an administrator's rights, which PostgreSQL refuses.
  const [program, args] = isWindows
    ? ['pg_ctl', ['start', '-W', '-s', '-D', cluster.files, '-l', `${firstWords(cluster.files)}.txt`]]
    : ['postgres', ['-D', cluster.files]]
  const child = spawn(join(cluster.binaries.folder, program), args, {
    ...runAs(cluster.person),
    stdio: ['ignore', words.fd, words.fd],
    detached: !isWindows, // Ctrl-C in a terminal is for us; we stop it when we are done.
    windowsHide: true,
  })
  const ended = new Promise<void>((done, fail) => child.once('exit', () => done()).once('error', fail))
  child.unref()
  if (isWindows) await ended
  return await whenReady(cluster, isWindows ? undefined : child.pid, isWindows ? undefined : ended)
}

/** Waits for the line 'ready' that PostgreSQL writes into its own file once it takes connections. */
async function whenReady({ files }: Cluster, pid?: number, ended?: Promise<void>): Promise<Postmaster> {
  let hasEnded = false
  let fault: unknown
  ended
    ?.then(() => (hasEnded = true))
    .catch((error: unknown) => {
      hasEnded = true
      fault = error
    })
  const until = Date.now() + recoveryMs
  while (Date.now() < until) {
    const said = await readPidFile(files)
    if (said?.status === 'ready' && (pid === undefined || said.pid === pid)) return said
    if (hasEnded || (pid === undefined && said !== undefined && !(await isRunning(said.pid)))) break
    await sleep(15)
  }
  const words = await readFile(firstWords(files), 'utf8').catch(() => '')
  const why = /(?:FATAL|PANIC): +(.*)/.exec(words)?.[1] ?? words.trim().split('\n').slice(-6).join('\n')
  throw new Error(`PostgreSQL did not start on the files of DATA_DIR, ${files}: ${fault ?? why}`)
}

/** The server that a killed process of ours left running here; undefined when there is none, and then none is in the way. */
export async function adopt(cluster: Cluster): Promise<Postmaster | undefined> {
  const until = Date.now() + recoveryMs
  for (
    let left = await readPidFile(cluster.files);
    left !== undefined;
    left = await readPidFile(cluster.files)
  ) {
    if (!(await isPostgresOf(left.pid, cluster.files))) {
      // PostgreSQL would not start while any program, not only its own, has this process id; a free one it sees itself.
      if (isTaken(left.pid)) await rm(join(cluster.files, 'postmaster.pid'), { force: true })
      return undefined
    }
    if (left.status === 'ready') return left
    if (Date.now() > until)
      throw new Error(`PostgreSQL (process ${left.pid}) is ${left.status} and does not get on.`)
    await sleep(50) // Starting after a crash, or just ending.
  }
  return undefined
}

/** Ends the server: it finishes what is committed; when that takes too long, at once, and its log is replayed next time. */
export async function endServer(cluster: Cluster, pid: number): Promise<void> {
  if (isWindows) {
    await run(join(cluster.binaries.folder, 'pg_ctl'), ['stop', '-s', '-m', 'fast', '-D', cluster.files])
    return
  }
  for (const name of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (await endingOf(pid, name)) return
  }
}

/** Sends a signal and waits for the end; false when the process is still there after that. */
export async function endingOf(pid: number, name: NodeJS.Signals): Promise<boolean> {
  signal(pid, name)
  const until = Date.now() + stopMs
  while (await isRunning(pid)) {
    if (Date.now() > until) return false
    await sleep(15)
  }
  return true
}

/** Asks a process that may be gone. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {} // Gone already.
}

/** What a server wrote about itself: its process, its port, and whether it is starting, ready or stopping. */
export async function readPidFile(files: string): Promise<(Postmaster & { status: string }) | undefined> {
  const text = await readFile(join(files, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n').map((line) => line.trim())
  return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7] || 'starting' }
}

/** Whether the process runs. One that was killed, and whose end its parent has not read yet, counts as ended. */
export async function isRunning(pid: number): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1) return false
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    return /^[^ZX]/.test(text.slice(text.lastIndexOf(')') + 2))
  }
  return isTaken(pid)
}

function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether this process id is a PostgreSQL over these files, and not another program that got the number since. */
export async function isPostgresOf(pid: number, files: string): Promise<boolean> {
  if (!(await isRunning(pid))) return false
  const command = await commandOf(pid)
  if (!/postgres/.test(basename(command[0] ?? ''))) return false
  return isWindows || command.includes(files) || (await worksIn(pid, files))
}

/** A process's program and arguments, as far as the system tells. */
async function commandOf(pid: number): Promise<string[]> {
  if (process.platform === 'linux')
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
  if (isWindows)
    return (await run('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'])).output.split(',')
  return (await run('ps', ['-o', 'args=', '-p', String(pid)])).output.trim().split(/ (?=-D )|(?<=-D) /)
}

/** PostgreSQL works in its files, so a folder that was moved under it is still known. */
async function worksIn(pid: number, files: string): Promise<boolean> {
  const [its, ours] = await Promise.all([
    stat(`/proc/${pid}/cwd`).catch(() => undefined),
    stat(await realpath(files)),
  ])
  return its !== undefined && its.ino === ours.ino && its.dev === ours.dev
}

/**
 * A free port below those that the system gives to outgoing connections: a client that tries again and again
 * on a port of that range while PostgreSQL is away can connect to itself, and then the port is taken.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = createServer().once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
