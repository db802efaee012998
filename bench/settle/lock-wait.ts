/** How long declaring waits for its draw while players go on placing bids on the other half. */
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@munim/contract'
import type { Database } from '../../server/src/database/db.ts'
import { fillBids, fillMarket, fillTokens, OPEN_FORM } from '../../tests/support/fill.ts'
import { ask, type ServerProcess } from '../../tests/support/server-process.ts'
import { timed } from '../run/figures.ts'

const ROUNDS = 15

interface Load {
  readonly database: Database
  readonly server: ServerProcess
  readonly token: string
  readonly firstPlayer: number
  readonly clients: number
}

/** Milliseconds of whole declare calls on a draw of ten winners, so that nearly all of each is waiting. */
export async function timeLockWaits({ database, server, token, firstPlayer, clients }: Load) {
  const draw = await fillMarket(database, 'BUSY')
  await fillBids(database, { ...draw, bids: 1000, winners: 10, firstPlayer, players: 1000 })
  const players = await fillTokens(database, firstPlayer, clients)
  const ofDraw = { marketId: draw.marketId, date: draw.date }
  const settle = async () => {
    const ms = await timed(() =>
      ask(server.host, api.results.declare, { ...ofDraw, ...OPEN_FORM }, { token }),
    )
    await ask(server.host, api.results.revert, ofDraw, { token })
    return ms
  }
  const settleAgain = async () => {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(200)
      times.push(await settle())
    }
    return times
  }

  const idle = await settleAgain()
  let placed = 0
  let isOver = false
  const bid = {
    marketId: draw.marketId,
    session: 'close' as const,
    game_mode: 'single_digit' as const,
    points: 10,
  }
  const started = performance.now()
  const placing = players.map(async (player, nth) => {
    while (!isOver) {
      const bids = [{ ...bid, close_digit: String(nth % 10) }]
      await ask(server.host, api.player.placeBids, { bids }, { token: player })
      placed++
    }
  })
  const busy = await settleAgain()
  isOver = true
  await Promise.all(placing)
  return { idle, busy, perSecond: Math.round(placed / ((performance.now() - started) / 1000)) }
}
