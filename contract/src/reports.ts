/** Reports: what happened to money and bids, of all players at once, and what administrators did (specification 2 §2, §7). */
import { POSTING_KINDS, TRANSFER_WORDS } from '@munim/core'
import { z } from 'zod'
import { bidFilter, bidRow } from './bids.ts'
import { csvOf, endpoint, listOf, reads } from './endpoint.ts'
import * as field from './schema.ts'
import { transaction, userName } from './users.ts'

const type = z.enum([...field.SIDES, ...field.REQUEST_KINDS])

/** What both histories filter by. `search`: a player's name or mobile, a reference, or an exact id. */
const filters = field.page.extend({
  search: field.search,
  type: field.filter(type),
  ...field.days,
  market: field.idFilter(field.marketId),
  adminOnly: field.filter(field.flag),
  order: field.order,
})

const historyRow = transaction.extend({ User: userName, type, side: z.enum(field.SIDES) }).meta({
  id: 'HistoryRow',
  description:
    'A posting seen from one player: a transfer between players is two rows. `type` is deposit or ' +
    'withdraw for those two, else the side.',
})

export const transactions = endpoint({
  ...reads('report'),
  path: '/admin/reports/transactionHistory',
  description:
    'Lists what moved money, of all players, the newest first. Dates are Indian days of `createdAt`. A ' +
    'market leaves the postings of its bids, a `kind` those of this kind of the ledger. `adminOnly`: funds, decisions of requests and bids reverted ' +
    'by an administrator, never settlement.',
  body: filters.extend({
    status: field.filter(field.requestStatus),
    kind: field.filter(z.enum(POSTING_KINDS)),
  }),
  answer: listOf(historyRow).extend({
    sums: z
      .object({ in: field.rupees, out: field.rupees })
      .nullable()
      .describe(
        'What all that the filters leave brought into wallets and took out of them; null with a search, with ' +
          '`adminOnly`, and of what is pending or rejected',
      ),
  }),
  failed: 'Failed to fetch transaction history',
})

const postingEnd = field.named('PostingEnd', 'A player, or an account of the house, which keeps no balance', {
  account: z.enum(['player', 'cash', 'game', 'bonus', 'held', 'closed']),
  User: userName.nullable(),
  before: field.rupees.nullable(),
  after: field.rupees.nullable(),
})

export const postingShown = field.named('Posting', 'Money from one account to another, and why it moved', {
  id: z.int(),
  kind: z.enum(POSTING_KINDS),
  transfer_type: z.enum(TRANSFER_WORDS),
  amount: field.rupees,
  at: field.instant,
  actorName: z.string(),
  note: z.string(),
  from: postingEnd,
  to: postingEnd,
  takesBack: z.int().nullable().describe('The posting that this one takes back'),
  takenBackBy: z.int().nullable(),
  bidId: z.int().nullable(),
  request: z.object({ id: z.int(), kind: field.requestKind, ref_id: z.string() }).nullable(),
  draw: z.object({ marketId: z.int(), market_name: z.string(), market_date: field.day }).nullable(),
})

export const posting = endpoint({
  ...reads('list'),
  path: '/admin/reports/posting',
  description: 'Tells all of one posting: both ends with their balances, its cause, and what it takes back.',
  body: z.object({ id: field.id('Posting ID is missing') }),
  answer: z.object({ data: postingShown }),
  failed: 'Failed to fetch the posting',
  refusals: [404],
})

const statistics = field.named(
  'BidHistoryStatistics',
  "Over all that the filters leave. Cancelled bids are in the first two; what still runs counts as the house's.",
  {
    totalBids: z.int(),
    totalBidAmount: field.rupees,
    totalWinnings: field.rupees,
    totalRefunds: field.rupees,
    totalProfit: field.rupees,
  },
)

export const bids = endpoint({
  ...reads('report'),
  path: '/admin/reports/bidHistory',
  description:
    "Lists all players' bids, the newest first, with their totals. Dates are business days. `type` is no " +
    'filter of bids; `adminOnly`: bids that an administrator reverted.',
  body: filters.extend({
    status: bidFilter,
    statisticsOnly: field
      .filter(field.flag)
      .describe('The figures alone: `data` is empty, and no bid is looked at'),
  }),
  answer: listOf(bidRow).extend({
    statistics,
    counts: field.bidCounts
      .nullable()
      .describe('null with `adminOnly`, and where a search is narrowed to a status'),
  }),
  failed: 'Failed to fetch bid history',
})

const auditRow = field.named(
  'AuditRow',
  'One act on one thing: what it was before and after, as far as it changed',
  {
    id: z.int(),
    at: field.instant,
    actor: z.string(),
    actorName: z.string().describe("The administrator's name; the actor where there is none of that number"),
    act: z.string().describe('The path of the call'),
    thing: z.string(),
    thing_id: z.string(),
    before: z.record(z.string(), z.unknown()),
    after: z.record(z.string(), z.unknown()),
    address: z.string(),
    about: z
      .object({
        thing: z.string().describe('What it is about: of a look and of an act that waits, what these name'),
        id: z.string(),
        User: userName
          .nullable()
          .describe('Whose account, request, bid or feedback it is; null without a player'),
        name: z
          .string()
          .describe("The name that the market, administrator or role has now; '' where it has none"),
        otherName: z
          .string()
          .describe("The administrator who confirmed it, or had asked for it; '' without one"),
      })
      .describe('As it is now: what is deleted has neither player nor name'),
  },
)

export const audit = endpoint({
  ...reads('report'),
  path: '/admin/reports/audit',
  description:
    'Lists what administrators did, the newest first, with what each act changed. `administrator` is a part of ' +
    'the name that they have now, `userId` the player whom it was done to: their account, requests, bids, feedback and messages.',
  body: field.page.extend({
    thing: field.filter(field.text(40).trim()),
    thing_id: field.filter(
      z.union([z.int().transform(String), field.text(100).trim()], {
        error: 'The ID must be text or a whole number',
      }),
    ),
    act: field.filter(field.text(200).trim()),
    actor: field.filter(field.text(100).trim()),
    administrator: field.filter(field.text(100).trim()),
    userId: field.idFilter(field.userId),
    ...field.days,
    order: field.order,
  }),
  answer: listOf(auditRow),
  failed: 'Failed to fetch the audit',
})

export const transactionsCsv = csvOf(transactions)
export const bidsCsv = csvOf(bids)
export const auditCsv = csvOf(audit)
export { lookAt, suspicions } from './suspicions.ts'
