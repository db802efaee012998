/** The markets of a day as a CSV file, with their sum. */
import { type Answer, type api, msg, t } from '@munim/contract'
import type { CsvColumn, CsvFile } from '../http/csv.ts'
import { tellBook } from './book.ts'
import { dayAsked } from './draws.ts'

type Book = Answer<typeof api.daybook.get>['data']
type Row = Omit<Book['markets'][number], 'marketId'>

/** What the house made, in each file of the books. */
export const madeColumns: readonly CsvColumn<Omit<Row, 'market_name'>>[] = [
  [msg('Bids'), ({ bids }) => bids],
  [msg('Stake'), ({ stake }) => ({ rupees: stake })],
  [msg('Refunded'), ({ refunded }) => ({ rupees: refunded })],
  [msg('Paid'), ({ paid }) => ({ rupees: paid })],
  [msg('Running'), ({ running }) => ({ rupees: running })],
  [msg('Kept'), ({ kept }) => ({ rupees: kept })],
  [msg('Hold %'), ({ hold }) => hold],
]

export const dayFile: CsvFile<typeof api.daybook.getCsv, Row> = {
  name: async (db, asked) => ['day-book', await dayAsked(db, asked)],
  columns: [[msg('Market'), (row) => row.market_name], ...madeColumns],
  async *rows(db, asked) {
    const { markets, result } = await tellBook(db, await dayAsked(db, asked))
    yield [...markets, { ...result, market_name: t('Total') }]
  },
}
