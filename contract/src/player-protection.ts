/** The player's own side of play with measure: reading and setting their limits, and pausing. */
import { z } from 'zod'
import { endpoint, playerReads, playerWrites } from './endpoint.ts'
import { limitAmount, pauseDays, playKind, playPeriod, protectionAnswer } from './protection.ts'

export const protection = endpoint({
  ...playerReads('list'),
  path: '/player/protection',
  description: "Shows the player's limits and pauses, with what is used and left.",
  answer: protectionAnswer,
  failed: 'Failed to fetch limits',
})

export const setLimit = endpoint({
  ...playerWrites,
  path: '/player/setLimit',
  description:
    "Sets the player's own limit: the first and a lower one at once, a higher one or none 24 hours later. The house's " +
    'limit stays; the lower holds. A hundred are set in 24 hours, with pauses (429).',
  body: z.object({ kind: playKind, period: playPeriod, amount: limitAmount }),
  answer: protectionAnswer,
  failed: 'Failed to set the limit',
  refusals: [403],
})

export const pausePlay = endpoint({
  ...playerWrites,
  path: '/player/pausePlay',
  description:
    'Pauses bets and deposits for so many days from now, or for good. It can be made longer, and ended by nobody.',
  body: z.object({ days: pauseDays.nullable().describe('null: for good') }),
  answer: protectionAnswer,
  failed: 'Failed to pause',
  refusals: [403, 409],
})
