/** The stream of events to open screens: each is sent within two seconds of the fact it is about. */
import { z } from 'zod'
import { endpoint, reads } from './endpoint.ts'
import * as field from './schema.ts'

const counts = field.named(
  'CountsEvent',
  'What waits for the administrator. Told first on each stream, then whenever one of the figures changes.',
  {
    event: z.literal('counts'),
    unapprovedUsers: z.int().describe('Without those who are blocked'),
    pendingDeposits: z.int(),
    pendingWithdrawals: z.int(),
    dueHalves: z.int().describe('Halves that are closed and not declared'),
    unreadFeedbacks: z.int(),
  },
)

const bids = field.named(
  'BidsEvent',
  'What was staked since the event before, by market; what was cancelled is taken off. At most once a second.',
  {
    event: z.literal('bid.aggregate'),
    markets: z.array(z.object({ marketId: z.int(), bids: z.int(), points: field.rupees })),
  },
)

const money = field.named(
  'MoneyEvent',
  'Postings were written: the kinds of the ledger (stake, win, fund_add …)',
  { event: z.literal('money.moved'), kinds: z.array(z.string()) },
)

const acts = field.named(
  'ActsEvent',
  'Administrators did something: to which kinds of things, as the audit names them',
  { event: z.literal('act.done'), things: z.array(z.string()) },
)

const bare = field.named('BareEvent', 'Something of this kind has changed', {
  event: z.enum([
    'user.changed', // registered, approved, blocked, deleted
    'request.changed', // asked for, or decided
    'result.changed', // declared, or taken back
    'feedback.changed',
    'desk.changed', // an administrator opened something in the work queue, or left it
    'books.checked',
    'alerts.changed', // push is refused or not any more, a backup was made, auto declare stopped …
  ]),
})

export const follow = endpoint({
  ...reads('act'),
  path: '/admin/events',
  description:
    'Streams what changes, until the session ends. The name of an event is its `event`, its data the ' +
    'whole of it as JSON. It says that something has changed and not what the lists hold now: those are ' +
    'asked for. A comment comes every 15 s. Following does not keep a session alive, and a session may ' +
    'follow eight times at once.',
  answer: z.discriminatedUnion('event', [counts, bids, money, acts, bare]),
  failed: 'Failed to follow what happens',
  file: 'text/event-stream',
})
