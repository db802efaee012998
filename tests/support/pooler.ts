/** pgbouncer between servers and a PostgreSQL, each transaction on a connection of its own. npm has none: it must be installed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { personFor } from '../../server/src/database/binaries.ts'
import { freePort } from './ports.ts'
import { until } from './waits.ts'

/** Said where it is skipped. */
export const NO_POOLER = 'pgbouncer is not installed here (Debian: apt install pgbouncer)'

/** The program; undefined where it is not installed. */
export const poolerProgram: string | undefined = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find((file) => existsSync(file))

export interface Pooler {
  /** The address of this database and role through it. */
  through(url: string): string
  stop(): Promise<void>
}

/**
 * Starts one before the server of these addresses, with so many connections to it for each role and database; `isDeaf`
 * ignores the settings with which a connection opens instead of refusing it.
 */
export async function startPooler(
  urls: readonly string[],
  connections: number,
  { isDeaf = false } = {},
): Promise<Pooler> {
  if (poolerProgram === undefined) throw new Error(NO_POOLER)
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'munim-pooler-'))
  const person = await personFor(folder)
  const { hostname, port } = new URL(urls[0]!)
  const own = await freePort()
  const roles = urls
    .map((url) => new URL(url))
    .map(({ username, password }) => `"${username}" "${password}"\n`)
  await writeFile(join(folder, 'roles'), roles.join(''))
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'roles')}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
${isDeaf ? 'ignore_startup_parameters = lock_timeout,statement_timeout,idle_in_transaction_session_timeout' : ''}
`,
  )
  for (const name of ['.', 'roles', 'pgbouncer.ini']) await chmod(join(folder, name), 0o755)
  const child = spawn(poolerProgram, ['-q', join(folder, 'pgbouncer.ini')], {
    ...person,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.pipe(process.stderr, { end: false })
  const ended = once(child, 'exit')
  await until(() => child.exitCode !== null || listens(own))
  if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`)
  return {
    through(url) {
      const through = Object.assign(new URL(url), { host: `127.0.0.1:${own}` })
      through.searchParams.set('pool_mode', 'transaction')
      return through.href
    },
    async stop() {
      child.kill('SIGKILL') // It would wait for its clients.
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = connect(port, '127.0.0.1')
      .once('connect', () => done(true))
      .once('error', () => done(false))
    probe.once('connect', () => probe.destroy())
  })
}
