/** The markets of a day as a CSV file, with their sum. */
import { type Answer, type api, msg, t } from '@munim/contract'
import type { CsvFile } from '../http/csv.ts'
import { tellBook } from './book.ts'
import { dayAsked } from './draws.ts'

type Book = Answer<typeof api.daybook.get>['data']
type Row = Omit<Book['markets'][number], 'marketId'>

export const dayFile: CsvFile<typeof api.daybook.getCsv, Row> = {
  name: async (db, asked) => ['day-book', await dayAsked(db, asked)],
  columns: [
    [msg('Market'), (row) => row.market_name],
    [msg('Bids'), (row) => row.bids],
    [msg('Stake'), (row) => ({ rupees: row.stake })],
    [msg('Refunded'), (row) => ({ rupees: row.refunded })],
    [msg('Paid'), (row) => ({ rupees: row.paid })],
    [msg('Running'), (row) => ({ rupees: row.running })],
    [msg('Kept'), (row) => ({ rupees: row.kept })],
    [msg('Hold %'), (row) => row.hold],
  ],
  async *rows(db, asked) {
    const { markets, result } = await tellBook(db, await dayAsked(db, asked))
    yield [...markets, { ...result, market_name: t('Total') }]
  },
}
