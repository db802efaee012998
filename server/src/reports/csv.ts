/** Both histories as CSV files: the whole of what their filters leave. */
import { type api, type Input, msg, t } from '@munim/contract'
import { labelOf } from '@munim/core'
import { bidColumns, marketNameOf } from '../bids/csv.ts'
import type { BidRow } from '../bids/list.ts'
import { inWords } from '../http/cell-words.ts'
import type { CsvColumn, CsvFile } from '../http/csv.ts'
import { eachBidOfHistory } from './bids.ts'
import type { TransactionRow } from './transaction-filter.ts'
import { eachTransaction } from './transactions.ts'

const columns: readonly CsvColumn<TransactionRow>[] = [
  [msg('ID'), (row) => row.id],
  [msg('Date'), (row) => ({ at: row.createdAt })],
  [msg('User ID'), (row) => row.User.id],
  [msg('User'), (row) => row.User.user_name],
  [msg('Mobile'), (row) => row.User.mobile],
  [msg('Type'), (row) => inWords(row.type)],
  [msg('Transfer type'), (row) => inWords(row.transfer_type)],
  [msg('Status'), (row) => inWords(row.status)],
  [msg('Debit'), ({ side, amount }) => (side === 'debit' ? { rupees: amount } : null)],
  [msg('Credit'), ({ side, amount }) => (side === 'credit' ? { rupees: amount } : null)],
  [msg('Previous balance'), (row) => ({ rupees: row.prev_balance })],
  [msg('Current balance'), (row) => ({ rupees: row.current_balance })],
  [msg('Note'), (row) => row.note],
  [msg('Reference'), (row) => row.ref_id],
  [msg('Method'), (row) => row.method],
  [msg('Market'), ({ bid }) => bid?.market_name],
  [msg('Market date'), ({ bid }) => bid?.market_date],
  [msg('Session'), ({ bid }) => inWords(bid?.session)],
  [msg('Game'), ({ bid }) => bid && t(labelOf(bid.game_mode))],
  [msg('Open digit'), ({ bid }) => bid?.open_digit],
  [msg('Open panna'), ({ bid }) => bid?.open_panna],
  [msg('Close digit'), ({ bid }) => bid?.close_digit],
  [msg('Close panna'), ({ bid }) => bid?.close_panna],
]

/** The file's name says only that there was a search: its text may be a player's number. */
const searched = ({ search, adminOnly }: Pick<Input<typeof api.reports.bids>, 'search' | 'adminOnly'>) => [
  search && 'search',
  adminOnly ? 'admin' : undefined,
]

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
