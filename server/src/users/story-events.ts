/** What happened to a player beside their wallet: requests without a posting of their own, sign-ins, changes, notes. */
import { type Answer, api, type STORY_KINDS } from '@munim/contract'
import { and, type Db, type NotNull, type Statement, sql } from '../database/db.ts'
import { onDays } from '../database/list.ts'
import { nameOfActor } from '../ledger/lines.ts'
import { momentText } from './story-postings.ts'

type Line = Answer<typeof api.users.story>['data']['days'][number]['lines'][number]
type Of<Is extends Line['is']> = Extract<Line, { is: Is }>
export type StoryKind = (typeof STORY_KINDS)[number]

/** The order of events: by their moments, and of those at one by their ties. */
interface Place {
  readonly moment: string
  readonly tie: string
}

export interface Event extends Place {
  readonly line: Exclude<Line, { is: 'moved' }>
}

export interface Asked {
  readonly userId: number
  readonly kinds: ReadonlySet<StoryKind>
  readonly from: string | undefined
  readonly to: string | undefined
  /** Those before it, in the order of time; undefined: from the latest on. */
  readonly before: Place | undefined
  readonly limit: number
}

/** ISO 8601 in UTC to the millisecond, as calls write moments. */
export const instantOf = (moment: string): string => `${moment.slice(0, 23)}Z`

/** The latest first; at most `limit`. */
export async function readEvents(db: Db, asked: Asked): Promise<readonly Event[]> {
  const { kinds, before, limit } = asked
  const streams = [
    kinds.has('requests') && readRequests,
    kinds.has('sign_ins') && readSignIns,
    kinds.has('changes') && readRegistration,
    kinds.has('changes') && readPayeeChanges,
    kinds.has('changes') && readAccountChanges,
    kinds.has('changes') && readPlayChanges,
    kinds.has('notes') && readNotes,
  ]
  const events: Event[] = []
  for (const read of streams) if (read) events.push(...(await read(db, asked)))
  return events
    .filter((event) => before === undefined || isEarlier(event, before))
    .sort((one, other) => (isEarlier(one, other) ? 1 : -1))
    .slice(0, limit)
}

/** Both are of figures and small letters, which sort by their signs. */
const isEarlier = (one: Place, other: Place): boolean =>
  one.moment === other.moment ? one.tie < other.tie : one.moment < other.moment

/**
 * Of rows `e` with their moment `at` and a number, the latest first. The moment of `before` itself, too: what was told last
 * is among them, and taken out by its tie.
 */
const latest = ({ from, to, before, limit }: Asked, rows: Statement, id: Statement) => sql`
  from ${rows} e where ${and([
    ...onDays(sql`e.at`, from, to),
    before !== undefined && sql`e.at <= ${before.moment}::timestamptz`,
  ])} order by e.at desc, ${id} desc limit ${limit + 1}`

const eventOf = (
  word: string,
  { id, moment }: { readonly id: number | string; readonly moment: string },
  line: Event['line'],
): Event => ({ moment, tie: `${word}${String(id).padStart(15, '0')}`, line })

/** A deposit credited, and a withdrawal held or returned, are told by their postings. */
async function readRequests(db: Db, asked: Asked): Promise<Event[]> {
  type Row = Omit<Of<'request'>, 'is' | 'at'> & { moment: string }
  const steps = sql`(
    select r.*, s.step, s.at from requests r cross join lateral (values
      (case when r.kind = 'deposit' then 'asked' end, r.created_at),
      (case when r.kind = 'deposit' and r.status = 'rejected' then 'rejected'
        when r.kind = 'withdraw' and r.status = 'completed' then 'paid' end, r.decided_at)) s (step, at)
    where r.user_id = ${asked.userId} and s.step is not null)`
  const rows = await db.many<Row & NotNull<'moment' | 'actorName'>>(sql`
    select e.id, e.step, ${momentText(sql`e.at`)} as moment, e.kind, e.status, e.amount / 100.0::float8 as amount, e.ref_id,
      case when e.step = 'asked' then '' else e.note end as note, e.transfer_type as method,
      case when e.step = 'asked' then 'player:' || e.user_id else ${nameOfActor(sql`e.decided_by`)} end as "actorName"
    ${latest(asked, steps, sql`e.id`)}`)
  return rows.map(({ moment, ...row }) =>
    eventOf(`request${row.step}`, { id: row.id, moment }, { is: 'request', at: instantOf(moment), ...row }),
  )
}

async function readSignIns(db: Db, asked: Asked): Promise<Event[]> {
  const rows = await db.many<{ id: string; moment: string }>(sql`
    select encode(e.device_hash, 'hex') as id, ${momentText(sql`e.at`)} as moment
    ${latest(asked, sql`(select device_hash, at from sign_ins where user_id = ${asked.userId})`, sql`e.device_hash`)}`)
  return rows.map((row) => eventOf('sign', row, { is: 'signed in', at: instantOf(row.moment) }))
}

const changeOf = (
  moment: string,
  change: Pick<Of<'changed'>, 'what' | 'after' | 'actorName'>,
): Of<'changed'> => ({ is: 'changed', at: instantOf(moment), ...change })

async function readRegistration(db: Db, asked: Asked): Promise<Event[]> {
  const { userId } = asked
  const rows = await db.many<{ id: number; moment: string }>(sql`
    select e.id, ${momentText(sql`e.at`)} as moment
    ${latest(asked, sql`(select id, created_at as at from users where id = ${userId})`, sql`e.id`)}`)
  const change = { what: 'registered', after: {}, actorName: `player:${userId}` } as const
  return rows.map((row) => eventOf('created', row, changeOf(row.moment, change)))
}

/** Those by the player; those by an administrator are among the changes of the account. */
async function readPayeeChanges(db: Db, asked: Asked): Promise<Event[]> {
  const own = sql`(select * from payee_changes where user_id = ${asked.userId} and actor not like 'admin:%')`
  const rows = await db.many<{ id: number; moment: string; fields: string[]; actorName: string }>(sql`
    select e.id, ${momentText(sql`e.at`)} as moment, e.fields, e.actor as "actorName" ${latest(asked, own, sql`e.id`)}`)
  return rows.map(({ fields, actorName, ...row }) => {
    const after = Object.fromEntries(fields.map((name) => [name, 'changed' as const]))
    return eventOf('payee', row, changeOf(row.moment, { what: 'payee', after, actorName }))
  })
}

/** What administrators changed of it; of personal fields the audit knows that they changed, and nothing more is told. */
async function readAccountChanges(db: Db, asked: Asked): Promise<Event[]> {
  type Row = { id: number; moment: string; after: Record<string, unknown>; actorName: string }
  const own = sql`(
    select * from audit where thing = 'user' and thing_id = ${String(asked.userId)} and act = ${api.users.update.path})`
  const rows = await db.many<Row>(sql`
    select e.id, ${momentText(sql`e.at`)} as moment, e.after, ${nameOfActor(sql`e.actor`)} as "actorName"
    ${latest(asked, own, sql`e.id`)}`)
  return rows.map(({ actorName, after, ...row }) => {
    const told = Object.entries(after).map(([name, value]) => {
      return [name, typeof value === 'boolean' ? value : ('changed' as const)] as const
    })
    const change = { what: 'account' as const, after: Object.fromEntries(told), actorName }
    return eventOf('account', row, changeOf(row.moment, change))
  })
}

/** Limits and pauses, by the player and by administrators: what an act of the audit changed is here in figures. */
async function readPlayChanges(db: Db, asked: Asked): Promise<Event[]> {
  type Limit = Of<'limited'>
  type Row = Omit<Limit, 'is' | 'at' | 'kind' | 'period'> &
    Omit<Of<'paused'>, 'is' | 'at'> & {
      id: number
      moment: string
      kind: Limit['kind'] | null
      period: Limit['period'] | null
    }
  const own = sql`(select * from play_changes where user_id = ${asked.userId})`
  const rows = await db.many<Row>(sql`
    select e.id, ${momentText(sql`e.at`)} as moment, e.side, e.kind, e.period, e.amount / 100.0::float8 as amount,
      e.from_at as "from", e.until, coalesce(e.until = e.at, false) as "isEnd", ${nameOfActor(sql`e.actor`)} as "actorName"
    ${latest(asked, own, sql`e.id`)}`)
  return rows.map(({ id, moment, kind, period, amount, from, until, isEnd, ...of }) => {
    const said = { at: instantOf(moment), ...of }
    const isPause = kind === null || period === null
    const line: Event['line'] = isPause
      ? { is: 'paused', ...said, until, isEnd }
      : { is: 'limited', ...said, kind, period, amount, from }
    return eventOf('play', { id, moment }, line)
  })
}

async function readNotes(db: Db, asked: Asked): Promise<Event[]> {
  type Row = Omit<Of<'note'>, 'is' | 'at'> & { moment: string }
  const rows = await db.many<Row>(sql`
    select e.id, ${momentText(sql`e.at`)} as moment, e.text, a.user_name as "actorName"
    from (select e.* ${latest(asked, sql`(select * from player_notes where user_id = ${asked.userId})`, sql`e.id`)}) e
    join admins a on a.id = e.admin_id`)
  return rows.map(({ moment, ...row }) =>
    eventOf('note', { id: row.id, moment }, { is: 'note', at: instantOf(moment), ...row }),
  )
}
