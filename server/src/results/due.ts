/** Halves that are neither declared nor voided: of current draws, of days that their market does not show, and of markets that are off. */
import { t } from '@munim/contract'
import { EMPTY, type Half, type Result } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { listMarkets, withOwed } from '../markets/queries.ts'

export interface DueHalf extends Pick<Result, 'open_digit' | 'open_panna'> {
  readonly marketId: number
  readonly name: string
  readonly date: string
  readonly half: Half
  /** The end of its betting, since when it is due. */
  readonly since: string
  /** Its betting still goes on: it is not due yet. */
  readonly isEarly: boolean
  /** Of the draw that the market shows now. */
  readonly isCurrent: boolean
  /** Auto declare leaves it to the administrator: it was reverted once, or the source is doubtful. */
  readonly isStopped: boolean
  /** Why auto declare left it; '' where it did not try. */
  readonly note: string
  /** When it was last reverted; null where it never was. */
  readonly revertedAt: string | null
}

interface Found extends Omit<DueHalf, 'isStopped' | 'note' | 'revertedAt'> {
  /** Its market was not switched off. */
  readonly isActive: boolean
}

/**
 * The longest due first; early ones only where they are asked for. Of days that their market does not show, and of markets
 * that were switched off, only draws that have a row are read: a bid may be on them.
 */
export async function findDueHalves(db: Db, at: Date, { early = false } = {}): Promise<DueHalf[]> {
  const markets = await withOwed(db, await listMarkets(db))
  const current = markets.flatMap((market): Found[] => {
    const { id: marketId, name, market_date: date, open_digit, open_panna } = market
    const { open_ends_at, close_ends_at } = market
    if (!market.owes_result || !date || !open_ends_at || !close_ends_at) return []
    const half = (which: Half, since: string): Found => ({
      marketId,
      name,
      date,
      half: which,
      since,
      isEarly: new Date(since) > at,
      open_digit,
      open_panna,
      isCurrent: true,
      isActive: market.is_active,
    })
    const isVoid = (which: Half) => market.voided?.halves.includes(which)
    return [
      ...(open_digit === EMPTY && !isVoid('open') ? [half('open', open_ends_at)] : []),
      ...(market.close_digit === EMPTY && !isVoid('close') ? [half('close', close_ends_at)] : []),
    ].filter(({ isEarly }) => early || !isEarly)
  })
  const others = await db.many<Found>(sql`
    select d.market_id as "marketId", m.name, d.market_date as date, h.half, false as "isCurrent", false as "isEarly",
      m.is_active as "isActive", case h.half when 'open' then d.opens_at else d.closes_at end as since,
      coalesce(o.digit, '-') as open_digit, coalesce(o.panna, '-') as open_panna
    from draws d join markets m on m.id = d.market_id and m.deleted_at is null
    left join declarations o on o.draw_id = d.id and o.half = 'open' and o.withdrawn_at is null
    cross join (values ('open'::half), ('close'::half)) as h (half)
    where d.undeclared > 0 and d.opens_at <= ${at} and (h.half = 'open' or d.closes_at <= ${at})
    and not exists (select from declarations c
      where c.draw_id = d.id and c.half = h.half and c.withdrawn_at is null)`)
  const isShown = ({ marketId, date }: Found) =>
    current.some((each) => each.marketId === marketId && each.date === date)
  const found = [...current, ...others.filter((half) => !isShown(half))]
  found.sort((a, b) => a.since.localeCompare(b.since))
  return withNotes(db, found)
}

async function withNotes(db: Db, found: readonly Found[]): Promise<DueHalf[]> {
  const notes = await db.many<
    Pick<DueHalf, 'marketId' | 'date' | 'half' | 'isStopped' | 'revertedAt'> & {
      reason: string
      isOn: boolean
    }
  >(sql`
    select d.market_id as "marketId", d.market_date as date, h.half,
      coalesce(r.is_stopped, false) or c.at is not null as "isStopped",
      coalesce(r.reason, '') as reason, c.at as "revertedAt", s.auto_declare as "isOn"
    from unnest(${found.map((each) => each.marketId)}::int[], ${found.map((each) => each.date)}::date[],
      ${found.map((each) => each.half)}::half[]) as h (market_id, market_date, half)
    join draws d on d.market_id = h.market_id and d.market_date = h.market_date
    cross join settings s
    left join readings r on r.draw_id = d.id and r.half = h.half
    left join lateral (select max(c.withdrawn_at) as at from declarations c where c.draw_id = d.id and c.half = h.half) c on true`)
  return found.map(({ isActive, ...each }) => {
    const said = notes.find(
      ({ marketId, date, half }) => marketId === each.marketId && date === each.date && half === each.half,
    )
    const { isStopped = false, reason = '', revertedAt = null, isOn = false } = said ?? {}
    const left = isOn && !each.isEarly ? leftOf(each.isCurrent, isActive) : ''
    const note = revertedAt === null ? reason || left : t('It was reverted; auto declare leaves it to you')
    return { ...each, isStopped, note, revertedAt }
  })
}

/** A source that fails is asked again every twenty seconds; after so long a person declares. */
const TRIED_MS = 15 * 60_000

/** Whether auto declare, where it is on, leaves this half to a person, or tries in vain. The bell and /metrics tell it. */
export const isLeft = ({ isStopped, note, since }: DueHalf, at: Date): boolean =>
  isStopped || (note !== '' && at.getTime() - Date.parse(since) >= TRIED_MS)

/** Why auto declare does not ask for it; '' where it does. */
function leftOf(isCurrent: boolean, isActive: boolean): string {
  if (!isActive) return t('The market is switched off; auto declare leaves it to you')
  return isCurrent ? '' : t('The market shows another day; auto declare leaves this one to you')
}
