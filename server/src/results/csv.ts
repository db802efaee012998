/** The exposure of a draw as a CSV file: the outcomes of each half still to come, in the order of the chart. */
import type { api } from '@munim/contract'
import { type Panna, pannaClass } from '@munim/core'
import type { Db } from '../database/db.ts'
import type { CsvColumn, CsvFile } from '../http/csv.ts'
import { findMarket } from '../markets/schedule.ts'
import { readExposure } from './exposure.ts'

type Half = Awaited<ReturnType<typeof readExposure>>['halves'][number]
type Row = Half['cells'][number] & Pick<Half, 'half' | 'stake'>

const columns: readonly CsvColumn<Row>[] = [
  ['Half', (row) => row.half],
  ['Panna', (row) => row.panna],
  ['Kind', (row) => pannaClass(row.panna as Panna)],
  ['Digit', (row) => row.digit],
  ['Stake of the half', (row) => ({ rupees: row.stake.points })],
  ['Winning stake', (row) => ({ rupees: row.points })],
  ['Winning bets', (row) => row.bids],
  ['Pays', (row) => ({ rupees: row.pays })],
  ['House result', (row) => ({ rupees: row.result })],
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
