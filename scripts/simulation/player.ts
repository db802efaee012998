/** A simulated player: comes in, then reads markets, bids and looks at the bids until told to stop. The rest is app.ts. */
import { type Answer, api, type Body } from '@munim/contract'
import { GAME_MODES, isCombined, type Session } from '@munim/core'
import { chanceOf } from '../../server/src/demo/chance.ts'
import { oneGame, picksOf } from '../../server/src/demo/picks.ts'
import * as app from './app.ts'
import type { Call } from './calls.ts'

type Market = Answer<typeof api.player.markets>['data'][number]
type Bids = Body<typeof api.player.placeBids>['bids']

export interface Player {
  readonly id: number
  readonly token: string
  isApproved: boolean
}

/** What all players together have placed. */
export interface Placed {
  bids: number
  rupees: number
}

const PASSWORD = 'simulated'

/** Registers with a mobile that no player has, and signs in with it; undefined where the server will not have it. */
export async function enter(call: Call, name: string): Promise<Player | undefined> {
  const mobile = `6${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`
  const registered = await call(api.player.register, { user_name: name, mobile, password: PASSWORD })
  if (!registered.isDone) return registered.code === 409 ? enter(call, name) : undefined
  const signedIn = await call(api.player.login, { mobile, password: PASSWORD })
  if (!signedIn.isDone) return undefined
  const { token, data } = signedIn
  return { id: data.id, token, isApproved: data.isApproved }
}

export interface Playing {
  readonly call: Call
  readonly player: Player
  readonly placed: Placed
  /** Waits as long as a person thinks; resolves to false when it is time to stop. */
  readonly think: () => Promise<boolean>
  /** Called when the wallet runs low. */
  readonly refill: (player: Player) => Promise<void>
}

const LOW_RUPEES = 4000 // The most that one round costs: eight bids of 500.

/** Opens the app, reads the markets anew every few rounds, as an app does, and bids on one that is open each round. */
export async function play({ call, player, placed, think, refill }: Playing): Promise<void> {
  let markets: readonly Market[] = []
  await app.open(call, player.token)
  for (let round = 0; await think(); round++) {
    if (round % 5 === 0) {
      const listed = await call(api.player.markets, {}, player.token)
      if (listed.isDone)
        markets = listed.data.filter(({ openBidsFor, closeBidsFor }) => openBidsFor || closeBidsFor)
    }
    if (round % 3 === 2) await call(api.player.bids, { page: 1, limit: 10 }, player.token)
    if (round % 10 === 9) await app.readNotices(call, player.token)
    if (round % 50 === 49) await app.writeFeedback(call, player.token)
    if (markets.length === 0 || !(await think())) continue
    const bids = bidsOn(chance.oneOf(markets))
    const said = await call(api.player.placeBids, { bids }, player.token)
    if (!said.isDone) continue
    placed.bids += bids.length
    placed.rupees += bids.reduce((sum, { points }) => sum + points, 0)
    if (said.wallet < LOW_RUPEES) await refill(player)
  }
}

const chance = chanceOf(Date.now())
const STAKES = [10, 10, 10, 20, 20, 30, 50, 50, 100, 200, 500]

/** One to eight bids of one game for one stake, in a session that the market still takes. */
function bidsOn(market: Market): Bids {
  const isOpen = market.openBidsFor && (chance.happens(0.6) || !market.closeBidsFor)
  const session: Session = isOpen ? 'open' : 'close'
  const offered = GAME_MODES.filter((game) => market.games.length === 0 || market.games.includes(game))
  const possible = offered.filter((game) => market.openBidsFor || !isCombined(game))
  const game = oneGame(chance, possible.length > 0 ? possible : GAME_MODES)
  const points = chance.oneOf(STAKES)
  return picksOf(chance, game, session, chance.whole(1, 8)).map((fields) => ({
    marketId: market.id,
    session,
    game_mode: game,
    ...fields,
    points,
  }))
}
