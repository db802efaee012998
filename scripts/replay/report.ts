/** What a person reads of a replay: a line a draw, notes, what differs, and the verdict. */
import type { Account, Replay } from './compare.ts'
import { aloud } from './game.ts'
import type { Days } from './read.ts'
import { rupees } from './words.ts'

const numbers = new Intl.NumberFormat('en-IN')

export function linesOf({ accounts, notes, named, differences }: Replay): string[] {
  const more = differences - named.length
  return [
    ...tableOf([...accounts.values()]),
    ...notes.map((note) => `  note: ${note}`),
    ...[...accounts.values()].flatMap(({ row, owed }) =>
      owed === 0n
        ? []
        : [`  note: ${row.market} on ${row.day}: ${rupees(owed)} of its void is still being refunded`],
    ),
    ...named.map((difference) => `✗ ${difference}`),
    ...(more > 0 ? [`  … and ${numbers.format(more)} more`] : []),
  ]
}

export function verdictOf({ bids, differences }: Replay, { from, to }: Days): string {
  const when = from === to ? from : `${from} to ${to}`
  const count = bids === 1 ? '1 bid' : `${numbers.format(bids)} bids`
  if (differences === 0) return `${count} of ${when} replayed, they agree.`
  const many = differences === 1 ? '1 difference' : `${numbers.format(differences)} differences`
  return `${count} of ${when} replayed, they do not agree: ${many}.`
}

const HEADS = [
  'Day',
  'Market',
  'Result',
  'Bids',
  'Stake',
  'Paid by the replay',
  'Paid by the ledger',
  'Difference',
]
const TEXTS = 3

/** A line a draw, and their sum: texts to the left, figures to the right. */
function tableOf(accounts: readonly Account[]): string[] {
  if (accounts.length === 0) return []
  const rows = accounts.map((each) => [each.row.day, each.row.market, aloud(each.draw), ...figuresOf([each])])
  const cells = [HEADS, ...rows, ['', 'All', '', ...figuresOf(accounts)]]
  const widths = HEADS.map((_, nth) => Math.max(...cells.map((row) => row[nth]!.length)))
  return cells.map((row) =>
    row
      .map((cell, nth) => (nth < TEXTS ? cell.padEnd(widths[nth]!) : cell.padStart(widths[nth]!)))
      .join('  ')
      .trimEnd(),
  )
}

function figuresOf(accounts: readonly Account[]): string[] {
  const sum = (of: (account: Account) => bigint) => accounts.reduce((total, each) => total + of(each), 0n)
  const [due, paid, owed] = [
    sum(({ won, refund }) => won + refund),
    sum((each) => each.paid),
    sum((each) => each.owed),
  ]
  const bids = numbers.format(accounts.reduce((total, each) => total + each.bids, 0))
  return [bids, rupees(sum(({ stake }) => stake)), rupees(due), rupees(paid), rupees(due - paid - owed)]
}
