/** A standby of a test server: a copy of its files that follows it by streaming, whose replay can be paused and which can be promoted. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { personFor, runAs } from '../../server/src/database/binaries.ts'
import { ask, type TestServer } from './database.ts'
import { freePort } from './ports.ts'
import { until } from './waits.ts'

export interface Standby {
  /** The address on it of this database and role of the primary. */
  urlOf(url: string): string
  /** What is written on the primary from here on isn't seen here. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Replays each commit so many milliseconds late. */
  delay(ms: number): Promise<void>
  /** Ends it at once; `start` starts it again. */
  kill(): Promise<void>
  start(): Promise<void>
  /** It takes writes from here on. */
  promote(): Promise<void>
  /** Ends it at once, as when its machine's power goes. */
  stop(): Promise<void>
}

export async function startStandby({ adminUrl, dataDir }: TestServer): Promise<Standby> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'munim-standby-'))
  const primaryFiles = join(dataDir, 'postgres')
  const person = await personFor(primaryFiles)
  const files = join(folder, 'postgres')
  await copyFiles(adminUrl, primaryFiles, files)
  const { hostname, port: primaryPort, username, password } = new URL(adminUrl)
  const follows = `host=${hostname} port=${primaryPort} user=${username} password=${password}`
  await writeFile(join(files, 'standby.signal'), '')
  await writeFile(join(files, 'postgresql.auto.conf'), `primary_conninfo = '${follows}'\n`)
  await handOver(folder, person)
  await chmod(folder, 0o755)
  const [program] = (await readFile(join(primaryFiles, 'postmaster.opts'), 'utf8')).split(' "')
  const port = await freePort()
  const args = ['-D', files, '-p', String(port), '-c', 'logging_collector=off']
  let child: ChildProcess
  let ended: Promise<unknown>
  const urlOf = (url: string) => Object.assign(new URL(url), { port: String(port) }).href
  const askHere = (statement: string) => ask<{ is?: string }>(urlOf(adminUrl), statement)
  const start = async () => {
    child = spawn(program!, args, { ...runAs(person), stdio: 'ignore' })
    ended = once(child, 'exit')
    await until(async () => child.exitCode !== null || (await askHere('select 1').catch(() => undefined)))
    if (child.exitCode !== null) throw new Error(`The standby ended with ${child.exitCode}`)
  }
  const kill = async () => {
    child.kill('SIGQUIT')
    await ended
  }
  await start()
  return {
    urlOf,
    start,
    kill,
    async delay(ms) {
      await askHere(`alter system set recovery_min_apply_delay = '${ms}ms'`)
      await askHere('select pg_reload_conf()')
    },
    async pause() {
      await askHere('select pg_wal_replay_pause()')
      await until(
        async () => (await askHere('select pg_get_wal_replay_pause_state() as is'))[0]!.is === 'paused',
      )
    },
    async resume() {
      await askHere('select pg_wal_replay_resume()')
    },
    async promote() {
      await askHere('select pg_promote()')
    },
    async stop() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** As pg_basebackup does, which the PostgreSQL of npm lacks. */
async function copyFiles(adminUrl: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    const left = new Set(['postmaster.pid', 'postmaster.opts'])
    await cp(await realpath(from), to, { recursive: true, filter: (path) => !left.has(basename(path)) })
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    await writeFile(join(to, 'backup_label'), rows[0].labelfile)
    await chmod(to, 0o700)
  } finally {
    await client.end()
  }
}

async function handOver(folder: string, { uid, gid }: { uid?: number; gid?: number }): Promise<void> {
  if (uid === undefined || gid === undefined) return
  await chown(folder, uid, gid)
  for (const name of await readdir(folder, { recursive: true })) await chown(join(folder, name), uid, gid)
}
