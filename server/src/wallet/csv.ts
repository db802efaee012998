/** Requests as CSV files: all that the filters leave, with the payee as he was when he asked. */
import type { Answer, api } from '@munim/contract'
import { type FieldFor, fieldsFor } from '@munim/core'
import { eachRow } from '../database/list.ts'
import type { CsvColumn, CsvFile } from '../http/csv.ts'
import { requestsOf } from './queries.ts'
import type { RequestKind } from './requests.ts'
import { findRequests } from './search.ts'

type Request = Answer<typeof api.wallet.deposits>['data'][number]

const HEADS: Readonly<Record<FieldFor<'requests file'>, string>> = {
  phone_pay_no: 'PhonePe number',
  google_pay_no: 'Google Pay number',
  paytm_no: 'Paytm number',
  upi_id: 'UPI ID',
  account_holder_name: 'Account holder',
  account_no: 'Account no.',
  bank_name: 'Bank',
  ifsc_code: 'IFSC code',
}

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
  ...fieldsFor('requests file').map(
    (name): CsvColumn<Request> => [HEADS[name], (request) => request.User[name]],
  ),
]

export function requestsFile(kind: RequestKind): CsvFile<typeof api.wallet.depositsCsv, Request> {
  return {
    name: async (_db, { status, search }) => [
      kind === 'deposit' ? 'deposits' : 'withdrawals',
      status,
      search && 'search',
    ],
    columns,
    async *rows(db, filter) {
      const found = filter.search ? await findRequests(db, kind, filter.search) : undefined
      yield* eachRow(db, requestsOf(kind, { ...filter, order: undefined }, found), [null])
    },
  }
}
