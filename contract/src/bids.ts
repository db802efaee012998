/** Bet management: all players' bids, their figures, and cancelling one (specification 2 §2, §4, §7). */
import { z } from 'zod'
import { csvOf, dataOf, endpoint, listOf, reads, writes } from './endpoint.ts'
import * as field from './schema.ts'
import { bid, userName } from './users.ts'

export const bidRow = bid
  .omit({ Market: true })
  .extend({
    User: userName,
    Market: z.object({ _id: z.uuid(), name: z.string(), ...field.shownTimes }),
    ends_at: field.instant.describe('When betting on it ended, or ends'),
  })
  .meta({ id: 'BidRow', description: "A bid as the administrator's lists show it" })

/** A status as a filter: `completed` means win, `pending` means running (decisions). */
export const bidFilter = field.filter(
  z.enum([...field.BID_STATUSES, 'completed', 'pending']).transform((status) => {
    if (status === 'completed') return 'win' as const
    return status === 'pending' ? ('running' as const) : status
  }),
)

const stats = field.named(
  'BidStats',
  "Counts and rupees over from, to and market, not over status and page; cancelled bids are in the list's total only",
  {
    activeBidsCount: z.int(),
    winBidsCount: z.int(),
    lossBidsCount: z.int(),
    totalBetAmount: field.rupees,
    todayTotalBetAmount: field.rupees,
  },
)

export const list = endpoint({
  ...reads('list'),
  path: '/admin/wallet/bidRequests',
  description:
    "Lists all players' bids, the newest first, with their figures. Dates are business days: the day of " +
    "the draw's open, in India. `search`: a bid's number, or a player's name or mobile; the figures follow it.",
  body: field.page.extend({
    search: field.search,
    ...field.days,
    market: field.idFilter(field.marketId),
    status: bidFilter,
    slip: field
      .idFilter(field.id('Bid ID is missing'))
      .describe('A bid: it, and those that its player placed at the same moment'),
    order: field.order,
  }),
  answer: listOf(bidRow).extend({ stats, counts: field.bidCounts }),
  failed: 'Failed to fetch data',
})

export const listCsv = csvOf(list)

const declaredHalf = field.named(
  'DeclaredHalf',
  'What a half was declared as, or that it was voided, and by whom',
  {
    half: field.session,
    digit: field.mark,
    panna: field.mark,
    isVoid: z.boolean(),
    reason: z.string().describe("Why it was voided; '' of a result"),
    at: field.instant,
    actorName: z.string(),
    withdrawnAt: field.instant.nullable().describe('When it was reverted; null while it counts'),
  },
)

export const get = endpoint({
  ...reads('act'),
  path: '/admin/bet/getBid',
  description:
    'Tells all of one bid: when it was placed and when betting on it ended, the bids placed with it, what its draw was ' +
    'declared as and when, and the money that moved for it.',
  body: z.object({ betId: field.id('Bid ID is missing') }),
  answer: z.object({
    data: bidRow.extend({
      cancelled: z
        .object({ at: field.instant, actorName: z.string(), reason: z.string() })
        .nullable()
        .describe('Who cancelled it by itself; null where nobody did, or its draw was voided'),
      isPlayerDeleted: z.boolean().describe('What comes back of it goes to the house'),
      slip: z.array(bidRow).describe('The other bids that were placed at the same moment, at most a hundred'),
      declarations: z
        .array(declaredHalf)
        .describe('Of its draw, those that were reverted too, in their order'),
      postings: z.array(field.postingLine),
    }),
  }),
  failed: 'Failed to fetch the bid',
  refusals: [404],
})

/** Why a bid was reverted, unless the call gives another reason: it is stored, so in English for all (decision 59). */
export const REVERTED_BY_ADMIN = 'Reverted by admin'

export const revert = endpoint({
  ...writes('revert', 'fresh', ['reverts']),
  path: '/admin/bet/revertBid',
  description:
    'Cancels a bid: its points are refunded and, if it had won, the win is taken back. A second time is ' +
    'refused. With `basedOn`, its status when that was decided on, it is refused (409) where it has another now.',
  body: z.object({
    betId: field.id('Bid ID is missing'),
    reason: field.line(field.text(200).trim()).default(REVERTED_BY_ADMIN),
    basedOn: field.bidStatus.optional(),
  }),
  answer: z.object({ data: bidRow }),
  failed: 'Failed to revert bid',
  refusals: [404, 409],
})

export const ofMarket = endpoint({
  ...reads('list'),
  path: '/admin/bet/getUsersBetsByMarket',
  description: "Lists the bids of one draw, the newest first. Without `date` the current draw's.",
  body: field.page.extend({
    ...field.ofDraw,
    status: bidFilter,
    gameMode: field.filter(field.gameMode),
    session: field.filter(field.session),
    order: field.order,
  }),
  answer: listOf(bidRow).extend({ date: field.day.nullable(), counts: field.bidCounts }),
  failed: 'Failed to fetch data',
  refusals: [404],
})

export const ofMarketCsv = csvOf(ofMarket)

const share = field.named('Share', 'Bids of one kind: how many, and their points in rupees', {
  label: z.string().describe('A game or a session in English, in whatever language the call is asked'),
  count: z.int(),
  total_amount: field.rupees,
})

export const analytics = endpoint({
  ...reads('report'),
  path: '/admin/bet/getBettingAnalytics',
  description:
    'Tells what was bet on one draw, and how. `winRate` is a percent of the decided bids, with two decimals.',
  body: z.object(field.ofDraw),
  answer: dataOf({
    date: field.day.nullable(),
    overview: z.object({
      totalBets: z.int(),
      totalBetAmount: field.rupees,
      winningBets: z.int(),
      winRate: z.number(),
      cancelledBets: z
        .int()
        .optional()
        .describe(
          'One by one or by a void; they are in no other figure, but listed among the bets of the draw',
        ),
    }),
    /** Of what is declared: what was staked on it, what its winners hold, and what the house keeps; null before. */
    declared: z.object({ stake: field.rupees, paid: field.rupees, kept: field.rupees }).nullable(),
    distributions: z.object({ gameMode: z.array(share), session: z.array(share) }),
  }),
  failed: 'Failed to fetch data',
  refusals: [404],
})

export const numbers = endpoint({
  ...reads('list'),
  path: '/admin/bet/getNumbers',
  description:
    'Lists the numbers of one draw that were bet on: those that won first, then what was staked on each, the most first. ' +
    "Cancelled bids are left out, and with them voided halves. Without `date` the current draw's.",
  body: field.page.extend({
    ...field.ofDraw,
    gameMode: field.filter(field.gameMode),
    session: field.filter(field.session),
  }),
  answer: listOf(
    field.named('NumberOfDraw', 'A number that was bet on, and all bids on it together', {
      ...field.pick,
      bids: z.int(),
      points: field.rupees,
      status: field.bidStatus,
      pays: field.rupees.describe('What its bids won, or would win if it came; 0 once it has lost'),
    }),
  ).extend({ date: field.day.nullable() }),
  failed: 'Failed to fetch data',
  refusals: [404],
})

export const numbersCsv = csvOf(numbers)
