/** Bids as a CSV file: the whole of what Bet Management's filters leave. The reports' bid history has the same columns. */
import { type api, msg, t } from '@munim/contract'
import { labelOf, type PickField } from '@munim/core'
import type { Db } from '../database/db.ts'
import { inWords } from '../http/cell-words.ts'
import type { CsvColumn, CsvFile } from '../http/csv.ts'
import { findMarket } from '../markets/schedule.ts'
import { type BidRow, eachBid } from './list.ts'
import { eachNumber, type NumberRow } from './numbers.ts'
import { eachBidOfMarket } from './of-market.ts'
import { findBids, listSlip } from './search.ts'
import { SLIP_AT_MOST } from './slip.ts'

type Bet = Omit<BidRow, 'User' | 'Market' | 'ends_at'>

const placed: readonly CsvColumn<Bet>[] = [
  [msg('ID'), (bid) => bid.id],
  [msg('Placed at'), (bid) => ({ at: bid.createdAt })],
  [msg('Market date'), (bid) => bid.market_date],
  [msg('Market'), (bid) => bid.market_name],
]
const player: readonly CsvColumn<BidRow>[] = [
  [msg('User ID'), (bid) => bid.User.id],
  [msg('User'), (bid) => bid.User.user_name],
  [msg('Mobile'), (bid) => bid.User.mobile],
]
const pick: readonly CsvColumn<Pick<NumberRow, 'session' | 'game_mode' | PickField>>[] = [
  [msg('Session'), ({ session }) => inWords(session)],
  [msg('Game'), (row) => t(labelOf(row.game_mode))],
  [msg('Open digit'), (row) => row.open_digit],
  [msg('Open panna'), (row) => row.open_panna],
  [msg('Close digit'), (row) => row.close_digit],
  [msg('Close panna'), (row) => row.close_panna],
]
const bet: readonly CsvColumn<Bet>[] = [
  ...pick,
  [msg('Points'), (bid) => ({ rupees: bid.points })],
  [msg('Multiplier'), (bid) => bid.multiplier],
  [msg('Status'), (bid) => inWords(bid.status)],
  [msg('Win'), ({ win }) => (win === '-' ? null : { rupees: win })],
]

/** Of all players' bids. */
export const bidColumns: readonly CsvColumn<BidRow>[] = [...placed, ...player, ...bet]
/** Of one player's. */
export const ownBidColumns: readonly CsvColumn<Bet>[] = [...placed, ...bet]

export const bidsFile: CsvFile<typeof api.bids.listCsv, BidRow> = {
  name: async (db, { market, status, search, slip }) => [
    'bets',
    slip === undefined ? undefined : `slip of ${slip}`,
    await marketNameOf(db, market),
    status,
    search && 'search',
  ],
  columns: bidColumns,
  async *rows(db, filter) {
    if (filter.slip !== undefined) {
      const whole = { ...filter, order: undefined, page: 1, limit: SLIP_AT_MOST }
      yield (await listSlip(db, whole, filter.slip, filter.search)).data
      return
    }
    const found = filter.search ? await findBids(db, filter.search) : undefined
    yield* eachBid(db, { ...filter, found })
  },
}

export const numbersFile: CsvFile<typeof api.bids.numbersCsv, NumberRow> = {
  name: async (db, { marketId, date, session, gameMode }) => [
    'numbers',
    await marketNameOf(db, marketId),
    date ?? 'current draw',
    session,
    gameMode,
  ],
  columns: [
    ...pick,
    [msg('Bids'), ({ bids }) => bids],
    [msg('Points'), ({ points }) => ({ rupees: points })],
    [msg('Status'), ({ status }) => inWords(status)],
    [msg('Pays'), ({ pays }) => ({ rupees: pays })],
  ],
  async *rows(db, filter) {
    yield await eachNumber(db, filter)
  },
}

export const bidsOfMarketFile: CsvFile<typeof api.bids.ofMarketCsv, BidRow> = {
  name: async (db, { marketId, date, status, gameMode, session }) => [
    'bets',
    await marketNameOf(db, marketId),
    date ?? 'current draw',
    session,
    gameMode,
    status,
  ],
  columns: bidColumns,
  rows: eachBidOfMarket,
}

/** For a file's name: undefined where no market is chosen. */
export async function marketNameOf(db: Db, market: string | undefined): Promise<string | undefined> {
  return market === undefined ? undefined : ((await findMarket(db, market))?.name ?? 'no market')
}
