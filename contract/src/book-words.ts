/**
 * The words of the books, as the panel and printed pages have them: kinds of postings, accounts, ways of payment. Not in
 * index.ts, whose files all come with the first load of the panel.
 */
import type { PostingKind, WalletKind } from '@munim/core'
import { msg, t } from './catalogue.ts'

/** What kinds of postings come together to in the players' sums of a month, as they move the wallet. */
const GROUPS = [
  msg('Deposits'),
  msg('Withdrawals'),
  msg('By hand'),
  msg('Bonus'),
  msg('Stakes'),
  msg('Refunds'),
  msg('Wins'),
  msg('Other'),
] as const

/** What a posting of a kind is called, and all of them together. */
interface WordsOfKind {
  readonly name: string
  readonly sum: string
  readonly group: (typeof GROUPS)[number]
}

// biome-ignore format: a line a kind
const OF_WALLETS: Readonly<Record<WalletKind, WordsOfKind>> = {
  deposit: { name: msg('Deposit'), sum: msg('Deposits'), group: 'Deposits' },
  withdraw_hold: { name: msg('Withdrawal held'), sum: msg('Withdrawals asked for'), group: 'Withdrawals' },
  withdraw_return: { name: msg('Withdrawal returned'), sum: msg('Withdrawals returned'), group: 'Withdrawals' },
  stake: { name: msg('Bid placed'), sum: msg('Stakes'), group: 'Stakes' },
  refund: { name: msg('Bid refunded'), sum: msg('Refunds'), group: 'Refunds' },
  win: { name: msg('Winnings'), sum: msg('Wins'), group: 'Wins' },
  win_reversed: { name: msg('Winnings taken back'), sum: msg('Wins taken back'), group: 'Wins' },
  fund_add: { name: msg('Funds added'), sum: msg('Added'), group: 'By hand' },
  fund_deduct: { name: msg('Funds deducted'), sum: msg('Deducted'), group: 'By hand' },
  transfer: { name: msg('Transfer'), sum: msg('Transfers'), group: 'Other' },
  bonus: { name: msg('Bonus'), sum: msg('Bonus'), group: 'Bonus' },
  closing: { name: msg('Account closed'), sum: msg('Left at deletion'), group: 'Other' },
}
const KINDS: Readonly<Record<PostingKind, Pick<WordsOfKind, 'name'>>> = {
  ...OF_WALLETS,
  withdraw_pay: { name: msg('Withdrawal paid out') },
}

export const kindOfPosting = (kind: PostingKind): string => t(KINDS[kind].name)

/** The kinds that move a wallet, and what all postings of each are called, in the order of a file's columns. */
export const SUMS_OF_KINDS = Object.entries(OF_WALLETS).map(
  ([kind, { sum }]) => [sum, kind as WalletKind] as const,
)

/** What is shown in one column, and the kinds that are in it. */
export const WALLET_GROUPS = GROUPS.map((title) => {
  const kinds = Object.entries(OF_WALLETS).filter(([, { group }]) => group === title)
  return [title, kinds.map(([kind]) => kind as WalletKind)] as const
})

/** How these sums differ from what the draws of the month made. */
export const BY_POSTING = msg('By the moment of posting: stakes that still run are in the house result.')

/** What is in the columns of more than one kind. */
export const groupsInWords = (): string =>
  WALLET_GROUPS.filter(([, kinds]) => kinds.length > 1)
    .map(([group, kinds]) =>
      t('{group}: {kinds}.', {
        group: t(group),
        kinds: kinds.map((kind) => t(OF_WALLETS[kind].sum)).join(', '),
      }),
    )
    .join(' ')

export const ACCOUNT_NAMES = {
  player: msg('All wallets'),
  held: msg('Held for withdrawals'),
  game: msg('Stakes against wins'),
  bonus: msg('Bonus given'),
  closed: msg('Left by closed accounts'),
  cash: msg('Cash: came in less went out'),
} as const

const METHODS: Readonly<Record<string, string>> = {
  upi: msg('UPI'),
  phonepe: msg('PhonePe'),
  phonepay: msg('PhonePe'),
  gpay: msg('Google Pay'),
  googlepay: msg('Google Pay'),
  paytm: msg('Paytm'),
  bank: msg('Bank'),
}

/** How a payment is made, as its request says: "PhonePe" of "phonepay"; what we have no name for is shown as it came. */
export function methodInWords(method: string): string {
  const name = METHODS[method.toLowerCase()]
  return name === undefined ? method : t(name)
}
