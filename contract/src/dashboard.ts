/** The dashboard: figures of the ledger to the paisa, and what waits for the administrator. Amounts in rupees. */
import { z } from 'zod'
import { endpoint, nothing } from './endpoint.ts'
import { dueHalf } from './results.ts'
import * as field from './schema.ts'

const amountAndCount = z.object({ amount: field.rupees, count: z.int() })

/** The dashboard statistics of the specification (1 §3); "today" is the Indian day (decisions: Figures). */
const statistics = z.object({
  users: z.object({ total_users: z.int(), new_registered_today: z.int(), unapproved_users: z.int() }),
  today: z.object({ admin_deposits: amountAndCount, withdrawals: amountAndCount }),
  withdrawals: z.object({ pending_requests: z.int(), total_amount: field.rupees, total_requests: z.int() }),
  deposits: z.object({ total_amount: field.rupees, total_count: z.int() }),
  admin_profit: field.rupees,
})

export const getStats = endpoint({
  path: '/admin/dashboard/getStats',
  description:
    "Counts players, deposits, withdrawals and the house's profit. 'Today' is the Indian day. The " +
    'figures stand in `data` and, as the specification draws them, beside it too.',
  access: 'admin',
  effect: 'read',
  alsoGet: true,
  body: nothing,
  answer: statistics.extend({ data: statistics }),
  failed: 'Failed to fetch dashboard statistics',
})

/** One Indian day: what came in, what was paid out, and the house's result (stakes less refunds and winnings). */
const dayOfMoney = z.object({
  day: z.string(),
  deposits: field.rupees,
  withdrawals: field.rupees,
  house: field.rupees,
})

export const getOverview = endpoint({
  path: '/admin/dashboard/getOverview',
  description:
    'Tells what waits and since when, the last fourteen days, and whether the books agree. `books` is ' +
    'null where they were never checked; they agree when neither the last check nor the last proof of ' +
    'every law found a difference.',
  access: 'admin',
  effect: 'read',
  body: nothing,
  answer: z.object({
    data: z.object({
      waiting: z.object({
        unapprovedUsers: z.int(),
        oldestUserAt: field.instant.nullable(),
        pendingDeposits: z.int(),
        oldestDepositAt: field.instant.nullable(),
        pendingWithdrawals: z.int(),
        oldestWithdrawalAt: field.instant.nullable(),
        /** What the pending withdrawals ask for. */
        toPayOut: field.rupees,
        due: z.array(dueHalf),
        unreadFeedbacks: z.int(),
        oldestFeedbackAt: field.instant.nullable(),
      }),
      days: z.array(dayOfMoney),
      books: z
        .object({
          agree: z.boolean(),
          checkedAt: field.instant,
          /** When every law was last held against all that was ever written. */
          provenAt: field.instant.nullable(),
          /** Sentences. */
          differences: z.array(z.string()),
          /** The two sums that were compared, and how many wallets there were. */
          wallets: field.rupees,
          ledger: field.rupees,
          players: z.int(),
        })
        .nullable(),
    }),
  }),
  failed: 'Failed to fetch dashboard statistics',
})
