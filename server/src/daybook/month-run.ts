/**
 * The making of players' sums of a month: beside the calls, by one server at a time, day by day, each day as one short
 * transaction that also moves the run on, so that a server that was killed leaves a run that any other goes on with.
 * Nothing is shown before the sums of all players are the wallets' account of the month, to the paisa.
 */
import { addDays, beginOf, type Day, momentOf, signFor } from '@munim/core'
import { backendOf, type OnBackend } from '../database/backend.ts'
import { type Database, type Db, nowOf, type Statement, sql } from '../database/db.ts'
import { LOCKS } from '../database/locks.ts'
import { DatabaseTrouble } from '../database/trouble.ts'
import { kindIn, OF_WALLETS } from '../ledger/kinds.ts'
import { Refusal } from '../refusal.ts'
import { daysOf } from './month.ts'
import { AFTER_MIDNIGHT } from './obstacle.ts'

/** What a posting's place in the ledger may be off its moment; where it is more, all postings are looked at. */
const OFF_DAYS = 1
const ALL = Number.MAX_SAFE_INTEGER

/** Begins the making, unless it is under way; of a month that has not begun it is refused (409). */
export async function beginRun(
  db: Db,
  { month, actor }: { readonly month: string; readonly actor: string },
): Promise<void> {
  const first = daysOf(month)[0]!
  if ((await db.now()) < beginOf(first)) throw new Refusal(409, 'This month has not begun.')
  const begun = await db.run(sql`
    insert into month_runs (month, next_day, actor, asked_at) values (${first}, ${first}, ${actor}, ${nowOf(db)})
    on conflict (month) where state = 'running' do nothing`)
  if (begun === 0) throw new Refusal(409, 'They are being made already.')
}

/** Stops the making; what was read is forgotten. Refused (409) where it is not under way. */
export async function stopRun(db: Db, month: string): Promise<void> {
  const stopped = await db.run(sql`
    update month_runs set state = 'stopped', at = ${nowOf(db)} where month = ${`${month}-01`} and state = 'running'`)
  if (stopped === 0) throw new Refusal(409, 'They are not being made.')
}

interface Run {
  readonly id: number
  readonly month: Day
  readonly next_day: Day
}

/** Takes one step of the oldest run, or clears away what a stopped one left; false where there is nothing to do, or another server does it. */
export async function goOn(database: Database, onBackend: OnBackend = () => {}): Promise<boolean> {
  const due = await database.maybe<Run & { isRunning: boolean }>(sql`
    select r.id, r.month, r.next_day, r.state = 'running' as "isRunning" from month_runs r
    where r.state = 'running' or (r.state <> 'ready' and exists (select from month_players p where p.run_id = r.id))
    order by r.id limit 1`)
  if (!due) return false
  const { isRunning, ...run } = due
  if (!isRunning) return database.transaction((db) => clear(db, onBackend))
  const isOver = (await database.now()) >= momentOf(addDays(run.next_day, 1), AFTER_MIDNIGHT)
  const hasDay = run.next_day.startsWith(run.month.slice(0, 7))
  try {
    return await database.transaction((db) => (hasDay && isOver ? readDay : endRun)(db, run, onBackend))
  } catch (error) {
    // It was stopped while it ended.
    if (error instanceof DatabaseTrouble && error.trouble === 'locked') return false
    throw error
  }
}

/** Whether this server works at the runs now; the others leave them alone until the transaction ends. */
async function holdRuns(db: Db, onBackend: OnBackend): Promise<boolean> {
  await db.run(sql`set local statement_timeout = 0`)
  await db.run(sql`set local work_mem = '64MB'`)
  await db.run(sql`set local jit = off`)
  const { isHeld } = await db.only<{ isHeld: boolean }>(sql`
    select pg_try_advisory_xact_lock(${LOCKS.months}::int, 0) as "isHeld"`)
  if (isHeld) onBackend(await backendOf(db))
  return isHeld
}

/** The same, where the run is as it was found. */
async function holdRun(db: Db, { id, next_day }: Run, onBackend: OnBackend): Promise<boolean> {
  if (!(await holdRuns(db, onBackend))) return false
  const found = await db.maybe(sql`
    select id from month_runs where id = ${id} and state = 'running' and next_day = ${next_day}`)
  return found !== undefined
}

async function clear(db: Db, onBackend: OnBackend): Promise<boolean> {
  if (!(await holdRuns(db, onBackend))) return false
  await db.run(sql`
    delete from month_players where run_id in (select id from month_runs where state in ('stopped', 'failed'))`)
  return true
}

async function readDay(db: Db, run: Run, onBackend: OnBackend): Promise<boolean> {
  if (!(await holdRun(db, run, onBackend))) return false
  const next = addDays(run.next_day, 1)
  await db.run(adding(run, next))
  // What was stopped meanwhile is left as it is, and cleared away.
  await db.run(sql`update month_runs set next_day = ${next} where id = ${run.id} and state = 'running'`)
  return true
}

/** Reads what is left and each player's opening and closing, all as of one moment, and holds them against the wallets' account. */
async function endRun(db: Db, run: Run, onBackend: OnBackend): Promise<boolean> {
  await db.run(sql`set transaction isolation level repeatable read`)
  if (!(await holdRun(db, run, onBackend))) return false
  const end = addDays(daysOf(run.month.slice(0, 7)).at(-1)!, 1)
  const { at } = await db.only<{ at: string }>(sql`select ${nowOf(db)} as at`)
  await db.run(adding(run, end))
  await db.run(sql`savepoint read`)
  for (const isWhole of [false, true]) {
    await balance(db, run, { end, isWhole })
    if (await agrees(db, run, end)) return await keep(db, run, { end, at })
    await db.run(sql`rollback to savepoint read`)
  }
  await db.run(sql`update month_runs set state = 'failed', at = ${at} where id = ${run.id}`)
  return true
}

const column = (kind: string) => sql.ref(kind)
const kinds = sql.join(OF_WALLETS.map(column))
const eachKind = (of: (kind: (typeof OF_WALLETS)[number]) => Statement, between = sql`, `) =>
  sql.join(OF_WALLETS.map(of), between)
const moved = eachKind((kind) => sql`m.${column(kind)}`, sql` + `)

/** Adds the postings of the days from the next one until this one, read off their indexes by moment. */
const adding = ({ id, next_day }: Run, until: Day) => sql`
  insert into month_players as m (run_id, user_id, bids, ${kinds})
  select ${id}::bigint, user_id, count(*) filter (where kind = 'stake'),
    ${eachKind((kind) => sql`coalesce(sum(amount) filter (where kind = ${sql.lit(kind)}), 0)::bigint`)}
  from (
    select to_user as user_id, kind, amount from postings
    where to_user is not null and at >= ${beginOf(next_day)} and at < ${beginOf(until)}
    union all
    select from_user, kind, -amount from postings
    where from_user is not null and at >= ${beginOf(next_day)} and at < ${beginOf(until)}
  ) p group by user_id
  on conflict (run_id, user_id) do update set bids = m.bids + excluded.bids,
    ${eachKind((kind) => sql`${column(kind)} = m.${column(kind)} + excluded.${column(kind)}`)}`

/** Each wallet at the beginning and the end of the month. */
async function balance(
  db: Db,
  { id, month }: Run,
  { end, isWhole }: { readonly end: Day; readonly isWhole: boolean },
): Promise<void> {
  await db.run(sql`
    insert into month_players (run_id, user_id, opening_balance, closing_balance)
    select ${id}::bigint, user_id, o.balance, c.balance
    from ${balancesAt(month, isWhole)} o join ${balancesAt(end, isWhole)} c using (user_id)
    where (o.balance, c.balance) <> (0, 0)
    on conflict (run_id, user_id) do update
    set opening_balance = excluded.opening_balance, closing_balance = excluded.closing_balance`)
}

/**
 * What each wallet held at the beginning of a day: what the last posting left before the first one of that day, by
 * number, mended by those whose moment lies on the other side. They are few, and looked for around that moment.
 */
function balancesAt(day: Day, isWhole: boolean): Statement {
  const [from, at, until] = [-OFF_DAYS, 0, OFF_DAYS].map((days) => beginOf(addDays(day, days)))
  const first = (user: string) => sql`(
    select id from postings where ${sql.ref(user)} is not null and at >= ${at} order by at, id limit 1)`
  const last = (user: string, left: string) => sql`(
    select p.id, p.${sql.ref(left)} as balance from postings p
    where p.${sql.ref(user)} = w.user_id and p.id < b.id order by p.id desc limit 1)`
  const bound = sql`(select id from bound)`
  const strays = (user: string, sign: Statement) => sql`
    select ${sql.ref(user)} as user_id, ${sign}amount as amount from postings
    where ${sql.ref(user)} is not null and at < ${at} and id >= ${bound} ${isWhole ? sql`` : sql`and at >= ${from}`}
    union all
    select ${sql.ref(user)}, -(${sign}amount) from postings
    where ${sql.ref(user)} is not null and at >= ${at} and id < ${bound} ${isWhole ? sql`` : sql`and at < ${until}`}`
  return sql`(
    with bound as materialized (
      select coalesce(min(id), ${ALL}) as id from (${first('to_user')} union all ${first('from_user')}) f
    ), strays as materialized (
      select user_id, sum(amount) as amount from (${strays('to_user', sql``)} union all ${strays('from_user', sql`-`)}) s
      group by user_id
    )
    select w.user_id, (coalesce(case when i.id > coalesce(o.id, 0) then i.balance else o.balance end, 0)
      + coalesce(s.amount, 0))::bigint as balance
    from wallets w cross join bound b left join strays s using (user_id)
    left join lateral ${last('to_user', 'to_after')} i on true
    left join lateral ${last('from_user', 'from_after')} o on true)`
}

/** Whether each player's opening and movements are the closing, and all players together are the wallets' account. */
async function agrees(db: Db, { id, month }: Run, end: Day): Promise<boolean> {
  const { is } = await db.only<{ is: boolean }>(sql`
    with sums as (
      select coalesce(sum(m.opening_balance), 0) as opening, count(*) filter (
        where m.opening_balance + ${moved} <> m.closing_balance) as wrong,
        ${eachKind((kind) => sql`coalesce(sum(m.${column(kind)}), 0) as ${column(kind)}`)}
      from month_players m where m.run_id = ${id}
    ), account as (
      select coalesce(sum(case when ${kindIn(signed(1))} then amount when ${kindIn(signed(-1))} then -amount end)
          filter (where day < ${month}), 0) as opening,
        ${eachKind(
          (kind) => sql`coalesce(sum(${sql.lit(signFor('player', kind))} * amount)
          filter (where day >= ${month} and kind = ${sql.lit(kind)}), 0) as ${column(kind)}`,
        )}
      from day_totals where day < ${end}
    )
    select s.wrong = 0 and (s.opening, ${eachKind((kind) => sql`s.${column(kind)}`)})
      = (a.opening, ${eachKind((kind) => sql`a.${column(kind)}`)}) as is
    from sums s cross join account a`)
  return is
}

const signed = (sign: 1 | -1) => OF_WALLETS.filter((kind) => signFor('player', kind) === sign)

/** Shows it from now on, in place of those made before. */
async function keep(
  db: Db,
  { id, month }: Run,
  { end, at }: { readonly end: Day; readonly at: string },
): Promise<boolean> {
  await db.run(sql`
    update month_runs r set state = 'ready', at = ${at}, next_day = ${end}, players = m.players, totals = m.totals,
      last_posting = (select coalesce(max(id), 0) from postings), postings = (${postingsOf(month, end)})
    from (
      select count(*) as players, jsonb_build_object(${sql.join(
        TOTALS.map((each) => sql`${sql.lit(each)}, coalesce(sum(${column(each)}), 0)`),
      )}) as totals
      from month_players where run_id = ${id}
    ) m where r.id = ${id}`)
  await db.run(sql`delete from month_runs where month = ${month} and id <> ${id}`)
  return true
}

export const TOTALS = ['opening_balance', 'closing_balance', 'bids', ...OF_WALLETS] as const

/** How many postings moved a wallet in the month that begins on the first of these days and ends before the other, as they are counted. */
export const postingsOf = (month: Day | Statement, end: Day | Statement): Statement => sql`
  select coalesce(sum(postings), 0)::bigint from day_totals
  where day >= ${month} and day < ${end} and ${kindIn(OF_WALLETS)}`
