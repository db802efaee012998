/** The work queue: what waits for an administrator, the oldest first, and all that a decision on one of it needs. */
import { z } from 'zod'
import { endpoint, reads, writes } from './endpoint.ts'
import { feedback, wrongInComment } from './feedbacks.ts'
import * as field from './schema.ts'
import { knownOfPayouts } from './users.ts'
import { BANK_FORMATS, request } from './wallet.ts'

export const DESK_KINDS = ['deposits', 'withdrawals', 'users', 'feedback'] as const
export type DeskKind = (typeof DESK_KINDS)[number]
const kind = z.enum(DESK_KINDS, { error: 'Kind must be deposits, withdrawals, users or feedback' })
const id = field.id('Item ID is missing')

/** What is read at once, and at most. */
const LISTED = 100
const LISTED_AT_MOST = 1000

const openBy = z.array(z.string()).describe('Other administrators who have it open')

const waiting = field.named('WaitingItem', 'A request, a new player or a feedback that waits', {
  id: z.int(),
  user_name: z.string(),
  amount: field.rupees.nullable().describe('Of a deposit or withdrawal; else null'),
  way: z.string().describe("How a request is paid; the beginning of a feedback; '' of a new player"),
  at: field.instant.describe('Since when it waits'),
  isConfirmed: z
    .boolean()
    .describe(
      'A deposit whose reference and amount the payment provider confirmed, that no other request claims, ' +
        'and that was not credited',
    ),
  sameReference: z.boolean().describe('Another deposit, whatever became of it, has its reference'),
  waitsForSecond: z.boolean().describe('A decision on it waits for a second person'),
  batch: z.int().nullable().describe('The open batch that a withdrawal is in: a bank was told to pay it'),
  bonus: request.shape.bonus.describe('Of a deposit, what approving it pays along now; else null'),
  openBy,
})

export const queue = endpoint({
  ...reads('act'),
  path: '/admin/desk/getQueue',
  description:
    'Lists what waits of a kind, the oldest first, without bank details, and how many wait of each kind. Players who ' +
    'are blocked do not wait.',
  body: z.object({ kind, limit: z.int().min(1).max(LISTED_AT_MOST).default(LISTED) }),
  answer: z.object({
    data: z.array(waiting),
    total: z.int(),
    totals: field.named('WaitingTotals', 'How many wait, by kind', {
      deposits: z.int(),
      withdrawals: z.int(),
      users: z.int(),
      feedback: z.int(),
    }),
    confirmedBehind: z
      .int()
      .optional()
      .describe('Of deposits, where more wait than are listed: how many of the others getConfirmed lists'),
  }),
  failed: 'Failed to fetch what waits',
})

const person = field.named('CasePerson', 'The player whom it is about. Amounts in rupees.', {
  ...field.playerName,
  isApproved: z.boolean(),
  isBlocked: z.boolean(),
  createdAt: field.instant,
  wallet: field.rupees,
  staked: field.rupees.describe('Of all bids that were not refunded, running ones included'),
  won: field.rupees.describe('Less what was taken back'),
  deposited: field.rupees.describe('Of approved deposits'),
  withdrawn: field.rupees.describe('Of approved withdrawals'),
  held: field.rupees.describe('Of withdrawals that wait'),
  other: field.rupees.describe(
    'Added and deducted by hand, bonuses and transfers: with all of these it is `wallet`',
  ),
})

const shortRequest = field.named('ShortRequest', 'A deposit or withdrawal in a line', {
  id: z.int(),
  kind: field.requestKind,
  amount: field.rupees,
  status: field.requestStatus,
  createdAt: field.instant,
})

export const getCase = endpoint({
  ...reads('act'),
  path: '/admin/desk/getCase',
  description:
    'Shows one item of the work queue with all that a decision needs: the request, its player, what else names its ' +
    'reference, the last requests.',
  body: z.object({ kind, id }),
  answer: z.object({
    data: field.named('Case', 'An item of the work queue', {
      kind,
      id: z.int(),
      isWaiting: z.boolean(),
      waitsForSecond: z.boolean(),
      manyClaims: z
        .int()
        .nullable()
        .describe(
          'Of a pending deposit: how many pending ones of its player have a reference that the payment provider has ' +
            'not confirmed, where those are so many that none is credited by itself; else null',
        ),
      openBy,
      person,
      request: request.nullable(),
      feedback: feedback.nullable(),
      payouts: knownOfPayouts.nullable().describe('Of a new player; else null'),
      sameReference: z
        .array(shortRequest.extend({ User: z.object({ id: z.int(), user_name: z.string() }) }))
        .describe("Other deposits with this one's reference, however it is written; at most twenty"),
      last: z
        .array(shortRequest)
        .describe("The player's requests before this one, the newest first; at most six"),
    }),
  }),
  failed: 'Failed to fetch what waits',
  refusals: [404],
})

export const UTRS_AT_MOST = 200

export const paidAs = endpoint({
  ...reads('act'),
  path: '/admin/desk/paidAs',
  description: 'Lists the payouts that were approved with one of these UTRs, however they are written.',
  body: z.object({ utrs: z.array(field.text(100)).min(1).max(UTRS_AT_MOST) }),
  answer: z.object({
    data: z.array(
      shortRequest.extend({
        utr: z.string().describe('As it was asked for'),
        User: z.object({ id: z.int(), user_name: z.string() }),
      }),
    ),
  }),
  failed: 'Failed to look for the UTR',
})

export const open = endpoint({
  ...reads('act'),
  path: '/admin/desk/keepOpen',
  description:
    'Tells what a page of the caller has open, every ten seconds; others see it for thirty. Nothing else is kept of it.',
  body: z.object({
    kind,
    id: id.nullable().describe('null: nothing any more'),
    page: z
      .string()
      .regex(/^[0-9a-f]{16,32}$/, 'Page must be 16 to 32 hexadecimal digits')
      .describe('Chosen by the page: of one administrator, several may be open'),
  }),
  answer: z.object({ openBy, isSecond: z.boolean().describe('Another administrator had it open before') }),
  failed: 'Failed to tell what is open',
})

export const REASONS_AT_MOST = 9
export const REASON_MAX = 200
/** What may be answered in a word: of rejected requests the note that the player reads, of feedback the response. */
export const REASONED_KINDS = ['deposits', 'withdrawals', 'feedback'] as const
const reasonsOfAll = z.object({
  deposits: z.array(z.string()),
  withdrawals: z.array(z.string()),
  feedback: z.array(z.string()),
})

export const reasons = endpoint({
  ...reads('act'),
  path: '/admin/desk/getReasons',
  description: 'Shows the reasons and replies that the keys 1 to 9 choose in the work queue.',
  answer: z.object({ data: reasonsOfAll }),
  failed: 'Failed to fetch the reasons',
})

export const saveReasons = endpoint({
  ...writes('settings', 'entered'),
  path: '/admin/desk/saveReasons',
  description:
    'Changes the reasons of a kind: all of them, in their order. With `basedOn`, those that it was made from, it is refused ' +
    '(409) where another administrator changed them meanwhile.',
  body: z
    .object({
      kind: z.enum(REASONED_KINDS),
      reasons: z
        .array(field.required(REASON_MAX, 'A reason is missing'))
        .max(REASONS_AT_MOST, 'At most nine reasons can be kept'),
      basedOn: z.array(z.string()).optional(),
    })
    .check(({ value, issues }) => {
      const wrong = value.kind === 'feedback' ? value.reasons.map(wrongInComment).find(Boolean) : undefined
      if (wrong !== undefined)
        issues.push({ code: 'custom', message: wrong, input: value.reasons, path: ['reasons'] })
    }),
  answer: z.object({ data: reasonsOfAll }),
  failed: 'Failed to save the reasons',
  refusals: [409],
})

export const confirmed = endpoint({
  ...reads('list'),
  path: '/admin/desk/getConfirmed',
  description:
    'Lists the pending deposits that the payment provider confirmed, as in the queue, the oldest first; at most two ' +
    'hundred, and how many there are. Each is decided by the call for one deposit.',
  answer: z.object({
    data: z.array(
      field.named('ConfirmedDeposit', 'A pending deposit that the payment provider confirmed', {
        id: z.int(),
        user_name: z.string(),
        amount: field.rupees,
        ref_id: z.string(),
        bonus: field.rupees
          .optional()
          .describe('What approving it pays along, by the settings as they are now'),
      }),
    ),
    total: z.int(),
  }),
  failed: 'Failed to fetch what is confirmed',
})

const payable = field.named('PayableWithdrawal', 'A pending withdrawal that a bank may be told to pay', {
  id: z.int(),
  user_name: z.string(),
  amount: field.rupees,
  createdAt: field.instant,
  way: z.string().describe('How the player asked to be paid'),
  isPayable: z
    .boolean()
    .describe('It was asked for by bank, and has an account holder, an account number and an IFSC'),
  waitsForSecond: z.boolean(),
  marks: request.shape.marks,
})

export const payables = endpoint({
  ...reads('act'),
  path: '/admin/desk/getPayables',
  description:
    'Lists the pending withdrawals, the oldest first, without bank details, for a batch; at most five hundred.',
  answer: z.object({ data: z.array(payable) }),
  failed: 'Failed to fetch what waits',
})

const batch = field.named('PayoutBatch', 'Withdrawals that a bank was told to pay in one file', {
  id: z.int(),
  bank: z.enum(BANK_FORMATS),
  by: z.string(),
  at: field.instant,
  closedAt: field.instant.nullable().describe('Since when its withdrawals may be put in another one'),
  requests: z.int(),
  pending: z.int().describe('Of them not decided'),
  amount: field.rupees,
})
const batchFile = z.object({ name: z.string(), text: z.string() })

export const BATCH_AT_MOST = 200

export const makeBatch = endpoint({
  ...writes('withdrawals', 'fresh'),
  path: '/admin/desk/makeBatch',
  description:
    'Makes a file for a bank of pending withdrawals, and keeps which they are. It decides none. One that is in an open ' +
    'batch is refused unless `again` says that it is meant: the ids of those, or true for all.',
  isSecret: true,
  body: z.object({
    bank: z.enum(BANK_FORMATS),
    debitAccount: field.text(34).trim().default(''),
    ids: z
      .array(id)
      .min(1, 'No withdrawal is chosen')
      .max(BATCH_AT_MOST, 'A batch has at most 200 withdrawals'),
    again: z
      .union([z.boolean(), z.array(id).max(BATCH_AT_MOST)], {
        error: 'again must be true, false or a list of at most 200 IDs',
      })
      .default(false),
  }),
  answer: z.object({ data: batch, file: batchFile }),
  failed: 'Failed to make the file',
  refusals: [404, 409],
})

export const batchFileAgain = endpoint({
  ...reads('act', 'withdrawals'),
  path: '/admin/desk/getBatchFile',
  description:
    'Makes the file of an open batch once more, of those of its withdrawals that are not decided, and no decision on which ' +
    'waits for a second person. They keep their payee and their amount.',
  effect: 'audited-read',
  factor: 'fresh',
  body: z.object({ id }),
  answer: z.object({ file: batchFile }),
  failed: 'Failed to make the file',
  refusals: [404, 409],
})

export const batches = endpoint({
  ...reads('list'),
  path: '/admin/desk/getBatches',
  description: 'Lists the last fifty batches, the newest first.',
  answer: z.object({ data: z.array(batch) }),
  failed: 'Failed to fetch the batches',
})

export const getBatch = endpoint({
  ...reads('act'),
  path: '/admin/desk/getBatch',
  description: 'Shows the withdrawals of a batch, without bank details.',
  body: z.object({ id }),
  answer: z.object({
    data: batch.extend({
      rows: z.array(
        z.object({
          id: z.int(),
          user_name: z.string(),
          amount: field.rupees,
          status: field.requestStatus,
          note: z.string(),
        }),
      ),
    }),
  }),
  failed: 'Failed to fetch the batch',
  refusals: [404],
})

export const closeBatch = endpoint({
  ...writes('withdrawals', 'fresh'),
  path: '/admin/desk/closeBatch',
  description:
    'Closes a batch: what is not decided of it may be put in another one. It is meant for what the bank did not pay.',
  body: z.object({ id }),
  answer: z.object({ data: batch }),
  failed: 'Failed to close the batch',
  refusals: [404, 409],
})
