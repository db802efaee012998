/** The exposure of a draw, and one cell of it taken apart: its tallies, weighed by core. As a file: csv.ts. */
import { type Answer, type api, type Input, msg } from '@munim/contract'
import {
  digitOf,
  exposureOf,
  figuresOf,
  gameOf,
  isDeclared,
  isInChart,
  multiplierOf,
  readPanna,
  rupeesOf,
  type Stake,
  takeApart,
} from '@munim/core'
import type { Db } from '../database/db.ts'
import { Refusal } from '../refusal.ts'
import { readTalliedDraw } from './tallied-draw.ts'

type Exposure = Answer<typeof api.results.exposure>['data']
type CellTaken = Answer<typeof api.results.exposureCell>['data']

export async function readExposure(
  db: Db,
  asked: Pick<Input<typeof api.results.exposure>, 'marketId' | 'date'>,
): Promise<Exposure> {
  const { day, at, tallies, declared, voided } = await readTalliedDraw(db, asked)
  const { halves, carried, losing, worst } = exposureOf(tallies, declared, voided)
  return {
    date: day,
    at: at.toISOString(),
    halves: halves.map(({ half, stake, columns, cells }) => ({
      half,
      stake: inRupees(stake),
      columns: columns.map(({ digit, ...column }) => ({ digit, ...inRupees(column) })),
      cells: cells.map(({ pays, result, ...cell }) => ({
        ...cell,
        ...inRupees(cell),
        pays: rupeesOf(pays),
        result: rupeesOf(result),
      })),
    })),
    carried: carried && inRupees(carried),
    losing,
    worst: worst.map(({ pays, result, ...pannas }) => ({
      ...pannas,
      pays: rupeesOf(pays),
      result: rupeesOf(result),
    })),
  }
}

/** The bids behind one cell, by pick and multiplier. */
export async function readExposureCell(
  db: Db,
  { panna: text, half, ...asked }: Input<typeof api.results.exposureCell>,
): Promise<CellTaken> {
  const panna = readPanna(text)
  if (panna === null || !isInChart(panna))
    throw new Refusal(400, '{text} is not a panna', { values: { text } })
  const { market, day, tallies, declared, voided } = await readTalliedDraw(db, asked)
  if (isDeclared(declared, half) || voided.includes(half)) {
    const sentence = voided.includes(half)
      ? msg('The {half, select, open {open} other {close}} of {market} for {day} is voided')
      : msg('The {half, select, open {open} other {close}} of {market} for {day} is declared')
    throw new Refusal(409, sentence, { values: { half, market: market.name, day } })
  }
  const { stake, parts, result } = takeApart(tallies, declared, { half, panna })
  return {
    date: day,
    half,
    panna,
    digit: digitOf(panna),
    stake: inRupees(stake),
    parts: parts.map(({ pick, multiplier, pays, ...part }) => ({
      gameMode: gameOf(pick),
      betNumbers: figuresOf(pick),
      multiplier: multiplierOf(multiplier),
      ...inRupees(part),
      pays: rupeesOf(pays),
    })),
    result: rupeesOf(result),
  }
}

function inRupees({ points, bids }: Stake) {
  return { points: rupeesOf(points), bids }
}
