/**
 * Exposure: what the house keeps or loses by every outcome that a draw can still have, from its tallies.
 * It shows risk before closing; it proposes no result.
 */
import type { Half } from '../markets/schedule.ts'
import { type Multiplier, type Paise, paise, winOf } from '../money.ts'
import { gameOf, isCombined, type Session } from './games.ts'
import { winningPicks } from './outcome.ts'
import { type Digit, digitOf, EMPTY, type Panna, pannas } from './panna.ts'
import { isDeclared, type Result } from './result.ts'

/** Uncancelled bids of one draw on one pick at one multiplier. `pick` is the pick's text, `points` their stake. */
export type Tally = {
  readonly session: Session
  readonly pick: string
  readonly multiplier: Multiplier
  readonly bids: number
  readonly points: Paise
}

export type Stake = { readonly points: Paise; readonly bids: number }

/** If this panna comes: what was staked on what then wins, what it pays, and what the house keeps (or loses) of the half. */
type Cell = Stake & {
  readonly panna: Panna
  readonly digit: Digit
  readonly pays: Paise
  readonly result: Paise
}

/** What is staked on bids that can win only if this digit comes. */
type Column = Stake & { readonly digit: Digit }

/** One undeclared half: all that is staked on bids it decides, the ten digits, and the 220 pannas in chart order. */
type HalfExposure = {
  readonly half: Half
  readonly stake: Stake
  readonly columns: readonly Column[]
  readonly cells: readonly Cell[]
}

/** One whole outcome: what the halves still to come pay together, and what the house keeps of their stakes. */
type Outlook = {
  readonly open: Panna
  /** As it is declared, which may be another than the panna's own; undefined while it is to come. */
  readonly open_digit?: string
  /** EMPTY where the close is voided. */
  readonly close: Panna | typeof EMPTY
  readonly pays: Paise
  readonly result: Paise
}

export type Exposure = {
  /**
   * The halves still to come. Once the open is declared the close holds the combined bids too; before, its cells
   * hold the close's own bids, and what is carried over both numbers shows in `carried` and in `worst`.
   */
  readonly halves: readonly HalfExposure[]
  /** Stakes of jodis, red brackets and sangams while both halves are to come; null otherwise. */
  readonly carried: Stake | null
  /** How many of the outcomes still possible lose money for the house, of how many. */
  readonly losing: { readonly outcomes: number; readonly of: number }
  /** The worst outcomes, the worst first. */
  readonly worst: readonly Outlook[]
}

/** Bids on one pick at one multiplier, and what they are paid when the pick wins. */
type Part = Tally & { readonly pays: Paise }

/** One cell taken apart: the stake of its half, the bids that would win, what pays most first, and what is left. */
type TakenApart = { readonly stake: Stake; readonly parts: readonly Part[]; readonly result: Paise }

const WORST_SHOWN = 10

/** The exposure of a draw with these tallies, of which `declared` is declared already. What is voided is refunded: no risk. */
export function exposureOf(
  tallies: readonly Tally[],
  declared: Result,
  voided: readonly Half[] = [],
): Exposure {
  const weights = weigh(tallies)
  const isOpenDeclared = isDeclared(declared, 'open')
  const exposureOfHalf = (half: Half): HalfExposure => {
    const stake = stakeOfHalf(tallies, declared, half)
    const wins = pannas.map((panna) => ({ panna, picks: picksIf(panna, half, declared) }))
    const cells = wins.map((win) => cellOf(win, weights, stake))
    return { half, stake, columns: columnsOf(wins, weights), cells }
  }
  const halves = (['open', 'close'] as const)
    .filter((half) => !isDeclared(declared, half) && !voided.includes(half))
    .map(exposureOfHalf)
  const carried =
    isOpenDeclared || voided.includes('close')
      ? null
      : stakeOf(tallies.filter(({ pick }) => isCombined(gameOf(pick))))
  const outlooks = outlooksOf(halves, carried, weights, declared)
  return {
    halves,
    carried,
    losing: { outcomes: outlooks.filter(({ result }) => result < 0).length, of: outlooks.length },
    worst: outlooks.sort((a, b) => a.result - b.result).slice(0, WORST_SHOWN),
  }
}

/** What a pick pays in all, and what was staked on it. */
type Weight = { bids: number; points: number; pays: number }

function weigh(tallies: readonly Tally[]): ReadonlyMap<string, Weight> {
  const weights = new Map<string, Weight>()
  for (const { pick, multiplier, bids, points } of tallies) {
    const weight = weights.get(pick) ?? { bids: 0, points: 0, pays: 0 }
    weight.bids += bids
    weight.points += points
    weight.pays += winOf(points, multiplier)
    weights.set(pick, weight)
  }
  return weights
}

function stakeOf(tallies: readonly { readonly points: number; readonly bids: number }[]): Stake {
  return {
    points: paise(tallies.reduce((sum, { points }) => sum + points, 0)),
    bids: tallies.reduce((sum, { bids }) => sum + bids, 0),
  }
}

type Win = { readonly panna: Panna; readonly picks: readonly string[] }

function cellOf({ panna, picks }: Win, weights: ReadonlyMap<string, Weight>, stake: Stake): Cell {
  const winning = weighed(picks, weights)
  const pays = paise(winning.reduce((sum, weight) => sum + weight.pays, 0))
  return { panna, digit: digitOf(panna), ...stakeOf(winning), pays, result: paise(stake.points - pays) }
}

const weighed = (picks: readonly string[], weights: ReadonlyMap<string, Weight>): Weight[] =>
  picks.flatMap((pick) => weights.get(pick) ?? [])

/** A pick that several pannas of a digit let win counts once. */
function columnsOf(wins: readonly Win[], weights: ReadonlyMap<string, Weight>): Column[] {
  return [...Map.groupBy(wins, ({ panna }) => digitOf(panna))]
    .map(([digit, ofDigit]) => {
      const picks = new Set(ofDigit.flatMap((win) => win.picks))
      return { digit, ...stakeOf(weighed([...picks], weights)) }
    })
    .sort((a, b) => Number(a.digit) - Number(b.digit))
}

/** The picks that win if this panna comes: worked out once for each open that is declared, which the close's depend on. */
export function picksIf(panna: Panna, half: Half, declared: Result): readonly string[] {
  const key = `${half}:${panna}:${declared.open_digit}:${declared.open_panna}`
  let picks = known.get(key)
  if (picks === undefined) {
    picks = winningPicks({ ...declared, [`${half}_digit`]: digitOf(panna), [`${half}_panna`]: panna }, half)
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(key, picks)
  }
  return picks
}

/** Of 90 opens; of all there would be 30 MB. */
const MOST_KNOWN = 20_000
const known = new Map<string, readonly string[]>()

/** What the cell of this panna is made of, by pick and multiplier. It does not look whether the half is still to come. */
export function takeApart(
  tallies: readonly Tally[],
  declared: Result,
  { half, panna }: { readonly half: Half; readonly panna: Panna },
): TakenApart {
  const picks = picksIf(panna, half, declared)
  const stake = stakeOfHalf(tallies, declared, half)
  const parts = tallies
    .filter(({ pick }) => picks.includes(pick))
    .map((tally) => ({ ...tally, pays: winOf(tally.points, tally.multiplier) }))
    .sort((a, b) => b.pays - a.pays)
  const pays = parts.reduce((sum, part) => sum + part.pays, 0)
  return { stake, parts, result: paise(stake.points - pays) }
}

/** What this half decides; combined bids are the close's own once the open is declared. */
function stakeOfHalf(tallies: readonly Tally[], declared: Result, half: Half): Stake {
  const isOpenDeclared = isDeclared(declared, 'open')
  return stakeOf(
    tallies.filter(({ session, pick }) => session === half && (isOpenDeclared || !isCombined(gameOf(pick)))),
  )
}

/** Every whole outcome still possible: 48,400 while neither half is declared, 220 of a half that is left alone. */
function outlooksOf(
  halves: readonly HalfExposure[],
  carried: Stake | null,
  weights: ReadonlyMap<string, Weight>,
  declared: Result,
): Outlook[] {
  const close = halves.find(({ half }) => half === 'close')
  const open = halves.find(({ half }) => half === 'open')
  if (!close)
    return (open?.cells ?? []).map(({ panna, pays, result }) => ({ open: panna, close: EMPTY, pays, result }))
  if (!open || !carried)
    return close.cells.map(({ panna, pays, result }) => ({
      open: declared.open_panna as Panna,
      open_digit: declared.open_digit,
      close: panna,
      pays,
      result,
    }))
  const staked = open.stake.points + close.stake.points + carried.points
  const paysTogether = carriedPays(weights)
  return open.cells.flatMap((first) =>
    close.cells.map((second) => {
      const pays = paise(first.pays + second.pays + paysTogether(first, second))
      return { open: first.panna, close: second.panna, pays, result: paise(staked - pays) }
    }),
  )
}

/**
 * What combined picks pay when these two numbers come. To ask `winningPicks` of all 48,400 takes 1.2 s, this 0.1 s.
 * A pick's four fields are its key: those it leaves empty match anything, so a pair of numbers meets at most one key
 * of each of the four shapes.
 */
function carriedPays(weights: ReadonlyMap<string, Weight>): (open: Cell, close: Cell) => number {
  const byFields = new Map<string, number>()
  for (const [pick, { pays }] of weights) {
    if (!isCombined(gameOf(pick))) continue
    const fields = pick.slice(pick.indexOf(':') + 1)
    byFields.set(fields, (byFields.get(fields) ?? 0) + pays)
  }
  const of = (...fields: readonly string[]) => byFields.get(fields.join(':')) ?? 0
  return (open, close) =>
    of(open.digit, EMPTY, close.digit, EMPTY) +
    of(EMPTY, open.panna, close.digit, EMPTY) +
    of(open.digit, EMPTY, EMPTY, close.panna) +
    of(EMPTY, open.panna, EMPTY, close.panna)
}
