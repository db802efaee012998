/** Requests as CSV files: all that the filters leave, with the payee as he was when he asked. */
import type { Answer, api } from '@munim/contract'
import type { CsvColumn, CsvFile } from '../http/csv.ts'
import { eachRequest } from './queries.ts'
import type { RequestKind } from './requests.ts'

type Request = Answer<typeof api.wallet.deposits>['data'][number]

const columns: readonly CsvColumn<Request>[] = [
  ['ID', (request) => request.id],
  ['Asked at', (request) => ({ at: request.createdAt })],
  ['User ID', (request) => request.User.id],
  ['User', (request) => request.User.user_name],
  ['Mobile', (request) => request.User.mobile],
  ['Type', (request) => request.transfer_type],
  ['Amount', (request) => ({ rupees: request.amount })],
  ['Status', (request) => request.status],
  ['Reference', (request) => request.ref_id],
  ['Note', (request) => request.note],
  ['Decided at', ({ decidedAt }) => decidedAt && { at: decidedAt }],
  ['PhonePe number', (request) => request.User.phone_pay_no],
  ['Google Pay number', (request) => request.User.google_pay_no],
  ['Paytm number', (request) => request.User.paytm_no],
  ['UPI ID', (request) => request.User.upi_id],
  ['Account holder', (request) => request.User.account_holder_name],
  ['Account no.', (request) => request.User.account_no],
  ['Bank', (request) => request.User.bank_name],
  ['IFSC code', (request) => request.User.ifsc_code],
]

export function requestsFile(kind: RequestKind): CsvFile<typeof api.wallet.depositsCsv, Request> {
  return {
    name: async (_db, { status }) => [kind === 'deposit' ? 'deposits' : 'withdrawals', status],
    columns,
    rows: (db, filter) => eachRequest(db, kind, filter),
  }
}
