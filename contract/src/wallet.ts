/** Deposits and withdrawals that players asked for (specification 2 §2, §4, §7). */
import { PAY_WAYS, PAYEE_FIELDS } from '@munim/core'
import { z } from 'zod'
import { csvOf, endpoint, listOf, reads, writes } from './endpoint.ts'
import { answered } from './player-fields.ts'
import * as field from './schema.ts'

export const NOTE_MAX = 500

const payer = field.named('Payer', "The player, with the payee's details as they were when they asked", {
  ...field.playerName,
  ...answered(PAYEE_FIELDS),
})

/** What is known of money on its way out. Amounts in rupees, since the money of the last payout left the wallet. */
export const payoutMarks = {
  sharedWith: z
    .array(z.object({ id: z.int(), user_name: z.string() }))
    .describe('Other players with one of these accounts, at most five'),
  sameDevice: z
    .array(z.object({ id: z.int(), user_name: z.string() }))
    .describe('Other players who signed in on a device of this one, at most five'),
  seenWith: z
    .array(z.object({ userName: z.string(), on: z.enum(['device', 'address']) }))
    .describe('Administrators who signed in on the same device, or from the same address as hardly anybody'),
  isFirst: z.boolean().describe('No withdrawal of this player was paid before'),
  credited: field.rupees.describe('Came in by deposits, added funds and transfers, less what was deducted'),
  bonus: field.rupees,
  staked: field.rupees.describe('Less what was refunded'),
}

/** The banks whose files for bulk payments are written; `other` is a plain list. */
export const BANK_FORMATS = ['hdfc', 'icici', 'sbi', 'axis', 'other'] as const
export type BankFormat = (typeof BANK_FORMATS)[number]

const marks = field.named('PayoutMarks', 'What should be known before a withdrawal is paid', {
  ...payoutMarks,
  isBlocked: z.boolean().optional().describe('The player is blocked now. A server of 0.2.0 answers none'),
  payeeChangedAt: field.instant.nullable().describe('Within seven days before it was asked for; else null'),
  batch: z
    .object({ id: z.int(), bank: z.enum(BANK_FORMATS), at: field.instant })
    .nullable()
    .describe('The open batch that it is in: this bank was told to pay it, and may; else null'),
})

export const request = field.named('Request', 'A deposit or withdrawal that a player asked for', {
  id: z.int(),
  User: payer,
  transfer_type: z.string(),
  amount: field.rupees,
  status: field.requestStatus,
  note: z.string(),
  ref_id: z.string(),
  changedSince: z.array(z.string()).describe('Payee fields that the player has changed since'),
  sameReference: z.int().describe('Other pending deposits with the same reference, however it is written'),
  creditedAs: z
    .int()
    .nullable()
    .describe(
      "The deposit that was credited for this one's reference; null where none was, or this one itself",
    ),
  confirmed: field.rupees
    .nullable()
    .describe("What the payment provider confirmed for a deposit's reference; null where it said nothing"),
  bonus: field.rupees
    .nullable()
    .optional()
    .describe(
      'Of a deposit that waits, what approving it pays along by the settings as they are now; of an approved one, ' +
        'what was paid; else null. A server of 0.2.0 answers none',
    ),
  marks: marks.nullable().describe('Of a withdrawal that waits; else null'),
  decidedAt: field.instant.nullable(),
  createdAt: field.instant,
})

const filters = field.page
  .extend({
    search: field.search,
    ...field.days,
    status: field.filter(field.requestStatus),
    paid: field.filter(field.day).describe('The day in India on which it was approved, whenever it was made'),
    way: field.filter(z.enum(PAY_WAYS)).describe('By which it was paid; only of those approved on a day'),
    order: field
      .filter(z.enum(['newest', 'oldest', 'largest', 'smallest']))
      .describe('Which come first; by amount only what is pending. A file has the usual order'),
  })
  .refine(({ order, status }) => status === 'pending' || (order !== 'largest' && order !== 'smallest'), {
    error: 'Only pending requests can be ordered by amount',
    path: ['order'],
  })
  .refine(({ way, paid }) => way === undefined || paid !== undefined, {
    error: 'Only requests approved on a day can be narrowed to a way',
    path: ['way'],
  })
  .meta({
    id: 'RequestFilter',
    description:
      'Days in India of when the request was made. `search`: its number, its reference, or its player by name, mobile or ' +
      'account',
  })

const requests = listOf(request).extend({
  counts: field
    .named('RequestCounts', 'How many requests there are of each status', {
      pending: z.int(),
      completed: z.int(),
      rejected: z.int().nullable().describe('null of deposits: no money tells of one that was rejected'),
    })
    .nullable()
    .describe('null where days, the day of approval or a search narrow the list'),
})

export const deposits = endpoint({
  ...reads('list'),
  path: '/admin/wallet/depositRequests',
  description:
    'Lists the deposits that players asked for: of pending ones the oldest first, else the newest.',
  body: filters,
  answer: requests,
  failed: 'Failed to fetch data',
})

export const withdrawals = endpoint({
  ...reads('list'),
  path: '/admin/wallet/withdrawRequests',
  description:
    'Lists the withdrawals that players asked for: of pending ones the oldest first, else the newest.',
  body: filters,
  answer: requests,
  failed: 'Failed to fetch data',
})

const sameReference = field.named(
  'SameReference',
  'Another request with the same reference, however it is written',
  {
    id: z.int(),
    kind: field.requestKind,
    status: field.requestStatus,
    amount: field.rupees,
    userId: z.int(),
    user_name: z.string(),
    createdAt: field.instant,
  },
)

export const get = endpoint({
  ...reads('act'),
  path: '/admin/wallet/getRequest',
  description:
    'Tells all of one request: the payee then and now, who decided it, the money that moved for it, what the payment ' +
    'provider confirmed, and who else gave its reference.',
  body: z.object({ transactionId: field.id('Request ID is missing') }),
  answer: z.object({
    data: request.extend({
      kind: field.requestKind,
      payeeNow: z
        .object(answered(PAYEE_FIELDS))
        .describe("The player's details today; '' where they are deleted"),
      decidedBy: z.string().nullable().describe('The name of who decided it; null while it waits'),
      confirmedAt: field.instant.nullable().describe('When the provider confirmed its reference; else null'),
      others: z.array(sameReference).describe('The newest first, at most ten'),
      postings: z.array(field.postingLine),
    }),
  }),
  failed: 'Failed to fetch the request',
  refusals: [404],
})

export const depositsCsv = csvOf(deposits, 'fresh')
export const withdrawalsCsv = csvOf(withdrawals, 'fresh')

const decision = field.named('DecisionBody', 'What becomes of a request', {
  transactionId: field.id('Request ID is missing'),
  status: z.enum(['completed', 'rejected'], { error: 'Status must be completed or rejected' }),
  note: field.text(NOTE_MAX).trim().optional(),
  basedOn: z
    .object({
      batch: z.int().nullable(),
      confirmed: field.rupees.nullable(),
      sameReference: z.int(),
      bonus: field.rupees.nullable(),
    })
    .partial()
    .optional(),
})
const decided = field.named('DecidedAnswer', 'The request as it is now', { data: request })

export const decideDeposit = endpoint({
  ...writes('deposits', 'amount', ['deposits']),
  path: '/admin/wallet/updateDepositRequest',
  description:
    'Approves or rejects a deposit. Approving credits the wallet, once; a reference too, however it is written. With ' +
    '`basedOn`, its `confirmed`, `sameReference` and `bonus` as they were shown, it is refused (409) where the ' +
    'provider said something else since, other than the amount of one that is approved, where more claim the payment ' +
    'to approve, or where approving it pays another bonus now.',
  body: decision,
  answer: decided,
  failed: 'Failed to update deposit request',
  refusals: [404, 409],
})

export const confirmDeposit = endpoint({
  path: '/hooks/deposit',
  description:
    "Takes the payment provider's word that a reference was paid. It is kept, and while `autoDeposit` " +
    'and `auto_deposit` are on, the request of one player with this reference and amount is credited, ' +
    'now or as it comes, unless more than five references of theirs wait unconfirmed. Sent again it says what became ' +
    'of it; with another amount it is refused.',
  access: 'provider',
  effect: 'write',
  body: z.object({
    ref_id: field.reference(field.required(field.REFERENCE_MAX, 'Reference is missing')),
    amount: field.amount('Please enter a valid amount'),
  }),
  answer: z.object({
    data: z.object({ ref_id: z.string(), amount: field.rupees, status: z.enum(['credited', 'kept']) }),
  }),
  failed: 'Failed to confirm the deposit',
  refusals: [404, 409],
})

export const decideWithdrawal = endpoint({
  ...writes('withdrawals', 'amount', ['withdrawals']),
  path: '/admin/wallet/updateWithdrawRequest',
  description:
    'Approves or rejects a withdrawal. The money left the wallet when it was asked for: approving pays ' +
    'it out, rejecting brings it back. With `basedOn`, the id of the `batch` in its `marks` as it was shown, or null, it is ' +
    'refused (409) where it is in another one now, or in none.',
  body: decision,
  answer: decided,
  failed: 'Failed to update withdrawal request',
  refusals: [404, 409],
})
