/**
 * A result source for demonstrations: serves a plausible draw over HTTP once its moment has passed, and what is
 * declared where a half is, so that it contradicts nothing.
 */
import { hash } from 'node:crypto'
import { digitOf, drawOn, EMPTY, type Half, pannas, readDay } from '@munim/core'
import { refuse } from '../http/faults.ts'
import type { App } from '../http/serve.ts'
import { readCurrentDeclarations } from '../markets/current-declarations.ts'
import { findDraw, findMarket, momentsOf, scheduleOf } from '../markets/schedule.ts'

const PATH = '/demo-source'

/** Where the built-in source is, for a server that listens at this address. */
export function demoSourceUrl(address: string): string {
  return `${address}${PATH}?marketId={marketId}&date={date}`
}

export function serveDemoSource({ http, database }: App): void {
  http.get<{ Querystring: { marketId?: unknown; date?: unknown } }>(PATH, async (request, reply) => {
    const { marketId, date } = request.query
    const day = readDay(date)
    const market = day && isNumber(marketId) ? await findMarket(database, marketId) : undefined
    const draw = market && day ? await findDraw(database, market.id, day) : undefined
    const moments = draw ? momentsOf(draw) : market && day ? drawOn(scheduleOf(market), day) : null
    if (!market || !day || !moments) return refuse(reply, 404, 'There is no such draw')
    const at = await database.now()
    const current = draw ? await readCurrentDeclarations(database, draw.id) : []
    const drawn = (half: Half, since: Date) =>
      current.find((declared) => declared.half === half) ??
      (at >= since ? numberOf(`${market.id} ${day} ${half}`) : nothing)
    const open = drawn('open', moments.openEndsAt)
    const close = drawn('close', moments.closeEndsAt)
    return {
      marketId: market.id,
      date: day,
      open_digit: open.digit,
      open_panna: open.panna,
      close_digit: close.digit,
      close_panna: close.panna,
    }
  })
}

/** Markets are asked for by number; any other text never reaches the database. */
const isNumber = (asked: unknown): asked is string => typeof asked === 'string' && /^[0-9]{1,9}$/.test(asked)

const nothing = { digit: EMPTY, panna: EMPTY }

/** The same number for the same draw, always. */
function numberOf(draw: string): { digit: string; panna: string } {
  const place = hash('sha256', draw, 'buffer').readUInt32BE(0) % pannas.length
  const panna = pannas[place]!
  return { digit: digitOf(panna), panna }
}
