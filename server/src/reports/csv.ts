/** Both histories as CSV files: the whole of what their filters leave. */
import type { api } from '@munim/contract'
import { labelOf } from '@munim/core'
import { bidColumns, marketNameOf } from '../bids/csv.ts'
import type { BidRow } from '../bids/list.ts'
import type { CsvColumn, CsvFile } from '../http/csv.ts'
import { eachBidOfHistory } from './bids.ts'
import type { TransactionRow } from './transaction-filter.ts'
import { eachTransaction } from './transactions.ts'

const columns: readonly CsvColumn<TransactionRow>[] = [
  ['ID', (row) => row.id],
  ['Date', (row) => ({ at: row.createdAt })],
  ['User ID', (row) => row.User.id],
  ['User', (row) => row.User.user_name],
  ['Mobile', (row) => row.User.mobile],
  ['Type', (row) => row.type],
  ['Transfer type', (row) => row.transfer_type],
  ['Status', (row) => row.status],
  ['Debit', ({ side, amount }) => (side === 'debit' ? { rupees: amount } : null)],
  ['Credit', ({ side, amount }) => (side === 'credit' ? { rupees: amount } : null)],
  ['Previous balance', (row) => ({ rupees: row.prev_balance })],
  ['Current balance', (row) => ({ rupees: row.current_balance })],
  ['Note', (row) => row.note],
  ['Reference', (row) => row.ref_id],
  ['Method', (row) => row.method],
  ['Market', ({ bid }) => bid?.market_name],
  ['Market date', ({ bid }) => bid?.market_date],
  ['Session', ({ bid }) => bid?.session],
  ['Game', ({ bid }) => bid && labelOf(bid.game_mode)],
  ['Open digit', ({ bid }) => bid?.open_digit],
  ['Open panna', ({ bid }) => bid?.open_panna],
  ['Close digit', ({ bid }) => bid?.close_digit],
  ['Close panna', ({ bid }) => bid?.close_panna],
]

/** The file's name says only that there was a search: its text may be a player's number. */
const searched = ({
  search,
  adminOnly,
}: {
  search?: string | undefined
  adminOnly?: boolean | undefined
}) => [search && 'search', adminOnly ? 'admin' : undefined]

export const transactionsFile: CsvFile<typeof api.reports.transactionsCsv, TransactionRow> = {
  name: async (db, filter) => [
    'transactions',
    await marketNameOf(db, filter.market),
    filter.type,
    filter.status,
    ...searched(filter),
  ],
  columns,
  rows: eachTransaction,
}

export const bidHistoryFile: CsvFile<typeof api.reports.bidsCsv, BidRow> = {
  name: async (db, filter) => [
    'bid-history',
    await marketNameOf(db, filter.market),
    filter.status,
    ...searched(filter),
  ],
  columns: bidColumns,
  rows: eachBidOfHistory,
}
