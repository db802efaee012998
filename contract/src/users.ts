/** Users: finding players, changing them, moving money in and out of their wallets (specification 1 §2, §7). */
import {
  FIELD_NAMES,
  fieldsFor,
  isSecret,
  PAYEE_FIELDS,
  PLAYER_FIELDS,
  type PlayerField,
  TRANSFER_WORDS,
} from '@munim/core'
import { z } from 'zod'
import { csvOf, endpoint, listOf, reads, writes } from './endpoint.ts'
import { answered, sent } from './player-fields.ts'
import * as field from './schema.ts'
import { payoutMarks } from './wallet.ts'

const bidMarket = field.named('BidMarket', 'The market of a bid, as it is called now', {
  name: z.string(),
  ...field.shownTimes,
})

export const userName = field.named('UserName', 'Whom a row is about', { ...field.playerName })

const userRow = field.named('UserRow', 'A player as the list shows them', {
  id: z.int(),
  ...answered(fieldsFor('listed')),
  wallet: field.rupees,
  createdAt: field.instant,
})

/** All fields but the password, which is never answered. */
const READ = FIELD_NAMES.filter((name): name is Exclude<PlayerField, 'password'> => name !== 'password')

const user = userRow
  .extend({
    ...answered(READ),
    total_bets: field.rupees,
    total_win: field.rupees,
    fcm: z.enum(['Configured', '']),
    updatedAt: field.instant,
  })
  .meta({ id: 'User', description: 'A player with all details' })

const bidFacts = field.named(
  'BidFacts',
  "What was bet on. Points are rupees; empty fields are '-'.",
  field.bet,
)

export const transaction = field.named(
  'Transaction',
  'A posting seen from one player. Amounts and balances in rupees.',
  {
    id: z.int(),
    type: z.enum(field.SIDES),
    transfer_type: z.enum(TRANSFER_WORDS),
    amount: field.rupees,
    status: field.requestStatus,
    note: z.string(),
    ref_id: z.string().describe("The payment provider's reference of a deposit; '' elsewhere"),
    method: z.string().describe("How a deposit or withdrawal was paid; '' elsewhere"),
    bid: bidFacts.nullable().describe('The bid that a stake, refund, win or reversal belongs to'),
    prev_balance: field.rupees,
    current_balance: field.rupees,
    createdAt: field.instant,
  },
)

export const bid = bidFacts
  .extend({
    id: z.int(),
    Market: bidMarket,
    status: field.bidStatus,
    win: z.union([field.rupees, z.literal('-')]),
    createdAt: field.instant,
  })
  .meta({
    id: 'Bid',
    description: "A bid as its player's history shows it. `win` is rupees, '-' where nothing was won.",
  })

export const list = endpoint({
  ...reads('list'),
  path: '/admin/user/getAll',
  description: 'Lists the players with their wallets, the newest first; of those not approved the oldest.',
  body: field.page.extend({
    search: field.search,
    isApproved: field.filter(field.flag),
    isBlocked: field.filter(field.flag),
    order: field.order,
  }),
  answer: listOf(userRow).extend({
    totalWalletBalance: field.rupees,
    counts: field
      .named('UserCounts', 'How many are approved and how many are not', {
        approved: z.int(),
        unapproved: z.int(),
      })
      .nullable()
      .describe('null where a search narrows the list'),
  }),
  failed: 'Failed to fetch users',
})

export const get = endpoint({
  ...reads('act'),
  path: '/admin/user/getUserById',
  description: 'Shows one player with all details.',
  body: z.object({ id: field.userId }),
  answer: z.object({ data: user }),
  failed: 'Failed to fetch user details',
  refusals: [404],
})

/** By these a player signs in and is paid. */
const FRESH_FIELDS = [
  ...FIELD_NAMES.filter((name) => isSecret(name) || PLAYER_FIELDS[name].kind === 'mobile'),
  ...PAYEE_FIELDS,
]

const bonuses = field.named('Bonuses', 'Of joining, in rupees: to the new player, and to who brought them', {
  joining: field.rupees,
  referral: field.rupees,
})

export const update = endpoint({
  ...writes('people', 'fields'),
  path: '/admin/user/updateUser',
  description:
    'Changes what is sent of a player and leaves the rest. Read-only keys (wallet, totals, times, fcm) ' +
    "are ignored. Approval goes one way; blocking or a new password ends the player's sessions, " +
    'and nothing is pushed to their phone until its app sends a token again. ' +
    'Another mobile is not verified, unless that is sent with it. With `basedOn`, the fields as they were when the change ' +
    'was made, it is refused where one of these was changed meanwhile.',
  freshFields: FRESH_FIELDS,
  body: z.object({
    id: field.userId,
    ...sent(FIELD_NAMES).shape,
    basedOn: z.object(answered(READ)).partial().optional(),
  }),
  answer: z.object({
    data: user,
    bonuses: bonuses.describe('What was paid, where this approved the player'),
  }),
  failed: 'Failed to update user details',
  refusals: [404, 409],
})

const funds = field.named('FundsBody', 'Money to put in or take out', {
  id: field.userId,
  amount: field.amount('Please enter a valid amount'),
  note: field.text(200).trim().optional(),
})
const wallet = field.named('WalletAnswer', 'What is in the wallet now', {
  data: z.object({ id: z.int(), wallet: field.rupees }),
})

export const addFunds = endpoint({
  ...writes('funds', 'amount', ['funds']),
  path: '/admin/user/addFunds',
  description: "Puts money into a player's wallet.",
  body: funds,
  answer: wallet,
  failed: 'Failed to add funds',
  refusals: [404, 409],
})

export const deductFunds = endpoint({
  ...writes('funds', 'amount', ['funds']),
  path: '/admin/user/deductFunds',
  description: "Takes money out of a player's wallet. It is refused where it would leave less than nothing.",
  body: funds,
  answer: wallet,
  failed: 'Failed to deduct funds',
  refusals: [404, 409],
})

const removal = z.object({
  wallet: field.rupees,
  runningBids: z.int(),
  refunded: field.rupees,
  pendingRequests: z.int(),
  returned: field.rupees.describe(
    'Held for the withdrawals among them: back in the wallet as they are rejected',
  ),
  toldToBank: z
    .int()
    .describe(
      'Of them in an open batch, or with an approval that waits for a second person: they may be paid all the same',
    ),
})

export const remove = endpoint({
  ...writes('people', 'fresh'),
  path: '/admin/user/deleteUser',
  description:
    'Closes the account of a player for good. Running bids are refunded, pending requests rejected, what ' +
    "is left is written out to the house, personal data erased. The ledger stays, under 'Deleted user " +
    "#id'. Nobody is deleted while something about them, or that they won by, is to be looked at: 409. With " +
    '`basedOn`, what previewDelete said, nobody is deleted where it would do another thing by now: 409.',
  body: z.object({ id: field.userId, basedOn: removal.optional() }),
  failed: 'Failed to delete user',
  refusals: [404, 409],
})

export const previewRemove = endpoint({
  ...reads('act'),
  path: '/admin/user/previewDelete',
  description: 'Tells what deleting this player would do, for the dialog that asks. It changes nothing.',
  body: z.object({ id: field.userId }),
  answer: z.object({ data: removal }),
  failed: 'Failed to fetch user details',
  refusals: [404, 409],
})

export const transactions = endpoint({
  ...reads('list'),
  path: '/admin/user/getTransactionHistory',
  description: "Lists what moved one player's wallet, the newest first.",
  body: field.page.extend({ userId: field.userId }),
  answer: listOf(transaction),
  failed: 'Failed to fetch transaction history',
  refusals: [404],
})

export const bids = endpoint({
  ...reads('list'),
  path: '/admin/user/getBidHistory',
  description: "Lists one player's bids, the newest first.",
  body: field.page.extend({ userId: field.userId }),
  answer: listOf(bid),
  failed: 'Failed to fetch bid history',
  refusals: [404],
})

export const knownOfPayouts = field.named('Payouts', 'What is known of money on its way out, as of now', {
  ...payoutMarks,
  changes: z
    .array(z.object({ at: field.instant, by: z.string().nullable(), fields: z.array(z.string()) }))
    .describe(
      "The last changes of the payee, the latest first; `by` an administrator's name, null: the player",
    ),
  bonuses: bonuses.describe(
    'What approving the player would pay; 0 where they are approved, or joined before',
  ),
})

export const payouts = endpoint({
  ...reads('list'),
  path: '/admin/user/getPayouts',
  description:
    'Shows what should be known before this player is paid: changes of the payee, shared accounts, turnover.',
  body: z.object({ id: field.userId }),
  answer: z.object({ data: knownOfPayouts }),
  failed: 'Failed to fetch user details',
  refusals: [404],
})

export const listCsv = csvOf(list)
export const transactionsCsv = csvOf(transactions)
export const bidsCsv = csvOf(bids)
export { addNote, story, storyCsv } from './story.ts'
