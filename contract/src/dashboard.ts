/** The dashboard: figures of the ledger to the paisa, and what waits for the administrator. Amounts in rupees. */
import { z } from 'zod'
import { dayResults } from './daybook.ts'
import { dataOf, endpoint, reads } from './endpoint.ts'
import { dueHalf } from './results.ts'
import * as field from './schema.ts'

const amountAndCount = field.named('AmountAndCount', 'Rupees, and how many postings or requests they are', {
  amount: field.rupees,
  count: z.int(),
})

const statistics = field.named(
  'DashboardStatistics',
  "What specification 1 §3 asks for; 'today' is the Indian day",
  {
    users: z.object({ total_users: z.int(), new_registered_today: z.int(), unapproved_users: z.int() }),
    today: z.object({ admin_deposits: amountAndCount, withdrawals: amountAndCount }),
    withdrawals: z.object({ pending_requests: z.int(), total_amount: field.rupees, total_requests: z.int() }),
    deposits: z.object({ total_amount: field.rupees, total_count: z.int() }),
    admin_profit: field.rupees,
  },
)

export const getStats = endpoint({
  ...reads('report'),
  path: '/admin/dashboard/getStats',
  description:
    "Counts players, deposits, withdrawals and the house's profit. 'Today' is the Indian day. The " +
    'figures are in `data` and, as the specification draws them, beside it too.',
  alsoGet: true,
  answer: statistics.extend({ data: statistics }),
  failed: 'Failed to fetch dashboard statistics',
})

const dayOfMoney = field.named('DayOfMoney', 'What came in, what was paid out, and what the house kept', {
  day: field.day,
  deposits: field.rupees,
  withdrawals: field.rupees,
  house: field.rupees.describe('Stakes less refunds and winnings'),
})

export const getOverview = endpoint({
  ...reads('list'),
  path: '/admin/dashboard/getOverview',
  description:
    'Tells what waits and since when, what today made, the last fourteen days, and whether the books agree. `books` is ' +
    'null where they were never checked; they agree when neither the last check nor the last proof of ' +
    'every law found a difference.',
  answer: dataOf({
    waiting: z.object({
      unapprovedUsers: z.int().describe('Without those who are blocked'),
      oldestUserAt: field.instant.nullable(),
      pendingDeposits: z.int(),
      oldestDepositAt: field.instant.nullable(),
      pendingWithdrawals: z.int(),
      oldestWithdrawalAt: field.instant.nullable(),
      toPayOut: field.rupees.describe('What the pending withdrawals ask for'),
      due: z.array(dueHalf),
      unreadFeedbacks: z.int(),
      oldestFeedbackAt: field.instant.nullable(),
    }),
    daybook: z.object(dayResults).describe("What the house made of today's draws, beside two days before"),
    days: z.array(dayOfMoney),
    books: z
      .object({
        agree: z.boolean(),
        checkedAt: field.instant,
        provenAt: field.instant
          .nullable()
          .describe('When the laws were last checked: small books whole, others as far as a night has time'),
        wholeSince: field.instant
          .nullable()
          .describe(
            'Every day was read row by row since then, as of that check; null: some are still to be read',
          ),
        differences: z.array(z.string()).describe('Sentences'),
        wallets: field.rupees.describe('The sum of all wallets'),
        ledger: field.rupees.describe('The same sum, of the postings'),
        players: z.int().describe('How many wallets there were'),
      })
      .nullable(),
  }),
  failed: 'Failed to fetch dashboard statistics',
})
