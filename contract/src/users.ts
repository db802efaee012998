/** Users: finding players, changing them, moving money in and out of their wallets (specification 1 §2, §7). */
import { z } from 'zod'
import { PASSWORD_MIN } from './auth.ts'
import { csvOf, endpoint, listOf, nothing } from './endpoint.ts'
import * as field from './schema.ts'

/** Stands for an mpin that is set; sent back, it changes nothing. */
export const MPIN_MASK = '••••'

const userId = field.id('User ID is missing')
const bidMarket = field.named('BidMarket', 'The market of a bid, as it is called now', {
  name: z.string(),
  open_time: field.shownTime,
  close_time: field.shownTime,
})

export const userName = field.named('UserName', 'Whom a row is about', {
  id: z.int(),
  user_name: z.string(),
  mobile: z.string(),
})

export const userRow = field.named('UserRow', 'A player as the list shows them', {
  id: z.int(),
  user_name: z.string(),
  mobile: z.string(),
  whatsapp: z.string(),
  wallet: field.rupees,
  isApproved: z.boolean(),
  isBlocked: z.boolean(),
  betting: z.boolean(),
  transfer: z.boolean(),
  verified: z.boolean(),
  status: z.boolean(),
  createdAt: field.instant,
})

export const user = userRow
  .extend({
    mpin: z.string(),
    telegram: z.string(),
    total_bets: field.rupees,
    total_win: field.rupees,
    bank_name: z.string(),
    branch_name: z.string(),
    account_holder_name: z.string(),
    account_no: z.string(),
    ifsc_code: z.string(),
    address: z.string(),
    paytm_no: z.string(),
    google_pay_no: z.string(),
    phone_pay_no: z.string(),
    upi_id: z.string(),
    upi_number: z.string(),
    fcm: z.enum(['Configured', '']),
    personal_notification: z.boolean(),
    result_notification: z.boolean(),
    updatedAt: field.instant,
  })
  .meta({ id: 'User', description: 'A player with all details' })

const bidFacts = field.named('BidFacts', "What was bet on. Points are rupees; empty fields are '-'.", {
  market_name: z.string(),
  market_date: field.day,
  session: field.session,
  game_mode: field.gameMode,
  open_digit: field.mark,
  open_panna: field.mark,
  close_digit: field.mark,
  close_panna: field.mark,
  points: field.rupees,
  multiplier: z.number(),
})

export const transaction = field.named(
  'Transaction',
  'A posting seen from one player. Amounts and balances in rupees.',
  {
    id: z.int(),
    type: z.enum(['credit', 'debit']),
    transfer_type: z.enum([
      'deposit',
      'withdraw',
      'bid',
      'refund',
      'win',
      'win_reversed',
      'bonus',
      'transfer',
      'admin',
    ]),
    amount: field.rupees,
    status: z.enum(['completed', 'pending', 'rejected']),
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
  path: '/admin/user/getAll',
  description: 'Lists the players with their wallets, the newest first; of those not approved the oldest.',
  access: 'admin',
  effect: 'read',
  body: field.page.extend({
    search: field.search,
    isApproved: field.filter(field.flag),
    isBlocked: field.filter(field.flag),
  }),
  answer: listOf(userRow).extend({ totalWalletBalance: field.rupees }),
  failed: 'Failed to fetch users',
})

export const get = endpoint({
  path: '/admin/user/getUserById',
  description: 'Shows one player with all details.',
  access: 'admin',
  effect: 'read',
  body: z.object({ id: userId }),
  answer: z.object({ data: user }),
  failed: 'Failed to fetch user details',
  refusals: [404],
})

const profileText = (max: number) => field.text(max).trim().optional()

export const update = endpoint({
  path: '/admin/user/updateUser',
  description:
    'Changes what is sent of a player and leaves the rest. Read-only keys (wallet, totals, times, fcm) ' +
    "are ignored. Approval goes one way; blocking or a new password ends the player's sessions.",
  access: 'admin',
  effect: 'write',
  body: z.object({
    id: userId,
    user_name: field.name(60).optional(),
    mobile: field
      .text(11)
      .regex(/^[0-9]{5,11}$/, 'Mobile must be 5 to 11 digits')
      .optional(),
    mpin: z
      .string()
      .regex(new RegExp(`^([0-9]{4}|${MPIN_MASK})?$`), 'MPIN must be 4 digits')
      .optional(),
    password: field
      .text(200)
      .min(1, 'Please enter a new password')
      .min(PASSWORD_MIN, 'Password must be at least 6 characters long')
      .optional(),
    whatsapp: profileText(20),
    telegram: profileText(60),
    bank_name: profileText(80),
    branch_name: profileText(80),
    account_holder_name: profileText(80),
    account_no: profileText(34),
    ifsc_code: profileText(20),
    address: profileText(300),
    paytm_no: profileText(20),
    google_pay_no: profileText(20),
    phone_pay_no: profileText(20),
    upi_id: profileText(100),
    upi_number: profileText(20),
    isApproved: z.boolean().optional(),
    isBlocked: z.boolean().optional(),
    betting: z.boolean().optional(),
    transfer: z.boolean().optional(),
    verified: z.boolean().optional(),
    status: z.boolean().optional(),
    personal_notification: z.boolean().optional(),
    result_notification: z.boolean().optional(),
  }),
  answer: z.object({ data: user }),
  failed: 'Failed to update user details',
  refusals: [404, 409],
})

const funds = field.named('FundsBody', 'Money to put in or take out', {
  id: userId,
  amount: field.amount('Please enter a valid amount'),
  note: field.text(200).trim().optional(),
})
const wallet = field.named('WalletAnswer', 'What is in the wallet now', {
  data: z.object({ id: z.int(), wallet: field.rupees }),
})

export const addFunds = endpoint({
  path: '/admin/user/addFunds',
  description: "Puts money into a player's wallet.",
  access: 'admin',
  effect: 'write',
  body: funds,
  answer: wallet,
  failed: 'Failed to add funds',
  refusals: [404, 409],
})

export const deductFunds = endpoint({
  path: '/admin/user/deductFunds',
  description: "Takes money out of a player's wallet. It is refused where it would leave less than nothing.",
  access: 'admin',
  effect: 'write',
  body: funds,
  answer: wallet,
  failed: 'Failed to deduct funds',
  refusals: [404, 409],
})

export const remove = endpoint({
  path: '/admin/user/deleteUser',
  description:
    'Closes the account of a player for good. Running bids are refunded, pending requests rejected, what ' +
    "is left is written out to the house, personal data erased. The ledger stays, under 'Deleted user " +
    "#id'.",
  access: 'admin',
  effect: 'write',
  body: z.object({ id: userId }),
  answer: nothing,
  failed: 'Failed to delete user',
  refusals: [404],
})

export const previewRemove = endpoint({
  path: '/admin/user/previewDelete',
  description: 'Tells what deleting this player would do, for the dialog that asks. It changes nothing.',
  access: 'admin',
  effect: 'read',
  body: z.object({ id: userId }),
  answer: z.object({
    data: z.object({
      wallet: field.rupees,
      runningBids: z.int(),
      refunded: field.rupees,
      pendingRequests: z.int(),
    }),
  }),
  failed: 'Failed to fetch user details',
  refusals: [404, 409],
})

export const transactions = endpoint({
  path: '/admin/user/getTransactionHistory',
  description: "Lists what moved one player's wallet, the newest first.",
  access: 'admin',
  effect: 'read',
  body: field.page.extend({ userId }),
  answer: listOf(transaction),
  failed: 'Failed to fetch transaction history',
  refusals: [404],
})

export const bids = endpoint({
  path: '/admin/user/getBidHistory',
  description: "Lists one player's bids, the newest first.",
  access: 'admin',
  effect: 'read',
  body: field.page.extend({ userId }),
  answer: listOf(bid),
  failed: 'Failed to fetch bid history',
  refusals: [404],
})

export const listCsv = csvOf(list)
export const transactionsCsv = csvOf(transactions)
export const bidsCsv = csvOf(bids)
