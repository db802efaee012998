/** What reaches open screens by itself: one stream of events, each told within two seconds of its fact. */
import { z } from 'zod'
import { endpoint, nothing } from './endpoint.ts'
import * as field from './schema.ts'

/** What waits for the administrator. Told first on each stream, then whenever one of the figures changes. */
const counts = z.object({
  event: z.literal('counts'),
  unapprovedUsers: z.int(),
  pendingDeposits: z.int(),
  pendingWithdrawals: z.int(),
  /** Halves that are closed and not declared. */
  dueHalves: z.int(),
  unreadFeedbacks: z.int(),
})

/** What was staked since the event before, by market; what was cancelled is taken off. At most once a second. */
const bids = z.object({
  event: z.literal('bid.aggregate'),
  markets: z.array(z.object({ marketId: z.int(), bids: z.int(), points: field.rupees })),
})

/** Postings were written: the kinds of the ledger (stake, win, fund_add …). */
const money = z.object({ event: z.literal('money.moved'), kinds: z.array(z.string()) })

/** Administrators did something: to which kinds of things, as the audit names them. */
const acts = z.object({ event: z.literal('act.done'), things: z.array(z.string()) })

const bare = z.object({
  event: z.enum([
    'user.changed', // registered, approved, blocked, deleted
    'request.changed', // asked for, or decided
    'result.changed', // declared, or taken back
    'feedback.changed',
    'books.checked',
  ]),
})

export const follow = endpoint({
  path: '/admin/events',
  description:
    'Streams what changes, until the session ends. The name of an event is its `event`, its data the ' +
    'whole of it as JSON. It says that something has changed and not what the lists hold now: those are ' +
    'asked for. A comment comes every 15 s. Following does not keep a session alive, and a session may ' +
    'follow eight times at once.',
  access: 'admin',
  effect: 'read',
  body: nothing,
  answer: z.discriminatedUnion('event', [counts, bids, money, acts, bare]),
  failed: 'Failed to follow what happens',
  refusals: [429],
  file: 'text/event-stream',
})
