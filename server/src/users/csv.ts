/** Users, and one user's histories, as CSV files. */
import type { Answer, api } from '@munim/contract'
import { type FieldFor, labelOf } from '@munim/core'
import { ownBidColumns } from '../bids/csv.ts'
import { bidsOf } from '../bids/queries.ts'
import { eachRow } from '../database/list.ts'
import type { CsvColumn, CsvFile } from '../http/csv.ts'
import { found } from '../refusal.ts'
import { eachUser } from './list.ts'
import { isUser, transactionsOf } from './queries.ts'

type UserRow = Answer<typeof api.users.list>['data'][number]
type Transaction = Answer<typeof api.users.transactions>['data'][number]
type Bid = Answer<typeof api.users.bids>['data'][number]

/** In the order of the file. */
const COLUMNS: Readonly<Record<FieldFor<'users file'> | 'id' | 'wallet' | 'createdAt', CsvColumn<UserRow>>> =
  {
    id: ['ID', (user) => user.id],
    user_name: ['Name', (user) => user.user_name],
    mobile: ['Mobile', (user) => user.mobile],
    wallet: ['Wallet', (user) => ({ rupees: user.wallet })],
    isBlocked: ['Status', (user) => (user.isBlocked ? 'Blocked' : 'Active')],
    isApproved: ['Approval', (user) => (user.isApproved ? 'Approved' : 'Pending')],
    betting: ['Betting', (user) => (user.betting ? 'on' : 'off')],
    transfer: ['Transfer', (user) => (user.transfer ? 'on' : 'off')],
    createdAt: ['Joined', (user) => ({ at: user.createdAt })],
  }

export const usersFile: CsvFile<typeof api.users.listCsv, UserRow> = {
  name: async (_db, { isApproved }) => [
    'users',
    isApproved === undefined ? undefined : isApproved ? 'approved' : 'unapproved',
  ],
  columns: Object.values(COLUMNS),
  rows: eachUser,
}

export const transactionsFile: CsvFile<typeof api.users.transactionsCsv, Transaction> = {
  name: async (_db, { userId }) => ['transactions', `user ${userId}`],
  columns: [
    ['ID', (row) => row.id],
    ['Date', (row) => ({ at: row.createdAt })],
    ['Type', (row) => row.type],
    ['What', (row) => row.transfer_type],
    ['Market', (row) => row.bid?.market_name],
    ['Game', (row) => row.bid && labelOf(row.bid.game_mode)],
    ['Amount', (row) => ({ rupees: row.amount })],
    ['Status', (row) => row.status],
    ['Reference', (row) => row.ref_id],
    ['Note', (row) => row.note],
    ['Balance before', (row) => ({ rupees: row.prev_balance })],
    ['Balance after', (row) => ({ rupees: row.current_balance })],
  ],
  async *rows(db, { userId }) {
    found((await isUser(db, userId)) || undefined, 'User not found')
    yield* eachRow(db, transactionsOf(userId), [null])
  },
}

export const bidsOfUserFile: CsvFile<typeof api.users.bidsCsv, Bid> = {
  name: async (_db, { userId }) => ['bids', `user ${userId}`],
  columns: ownBidColumns,
  async *rows(db, { userId }) {
    found((await isUser(db, userId)) || undefined, 'User not found')
    yield* eachRow(db, bidsOf(userId), [null])
  },
}
