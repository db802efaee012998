/** Bet management over HTTP. */
import { api } from '@munim/contract'
import { serveCsv } from '../http/csv.ts'
import { type App, serve } from '../http/serve.ts'
import { bidsFile, bidsOfMarketFile } from './csv.ts'
import { getBid, listBids } from './list.ts'
import { listBidsOfMarket, readAnalytics } from './of-market.ts'
import { revertBid } from './revert.ts'

export function bidRoutes(app: App): void {
  serve(app, api.bids.list, listBids)

  serveCsv(app, api.bids.listCsv, bidsFile)

  serve(app, api.bids.ofMarket, listBidsOfMarket)

  serveCsv(app, api.bids.ofMarketCsv, bidsOfMarketFile)

  serve(app, api.bids.analytics, async (db, input) => ({ data: await readAnalytics(db, input) }))

  serve(app, api.bids.revert, async (db, { betId, reason }, { actor, trail }) => {
    const key = await revertBid(db, {
      id: betId,
      reason: reason || 'Reverted by admin',
      actor,
      at: undefined,
    })
    const data = await getBid(db, key)
    trail.push({ thing: 'bid', id: betId, after: { status: 'cancelled', reason, points: data.points } })
    return { data }
  })
}
