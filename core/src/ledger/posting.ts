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

export const POSTING_KINDS = [
  'deposit',
  'withdraw_hold',
  'withdraw_pay',
  'withdraw_return',
  'stake',
  'refund',
  'win',
  'win_reversed',
  'fund_add',
  'fund_deduct',
  'transfer',
  'bonus',
  'closing',
] as const
export type PostingKind = (typeof POSTING_KINDS)[number]

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

const ENDS: Readonly<Record<PostingKind, readonly Ends[]>> = {
  deposit: [['cash', 'player']],
  withdraw_hold: [['player', 'held']],
  withdraw_pay: [['held', 'cash']],
  withdraw_return: [['held', 'player']],
  stake: [['player', 'game']],
  refund: [['game', 'player']],
  win: [['game', 'player']],
  win_reversed: [['player', 'game']],
  fund_add: [['cash', 'player']],
  fund_deduct: [['player', 'cash']],
  transfer: [['player', 'player']],
  bonus: [['bonus', 'player']],
  // The second writes off what a closed player owes: a win taken back after it was spent.
  closing: [
    ['player', 'closed'],
    ['closed', 'player'],
  ],
}

/** The ends that a kind may have: one pair, but two for the closing of a player. */
export function endsOf(kind: PostingKind): readonly Ends[] {
  return ENDS[kind]
}

/** Whether the account is a player's wallet. */
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
  if (isPlayer(from) && left < 0 && kind !== 'win_reversed') return null

  const gained = paise((balances.get(to) ?? 0) + amount)
  return new Map(balances).set(from, left).set(to, gained)
}

function fitsEnds(kind: PostingKind, from: Account, to: Account): boolean {
  return ENDS[kind].some(([payer, receiver]) => payer === endOf(from) && receiver === endOf(to))
}

function endOf(account: Account): Ends[number] {
  return isPlayer(account) ? 'player' : account
}
