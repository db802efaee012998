/** The month as a CSV file for the accountant: days, markets and games with their totals, then each account from opening to closing. */
import { type api, msg, t } from '@munim/contract'
import { inWords, kindInWords } from '../http/cell-words.ts'
import type { CsvColumn, CsvFile } from '../http/csv.ts'
import { madeColumns } from './csv.ts'
import { type MonthBook, monthAsked, readMonth } from './month.ts'

type Made = Omit<MonthBook['result'], 'month'>

/** A line of one part; its figures are null where the part has none of the kind. Rupees. */
interface Line {
  readonly part: 'Day' | 'Market' | 'Game' | 'Account'
  readonly name: string
  readonly kind?: string
  readonly made?: Made
  readonly opening?: number
  readonly moved?: number
  readonly closing?: number
}

const rupees = (amount: number | undefined) => (amount === undefined ? null : { rupees: amount })

export const monthFile: CsvFile<typeof api.daybook.monthCsv, Line> = {
  name: async (db, asked) => ['month-book', await monthAsked(db, asked)],
  columns: [
    [msg('Part'), ({ part }) => inWords(part)],
    [msg('Name'), ({ name }) => name],
    ...madeColumns.map(([title, cell]): CsvColumn<Line> => [title, ({ made }) => made && cell(made)]),
    [msg('Posting'), ({ kind }) => kind],
    [msg('Opening'), ({ opening }) => rupees(opening)],
    [msg('Moved'), ({ moved }) => rupees(moved)],
    [msg('Closing'), ({ closing }) => rupees(closing)],
  ],
  async *rows(db, asked) {
    yield linesOf(await readMonth(db, await monthAsked(db, asked)))
  },
}

function linesOf({ result, days, markets, games, accounts }: MonthBook): readonly Line[] {
  const total = (part: Line['part']): Line => ({ part, name: t('Total'), made: result })
  return [
    ...days.map((made): Line => ({ part: 'Day', name: made.day, made })),
    total('Day'),
    ...markets.map((made): Line => ({ part: 'Market', name: made.market_name, made })),
    total('Market'),
    ...games.map((made): Line => ({ part: 'Game', name: inWords(made.game_mode), made })),
    total('Game'),
    ...accounts.flatMap(accountLines),
  ]
}

function accountLines({ account, opening, movements, closing }: MonthBook['accounts'][number]): Line[] {
  const moved = movements.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100
  return [
    ...movements
      .filter(({ postings }) => postings > 0)
      .map(
        ({ kind, amount }): Line => ({
          part: 'Account',
          name: inWords(account),
          kind: kindInWords(kind),
          moved: amount,
        }),
      ),
    { part: 'Account', name: inWords(account), kind: t('Total'), opening, moved, closing },
  ]
}
