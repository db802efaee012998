/** The programs of other projects that a cluster is made of, as Debian packages them; and how each is run and ended. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Person } from '../../../server/src/database/binaries.ts'
import { CannotProve } from '../promise.ts'

/** Each program, and the package of Debian 12 that has it. */
const PACKAGES = {
  awk: 'mawk',
  curl: 'curl',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  nginx: 'nginx',
  openssl: 'openssl',
  patroni: 'patroni',
  pgbackrest: 'pgbackrest',
  psql: 'postgresql-client',
} as const
/** Where root's shells look, and others' may not. */
const PATH = [...process.env.PATH!.split(delimiter), '/usr/sbin', '/sbin'].join(delimiter)
/** The PostgreSQL that Patroni starts: the newest of Debian's that is there. */
const POSTGRES_BINS = [18, 17, 16, 15].map((major) => `/usr/lib/postgresql/${major}/bin`)

/** The folder of PostgreSQL's programs. Throws a sentence that names what to install where anything is missing. */
export function findPrograms(): string {
  if (process.platform !== 'linux')
    throw new CannotProve('A cluster is proved on Linux, with the packages of Debian.')
  const postgres = POSTGRES_BINS.find((folder) => existsSync(join(folder, 'postgres')))
  const isThere = (name: string) => PATH.split(delimiter).some((folder) => existsSync(join(folder, name)))
  const missing: string[] = Object.entries(PACKAGES).flatMap(([name, pack]) => (isThere(name) ? [] : [pack]))
  if (postgres === undefined) missing.push('postgresql')
  if (postgres === undefined || missing.length > 0) {
    const list = missing.join(' ')
    throw new CannotProve(`A cluster needs what is not here: apt-get install --no-install-recommends ${list}`)
  }
  return postgres
}

export interface Program {
  readonly pid: number
  /** Ends at once, as when the machine's power goes. */
  kill(): Promise<void>
}

export interface Running {
  readonly person: Person
  readonly env?: NodeJS.ProcessEnv
  /** What it says goes here. */
  readonly log: string
}

const environment = (env: NodeJS.ProcessEnv = {}) => ({ PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC', ...env })

/** Starts it in a process group of its own, so that Ctrl-C reaches the proof, which ends it. */
export function begin(program: string, args: readonly string[], { person, env, log }: Running): Program {
  const said = openSync(log, 'a')
  const child = spawn(program, args, {
    ...person,
    cwd: '/',
    env: environment(env),
    detached: true,
    stdio: ['ignore', said, said],
  })
  child.on('error', () => {}) // Its 'exit' never comes then; what waits for it to answer says so.
  return { pid: child.pid!, kill: () => end(child) }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  process.kill(-child.pid!, 'SIGKILL') // Its whole group: nginx's worker outlives the first one.
  await ended
}

/** Runs it to its end; what it printed. Throws what it said where it failed. */
export function run(program: string, args: readonly string[], { person, env, log }: Running): string {
  try {
    return execFileSync(program, args, {
      ...person,
      cwd: '/',
      env: environment(env),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', openSync(log, 'a')],
      maxBuffer: 64 * 1024 * 1024,
    })
  } catch (error) {
    const { stdout } = error as { stdout?: string }
    throw new Error(`${program} ${args.join(' ')} failed: ${stdout ?? error}; see ${log}`)
  }
}
