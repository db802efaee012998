/**
 * Looks at what the settings name before anything is written: the folder, the port, the database. Each throws one
 * sentence that names the setting. Whether a setting can be read at all is config.ts.
 */
import { access, constants, lstat, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { Client } from 'pg'
import { hostsOf, isPooled } from '../database/address.ts'
import { connectionsOf } from '../database/sizes.ts'
import { isOfTls } from '../database/trouble.ts'
import type { Config } from './config.ts'

/** Whether DATA_DIR is a folder of ours, or can be made: then the nearest one above it is looked at. */
export async function checkDataDir(dataDir: string): Promise<void> {
  const refuse = (why: string) => {
    throw new Error(`DATA_DIR is ${dataDir}, and ${why}.`)
  }
  for (let folder = dataDir; ; folder = dirname(folder)) {
    const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error.code ?? 'unknown')
    if (found === 'ENOENT') {
      const isThere = await lstat(folder).catch(() => undefined)
      if (isThere) refuse(`${folder} is a link that leads nowhere`)
    } else if (found !== 'ENOTDIR') {
      if (typeof found === 'string') return refuse(`${folder} can't be looked at (${found})`)
      if (!found.isDirectory()) refuse(`${folder} is no folder`)
      const { R_OK, W_OK, X_OK } = constants
      return access(folder, R_OK | W_OK | X_OK).catch(({ code }) =>
        refuse(
          code === 'EROFS'
            ? `${folder} is on a read-only file system`
            : `this user can't write into ${folder} (${code})`,
        ),
      )
    }
  }
}

type Place = { readonly host: string; readonly port: number }

/** Whether the address is free, and this process may listen on it. */
export function checkAddress(place: Place): Promise<void> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', (error) => fail(whyDeaf(error, place)))
    probe.listen(place.port, place.host, () => probe.close(() => done()))
  })
}

export function whyDeaf({ code }: NodeJS.ErrnoException, { host, port }: Place): Error {
  if (code === 'EADDRINUSE')
    return new Error(`PORT ${port} is taken on ${host}, perhaps by a Munim that runs. Choose another PORT.`)
  if (code === 'EACCES') return new Error(`PORT ${port} is not for this user. Choose one above 1023.`)
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code ?? ''))
    return new Error(`HOST is ${host}, which is no address of this machine. 0.0.0.0 means all of them.`)
  return new Error(`Munim can't listen on HOST ${host}, PORT ${port} (${code}).`)
}

const OLDEST = 15
/** Sent to see whether it arrives: a time limit that no role has as its own. */
const LOCK_MS = 1_477
const CONNECT_WITHIN_MS = 10_000

/**
 * Whether a database can be used: to read, to write what is there, or to make tables as well. `setting` names it;
 * `needed`: how many connections a server opens to it. Of several hosts one must be so; its address alone is returned.
 * The password is never said.
 */
export async function checkDatabase(
  url: string,
  use: Use,
  { setting = 'DATABASE_URL', needed = 0 } = {},
): Promise<string> {
  const hosts = hostsOf(url) ?? [url]
  const reasons: string[] = []
  // What is only read is read on the primary, where there is one.
  const uses = use === 'read' && hosts.length > 1 ? (['write', 'read'] as const) : [use]
  for (const each of uses) {
    reasons.length = 0
    for (const host of hosts) {
      const why = await whyNot(host, each, needed)
      if (why === undefined) return host
      reasons.push(why)
    }
  }
  throw new Error(`${setting}: ${reasons.join(' ')}`)
}

/** Why this host can't be used so; undefined where it can. */
async function whyNot(url: string, use: Use, needed: number): Promise<string | undefined> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: CONNECT_WITHIN_MS,
    application_name: 'munim start',
    ...(isPooled(url) ? {} : { lock_timeout: LOCK_MS }),
  })
  client.on('error', () => {}) // What is asked on it fails; the error needs no second way out.
  const place = `${client.host}:${client.port}`
  try {
    await client.connect()
    const { rows } = await client.query<Found>(`
      select current_setting('server_version_num')::int / 10000 as major, pg_is_in_recovery() as "isStandby",
        (select sum(current_setting(n, true)::int * case n when 'max_connections' then 1 else -1 end)
          from unnest(array['max_connections', 'superuser_reserved_connections', 'reserved_connections']) n) as room,
        current_setting('lock_timeout') = '${LOCK_MS}ms' as "isLimited",
        to_regclass('public.kysely_migration') is null as "isNew", current_setting('server_encoding') as encoding,
        has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create')
          as "mayMake"`)
    const isPooler = !rows[0]!.isLimited && !isPooled(url)
    return isPooler ? poolerAt(place) : whyUnusable(rows[0]!, { use, needed }, client)
  } catch (error) {
    return whyRefused(error as NodeJS.ErrnoException, place, client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Whether the settings name databases that can be used; nothing is written. */
export async function checkDatabases({
  databaseUrl,
  migrationUrl,
  sizes,
}: Pick<Config, 'databaseUrl' | 'migrationUrl' | 'sizes'>): Promise<void> {
  if (databaseUrl === undefined) return
  if (migrationUrl !== undefined) await checkDatabase(migrationUrl, 'make', { setting: 'MIGRATION_URL' })
  const needed = isPooled(databaseUrl) ? 0 : connectionsOf(sizes) // A pooler has its own.
  await checkDatabase(databaseUrl, migrationUrl ? 'write' : 'make', { needed })
}

type Use = 'read' | 'write' | 'make'
type Found = Record<'isStandby' | 'isLimited' | 'isNew' | 'mayMake', boolean> &
  Record<'room' | 'encoding', string> & { major: number }

/** It refuses the time limits that a connection opens with or, told to, ignores them: then nothing ends what hangs. */
const poolerAt = (place: string) =>
  `a pooler answers at ${place}, which takes no time limits: add pool_mode=transaction to the address.`

function whyUnusable(
  found: Found,
  { use, needed }: { readonly use: Use; readonly needed: number },
  { host, port, user, database }: Client,
) {
  if (found.major < OLDEST)
    return `the PostgreSQL at ${host}:${port} is version ${found.major}; Munim needs ${OLDEST} or newer.`
  if (use === 'read') return undefined
  if (found.isStandby) return `${host}:${port} is a standby, which takes no writes. Name the primary.`
  if (Number(found.room) < needed)
    return `${host}:${port} takes ${found.room} connections, and a server opens up to ${needed}. Raise max_connections or lower POOL_….`
  if (use === 'make' && found.isNew && !found.mayMake)
    return `the role ${user} may not make tables in the database ${database}; it must own it, or MIGRATION_URL name who does.`
  if (found.isNew && found.encoding !== 'UTF8')
    return `the database ${database} keeps text as ${found.encoding}; make it anew, with encoding 'UTF8' template template0.`
  return undefined
}

function whyRefused({ code, message }: NodeJS.ErrnoException, place: string, client: Client): string {
  const reasons: Record<string, string> = {
    ECONNREFUSED: `nothing answers at ${place}. Does PostgreSQL run there?`,
    ENOTFOUND: `there is no host ${client.host}.`,
    EAI_AGAIN: `the name ${client.host} can't be looked up.`,
    '28P01': `${place} refuses the password of ${client.user}.`,
    '28000': `${place} lets ${client.user} not in: ${message}.`,
    '3D000': `${place} has no database ${client.database}.`,
  }
  if (code === '08P01' && /startup parameter/.test(message)) return poolerAt(place)
  if (isOfTls(code)) return `the certificate of ${place} is not to be trusted: ${message}.`
  return reasons[code ?? ''] ?? (message || `${place} can't be reached (${code}).`)
}
