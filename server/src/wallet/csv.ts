/** Requests as CSV files: all that the filters leave, with the payee as he was when he asked. */
import { type Answer, type api, msg } from '@munim/contract'
import { type FieldFor, fieldsFor } from '@munim/core'
import { eachRow } from '../database/list.ts'
import { inWords } from '../http/cell-words.ts'
import type { CsvColumn, CsvFile } from '../http/csv.ts'
import { FILE_FIELDS, requestsOf } from './queries.ts'
import type { RequestKind } from './requests.ts'
import { findRequests } from './search.ts'

type Request = Answer<typeof api.wallet.deposits>['data'][number]

const HEADS: Readonly<Record<FieldFor<'requests file'>, string>> = {
  phone_pay_no: msg('PhonePe number'),
  google_pay_no: msg('Google Pay number'),
  paytm_no: msg('Paytm number'),
  upi_id: msg('UPI ID'),
  account_holder_name: msg('Account holder'),
  account_no: msg('Account no.'),
  bank_name: msg('Bank'),
  branch_name: msg('Branch'),
  ifsc_code: msg('IFSC code'),
}

const columns: readonly CsvColumn<Request>[] = [
  [msg('ID'), (request) => request.id],
  [msg('Asked at'), (request) => ({ at: request.createdAt })],
  [msg('User ID'), (request) => request.User.id],
  [msg('User'), (request) => request.User.user_name],
  [msg('Mobile'), (request) => request.User.mobile],
  [msg('Type'), (request) => request.transfer_type],
  [msg('Amount'), (request) => ({ rupees: request.amount })],
  [msg('Status'), (request) => inWords(request.status)],
  [msg('Reference'), (request) => request.ref_id],
  [msg('Note'), (request) => request.note],
  [msg('Decided at'), ({ decidedAt }) => decidedAt && { at: decidedAt }],
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
      yield* eachRow(db, requestsOf(kind, { ...filter, order: undefined }, found, FILE_FIELDS), [null])
    },
  }
}
