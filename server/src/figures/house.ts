/** Figures of the house for Prometheus at /metrics, read where it asks: the books, what waits, what was moved. No names, no ids. */
import type { Registry } from 'prom-client'
import type { AnchorState } from '../anchors/state.ts'
import { type Database, type Db, nowOf, sql } from '../database/db.ts'
import { findDueHalves, isLeft } from '../results/due.ts'
import { type About, moment, one, serveGauge, type Values } from './gauge.ts'

/** Two that ask at once are answered by one reading. */
const KEPT_MS = 5_000

/** What a figure is made of, beside what is read. */
interface Figure extends About {
  readonly of: (house: House) => Values
}

/** Each server tells all of them, of the whole database: over several servers they are compared, never added up. */
export const FIGURES: readonly Figure[] = [
  {
    name: 'munim_books_agree',
    help: 'Whether neither the last check of the books nor the last proof of every law found a difference',
    of: ({ agree }) => (agree === null ? [] : one(Number(agree))),
  },
  {
    name: 'munim_books_checked_timestamp_seconds',
    help: 'When the books were last checked',
    of: ({ checked }) => moment(checked),
  },
  {
    name: 'munim_books_proven_timestamp_seconds',
    help: 'When every law of the books was last proven, or as much as a night reads',
    of: ({ proven }) => moment(proven),
  },
  {
    name: 'munim_books_read_whole_timestamp_seconds',
    help: 'Since when every row was read by a proof',
    of: ({ whole }) => moment(whole),
  },
  {
    name: 'munim_backup_timestamp_seconds',
    help: 'When a backup was last made; of real money of which none was made, when the installation was',
    of: ({ backup }) => moment(backup),
  },
  {
    name: 'munim_requests_waiting',
    help: 'Deposits and withdrawals that wait for a decision',
    labels: ['kind'],
    of: ({ requests }) => requests.map(({ kind, count }) => [{ kind }, count]),
  },
  {
    name: 'munim_requests_oldest_seconds',
    help: 'For how long the oldest of them has waited',
    labels: ['kind'],
    of: ({ requests }) => requests.map(({ kind, oldest }) => [{ kind }, oldest]),
  },
  {
    name: 'munim_due_halves',
    help: 'Halves whose betting is over and that are not declared; stopped: that auto declare left to a person',
    labels: ['state'],
    of: ({ due, isOn, now }) => [
      [{ state: 'due' }, due.length],
      [{ state: 'stopped' }, due.filter((half) => isOn && isLeft(half, new Date(now * 1000))).length],
    ],
  },
  {
    name: 'munim_due_oldest_seconds',
    help: 'For how long the oldest of them has been due; 0 where none is',
    of: ({ due, now }) => one(Math.max(0, ...due.map(({ since }) => now - Date.parse(since) / 1000))),
  },
  {
    name: 'munim_declarations_total',
    help: 'Halves that were declared, by who did it, and those that were voided; what was reverted is among them',
    labels: ['source'],
    of: ({ declarations }) => declarations.map(({ source, count }) => [{ source }, count]),
  },
  {
    name: 'munim_postings_total',
    help: 'Postings by kind; stakes are bids',
    labels: ['kind'],
    of: ({ postings }) => postings.map(({ kind, count }) => [{ kind }, count]),
  },
  {
    name: 'munim_posted_rupees_total',
    help: 'What they moved',
    labels: ['kind'],
    of: ({ postings }) => postings.map(({ kind, paise }) => [{ kind }, paise / 100]),
  },
  {
    name: 'munim_push_waiting',
    help: 'Push messages to one device each that were not sent yet; none where the server has no credentials: they are kept',
    of: ({ push, isPushConnected }) => (isPushConnected ? one(push) : []),
  },
  {
    name: 'munim_alert_messages_waiting',
    help: 'What the owner is to be told of, was not taken yet, and is sent again within an hour',
    of: ({ untold }) => one(untold),
  },
  {
    name: 'munim_locks_waiting',
    help: 'Connections of this database that wait for a lock',
    of: ({ locked }) => one(locked),
  },
]

/** Registers them; `beside` reads what they are made of. */
export function serveHouseFigures(register: Registry, database: Database, isPushConnected: boolean): void {
  let reading: { readonly at: number; readonly house: Promise<House> } | undefined
  const house = (): Promise<House> => {
    if (reading === undefined || performance.now() - reading.at > KEPT_MS)
      reading = { at: performance.now(), house: readHouse(database, isPushConnected) }
    return reading.house
  }
  for (const { of, ...figure } of FIGURES) serveGauge(register, figure, async () => of(await house()))
  const connections = {
    name: 'munim_connections',
    help: 'Connections to PostgreSQL by pool: open, resting among them, and calls that wait for one',
    labels: ['pool', 'state'],
  }
  serveGauge(register, connections, () =>
    Object.entries(database.connections()).flatMap(([pool, states]) =>
      (['open', 'resting', 'waiting'] as const).map((state) => [{ pool, state }, states[state]] as const),
    ),
  )
}

/** Of this server: how far its anchors are. */
export function serveAnchorFigures(register: Registry, state: AnchorState): void {
  const figures = {
    munim_anchors_signed_timestamp_seconds: ['When this server had last signed all of the books', 'signedAt'],
    munim_anchors_handed_on_timestamp_seconds: [
      'When the bucket and ANCHOR_URL had last taken all that it signed; none where there is neither',
      'handedOnAt',
    ],
  } as const
  for (const [name, [help, field]] of Object.entries(figures))
    serveGauge(register, { name, help }, () => moment(state[field] ? state[field] / 1000 : null))
  const failing = {
    name: 'munim_anchors_failing_seconds',
    help: 'For how long anchors can not be signed or handed on; 0 where they can',
  }
  serveGauge(register, failing, () => one(state.failing ? (Date.now() - state.failing.since) / 1000 : 0))
}

/** Moments and ages in seconds, amounts in paise. */
interface Read
  extends Record<'now' | 'push' | 'untold' | 'locked', number>,
    Record<'checked' | 'proven' | 'whole' | 'backup', number | null> {
  readonly agree: boolean | null
  /** Auto declare is. */
  readonly isOn: boolean
  readonly requests: readonly { readonly kind: string; readonly count: number; readonly oldest: number }[]
  readonly declarations: readonly { readonly source: string; readonly count: number }[]
  readonly postings: readonly { readonly kind: string; readonly count: number; readonly paise: number }[]
}

interface House extends Read {
  readonly isPushConnected: boolean
  readonly due: Awaited<ReturnType<typeof findDueHalves>>
}

async function readHouse(db: Db, isPushConnected: boolean): Promise<House> {
  const now = nowOf(db)
  const seconds = (of: ReturnType<typeof nowOf>) => sql`extract(epoch from ${of})::float8`
  const read = await db.only<Read>(sql`
    /* house-figures */
    select ${seconds(now)} as now,
      last.differences = '[]' and coalesce(proven.differences, '[]') = '[]' as agree, ${seconds(sql`last.at`)} as checked,
      ${seconds(sql`proven.at`)} as proven, ${seconds(sql`proven.whole_since`)} as whole,
      (select ${seconds(sql`coalesce(b.at, case when not s.is_demonstration and exists (select from postings) then b.noted_since end)`)}
        from last_backup b, settings s) as backup,
      exists (select from settings where auto_declare) as "isOn",
      (select coalesce(json_agg(json_build_object('kind', k.kind, 'count', k.count, 'oldest', k.oldest)), '[]') from (
        select kinds.kind, count(r.id) as count, coalesce(${seconds(sql`${now} - min(r.created_at)`)}, 0) as oldest
        from unnest(array['deposit', 'withdraw']) as kinds (kind)
        left join requests r on r.kind::text = kinds.kind and r.status = 'pending' group by kinds.kind) k) as requests,
      (select coalesce(json_agg(json_build_object('source', d.source, 'count', d.count)), '[]')
        from (select case when is_void then 'void' else source end as source, count(*) from declarations group by 1) d) as declarations,
      (select coalesce(json_agg(json_build_object('kind', t.kind, 'count', t.count, 'paise', t.paise)), '[]')
        from (select kind, sum(postings)::bigint as count, sum(amount)::bigint as paise from day_totals group by kind) t) as postings,
      (select coalesce(sum(accepted - sent - failed - dead - unknown - dropped), 0)
        from push_messages where finished_at is null) as push,
      (select count(*) from alert_messages where sent_at is null and next_at > ${now} - interval '2 hours') as untold,
      (select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as locked
    from (select 1) as one
    left join (select at, differences from proofs order by id desc limit 1) as last on true
    left join (select at, whole_since, differences from proofs where is_full order by id desc limit 1) as proven on true`)
  return { ...read, isPushConnected, due: await findDueHalves(db, new Date(read.now * 1000)) }
}
