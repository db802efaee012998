/** How much of its limits a draw has used, number by number, and what is beyond them; as a file to lay off elsewhere, too. */
import { type Answer, type api, type Input, msg, t } from '@munim/contract'
import {
  figuresOf,
  gameOf,
  gameOfPanna,
  labelOf,
  layOff,
  type Multiplier,
  multiplierOf,
  type NumberUse,
  type Panna,
  paise,
  type RateKey,
  rateKeyOf,
  rupeesOf,
  usesOf,
} from '@munim/core'
import { type Db, type NotNull, sql } from '../database/db.ts'
import { inWords } from '../http/cell-words.ts'
import type { CsvColumn, CsvFile } from '../http/csv.ts'
import { findMarket } from '../markets/schedule.ts'
import { readTalliedDraw } from '../results/tallied-draw.ts'
import { readLimitsOf } from './queries.ts'

type Used = Answer<typeof api.risk.use>
type Row = Used['data'][number]
type Which = Pick<Input<typeof api.risk.use>, 'marketId' | 'date'>

/** All numbers are weighed, at most some 50,000 (of full sangams 48,400), and a page is cut from them. */
export async function readUse(
  db: Db,
  { marketId, date, beyond: isBeyond, page, limit }: Input<typeof api.risk.use>,
): Promise<Used> {
  const { day, at, limits, rows } = await weighUse(db, { marketId, date })
  const beyond = rows.filter((row) => row.beyond > 0)
  const listed = isBeyond ? beyond : rows
  return {
    data: listed.slice((page - 1) * limit, page * limit),
    total: listed.length,
    totalPages: Math.ceil(listed.length / limit),
    date: day,
    at: at.toISOString(),
    limits,
    beyond: beyond.length,
  }
}

async function weighUse(db: Db, which: Which) {
  const { market, day, at, tallies, declared, voided } = await readTalliedDraw(db, which)
  const limits = await readLimitsOf(db, { marketId: market.id, day })
  const rates = await readMultipliers(db)
  const rows = usesOf(tallies, { limits, declared, voided })
    .sort((a, b) => b.cost / b.limit.amount - a.cost / a.limit.amount || (a.number < b.number ? -1 : 1))
    .map((use) => rowOf(use, rates))
  return { day, at, limits: limits.length, rows }
}

function rowOf({ half, limit, number, cost, points, bids }: NumberUse, rates: Multipliers): Row {
  const over = paise(Math.max(0, cost - limit.amount))
  const gameMode = limit.game === null ? gameOfPanna(number as Panna) : gameOf(number)
  const multiplier = rates[rateKeyOf(gameMode)]
  return {
    half,
    game: limit.game,
    betNumbers: limit.game === null ? [number] : figuresOf(number),
    bids,
    points: rupeesOf(points),
    cost: rupeesOf(cost),
    limit: rupeesOf(limit.amount),
    refuses: limit.refuses,
    used: Math.round((cost / limit.amount) * 1000) / 10,
    beyond: rupeesOf(over),
    layOff:
      over === 0
        ? null
        : { gameMode, multiplier: multiplierOf(multiplier), points: rupeesOf(layOff(over, multiplier)) },
  }
}

type Multipliers = Readonly<Record<RateKey, Multiplier>>

async function readMultipliers(db: Db): Promise<Multipliers> {
  const { rates } = await db.only<{ rates: Multipliers } & NotNull<'rates'>>(sql`
    select json_object_agg(rate_key, multiplier) as rates from rates`)
  return rates
}

const columns: readonly CsvColumn<Row>[] = [
  [msg('Half'), ({ half }) => inWords(half)],
  [msg('Limit on'), ({ game }) => (game === null ? t('All that the panna pays') : t(labelOf(game)))],
  [msg('Number'), ({ betNumbers }) => betNumbers.join(' ')],
  [msg('Bets'), ({ bids }) => bids],
  [msg('Stake'), ({ points }) => ({ rupees: points })],
  [msg('Pays'), ({ cost }) => ({ rupees: cost })],
  [msg('Limit'), ({ limit }) => ({ rupees: limit })],
  [msg('Beyond it'), ({ beyond }) => ({ rupees: beyond })],
  [msg('Lay off in'), ({ layOff: off }) => off && t(labelOf(off.gameMode))],
  [msg('Multiplier'), ({ layOff: off }) => off?.multiplier],
  [msg('Stake to lay off'), ({ layOff: off }) => off && { rupees: off.points }],
]

export const useFile: CsvFile<typeof api.risk.useCsv, Row> = {
  name: async (db, { marketId, date, beyond }) => [
    beyond ? 'beyond-limits' : 'limits',
    (await findMarket(db, marketId))?.name,
    date,
  ],
  columns,
  rows: async function* (db, input) {
    const { rows } = await weighUse(db, input)
    yield input.beyond ? rows.filter((row) => row.beyond > 0) : rows
  },
}
