/** The markets of a day as a CSV file, with their sum. */
import type { Answer, api } from '@munim/contract'
import type { CsvFile } from '../http/csv.ts'
import { tellBook } from './book.ts'
import { dayAsked } from './draws.ts'

type Book = Answer<typeof api.daybook.get>['data']
type Row = Omit<Book['markets'][number], 'marketId'>

export const dayFile: CsvFile<typeof api.daybook.getCsv, Row> = {
  name: async (db, asked) => ['day-book', await dayAsked(db, asked)],
  columns: [
    ['Market', (row) => row.market_name],
    ['Bids', (row) => row.bids],
    ['Stake', (row) => ({ rupees: row.stake })],
    ['Refunded', (row) => ({ rupees: row.refunded })],
    ['Paid', (row) => ({ rupees: row.paid })],
    ['Running', (row) => ({ rupees: row.running })],
    ['Kept', (row) => ({ rupees: row.kept })],
    ['Hold %', (row) => row.hold],
  ],
  async *rows(db, asked) {
    const { markets, result } = await tellBook(db, await dayAsked(db, asked))
    yield [...markets, { ...result, market_name: 'Total' }]
  },
}
