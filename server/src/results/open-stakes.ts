/** What waits for a result: the stakes on undecided halves of the markets' current draws, from the draws' totals. */
import type { Answer, api } from '@munim/contract'
import { type Db, sql } from '../database/db.ts'
import { listMarkets } from '../markets/queries.ts'

type Row = Answer<typeof api.results.waiting>['data'][number]

export async function listWaiting(db: Db): Promise<Row[]> {
  const current = (await listMarkets(db)).filter(({ market_date }) => market_date !== null)
  return db.many<Row>(sql`
    select d.market_id as "marketId", d.market_date as date, sum(t.bids)::bigint as bids, sum(t.points) / 100.0::float8 as points
    from unnest(${current.map(({ id }) => id)}::int[], ${current.map((market) => market.market_date)}::date[])
      as shown (market_id, market_date)
    join draws d on d.market_id = shown.market_id and d.market_date = shown.market_date
    join draw_totals t on t.draw_id = d.id
    where not exists (select from declarations c
      where c.draw_id = d.id and c.half = t.session and c.withdrawn_at is null)
    group by d.market_id, d.market_date having sum(t.bids) > 0 order by d.market_id`)
}
