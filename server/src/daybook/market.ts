/** A market over time: its last draws, what each was declared as and what the house made of it, from what is kept of each draw. */
import { type Answer, type api, type Input, msg, t } from '@munim/contract'
import { addSums, type HouseSums } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import type { CsvFile } from '../http/csv.ts'
import { marksOfDraw, withDeclarations } from '../markets/current-declarations.ts'
import { voidedOf } from '../markets/queries.ts'
import { getMarket } from '../markets/schedule.ts'
import { madeColumns } from './csv.ts'
import { countedOf, FIGURES, shown } from './draws.ts'

type Asked = Input<typeof api.daybook.market>
type Told = Answer<typeof api.daybook.market>['data']
type Draw = Told['draws'][number]
type Row = Pick<Draw, 'day' | 'open_digit' | 'open_panna' | 'close_digit' | 'close_panna' | 'voided'> &
  HouseSums

/** The latest first; a draw is there from its first bid, or its result. Refused (404) where there is no such market. */
export async function tellMarket(db: Db, { marketId, session, draws: limit }: Asked): Promise<Told> {
  const market = await getMarket(db, marketId)
  const draws = await db.many<Row>(sql`
    with last as materialized (
      select id, market_date from draws where market_id = ${market.id} order by market_date desc limit ${limit})
    select d.market_date as day, ${marksOfDraw}, ${voidedOf} as voided, ${FIGURES}
    from last d ${withDeclarations} ${countedOf(session)} order by d.market_date desc`)
  return {
    result: shown(addSums(draws)),
    draws: draws.map(({ day, open_digit, open_panna, close_digit, close_panna, voided, ...sums }) => ({
      ...{ day, open_digit, open_panna, close_digit, close_panna, voided },
      ...shown(sums),
    })),
  }
}

/** A line of the file: a draw, or all of them. */
type Line = Told['result'] & Partial<Draw>

export const marketFile: CsvFile<typeof api.daybook.marketCsv, Line> = {
  name: async (db, { marketId, session }) => ['draws', (await getMarket(db, marketId)).name, session],
  columns: [
    [msg('Market date'), ({ day }) => day ?? t('Total')],
    [msg('Open digit'), (line) => markOf(line, 'open', 'digit')],
    [msg('Open panna'), (line) => markOf(line, 'open', 'panna')],
    [msg('Close digit'), (line) => markOf(line, 'close', 'digit')],
    [msg('Close panna'), (line) => markOf(line, 'close', 'panna')],
    ...madeColumns,
  ],
  async *rows(db, asked) {
    const { draws, result } = await tellMarket(db, asked)
    yield [...draws, result]
  },
}

const markOf = (line: Line, half: 'open' | 'close', mark: 'digit' | 'panna') =>
  line.voided?.halves.includes(half) ? t('void') : line[`${half}_${mark}`]
