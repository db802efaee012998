/** Play with measure: limits of what a player deposits, stakes and loses, and pauses; set by the player and for them. */
import { PAUSE_DAYS_MOST, PLAY_KINDS, PLAY_PERIODS, PLAY_SIDES } from '@munim/core'
import { z } from 'zod'
import { endpoint, reads, writes } from './endpoint.ts'
import * as field from './schema.ts'

export const playKind = z.enum(PLAY_KINDS)
export const playPeriod = z.enum(PLAY_PERIODS)
export const playSide = z
  .enum(PLAY_SIDES)
  .describe("Whose it is: the player's own, or the house's for this player")
const actorName = z.string().describe("Who set it: an administrator's name, or 'player:7'")

const limit = field.named('PlayLimit', 'A limit of one kind in one period. Of several the lowest holds', {
  kind: playKind,
  period: playPeriod.describe('An Indian day, a week from Monday, a calendar month'),
  side: playSide,
  amount: field.rupees,
  used: field.rupees.describe('In the period of now; below zero where more was won than lost'),
  left: field.rupees,
  next: field.rupees.nullable().describe('What it rises to at `nextAt`; null there: it ends'),
  nextAt: field.instant.nullable().describe('null where nothing waits'),
  setAt: field.instant,
  actorName,
})

const pause = field.named('PlayPause', 'No bets and no deposits', {
  side: playSide,
  until: field.instant.nullable().describe('null: for good'),
  setAt: field.instant,
  actorName,
})

const protection = field.named('Protection', 'Limits and pauses of one player, as of now', {
  limits: z.array(limit),
  pauses: z.array(pause),
})

export const protectionAnswer = z.object({ data: protection })
export const limitAmount = field
  .amount('Please enter a valid amount')
  .nullable()
  .describe('Rupees; null: no limit')
export const pauseDays = z
  .int('Days must be a whole number')
  .min(1, 'Days must be at least 1')
  .max(PAUSE_DAYS_MOST, `Days must be at most ${PAUSE_DAYS_MOST}`)

export const get = endpoint({
  ...reads('list'),
  path: '/admin/protection/get',
  description: 'Shows the limits and pauses of one player, with what is used and left.',
  body: z.object({ id: field.userId }),
  answer: protectionAnswer,
  failed: 'Failed to fetch limits',
  refusals: [404],
})

export const setLimit = endpoint({
  ...writes('people', 'entered'),
  path: '/admin/protection/setLimit',
  description:
    "Sets or ends the house's limit for one player, at once. The player's own stays as it is. With `basedOn`, the amount " +
    "of the house's limit that was read, null where there was none, it is refused (409) where that is another by now.",
  body: z.object({
    id: field.userId,
    kind: playKind,
    period: playPeriod,
    amount: limitAmount,
    basedOn: limitAmount.optional(),
  }),
  answer: protectionAnswer,
  failed: 'Failed to set the limit',
  refusals: [404, 409],
})

export const setPause = endpoint({
  ...writes('people', 'entered'),
  path: '/admin/protection/setPause',
  description:
    "Pauses one player's bets and deposits by the house, or ends that. A pause that the player asked for is not touched. " +
    "With `basedOn`, the house's pause that was read, null where there was none, it is refused (409) where that is another " +
    'by now.',
  body: z.object({
    id: field.userId,
    days: pauseDays.nullable().optional().describe('From now; null: for good; left away: it ends'),
    basedOn: pause.pick({ until: true }).nullable().optional(),
  }),
  answer: protectionAnswer,
  failed: 'Failed to set the pause',
  refusals: [404, 409],
})
