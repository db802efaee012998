/** The player's side over HTTP. */
import { api } from '@munim/contract'
import { rupeesOf } from '@munim/core'
import { placeBids } from '../bids/place.ts'
import { listBidsOf } from '../bids/queries.ts'
import { openSession } from '../http/caller.ts'
import { type App, serve } from '../http/serve.ts'
import { found } from '../refusal.ts'
import { hashSecrets, recognisePlayer, registerPlayer, rememberDevice } from './account.ts'
import { findPlayer, listOpenMarkets } from './queries.ts'

const SESSION_DAYS = 30

export function playerRoutes(app: App): void {
  serve(
    app,
    api.player.register,
    async (
      db,
      { user_name, mobile, referral },
      _caller,
      secrets: Awaited<ReturnType<typeof hashSecrets>>,
    ) => {
      const userId = await registerPlayer(db, { user_name, mobile, referral, ...secrets, at: undefined })
      const token = await openSession(db, { userId }, SESSION_DAYS)
      return { token, data: (await findPlayer(db, userId))! }
    },
    (_database, { password, mpin }) => hashSecrets(password, mpin),
  )

  serve(
    app,
    api.player.login,
    async (
      db,
      { device },
      _caller,
      { userId, knowsDevice }: Awaited<ReturnType<typeof recognisePlayer>>,
    ) => ({
      token: await openSession(db, { userId }, SESSION_DAYS),
      data: found(await findPlayer(db, userId), 'Player not found'),
      device: knowsDevice ? device! : await rememberDevice(db, userId),
    }),
    (database, input, { address }) => recognisePlayer(database, input, address),
  )

  serve(app, api.player.me, async (db, _input, { id }) => ({
    data: found(await findPlayer(db, id), 'Player not found'),
  }))

  serve(app, api.player.markets, async (db) => ({ data: await listOpenMarkets(db) }))

  serve(app, api.player.placeBids, async (db, { bids }, { id }) => {
    const placed = await placeBids(db, { userId: id, bids, at: undefined })
    return {
      data: placed.bids.map(({ id, marketId, market_date, pick: { game, ...pick }, points }) => ({
        id,
        marketId,
        market_date,
        ...pick,
        game_mode: game,
        points: rupeesOf(points),
      })),
      wallet: rupeesOf(placed.balance),
    }
  })

  serve(app, api.player.bids, async (db, page, { id }) => listBidsOf(db, id, page))
}
