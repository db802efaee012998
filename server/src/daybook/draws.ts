/** What the house made of a day's draws: from the figures kept of each draw and pick, never from its bids. */
import type { Answer, api } from '@munim/contract'
import {
  addDays,
  addSums,
  type Day,
  dayOf,
  type GameMode,
  type Half,
  type HouseSums,
  holdOf,
  keptOf,
  rupeesOf,
} from '@munim/core'
import { and, type Db, type Statement, sql } from '../database/db.ts'
import { wonBy } from '../ledger/win.ts'

type Book = Answer<typeof api.daybook.get>['data']
type DayResult = Book['result']

export interface DrawRow extends HouseSums {
  readonly day: Day
  readonly market_id: number
  readonly market_name: string
}

export interface GameRow extends HouseSums {
  readonly game_mode: GameMode
}

/** Today in India, where no day is named. */
export const dayAsked = async (db: Db, { day }: { day?: string | undefined }): Promise<Day> =>
  (day as Day | undefined) ?? dayOf(await db.now())

/** In rupees, with what is kept. */
export function shown(sums: HouseSums) {
  const { bids, stake, refunded, paid, running } = sums
  return {
    bids,
    stake: rupeesOf(stake),
    refunded: rupeesOf(refunded),
    paid: rupeesOf(paid),
    running: rupeesOf(running),
    kept: rupeesOf(keptOf(sums)),
    hold: holdOf(sums),
  }
}

const resultOf = (day: Day, draws: readonly DrawRow[]): DayResult => ({
  day,
  ...shown(addSums(draws.filter((draw) => draw.day === day))),
})

/** The day itself, the day before it, and the same weekday of the week before. */
const besides = (day: Day) => ({ day, dayBefore: addDays(day, -1), weekBefore: addDays(day, -7) })

const resultsOf = (day: Day, draws: readonly DrawRow[]): Pick<Book, 'result' | 'before'> => {
  const { dayBefore, weekBefore } = besides(day)
  return {
    result: resultOf(day, draws),
    before: { dayBefore: resultOf(dayBefore, draws), weekBefore: resultOf(weekBefore, draws) },
  }
}

/** The draws of a day by market and by game, as one statement, so that both add up to the same. */
export async function readDraws(
  db: Db,
  day: Day,
): Promise<Pick<Book, 'result' | 'before' | 'markets' | 'games'>> {
  const { draws, games } = await db.only<{ draws: DrawRow[]; games: GameRow[] }>(sql`
    select (select coalesce(json_agg(d), '[]') from (${drawsOn(Object.values(besides(day)))}) d) as draws,
      (select coalesce(json_agg(g), '[]') from (${gamesOn([day])}) g) as games`)
  return {
    ...resultsOf(day, draws),
    markets: draws
      .filter((draw) => draw.day === day)
      .map((draw) => ({ marketId: draw.market_id, market_name: draw.market_name, ...shown(draw) })),
    games: games.map((game) => ({ game_mode: game.game_mode, ...shown(game) })),
  }
}

/** The results alone, of all markets together. */
export async function readResults(db: Db, day: Day): Promise<Pick<Book, 'result' | 'before'>> {
  return resultsOf(day, await db.many(drawsOn(Object.values(besides(day)))))
}

/** A row for each draw of these days, by the name of its market. */
export const drawsOn = (days: readonly Day[]) => sql<DrawRow>`
  select d.market_date as day, d.market_id, m.name as market_name, ${FIGURES}
  from draws d join markets m on m.id = d.market_id ${countedOf()}
  where d.market_date = any(${days}::date[]) order by d.market_date, m.name, d.id`

/** What `countedOf` gives of a draw, in paise. */
export const FIGURES: Statement = sql`t.bids, t.stake, t.refunded, w.paid, t.running`

/** To be joined to draws `d`: what was bet on each, of one half or of both, and what became of it. */
export const countedOf = (half?: Half): Statement => sql`
  cross join lateral (
    select coalesce(sum(t.bids + t.cancelled), 0)::bigint as bids,
      coalesce(sum(t.points + t.cancelled_points), 0)::bigint as stake,
      coalesce(sum(t.cancelled_points + case when c.is_void then t.points else 0 end), 0)::bigint as refunded,
      coalesce(sum(t.points) filter (where c.id is null), 0)::bigint as running
    from draw_totals t left join declarations c on ${isDecidedBy}
    where ${and([sql`t.draw_id = d.id`, half !== undefined && sql`t.session = ${half}`])}) t
  cross join lateral (
    select coalesce(sum(c.paid - w.cancelled_paid), 0)::bigint as paid
    from declarations c join declared_wins w on w.declaration_id = c.id
    where ${and([sql`c.draw_id = d.id`, sql`c.withdrawn_at is null`, half !== undefined && sql`c.half = ${half}`])}) w`

/** The half of `t` is declared or voided by `c`. */
const isDecidedBy: Statement = sql`c.draw_id = t.draw_id and c.half = t.session and c.withdrawn_at is null`

/**
 * A row for each game that was bet on: what the tallies hold is not cancelled, what was cancelled one by one is read of
 * its bids, which are few. A tally's slots are added up, as whole paise, before they are weighed: one may be below zero.
 */
export const gamesOn = (days: readonly Day[]) => sql<GameRow>`
  with counted as materialized (
    select t.draw_id, t.session, t.pick, t.multiplier, sum(t.bids) as bids, sum(t.points)::bigint as points
    from draws d join tallies t on t.draw_id = d.id where d.market_date = any(${days}::date[]) group by 1, 2, 3, 4
  ), staked as (
    select split_part(t.pick, ':', 1) as game_mode, t.bids, t.points as stake,
      case when c.is_void then t.points else 0 end as refunded,
      case when t.pick = any(c.picks) then ${wonBy('t')} else 0 end as paid,
      case when c.id is null then t.points else 0 end as running
    from counted t left join declarations c on ${isDecidedBy}
    union all
    select b.game_mode, 1, b.points, b.points, 0, 0 from bids b
    where b.market_date = any(${days}::date[]) and b.cancelled_at is not null
  )
  select game_mode, sum(bids)::bigint as bids, sum(stake)::bigint as stake, sum(refunded)::bigint as refunded,
    sum(paid)::bigint as paid, sum(running)::bigint as running
  from staked group by game_mode having sum(bids) > 0 order by sum(stake) desc, game_mode`

/** In which hours the day's bids were placed: each of them is read. India's hours begin at the same moments all year. */
export async function listHours(db: Db, day: Day): Promise<Answer<typeof api.daybook.hours>['data']> {
  return db.many(sql`
    select date_bin('1 hour', b.placed_at, '2000-01-01 00:00+05:30') as at, count(*) as bids,
      sum(b.points)::bigint / 100.0::float8 as stake
    from bids b where b.market_date = ${day} group by 1 order by 1`)
}
