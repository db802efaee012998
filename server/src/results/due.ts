/** Halves whose moment has passed and that nobody has declared: the current draws', and forgotten ones of past days. */
import { EMPTY, type Half } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { listMarkets } from '../markets/queries.ts'

export interface DueHalf {
  readonly marketId: number
  readonly name: string
  readonly date: string
  readonly half: Half
  /** The moment since which it is due. */
  readonly since: string
}

/** The longest due first. Of past days only draws that somebody touched are asked for. */
export async function findDueHalves(db: Db, at: Date): Promise<DueHalf[]> {
  const current = (await listMarkets(db)).flatMap((market): DueHalf[] => {
    const { id: marketId, name, market_date: date, opens_at, closes_at } = market
    if (!date || !opens_at || !closes_at || !market.is_active) return []
    const halves: DueHalf[] = []
    if (market.open_digit === EMPTY) halves.push({ marketId, name, date, half: 'open', since: opens_at })
    if (market.close_digit === EMPTY) halves.push({ marketId, name, date, half: 'close', since: closes_at })
    return halves.filter(({ since }) => new Date(since) <= at)
  })
  const past = await db.many<DueHalf>(sql`
    select d.market_id as "marketId", m.name, d.market_date as date, h.half,
      case h.half when 'open' then d.opens_at else d.closes_at end as since
    from draws d join markets m on m.id = d.market_id and m.deleted_at is null
    cross join (values ('open'::half), ('close'::half)) as h (half)
    where d.closes_at <= ${at}
    and not exists (select from declarations c
      where c.draw_id = d.id and c.half = h.half and c.withdrawn_at is null)`)
  const isShown = (half: DueHalf) =>
    current.some((each) => each.marketId === half.marketId && each.date === half.date)
  return [...current, ...past.filter((half) => !isShown(half))].sort((a, b) => a.since.localeCompare(b.since))
}
