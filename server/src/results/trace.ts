/** What declaring and reverting a result did: the figures that the calls answer with, and what the audit keeps. */
import { EMPTY, type Paise, rupeesOf, type TypedResult } from '@munim/core'
import type { Trace } from '../http/trail.ts'
import { resultOf } from '../markets/current-declarations.ts'
import type { Reverted, RevertedResult } from './revert.ts'

/** The money in rupees. */
export type Effect = ReturnType<typeof effectOf>

export function effectOf({ date, winningBids, players, paid, belowZero, withdrawalsCancelled }: Reverted) {
  return { date, winningBids, players, paid: rupeesOf(paid as Paise), belowZero, withdrawalsCancelled }
}

export function traceOfDeclaring(marketId: string, typed: TypedResult, effect: Effect): Trace {
  return { subject: 'draw', id: `${marketId} ${effect.date}`, after: { ...typed, ...effect } }
}

export const traceOfReverting = (reverted: RevertedResult, session?: 'close'): Trace => ({
  subject: 'draw',
  id: `${reverted.market.id} ${reverted.date}`,
  after: {
    reverted: session ?? 'all',
    ...Object.fromEntries(Object.entries(resultOf(reverted.declared)).filter(([, mark]) => mark !== EMPTY)),
    ...effectOf(reverted),
  },
})
