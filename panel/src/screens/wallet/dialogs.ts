/** What is asked about a request, by its kind. A list draws it beside its rows: a turned phone draws a row anew. */
import { ApproveUnreferenced, RejectDeposit } from './deposit-dialogs.tsx'
import { ApproveWithdrawal, RejectWithdrawal } from './withdrawal-dialogs.tsx'

export type Asking = 'approve' | 'reject'

export const DIALOGS = {
  deposits: { approve: ApproveUnreferenced, reject: RejectDeposit },
  withdrawals: { approve: ApproveWithdrawal, reject: RejectWithdrawal },
} as const
