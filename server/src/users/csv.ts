/** Users, and one user's histories, as CSV files. */
import { type Answer, type api, msg, t } from '@munim/contract'
import { type FieldFor, labelOf } from '@munim/core'
import { ownBidColumns } from '../bids/csv.ts'
import { bidsOf } from '../bids/queries.ts'
import { eachRow } from '../database/list.ts'
import { inWords } from '../http/cell-words.ts'
import type { CsvColumn, CsvFile } from '../http/csv.ts'
import { eachUser } from './list.ts'
import { checkUser, transactionsOf } from './queries.ts'

type UserRow = Answer<typeof api.users.list>['data'][number]
type Transaction = Answer<typeof api.users.transactions>['data'][number]
type Bid = Answer<typeof api.users.bids>['data'][number]

/** In the order of the file. */
const COLUMNS: Readonly<Record<FieldFor<'users file'> | 'id' | 'wallet' | 'createdAt', CsvColumn<UserRow>>> =
  {
    id: [msg('ID'), (user) => user.id],
    user_name: [msg('Name'), (user) => user.user_name],
    mobile: [msg('Mobile'), (user) => user.mobile],
    wallet: [msg('Wallet'), (user) => ({ rupees: user.wallet })],
    isBlocked: [msg('Status'), (user) => (user.isBlocked ? t('Blocked') : t('Active'))],
    isApproved: [msg('Approval'), (user) => (user.isApproved ? t('Approved') : t('Pending'))],
    betting: [msg('Betting'), (user) => (user.betting ? t('on') : t('off'))],
    transfer: [msg('Transfer'), (user) => (user.transfer ? t('on') : t('off'))],
    createdAt: [msg('Joined'), (user) => ({ at: user.createdAt })],
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
    [msg('ID'), (row) => row.id],
    [msg('Date'), (row) => ({ at: row.createdAt })],
    [msg('Type'), (row) => inWords(row.type)],
    [msg('What'), (row) => inWords(row.transfer_type)],
    [msg('Market'), (row) => row.bid?.market_name],
    [msg('Game'), (row) => row.bid && t(labelOf(row.bid.game_mode))],
    [msg('Amount'), (row) => ({ rupees: row.amount })],
    [msg('Status'), (row) => inWords(row.status)],
    [msg('Reference'), (row) => row.ref_id],
    [msg('Note'), (row) => row.note],
    [msg('Balance before'), (row) => ({ rupees: row.prev_balance })],
    [msg('Balance after'), (row) => ({ rupees: row.current_balance })],
  ],
  async *rows(db, { userId }) {
    await checkUser(db, userId)
    yield* eachRow(db, transactionsOf(userId), [null])
  },
}

export const bidsOfUserFile: CsvFile<typeof api.users.bidsCsv, Bid> = {
  name: async (_db, { userId }) => ['bids', `user ${userId}`],
  columns: ownBidColumns,
  async *rows(db, { userId }) {
    await checkUser(db, userId)
    yield* eachRow(db, bidsOf(userId), [null])
  },
}
