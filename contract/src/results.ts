/** Results: declaring a draw, taking it back, and what was declared before (specification 2 §2, §4, §7). */
import { z } from 'zod'
import { endpoint, listOf } from './endpoint.ts'
import * as field from './schema.ts'

/** A result as it is typed: '' and '-' are empty. Checked as a whole in core (`readResult`). */
const typed = z.string().max(10).optional()
const onDay = {
  marketId: field.marketId,
  date: z.string({ error: 'Date is required' }).min(1, 'Date is required').pipe(field.day),
}
export const manualResult = z.object({
  ...onDay,
  manualOpenDigit: typed,
  manualOpenPanna: typed,
  manualCloseDigit: typed,
  manualClosePanna: typed,
})

/** What declaring or reverting did to the players, in rupees. */
const effect = z.object({
  date: z.string(),
  winners: z.int(),
  players: z.int(),
  paid: field.rupees,
  belowZero: z.int(),
  withdrawalsCancelled: z.int(),
})
const done = z.object({ data: effect, warnings: z.array(z.string()) })

/**
 * Declares the open, or the open and the close, of one draw and pays the winners, all or nothing.
 * The same open given again with the close completes the half result; a different one is refused (409).
 */
export const declare = endpoint({
  path: '/admin/result/declare',
  access: 'admin',
  effect: 'write',
  body: manualResult,
  answer: done,
  failed: 'Failed to declare result',
  refusals: [404, 409],
})

const reverted = z.object({
  marketId: field.marketId,
  date: field.filter(field.day),
  session: field.filter(z.literal('close')),
})

/** Withdraws what stands declared and takes the winnings back. Without `date` the current draw; `session` close: the close alone. */
export const revert = endpoint({
  path: '/admin/result/revert',
  access: 'admin',
  effect: 'write',
  body: reverted,
  answer: done,
  failed: 'Failed to revert result',
  refusals: [404, 409],
})

/** What reverting would do now; changes nothing. */
export const previewRevert = endpoint({
  path: '/admin/result/previewRevert',
  access: 'admin',
  effect: 'read',
  body: reverted,
  answer: done,
  failed: 'Failed to revert result',
  refusals: [404, 409],
})

/** Declared draws of a market, the latest first. */
export const previous = endpoint({
  path: '/admin/result/previous',
  access: 'admin',
  effect: 'read',
  body: field.page.extend({ marketId: field.marketId }),
  answer: listOf(
    z.object({
      id: z.int(),
      date: z.string(),
      open_digit: field.mark,
      open_panna: field.mark,
      close_digit: field.mark,
      close_panna: field.mark,
    }),
  ),
  failed: 'Failed to fetch previous results',
  refusals: [404],
})
