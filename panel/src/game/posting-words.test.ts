import { TRANSFER_WORDS } from '@munim/core'
import { expect, test } from 'vitest'
import { nameOfPosting, type Posting } from './posting-words.ts'

test('every word of a transfer is called by the side that it came in or went out by', () => {
  const named = (side: Posting['side']) =>
    TRANSFER_WORDS.map((transfer_type) => nameOfPosting({ transfer_type, side } as Posting))
  expect(
    Object.fromEntries(TRANSFER_WORDS.map((word, at) => [word, [named('credit')[at], named('debit')[at]]])),
  ).toEqual({
    deposit: ['Deposit', 'Deposit'],
    withdraw: ['Withdrawal returned', 'Withdrawal'],
    bid: ['Bid placed', 'Bid placed'],
    refund: ['Bid refunded', 'Bid refunded'],
    win: ['Winnings', 'Winnings'],
    win_reversed: ['Winnings taken back', 'Winnings taken back'],
    bonus: ['Bonus', 'Bonus'],
    transfer: ['Transfer received', 'Transfer sent'],
    admin: ['Funds added', 'Funds deducted'],
  })
})
