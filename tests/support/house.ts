/**
 * A house with a long history, written by the set, a day at a time: players, bids, results, money. The figures that
 * are kept as facts are written come from the same triggers as in life. Balances are not followed: each is enough.
 */
import {
  addDays,
  type Day,
  type Pick,
  readPick,
  type Session,
  type TypedPick,
  winningPicks,
} from '@munim/core'
import { type Database, type Db, type Statement, sql } from '../../server/src/database/db.ts'
import { tableOf } from './fill.ts'

export interface Size {
  readonly bids: number
  readonly days: number
  readonly players: number
  readonly markets: number
  /** Bids of the last day, written after the planner's last look at the tables; as many as of any other day without. */
  readonly newest?: number
}

const namesIn = (text: string) => text.split(/\s+/)
const FIRST_NAMES = namesIn(`Asha Ravi Lakshmi Harshad Sunita Debashish Kavita Manoj Rekha Suresh
  Pooja Imran Farida Gopal Nisha Vikram Meena Arjun Leela Tushar`)
const LAST_NAMES = namesIn(`Bhosale Kulkarni Yadav Patel Deshmukh Chatterjee Solanki Tiwari Meena Gowda
  Maurya Shaikh Pillai Rao Joshi Naidu Khan Shinde Verma Zutshi`)
const ENOUGH = 1_000_000_000 // paise

/** What can come: a result for each digit, so that wins are spread over the picks. */
const RESULTS = ['128', '129', '120', '130', '140', '123', '124', '125', '126', '127'].map((panna) => ({
  panna,
  digit: String([...panna].reduce((sum, figure) => sum + Number(figure), 0) % 10),
}))

/** Adds what is there of `size`; `today` is the last of its days. Of it nothing is declared, of a `newest` one the open. */
export async function fillHouse(
  database: Database,
  size: Size,
  onDay: (done: number) => void = () => {},
): Promise<Day> {
  const { today } = await database.only<{ today: Day }>(
    sql`select (clock_timestamp() at time zone 'Asia/Kolkata')::date as today`,
  )
  const days = Array.from({ length: size.days }, (_, index) => addDays(today, index + 1 - size.days))
  await inOne(database, (db) => fillPeople(db, size, days[0]!))
  for (const [index, day] of days.entries()) {
    const isToday = day === today
    const many = (isToday && size.newest) || Math.ceil(size.bids / size.days)
    if (isToday && size.newest) await lookLast(database)
    await inOne(database, (db) => fillDay(db, { ...size, day, isToday, nth: index, many }))
    onDay(index + 1)
  }
  if (!size.newest) await database.run(sql`vacuum analyze`)
  return today
}

/** What comes after this the planner knows nothing of, as of every day until somebody looks at its tables again. */
async function lookLast(database: Database): Promise<void> {
  await database.run(sql`vacuum analyze`)
  const tables = await database.many<{ name: string }>(sql`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  for (const { name } of tables)
    await database.run(sql`alter table ${sql.ref(name)} set (autovacuum_enabled = false)`)
}

const inOne = (database: Database, work: (db: Db) => Promise<void>) =>
  database.transaction(async (db) => {
    await db.run(sql`set local statement_timeout = 0`)
    await work(db)
  })

async function fillPeople(db: Db, { players, markets }: Size, firstDay: Day): Promise<void> {
  const at = momentOn(firstDay, 1)
  await db.run(sql`
    insert into users (user_name, mobile, password_hash, is_approved, is_blocked, created_at, updated_at)
    select (${FIRST_NAMES}::text[])[1 + n % ${FIRST_NAMES.length}] || ' ' || (${LAST_NAMES}::text[])[1 + n / 7 % ${LAST_NAMES.length}],
      (6000000000 + n * 39916801::bigint % 4000000000)::text, 'none', n % 100 <> 0, n % 211 = 0, ${at}, ${at}
    from generate_series(1, ${players}::bigint) as n order by n`)
  await db.run(sql`insert into wallets (user_id, balance) select id, ${ENOUGH} from users`)
  await db.run(sql`
    insert into postings (kind, from_house, to_user, amount, to_after, actor, at)
    select 'fund_add', 'cash', id, ${ENOUGH}, ${ENOUGH}, 'admin:1', ${at} from users order by id`)
  await db.run(sql`
    insert into markets (name, open_time, close_time, created_at, updated_at)
    select 'MARKET ' || n, '11:00', '22:00', ${at}, ${at} from generate_series(1, ${markets}::int) as n order by n`)
  await db.run(sql`
    insert into market_days (market_id, weekday) select m.id, w from markets m,
      unnest(array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']) as w`)
}

interface OneDay extends Size {
  readonly day: Day
  readonly isToday: boolean
  readonly nth: number
  /** How many bids it has. */
  readonly many: number
}

/** The moment so many hours after midnight in India. */
const momentOn = (day: Day, hours: number) =>
  sql`(${day}::timestamp + make_interval(secs => ${hours * 3600})) at time zone 'Asia/Kolkata'`

async function fillDay(db: Db, filling: OneDay): Promise<void> {
  const { day, isToday, nth, newest } = filling
  await db.run(sql`select setseed(${(nth % 997) / 997})`)
  await db.run(sql`
    insert into draws (market_id, market_date, opens_at, closes_at)
    select id, ${day}::date, ${momentOn(day, 11)}, ${momentOn(day, 22)} from markets order by id`)
  await fillBids(db, filling)
  if (!isToday) {
    if (nth % 10 === 3) await declareWrongly(db, day)
    await declareAll(db, day)
    await revertWinningBids(db, day)
  } else if (newest) await declare(db, day, 'open', 0)
  await fillRequests(db, filling)
}

async function fillBids(db: Db, { day, many, players }: OneDay): Promise<void> {
  const picks = allPicks()
  await db.run(sql`
    insert into bids (market_date, draw_id, user_id, session, game_mode, open_digit, open_panna, close_digit,
      close_panna, points, multiplier, placed_at)
    select ${day}::date, d.id, 1 + floor(power(g.u, 1.6) * ${players})::bigint, p.session, p.game, p.open_digit, p.open_panna,
      p.close_digit, p.close_panna, g.points, p.multiplier,
      ${momentOn(day, 9)} + g.n * interval '13 hours' / ${many}::int
    from (select n, random() as u, (1 + floor(random() * 50))::bigint * 1000 as points,
        1 + floor(power(random(), 1.3) * (select count(*) from markets))::int as market,
        1 + floor(random() * ${picks.length})::int as pick
      from generate_series(1, ${many}::int) as n) g
    join draws d on d.market_date = ${day} and d.market_id = g.market
    join ${tableOf(picks)} on p.place = g.pick order by g.n`)
  await db.run(sql`
    insert into postings (kind, from_user, to_house, amount, from_after, draw_id, bid_id, actor, at)
    select 'stake', user_id, 'game', points, ${ENOUGH}, draw_id, id, 'player:' || user_id, placed_at
    from bids where market_date = ${day} order by id`)
  await db.run(sql`
    update bids set cancelled_at = placed_at + interval '2 minutes', cancelled_by = 'admin:1', cancel_reason = 'Reverted by admin'
    where market_date = ${day} and id % 251 = 0`)
  await db.run(sql`
    insert into postings (kind, from_house, to_user, amount, to_after, draw_id, bid_id, actor, note, at)
    select 'refund', 'game', user_id, points, ${ENOUGH}, draw_id, id, 'admin:1', cancel_reason, cancelled_at
    from bids where market_date = ${day} and cancelled_at is not null order by id`)
  await db.run(sql`
    insert into tallies (draw_id, session, pick, multiplier, slot, bids, points)
    select draw_id, session, pick, multiplier, 0, count(*), sum(points)
    from bids where market_date = ${day} and cancelled_at is null group by 1, 2, 3, 4`)
}

/** Declares a half of some of the day's draws and pays it. The result of a draw follows from its number. */
async function declare(
  db: Db,
  day: Day,
  half: Session,
  shift: number,
  where: Statement = sql`true`,
): Promise<void> {
  const outcomes = RESULTS.flatMap((open, first) =>
    RESULTS.map((close, second) => {
      const result = {
        open_digit: open.digit,
        open_panna: open.panna,
        close_digit: close.digit,
        close_panna: close.panna,
      }
      return {
        first,
        second,
        ...(half === 'open' ? open : close),
        picks: winningPicks(result, half).join(' '),
      }
    }),
  )
  const at = momentOn(day, half === 'open' ? 11.2 : 22.2)
  await db.run(sql`
    insert into declarations (draw_id, half, digit, panna, picks, source, actor, at)
    select d.id, ${half}::half, o.digit, o.panna, string_to_array(o.picks, ' '), 'manual', 'admin:1', ${at}
    from draws d
    join unnest(${outcomes.map(({ first }) => first)}::int[], ${outcomes.map(({ second }) => second)}::int[],
      ${outcomes.map(({ digit }) => digit)}::text[], ${outcomes.map(({ panna }) => panna)}::text[],
      ${outcomes.map(({ picks }) => picks)}::text[]) as o (first, second, digit, panna, picks)
      on o.first = (d.id + ${shift}) % 10 and o.second = (d.id / 10 + ${shift}) % 10
    where d.market_date = ${day} and ${where}`)
  await db.run(sql`
    insert into postings (kind, from_house, to_user, amount, to_after, draw_id, bid_id, declaration_id, actor, at)
    select 'win', 'game', b.user_id, (b.points * b.multiplier + 50) / 100, ${ENOUGH}, b.draw_id, b.id, c.id, c.actor, c.at
    from draws d join declarations c on c.draw_id = d.id and c.half = ${half} and c.withdrawn_at is null and c.winners is null
    join bids b on b.draw_id = c.draw_id and b.pick = any(c.picks) and b.cancelled_at is null
    where d.market_date = ${day} order by b.user_id, b.id`)
  await db.run(sql`
    update declarations c set winners = w.winners, players = w.players, paid = w.paid
    from (select c.id, count(p.id) as winners, count(distinct p.to_user) as players, coalesce(sum(p.amount), 0) as paid
      from draws d join declarations c on c.draw_id = d.id and c.half = ${half} and c.winners is null
      left join postings p on p.declaration_id = c.id and p.kind = 'win'
      where d.market_date = ${day} group by c.id) w where w.id = c.id`)
}

async function declareAll(db: Db, day: Day): Promise<void> {
  for (const half of ['open', 'close'] as const) await declare(db, day, half, 0)
}

/** One market's open is declared wrongly and reverted. */
async function declareWrongly(db: Db, day: Day): Promise<void> {
  await declare(db, day, 'open', 5, sql`d.market_id = 1`)
  await db.run(sql`
    insert into postings (kind, from_user, to_house, amount, from_after, draw_id, bid_id, reverses, actor, at)
    select 'win_reversed', p.to_user, 'game', p.amount, ${ENOUGH}, p.draw_id, p.bid_id, p.id, 'admin:1', p.at + interval '5 minutes'
    from declarations c join draws d on d.id = c.draw_id join postings p on p.declaration_id = c.id and p.kind = 'win'
    where d.market_date = ${day} and c.withdrawn_at is null order by p.to_user, p.id`)
  await db.run(sql`
    update declarations c set withdrawn_at = c.at + interval '5 minutes', withdrawn_by = 'admin:1'
    from draws d where d.id = c.draw_id and d.market_date = ${day} and c.withdrawn_at is null`)
}

/** Some bids that have won are reverted an hour later. */
async function revertWinningBids(db: Db, day: Day): Promise<void> {
  const chosen = sql`
    from draws d join declarations c on c.draw_id = d.id and c.withdrawn_at is null
    join postings w on w.declaration_id = c.id and w.kind = 'win' and w.bid_id % 97 = 0
    where d.market_date = ${day}`
  await db.run(sql`
    with chosen as (select w.id as win_id, w.amount, w.bid_id, w.to_user, w.draw_id, c.at + interval '1 hour' as at ${chosen}),
    cancelled as (
      update bids b set cancelled_at = chosen.at, cancelled_by = 'admin:1', cancel_reason = 'Reverted by admin'
      from chosen where b.market_date = ${day} and b.id = chosen.bid_id and b.cancelled_at is null
      returning b.id, b.user_id, b.draw_id, b.points, chosen.win_id, chosen.amount, chosen.at
    )
    insert into postings (kind, from_house, from_user, to_house, to_user, amount, from_after, to_after, draw_id, bid_id,
      reverses, actor, note, at)
    select 'refund'::posting_kind, 'game'::house_account, null::bigint, null::house_account, user_id, points, null::bigint,
      ${ENOUGH}::bigint, draw_id, id, null::bigint, 'admin:1', 'Reverted by admin', at from cancelled
    union all
    select 'win_reversed'::posting_kind, null, user_id, 'game', null, amount, ${ENOUGH}::bigint, null, draw_id, id, win_id, 'admin:1',
      'Reverted by admin', at from cancelled`)
}

/** Deposits, withdrawals, transfers and funds: one of each some ninety, hundred and more bids. */
async function fillRequests(db: Db, { day, many, players, isToday }: OneDay): Promise<void> {
  const asked = async (kind: 'deposit' | 'withdraw', count: number, refused: number) =>
    db.run(sql`
    insert into requests (user_id, kind, transfer_type, amount, status, ref_id, created_at, decided_at, decided_by)
    select 1 + floor(random() * ${players})::bigint, ${kind}::text, 'upi', (1 + floor(random() * 50))::bigint * 10000,
      s.status, case when ${kind}::text = 'deposit' then 'UTR' || (600000000000 + ${day.replaceAll('-', '')}::bigint % 100000 * 100000 + n) else '' end,
      ${momentOn(day, 8)} + n * interval '15 hours' / ${count}::int,
      case when s.status <> 'pending' then ${momentOn(day, 8)} + n * interval '15 hours' / ${count}::int + interval '9 minutes' end,
      case when s.status <> 'pending' then 'admin:1' end
    from generate_series(1, ${count}::int) as n,
      lateral (select case when ${isToday} and n % 3 = 0 then 'pending' when n % ${refused}::int = 0 then 'rejected' else 'completed' end as status) s
    order by n`)
  await asked('deposit', Math.ceil(many / 90), 12)
  await asked('withdraw', Math.ceil(many / 110), 7)
  const ofDay = sql`from requests where created_at >= ${momentOn(day, 0)} and created_at < ${momentOn(day, 24)}`
  await db.run(sql`
    insert into postings (kind, from_user, to_house, amount, from_after, request_id, actor, at)
    select 'withdraw_hold', user_id, 'held', amount, ${ENOUGH}, id, 'player:' || user_id, created_at ${ofDay} and kind = 'withdraw' order by id`)
  await db.run(sql`
    insert into postings (kind, from_house, to_house, to_user, amount, to_after, request_id, actor, at)
    select case when kind = 'deposit' then 'deposit' when status = 'completed' then 'withdraw_pay' else 'withdraw_return' end::posting_kind,
      case when kind = 'deposit' then 'cash' else 'held' end::house_account,
      case when kind = 'withdraw' and status = 'completed' then 'cash'::house_account end,
      case when kind = 'deposit' or status = 'rejected' then user_id end, amount,
      case when kind = 'deposit' or status = 'rejected' then ${ENOUGH}::bigint end, id, 'admin:1', decided_at
    ${ofDay} and (kind = 'deposit' and status = 'completed' or kind = 'withdraw' and status <> 'pending') order by id`)
  await db.run(sql`
    insert into postings (kind, from_user, to_user, amount, from_after, to_after, actor, at)
    select 'transfer', player, player + 1, 50000, ${ENOUGH}, ${ENOUGH}, 'player:' || player,
      ${momentOn(day, 12)} + n * interval '1 second'
    from (select n, 1 + floor(random() * ${players - 1})::bigint as player
      from generate_series(1, ${Math.ceil(many / 400)}::int) as n) t`)
  await db.run(sql`
    insert into postings (kind, from_house, to_user, amount, to_after, actor, note, at)
    select 'fund_add', 'cash', 1 + floor(random() * ${players})::bigint, 100000, ${ENOUGH}, 'admin:1', 'Added by admin',
      ${momentOn(day, 13)} + n * interval '1 second'
    from generate_series(1, ${Math.ceil(many / 900)}::int) as n`)
}

/** What is bet on: digits, jodis and pannas of both sessions. */
function allPicks(): Pick[] {
  const digits = [...'0123456789']
  const typed: readonly TypedPick[] = [
    ...digits.flatMap((digit): TypedPick[] => [
      { game_mode: 'single_digit', session: 'open', open_digit: digit },
      { game_mode: 'single_digit', session: 'close', close_digit: digit },
      { game_mode: 'single_digit', session: 'open', open_digit: digit },
      { game_mode: 'single_digit', session: 'close', close_digit: digit },
      ...digits.map(
        (other): TypedPick => ({
          game_mode: 'jodi_digit',
          session: 'close',
          open_digit: digit,
          close_digit: other,
        }),
      ),
    ]),
    ...RESULTS.flatMap(({ panna }): TypedPick[] => [
      { game_mode: 'single_panna', session: 'open', open_panna: panna },
      { game_mode: 'single_panna', session: 'close', close_panna: panna },
    ]),
  ]
  return typed.map((each) => {
    const pick = readPick(each)
    if ('wrong' in pick) throw new Error(pick.wrong.sentence)
    return pick
  })
}
