/** The exposure of a draw as a CSV file, in the order of the chart; and what a predicted result would decide. */
import { type api, type Input, msg, t } from '@munim/contract'
import { labelOf, type Panna, pannaClass } from '@munim/core'
import type { Db } from '../database/db.ts'
import { inWords } from '../http/cell-words.ts'
import type { CsvColumn, CsvFile } from '../http/csv.ts'
import type { Trace } from '../http/trail.ts'
import { findMarket } from '../markets/schedule.ts'
import { readExposure } from './exposure.ts'
import { eachPredicted, type Predicted } from './predict.ts'

type Half = Awaited<ReturnType<typeof readExposure>>['halves'][number]
type Row = Half['cells'][number] & Pick<Half, 'half' | 'stake'>

const columns: readonly CsvColumn<Row>[] = [
  [msg('Half'), (row) => inWords(row.half)],
  [msg('Panna'), (row) => row.panna],
  [msg('Kind'), (row) => inWords(pannaClass(row.panna as Panna))],
  [msg('Digit'), (row) => row.digit],
  [msg('Stake of the half'), (row) => ({ rupees: row.stake.points })],
  [msg('Winning stake'), (row) => ({ rupees: row.points })],
  [msg('Winning bets'), (row) => row.bids],
  [msg('Pays'), (row) => ({ rupees: row.pays })],
  [msg('House result'), (row) => ({ rupees: row.result })],
]

export const exposureFile: CsvFile<typeof api.results.exposureCsv, Row> = {
  name: async (db, { marketId, date }) => ['exposure', (await findMarket(db, marketId))?.name, date],
  columns,
  rows: eachCell,
}

/** 440 rows at most, so that one batch is all of them. */
async function* eachCell(db: Db, input: Parameters<typeof readExposure>[1]): AsyncGenerator<readonly Row[]> {
  const { halves } = await readExposure(db, input)
  yield halves.flatMap(({ half, stake, cells }) => cells.map((cell) => ({ ...cell, half, stake })))
}

const predictedColumns: readonly CsvColumn<Predicted>[] = [
  [msg('ID'), (bid) => bid.id],
  [msg('User ID'), (bid) => bid.userId],
  [msg('User'), (bid) => bid.userName],
  [msg('Mobile'), (bid) => bid.mobile],
  [msg('Game'), (bid) => t(labelOf(bid.gameMode))],
  [msg('Session'), (bid) => inWords(bid.session)],
  [msg('Bet'), (bid) => bid.betNumbers.join(' ')],
  [msg('Points'), (bid) => ({ rupees: bid.points })],
  [msg('Would be'), ({ won }) => (won === null ? t('loss') : t('win'))],
  [msg('Win amount'), ({ won }) => (won === null ? null : { rupees: won })],
]

export const predictedFile: CsvFile<typeof api.results.predictCsv, Predicted> = {
  name: async (db, { marketId, date, ...typed }) => [
    'prediction',
    (await findMarket(db, marketId))?.name,
    date,
    ...[typed.manualOpenPanna, typed.manualClosePanna].filter((panna) => panna !== '-'),
  ],
  columns: predictedColumns,
  rows: eachPredicted,
  trace: traceOfPrediction,
}

/** Looking ahead at a result leaves a row in the audit, as a file too. */
export function traceOfPrediction(input: Input<typeof api.results.predict>): Trace {
  const { marketId, date, winnersPage, losersPage, limit, ...typed } = input
  return { subject: 'draw', id: `${marketId} ${date}`, after: { predicted: typed } }
}
