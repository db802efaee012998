/** Markets in SQL, in the shape of the contract, with the digits of one draw each. */
import type { Answer, api } from '@munim/contract'
import { currentDay, type Day, drawOn, EMPTY, type Result, readDay, WEEKDAYS, weekdayOf } from '@munim/core'
import { type Db, nowOf, sql } from '../database/db.ts'
import { marksOfDraw, withDeclarations } from './current-declarations.ts'
import { daysOfMarket, isMarket, type MarketRow, scheduleOf } from './schedule.ts'

export type Market = Answer<typeof api.markets.get>['data']

/** A market before owes_result is asked for, which is one more statement: `withOwed`. */
export type MarketDraw = Omit<Market, 'owes_result'>

type Row = MarketRow &
  Pick<Market, 'name_hindi' | 'status' | 'market_status' | 'is_active' | 'tag'> &
  Record<'uuid' | 'created_at' | 'updated_at', string>

interface Declared extends Result {
  readonly market_id: number
  readonly market_date: Day
  readonly opens_at: string
  readonly closes_at: string
  readonly voided: Market['voided']
}

/** What was voided of a draw `d` whose current declarations are `o` and `c`. */
export const voidedOf = sql`
  case when o.is_void or c.is_void then json_strip_nulls(json_build_object(
    'halves', array_remove(array[case when o.is_void then 'open' end, case when c.is_void then 'close' end], null),
    'reason', concat_ws('; ', nullif(o.reason, ''), nullif(nullif(c.reason, ''), o.reason)),
    'refunds', (select json_build_object('paid', coalesce(sum(r.refunded), 0), 'of', coalesce(sum(r.bids), 0)) from refund_runs r
      where r.draw_id = d.id and r.refunded < r.bids having count(*) > 0))) end`

/** Every market, in the order they were made, each with its current draw. */
export async function listMarkets(db: Db): Promise<MarketDraw[]> {
  return withDraws(db, await readMarkets(db, sql`m.deleted_at is null`), undefined)
}

/** One market with the draw of this day, or its current one; undefined where there is no such market. */
export async function findMarketDetails(
  db: Db,
  id: string,
  day: Day | undefined,
): Promise<MarketDraw | undefined> {
  const [market] = await withDraws(db, await readMarkets(db, isMarket([id])), day)
  return market
}

function readMarkets(db: Db, condition: ReturnType<typeof isMarket>): Promise<Row[]> {
  return db.many<Row>(sql`
    select m.id, m.uuid, m.name, m.name_hindi, m.open_time, m.close_time, m.status, m.market_status, m.is_active,
      m.tag, m.games, m.created_at, m.updated_at, ${daysOfMarket} as days
    from markets m where ${condition} order by m.id`)
}

async function withDraws(db: Db, markets: readonly Row[], day: Day | undefined): Promise<MarketDraw[]> {
  const now = await db.now()
  const days = markets.map((market) => day ?? currentDay(scheduleOf(market), now))
  const ids = markets.map(({ id }) => id)
  const declared = await db.many<Declared>(sql`
    select d.market_id, d.market_date, d.opens_at, d.closes_at, ${marksOfDraw}, ${voidedOf} as voided
    from unnest(${ids}::int[], ${days}::date[]) as shown (market_id, market_date)
    join draws d on d.market_id = shown.market_id and d.market_date = shown.market_date ${withDeclarations}`)
  return markets.map((market, nth) => {
    const shown = declared.find(({ market_id }) => market_id === market.id)
    return toWire(market, days[nth] ?? null, shown)
  })
}

/**
 * The same markets, each with whether its draw is owed a result. `before`: as it was until this call, which the audit has
 * not yet.
 */
export async function withOwed(db: Db, markets: readonly MarketDraw[], before?: Switches): Promise<Market[]> {
  const absent = await findAbsent(db, markets, before)
  return markets.map((market) => ({
    ...market,
    owes_result:
      market.close_ends_at !== null && (market.has_draw || (market.is_active && !absent.includes(market.id))),
  }))
}

/** Whether a market is on, and on which days. One that is closed, or inactive, takes no bids either, and owes its result. */
type Switches = Pick<MarketDraw, 'is_active' | 'market_off_day'>

/** Those whose draw has no row and that were off, or off on its weekday, as its betting ended, or were made later. */
async function findAbsent(db: Db, markets: readonly MarketDraw[], before?: Switches): Promise<number[]> {
  const asked = markets.flatMap(({ id, has_draw, is_active, market_date: day, close_ends_at: ended }) =>
    has_draw || !is_active || day === null || ended === null
      ? []
      : [{ id, ended, weekday: weekdayOf(readDay(day)!) }],
  )
  if (asked.length === 0) return []
  // What it was then is in the first later row that changed it. Later rows of the audit are found by their ids; the
  // moment is compared, too, for the clock may have been set back.
  const asItEnded = (name: keyof Switches) => sql`
    coalesce((select a.before -> ${name} from audit a
      where a.thing = 'market' and a.thing_id = m.id::text and a.at >= d.ended and a.before ? ${name}
      and a.id >= (select x.id from audit x where x.at >= d.ended order by x.at, x.id limit 1)
      order by a.id limit 1),
      case when d.ended <= ${nowOf(db)} then ${before ? JSON.stringify(before[name]) : null}::jsonb end)`
  const absent = await db.many<{ id: number }>(sql`
    select m.id
    from unnest(${asked.map(({ id }) => id)}::int[], ${asked.map(({ ended }) => ended)}::timestamptz[],
      ${asked.map(({ weekday }) => weekday)}::text[]) as d (market_id, ended, weekday)
    join markets m on m.id = d.market_id
    where m.created_at >= d.ended or ${asItEnded('is_active')} = 'false'
      or ${asItEnded('market_off_day')} #> array[d.weekday, 'state'] = 'false'`)
  return absent.map(({ id }) => id)
}

function toWire(market: Row, day: Day | null, declared: Declared | undefined): MarketDraw {
  const scheduled = day ? drawOn(scheduleOf(market), day) : null
  const { uuid, days, created_at, updated_at, ...same } = market
  return {
    ...same,
    _id: uuid,
    games: [...market.games],
    market_off_day: Object.fromEntries(
      WEEKDAYS.map((name) => {
        const { state, open_time, close_time } = days[name]
        return [name, { state, open_time: open_time ?? '', close_time: close_time ?? '' }]
      }),
    ) as Market['market_off_day'],
    open_digit: declared?.open_digit ?? EMPTY,
    open_panna: declared?.open_panna ?? EMPTY,
    close_digit: declared?.close_digit ?? EMPTY,
    close_panna: declared?.close_panna ?? EMPTY,
    voided: declared?.voided ?? null,
    market_date: day,
    open_ends_at: declared?.opens_at ?? scheduled?.openEndsAt.toISOString() ?? null,
    close_ends_at: declared?.closes_at ?? scheduled?.closeEndsAt.toISOString() ?? null,
    has_draw: declared !== undefined,
    createdAt: created_at,
    updatedAt: updated_at,
  }
}
