/** What both histories are narrowed by: as the address has it, and as each call takes it. */
import type { api, Body } from '@munim/contract'
import { readDay } from '@munim/core'

/** No filter at all. */
export const CLEARED = {
  search: '',
  type: '',
  status: '',
  from: '',
  to: '',
  market: '',
  adminOnly: '',
  page: '1',
}
export const WORDS = { tab: 'transactions', ...CLEARED }
export type Words = Readonly<Record<keyof typeof WORDS, string>>
export type Change = Partial<Record<keyof typeof CLEARED, string>>

export const TYPES = choices('credit', 'debit', 'deposit', 'withdraw')
export const STATUSES = {
  transactions: choices('completed', 'pending', 'rejected'),
  bids: choices('win', 'loss', 'cancelled', 'running'),
}
export type Tab = keyof typeof STATUSES

function choices(...words: readonly string[]) {
  const all = { value: '', label: 'All' }
  return [all, ...words.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))]
}

export const tabOf = ({ tab }: Words): Tab => (tab === 'bids' ? 'bids' : 'transactions')

/** The words with what is no filter of the tab, or no filter at all, left out. */
export function filterOf(words: Words): Words {
  const tab = tabOf(words)
  const among = (list: readonly { value: string }[], word: string) =>
    list.some(({ value }) => value === word) ? word : ''
  return {
    ...words,
    tab,
    search: words.search.slice(0, 100),
    type: tab === 'bids' ? '' : among(TYPES, words.type),
    status: among(STATUSES[tab], words.status),
    from: readDay(words.from) ?? '',
    to: readDay(words.to) ?? '',
    adminOnly: words.adminOnly === 'true' ? 'true' : '',
  }
}

type TransactionBody = Body<typeof api.reports.transactions>
type BidBody = Body<typeof api.reports.bids>

const sharedOf = ({ search, from, to, market }: Words) => ({
  ...(search !== '' && { search }),
  ...(from !== '' && { from }),
  ...(to !== '' && { to }),
  ...(market !== '' && { market }),
})

export const transactionsAsked = (filter: Words): TransactionBody => ({
  ...sharedOf(filter),
  ...(filter.type !== '' && { type: filter.type as NonNullable<TransactionBody['type']> }),
  ...(filter.status !== '' && { status: filter.status as NonNullable<TransactionBody['status']> }),
  ...(filter.adminOnly !== '' && { adminOnly: true }),
})

export const bidsAsked = (filter: Words): BidBody => ({
  ...sharedOf(filter),
  ...(filter.status !== '' && { status: filter.status as NonNullable<BidBody['status']> }),
  ...(filter.adminOnly !== '' && { adminOnly: true }),
})

/** The cards beside the transactions are those of all bids, by what bids can be narrowed by as well. */
export const figuresAsked = (filter: Words): BidBody => ({ ...sharedOf(filter), limit: 1 })

export const isFiltered = (filter: Words): boolean =>
  Object.entries(CLEARED).some(([name, none]) => name !== 'page' && filter[name as keyof Words] !== none)
