/**
 * The words that are written in cells of files as values of the calls: statuses, halves, kinds. In English they are as the calls
 * have them, so that what reads those files reads on; in another language they are that language's. A value that is missing
 * here does not compile where it is put into a cell.
 */
import { ENGLISH, language, msg, plain } from '@munim/contract'
import { kindOfPosting } from '@munim/contract/book-words'
import type { PostingKind } from '@munim/core'

const CELL_WORDS = [
  // of bids and requests
  msg('running'),
  msg('win'),
  msg('loss'),
  msg('cancelled'),
  msg('pending'),
  msg('completed'),
  msg('rejected'),
  // of a draw and its numbers
  msg('open'),
  msg('close'),
  msg('single'),
  msg('double'),
  msg('triple'),
  // of postings: sides, and what they are to a player
  msg('credit'),
  msg('debit'),
  msg('deposit'),
  msg('withdraw'),
  msg('bid'),
  msg('refund'),
  msg('win_reversed'),
  msg('bonus'),
  msg('transfer'),
  msg('admin'),
  msg('stake'),
  // of the books: accounts
  msg('player'),
  msg('held'),
  msg('game'),
  msg('closed'),
  msg('cash'),
  // of games, as the month's book has them
  msg('single_digit'),
  msg('jodi_digit'),
  msg('single_panna'),
  msg('double_panna'),
  msg('triple_panna'),
  msg('half_sangam'),
  msg('full_sangam'),
  msg('sp'),
  msg('dp'),
  msg('tp'),
  msg('odd_even'),
  msg('red_bracket'),
  // of a player's story
  msg('asked'),
  msg('paid'),
  msg('registered'),
  msg('payee'),
  msg('account'),
  msg('signed in'),
  msg('day'),
  msg('week'),
  msg('month'),
  msg('house'),
  // of the parts of the month's book
  msg('Day'),
  msg('Market'),
  msg('Game'),
  msg('Account'),
] as const

type CellWord = (typeof CELL_WORDS)[number]

/** The value as the reader's language has it; undefined and null: an empty cell. */
export function inWords<Value extends CellWord | undefined | null>(
  value: Value,
): string | (Value & undefined) {
  return typeof value === 'string' ? plain(value) : (undefined as Value & undefined)
}

/** The kind of a posting likewise: in another language it is what the panel calls it. */
export const kindInWords = (kind: PostingKind): string =>
  language().tag === ENGLISH.tag ? kind : kindOfPosting(kind)
