/**
 * What the server's role may do, said here only: it reads everything, owns nothing, and changes of each table what is
 * listed. So it can put no trigger to sleep, truncate nothing, and neither delete nor rewrite a fact. Migrations run as
 * the owner, who grants this after them. On a schema of a newer Munim nothing is granted nor taken: that one has. So a change
 * comes with a migration, and a right that the release before needs is taken with what it no longer uses.
 */
import { type Database, type Db, sql } from './db.ts'
import { LOCKS } from './locks.ts'
import { findNewer } from './versions.ts'

/** Of each table what `grant` takes beside select; of a fact, an update names the columns that come later. */
const WRITES = {
  act_sums: 'insert, update, delete',
  admins: 'insert, update',
  alert_messages: 'insert, update (tries, next_at, fault, sent_at), delete',
  answers: 'insert, update, delete',
  attempts: 'insert, update, delete',
  audit: 'insert',
  banners: 'insert, update, delete',
  bids: 'insert, update (cancelled_at, cancelled_by, cancel_reason)',
  bonus_people: 'insert',
  closed_days: 'insert',
  confirmations: 'insert',
  day_totals: 'insert, update, delete',
  declarations: 'insert, update (withdrawn_at, withdrawn_by, winners, players, paid)',
  declared_wins: 'insert, update',
  desk_reasons: 'insert, delete',
  desk_rows: 'insert',
  desk_totals: 'insert, update',
  devices: 'insert, update, delete',
  draw_postings: 'insert, update',
  draw_totals: 'insert, update, delete',
  draws: 'insert, update (opens_at, closes_at, undeclared)',
  factors: 'insert, update, delete',
  feedbacks: 'insert, update', // `read_at` is written by 0.2.0 only: a release after the next may take it away
  kysely_migration: '',
  kysely_migration_lock: '',
  last_backup: 'update (at)',
  leases: 'insert, update',
  market_days: 'insert, update',
  markets: 'insert, update',
  mobile_codes: 'insert, update, delete',
  month_players: 'insert, update, delete',
  month_runs: 'insert, update, delete',
  notifications: 'insert, update, delete',
  number_limits: 'insert, delete',
  open_cases: 'insert, update, delete',
  payee_changes: 'insert, delete',
  payout_batch_rows: 'insert',
  payout_batches: 'insert, update (closed_at)',
  play_changes: 'insert, delete',
  play_limits: 'insert, update, delete',
  play_pauses: 'insert, update, delete',
  player_notes: 'insert, delete',
  postings: 'insert',
  proofs: 'insert, delete',
  proven_days: 'insert, update',
  push_connection: 'update',
  push_devices: 'insert, update (device_hash), delete',
  push_messages: 'insert, update',
  push_targets: 'insert, update, delete',
  rates: 'update',
  readings: 'insert, update',
  recovery_codes: 'insert, update, delete',
  refund_batches: 'insert, delete',
  refund_runs: 'insert, update, delete',
  registrations: 'insert, update, delete',
  requests: 'insert, update (status, note, decided_at, decided_by, payee, stamp)',
  roles: 'insert, update, delete',
  schema_told: '',
  secrets: 'insert',
  security: 'update',
  seen_alerts: 'insert, update, delete',
  sessions: 'insert, update, delete',
  settings: 'update',
  sign_ins: 'insert, update, delete',
  stored_files: 'insert, delete',
  suspicions: 'insert, update (looked_at, looked_by, note)',
  table_views: 'insert, update, delete',
  tallies: 'insert, update',
  user_counts: 'insert, update',
  users: 'insert, update',
  waiting_acts: 'insert, update (input, outcome, decider_id, decided_at, note)',
  wallets: 'insert, update',
} as const satisfies Readonly<Record<string, string>>

/** Told where the server is the owner. */
export const ONE_ROLE =
  'The server owns the tables that it writes, so who takes it over can rewrite them: see Two roles in docs/operating.md.'

export const GRANTED_TABLES: readonly string[] = Object.keys(WRITES)

const writesOf = (table: string): string => (WRITES as Readonly<Record<string, string>>)[table] ?? ''

/** What a role may do with a table or a sequence, a line each: `delete on answers`, `update on bids.cancelled_at`. */
interface Privileges {
  readonly name: string
  readonly isTable: boolean
  readonly privileges: readonly string[]
}

/** Of every table and sequence of the schema. What a role has by another role, or as all have it, counts. */
function readPrivileges(db: Db, role: string): Promise<Privileges[]> {
  return db.many<Privileges>(sql`
    select c.relname as name, c.relkind <> 'S' as "isTable", array(
      select p || ' on ' || c.relname from unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) p
      where has_table_privilege(${role}::name, c.oid, p)
      union all
      select p || ' on ' || c.relname || '.' || a.attname from pg_attribute a, unnest(array['insert', 'update', 'references']) p
      where a.attrelid = c.oid and c.relkind <> 'S' and a.attnum > 0 and not a.attisdropped
        and not has_table_privilege(${role}::name, c.oid, p) and has_column_privilege(${role}::name, c.oid, a.attnum, p)
    ) as privileges
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    order by c.relname`)
}

/** The same as it must be. */
function duePrivileges(name: string): string[] {
  const writes = [...writesOf(name).matchAll(/(\w+)(?: \(([^)]+)\))?/g)].flatMap(([, verb, columns]) =>
    columns ? columns.split(', ').map((column) => `${verb} on ${name}.${column}`) : [`${verb} on ${name}`],
  )
  return [`select on ${name}`, ...writes]
}

/** What this role may otherwise than the server should: `missing` is what that needs, `excess` what it has no need of. */
export async function findDiffering(db: Db, role: string) {
  const objects = await readPrivileges(db, role)
  const have = new Set(objects.flatMap(({ privileges }) => privileges))
  const due = new Set(objects.flatMap(({ name }) => duePrivileges(name)))
  // A right on a whole table is one on each of its columns, and is the one that is told.
  const has = (right: string) => have.has(right) || have.has(right.replace(/\.\w+$/, ''))
  return {
    missing: [...due].filter((each) => !has(each)),
    excess: [...have].filter((each) => !due.has(each)),
  }
}

/** Whether this connection's role is, or acts as, the owner of what the migrations made; null where they made nothing yet. */
export async function isOwner(db: Db): Promise<boolean | null> {
  const found = await db.maybe<{ is: boolean }>(sql`
    select pg_has_role(relowner, 'usage') as is from pg_class where oid = to_regclass('public.kysely_migration')`)
  return found?.is ?? null
}

/** Gives this role what the server needs and takes what else it has, as the owner; once, where several servers start. */
export function grantTo(owner: Database, role: string): Promise<void> {
  return owner.transaction(async (db) => {
    await db.run(sql`select pg_advisory_xact_lock(${LOCKS.grants}::int, 0)`)
    if ((await findNewer(db)).length > 0) return
    await db.run(sql`grant usage on schema public to ${sql.ref(role)}`)
    for (const { name, isTable, privileges } of await readPrivileges(db, role)) {
      const due = duePrivileges(name)
      if (due.length === privileges.length && due.every((each) => privileges.includes(each))) continue
      const kind = sql.raw(isTable ? 'table' : 'sequence')
      const verbs = ['select', writesOf(name)].filter(Boolean).join(', ')
      await db.run(sql`revoke all on ${kind} ${sql.ref(name)} from ${sql.ref(role)}`)
      await db.run(sql`grant ${sql.raw(verbs)} on ${kind} ${sql.ref(name)} to ${sql.ref(role)}`)
    }
  })
}
