/** Bet management over HTTP. */
import { api, REVERTED_BY_ADMIN } from '@munim/contract'
import { serveCsv } from '../http/csv.ts'
import { laneOfPlayer } from '../http/lanes.ts'
import { serveLook } from '../http/looks.ts'
import { foresee } from '../http/second.ts'
import { type App, serve } from '../http/serve.ts'
import { found } from '../refusal.ts'
import { bidsFile, bidsOfMarketFile, numbersFile } from './csv.ts'
import { findBid } from './details.ts'
import { getBid, listBids, runningOf } from './list.ts'
import { listNumbers } from './numbers.ts'
import { listBidsOfMarket, readAnalytics } from './of-market.ts'
import { findStake, foreseeRevert, revertBid, traceOfRevertedBid } from './revert.ts'
import { listSlip, searchBets } from './search.ts'

export function bidRoutes(app: App): void {
  serveLook(app, api.bids.list, async (db, filter) => {
    const { slip, search } = filter
    const page = await (slip !== undefined
      ? listSlip(db, filter, slip, search)
      : search
        ? searchBets(db, filter, search)
        : listBids(db, filter))
    const at = `bids of ${filter.market ?? 'all markets'}`
    return [page, { at, rows: runningOf(page.data), asked: filter }]
  })

  serveCsv(app, api.bids.listCsv, bidsFile)

  serveLook(app, api.bids.get, async (db, { betId }) => {
    const data = found(await findBid(db, betId), 'Bid not found')
    return [{ data }, { at: `bid ${betId}`, rows: runningOf([data, ...data.slip]) }]
  })

  serveLook(app, api.bids.ofMarket, async (db, filter) => {
    const page = await listBidsOfMarket(db, filter)
    return [page, { at: `${filter.marketId} ${page.date}`, rows: runningOf(page.data), asked: filter }]
  })

  serveCsv(app, api.bids.ofMarketCsv, bidsOfMarketFile)

  serveLook(app, api.bids.numbers, async (db, filter) => {
    const page = await listNumbers(db, filter)
    const rows = page.data.filter(({ status }) => status === 'running').length
    return [page, { at: `${filter.marketId} ${page.date}`, rows, asked: filter }]
  })

  serveCsv(app, api.bids.numbersCsv, numbersFile)

  serveLook(app, api.bids.analytics, async (db, input) => {
    const data = await readAnalytics(db, input)
    const rows = data.declared === null ? data.distributions.gameMode.length : 0
    return [{ data }, { at: `${input.marketId} ${data.date}`, rows }]
  })

  foresee(app, api.bids.revert, (db, { input: { betId, ...input }, isAsked }) =>
    foreseeRevert(db, { id: betId, ...input }, isAsked),
  )

  serve(
    app,
    api.bids.revert,
    async (db, { betId, reason: typed, basedOn }, { actor, trail }) => {
      const reverting = { id: betId, reason: typed || REVERTED_BY_ADMIN, actor, basedOn }
      const { reason, ...bid } = await revertBid(db, reverting)
      const data = await getBid(db, bid)
      trail.push(traceOfRevertedBid(betId, reason, data.points))
      return { data }
    },
    async (db, { betId }, { lanes }) => {
      const stake = await findStake(db, betId)
      if (stake) lanes.push(laneOfPlayer(stake.user_id))
    },
  )
}
