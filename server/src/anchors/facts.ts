/**
 * What is signed: facts that are written once, by segments of their numbers, and what may change only with an act of the
 * audit. Each is told by its SHA-256, which PostgreSQL makes of the row's binary form, the same in every database.
 */
import { type Db, type NotNull, nowOf, type Statement, sql, type WrittenAct } from '../database/db.ts'
import { digestOf } from './digest.ts'
import { factorMark } from './factor-marks.ts'
import type { SigningKey } from './key.ts'
import { nameOfStampKey, type StampedTable, stampKeyOf } from './stamp.ts'

export const FACTS = [
  'postings',
  'bids',
  'declarations',
  'requests',
  'confirmations',
  'suspicions',
  'closed_days',
  'audit',
] as const
export type FactName = (typeof FACTS)[number]

/** What is never changed of a row, and the moment it says it was written at. */
const WRITTEN_ONCE: Readonly<Record<FactName, { readonly row: Statement; readonly moment: Statement }>> = {
  postings: {
    row: sql`id, kind::text, from_user, from_house::text, to_user, to_house::text, amount, from_after, to_after, draw_id, bid_id,
      request_id, declaration_id, reverses, actor, note, at`,
    moment: sql`at`,
  },
  bids: {
    row: sql`id, market_date, draw_id, user_id, session::text, game_mode, open_digit, open_panna, close_digit, close_panna,
      points, multiplier, placed_at`,
    moment: sql`placed_at`,
  },
  declarations: {
    row: sql`id, draw_id, half::text, digit, panna, picks, source, actor, at, is_void, reason, ledger_end`,
    moment: sql`at`,
  },
  requests: {
    row: sql`id, user_id, kind, transfer_type, amount, ref_id, created_at`,
    moment: sql`created_at`,
  },
  confirmations: { row: sql`id, ref_id, amount, confirmed_at, address`, moment: sql`confirmed_at` },
  suspicions: {
    row: sql`id, kind, at, actor, draw_id, half::text, declaration_id, user_id, bid_id, request_id, amount, facts`,
    moment: sql`at`,
  },
  closed_days: {
    row: sql`id, day, at, actor, book::text, corrections::text, waiting::text`,
    moment: sql`at`,
  },
  audit: { row: sql`id, hash`, moment: sql`at` },
}

export type Heads = Readonly<Record<FactName, number>>

/** A segment as it is in the database: how many rows, their first and last moment, and the digest of them all. */
export interface Segment {
  /** The place of its last number in `ends`. */
  readonly nth: number
  readonly rows: number
  readonly first: string
  readonly last: string
  readonly digest: string
}

interface Range {
  /** The number before the first; undefined: from the very first on. */
  readonly after?: number | undefined
  /** The last number of each segment. */
  readonly ends: readonly number[]
  /** Of bids, which are found by it: the days that one of these can be for; undefined: any. */
  readonly days?: readonly string[] | undefined
}

/** The segments that have rows. */
export function readSegments(db: Db, name: FactName, { after, ends, days }: Range): Promise<Segment[]> {
  const { row, moment } = WRITTEN_ONCE[name]
  return db.many<Segment>(sql`
    select nth, count(*) as rows, min(moment) as first, max(moment) as last,
      encode(sha256(string_agg(fact, ''::bytea order by id)), 'base64') as digest
    from (
      select id, ${moment} as moment, record_send(row(${row})) as fact,
        width_bucket(id, ${ends.map((end) => end + 1)}::bigint[]) as nth
      from ${sql.table(name)} where id > ${after ?? Number.MIN_SAFE_INTEGER} and id <= ${ends.at(-1)!}
        ${days && name === 'bids' ? sql`and market_date = any(${days}::date[])` : sql``}
    ) f group by nth`)
}

/** Also of draws, whose moments are signed one by one. */
export interface Given extends Heads {
  readonly draws: number
  readonly at: string
}

/** The last number given of each, and the moment. What has it may not be committed yet. */
export function readHeads(db: Db): Promise<Given> {
  const given = (name: FactName | 'draws') =>
    sql`coalesce(pg_sequence_last_value(pg_get_serial_sequence(${sql.lit(name)}, 'id')::regclass), 0)`
  return db.only<Given>(sql`
    select ${given('draws')} as draws, ${given('postings')} as postings, ${given('bids')} as bids, ${given('declarations')} as declarations,
      ${given('requests')} as requests, ${given('confirmations')} as confirmations,
      ${given('suspicions')} as suspicions, (select coalesce(max(id), 0) from closed_days) as closed_days,
      (select coalesce(max(id), 0) from audit) as audit, ${nowOf(db)} as at`)
}

/** The first number of each from which all rows are stamped, of those there are up to these numbers. */
export function readStamped(
  db: Db,
  signing: SigningKey,
  { requests, confirmations }: Heads,
): Promise<Record<StampedTable, number>> {
  const name = nameOfStampKey(stampKeyOf(signing))
  const isUnstamped = sql`substring(stamp for 4) is distinct from ${name}`
  return db.only<Record<StampedTable, number>>(sql`
    select (select coalesce(max(id), 0) + 1 from requests where id <= ${requests} and ${isUnstamped}) as requests,
      (select coalesce(max(id), 0) + 1 from confirmations where id <= ${confirmations} and ${isUnstamped}) as confirmations`)
}

/** Of the acts that this server wrote, those that are not in the audit as it wrote them. */
export async function readLost(db: Db, acts: readonly WrittenAct[]): Promise<[id: number, hash: string][]> {
  const lost = await db.many<{ id: number; hash: string }>(sql`
    select w.id, encode(w.hash, 'base64') as hash
    from unnest(${acts.map(({ id }) => id)}::bigint[], ${acts.map(({ hash }) => hash)}::bytea[]) as w (id, hash)
    where not exists (select from audit a where a.id = w.id and a.hash = w.hash) order by w.id`)
  return lost.map(({ id, hash }) => [id, hash])
}

/** Rows that are signed one by one, since something may change them: what is signed of each, by its number. */
export interface Marks {
  /** The payee of a withdrawal, which the erasure of its player shortens. */
  readonly payees: Readonly<Record<string, string>>
  /** The moments of a draw, which move with its market's times. */
  readonly draws: Readonly<Record<string, string>>
}

export const payeeMark = digestOf(sql`payee::text`)
export const momentsMark = digestOf(
  sql`(opens_at at time zone 'UTC')::text || ' ' || (closes_at at time zone 'UTC')::text`,
)

/** Of the requests and of the draws after a number and up to one. */
export function readMarks(
  db: Db,
  {
    requests,
    draws,
  }: Readonly<Record<'requests' | 'draws', { readonly after: number; readonly to: number }>>,
): Promise<Marks> {
  return db.only<Marks>(sql`
    select (select coalesce(json_object_agg(id, ${payeeMark}), '{}') from requests
        where kind = 'withdraw' and id > ${requests.after} and id <= ${requests.to}) as payees,
      (select coalesce(json_object_agg(id, ${momentsMark}), '{}')
        from draws where id > ${draws.after} and id <= ${draws.to}) as draws`)
}

/** What administrators set, by the thing that the audit names where they change it. */
type Digested = 'settings' | 'rates' | 'market' | 'admin' | 'security' | 'factor'
export type Config = Readonly<Record<Digested, string>>

/** The digests of what is set now, and the last migration, which may change what they are made of. */
export function readConfig(db: Db): Promise<Config & { readonly migration: string }> {
  const all = (rows: Statement) =>
    digestOf(sql`coalesce((select jsonb_agg(r order by r) from (${rows}) r), '[]')::text`)
  return db.only<Config & { readonly migration: string } & NotNull<'migration'>>(sql`
    select ${all(sql`select to_jsonb(s) - 'version' from settings s`)} as settings,
      ${all(sql`select to_jsonb(r) from rates r`)} as rates,
      ${all(sql`select jsonb_build_array(to_jsonb(m) - 'updated_at', (select jsonb_agg(d order by d.weekday) from market_days d where d.market_id = m.id))
        from markets m`)} as market,
      ${all(sql`select jsonb_build_array(a.id, a.user_name, a.password_hash, a.role_id, a.is_active) from admins a
        union all select to_jsonb(r) - 'updated_at' from roles r`)} as admin,
      ${all(sql`select to_jsonb(s) from security s`)} as security,
      ${all(sql`select jsonb_build_array(f.id, ${factorMark}) from factors f
        union all select jsonb_build_array(c.admin_id, encode(c.code_hash, 'hex')) from recovery_codes c`)} as factor,
      (select max(name) from kysely_migration) as migration`)
}

/** Which database it is: the moment it was first migrated, which a restored one does not share. */
export async function identityOf(db: Db): Promise<string> {
  const { identity } = await db.only<{ identity: string } & NotNull<'identity'>>(sql`
    select left(encode(sha256(convert_to(min(timestamp), 'utf8')), 'hex'), 12) as identity from kysely_migration`)
  return identity
}
