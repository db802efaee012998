/** Bet management over HTTP. */
import { api, REVERTED_BY_ADMIN } from '@munim/contract'
import { serveCsv } from '../http/csv.ts'
import { laneOfPlayer } from '../http/lanes.ts'
import { leaveLook } from '../http/looks.ts'
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
  serve(app, api.bids.list, async (db, filter, caller) => {
    const { slip, search } = filter
    const page = await (slip !== undefined
      ? listSlip(db, filter, slip, search)
      : search
        ? searchBets(db, filter, search)
        : listBids(db, filter))
    const at = `bids of ${filter.market ?? 'all markets'}`
    await leaveLook(app.database, api.bids.list, caller, { at, rows: runningOf(page.data), asked: filter })
    return page
  })

  serveCsv(app, api.bids.listCsv, bidsFile)

  serve(app, api.bids.get, async (db, { betId }, caller) => {
    const data = found(await findBid(db, betId), 'Bid not found')
    const look = { at: `bid ${betId}`, rows: runningOf([data, ...data.slip]) }
    await leaveLook(app.database, api.bids.get, caller, look)
    return { data }
  })

  serve(app, api.bids.ofMarket, async (db, filter, caller) => {
    const page = await listBidsOfMarket(db, filter)
    const at = `${filter.marketId} ${page.date}`
    const look = { at, rows: runningOf(page.data), asked: filter }
    await leaveLook(app.database, api.bids.ofMarket, caller, look)
    return page
  })

  serveCsv(app, api.bids.ofMarketCsv, bidsOfMarketFile)

  serve(app, api.bids.numbers, async (db, filter, caller) => {
    const page = await listNumbers(db, filter)
    const rows = page.data.filter(({ status }) => status === 'running').length
    const at = `${filter.marketId} ${page.date}`
    await leaveLook(app.database, api.bids.numbers, caller, { at, rows, asked: filter })
    return page
  })

  serveCsv(app, api.bids.numbersCsv, numbersFile)

  serve(app, api.bids.analytics, async (db, input, caller) => {
    const data = await readAnalytics(db, input)
    const rows = data.declared === null ? data.distributions.gameMode.length : 0
    await leaveLook(app.database, api.bids.analytics, caller, { at: `${input.marketId} ${data.date}`, rows })
    return { data }
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
