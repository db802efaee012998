/** The ledger's law: what a posting is, which ends each kind may have, and when a wallet refuses it. */
import { assert } from '../assert.ts'
import { type Paise, paise } from '../money.ts'

/**
 * The house's accounts: `cash` the money that came in or went out, `game` stakes against wins, `bonus`
 * what was given away, `held` withdrawals asked for, `closed` what deleted players left.
 */
export type HouseAccount = 'cash' | 'game' | 'bonus' | 'held' | 'closed'

/** A number is a player's id, and means that player's wallet. */
export type Account = number | HouseAccount

/** Money from one account to another. It names both ends, so money can be moved and cannot be made. */
export type Posting = {
  readonly from: Account
  readonly to: Account
  readonly amount: Paise
  readonly kind: PostingKind
}

/** What accounts hold, in paise; an account that is not in it holds nothing. */
export type Balances = ReadonlyMap<Account, Paise>

/** From where to where a kind may move money; 'player' is any wallet. */
export type Ends = readonly [from: 'player' | HouseAccount, to: 'player' | HouseAccount]

/** How a player's history names a posting (part one §4: `transfer_type`). */
export const TRANSFER_WORDS = [
  'deposit',
  'withdraw',
  'bid',
  'refund',
  'win',
  'win_reversed',
  'bonus',
  'transfer',
  'admin',
] as const
export type TransferWord = (typeof TRANSFER_WORDS)[number]

/**
 * What a posting is held against: that the player whom it takes from asked for it, the decision of a request, the result,
 * void or cancelling of a bid, an act of an administrator of which it is all, what a bonus comes with, a player's removal.
 * A kind by 'hand' falls under the law that funds added and deducted are acts of the audit: its act tells the player's
 * wallet before and after.
 */
export type PostedBy = 'player' | 'request' | 'bid' | 'hand' | 'bonus' | 'removal'

/** What a kind of posting means. All else that is known of a kind follows from this. */
type Meaning = {
  readonly ends: readonly Ends[]
  readonly word: TransferWord
  /** It belongs to a bid; of those all but the stake settle one. */
  readonly ofBid?: true
  /** How it counts in the player's total_bets (uncancelled points) or total_win (winnings not taken back). */
  readonly bets?: 1 | -1
  readonly won?: 1 | -1
  /** What it counts as, of what came in or was taken back between two payouts; what is staked follows from `bets`. */
  readonly turnover: 'credited' | 'added' | 'bonus' | 'taken' | null
  readonly by: PostedBy
  /** It may leave the wallet below zero. */
  readonly overdraws?: true
}

// biome-ignore format: a line a kind
const MEANINGS = {
  deposit: { ends: [['cash', 'player']], word: 'deposit', turnover: 'credited', by: 'request' },
  withdraw_hold: { ends: [['player', 'held']], word: 'withdraw', turnover: null, by: 'player' },
  withdraw_pay: { ends: [['held', 'cash']], word: 'withdraw', turnover: null, by: 'request' },
  withdraw_return: { ends: [['held', 'player']], word: 'withdraw', turnover: null, by: 'request' },
  stake: { ends: [['player', 'game']], word: 'bid', turnover: null, by: 'player', ofBid: true, bets: 1 },
  refund: { ends: [['game', 'player']], word: 'refund', turnover: null, by: 'bid', ofBid: true, bets: -1 },
  win: { ends: [['game', 'player']], word: 'win', turnover: null, by: 'bid', ofBid: true, won: 1 },
  win_reversed: { ends: [['player', 'game']], word: 'win_reversed', turnover: null, by: 'bid', ofBid: true, won: -1, overdraws: true },
  fund_add: { ends: [['cash', 'player']], word: 'admin', turnover: 'added', by: 'hand' },
  fund_deduct: { ends: [['player', 'cash']], word: 'admin', turnover: 'taken', by: 'hand' },
  transfer: { ends: [['player', 'player']], word: 'transfer', turnover: 'credited', by: 'player' },
  bonus: { ends: [['bonus', 'player']], word: 'bonus', turnover: 'bonus', by: 'bonus' },
  // The second writes off what a closed player owes: a win taken back after it was spent.
  closing: { ends: [['player', 'closed'], ['closed', 'player']], word: 'admin', turnover: null, by: 'removal' },
} as const satisfies Readonly<Record<string, Meaning>>

export type PostingKind = keyof typeof MEANINGS

/** The kinds that move a player's wallet. */
export type WalletKind = {
  [Kind in PostingKind]: 'player' extends (typeof MEANINGS)[Kind]['ends'][number][number] ? Kind : never
}[PostingKind]

/** In the order of the database's enum. */
export const POSTING_KINDS = Object.keys(MEANINGS) as readonly PostingKind[]

export const meaningOf = (kind: PostingKind): Meaning => MEANINGS[kind]

export const kindsThat = (is: (meaning: Meaning) => boolean): readonly PostingKind[] =>
  POSTING_KINDS.filter((kind) => is(MEANINGS[kind]))

/** What a posting of this kind does to the sum of such accounts: 1 adds, -1 takes, 0 leaves it. A write-off counts against its kind. */
export function signFor(account: Ends[number], kind: PostingKind): 1 | 0 | -1 {
  const [[from, to]] = MEANINGS[kind].ends
  return ((to === account ? 1 : 0) - (from === account ? 1 : 0)) as 1 | 0 | -1
}

/** The ends that a kind may have: one pair, but two for the closing of a player. */
export function endsOf(kind: PostingKind): readonly Ends[] {
  return MEANINGS[kind].ends
}

export function isPlayer(account: Account): account is number {
  return typeof account === 'number'
}

/**
 * The balances after a posting; null when the wallet it takes from holds too little.
 * A house account may go below zero, a wallet only when a win is taken back that was spent already:
 * stopping at 0 would create money on the next declaration.
 */
export function applyPosting(balances: Balances, { from, to, amount, kind }: Posting): Balances | null {
  assert(amount > 0, 'a posting moves something')
  assert(from !== to, 'a posting has two ends')
  assert(fitsEnds(kind, from, to), `a ${kind} does not move money from ${from} to ${to}`)

  const left = paise((balances.get(from) ?? 0) - amount)
  if (isPlayer(from) && left < 0 && !meaningOf(kind).overdraws) return null

  const gained = paise((balances.get(to) ?? 0) + amount)
  return new Map(balances).set(from, left).set(to, gained)
}

function fitsEnds(kind: PostingKind, from: Account, to: Account): boolean {
  return endsOf(kind).some(([payer, receiver]) => payer === endOf(from) && receiver === endOf(to))
}

function endOf(account: Account): Ends[number] {
  return isPlayer(account) ? 'player' : account
}
