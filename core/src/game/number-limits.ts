/**
 * What a number may cost the house in one draw: the limits that hold, how much of them is used, and which bids they have
 * no room for. They bound a risk while bets are placed; they propose no result.
 */
import type { Day, Half } from '../markets/schedule.ts'
import { type Multiplier, type Paise, paise, winOf } from '../money.ts'
import { picksIf, type Stake, type Tally } from './exposure.ts'
import { decidedBy, type GameMode, gameOf, isCombined, type Pick, pickText } from './games.ts'
import { digitOf, EMPTY, type Panna, pannas } from './panna.ts'
import { isDeclared, type Result } from './result.ts'

export type NumberLimit = {
  /** Of what each single pick of this game pays; null: of all that its half pays if a panna comes. */
  readonly game: GameMode | null
  readonly amount: Paise
  /** A bid that would go beyond it is refused; otherwise it is only shown. */
  readonly refuses: boolean
}

/** A limit and where it holds: in every market where `market_id` is null, on every day where `market_date` is. */
export type ScopedLimit = NumberLimit & {
  readonly market_id: number | null
  readonly market_date: Day | null
}

/** What a limit counts: one pick, or a panna of a half with every pick that is paid if it comes. */
type LimitedNumber = {
  readonly half: Half
  readonly limit: NumberLimit
  /** The text of the pick, or the panna. */
  readonly number: string
  readonly picks: readonly string[]
}

/** A number on which something is staked: what it would cost, and the stake that would win. */
export type NumberUse = LimitedNumber & Stake & { readonly cost: Paise }

/** A bid that waits to be placed. */
export type Offered = { readonly pick: Pick; readonly points: Paise; readonly multiplier: Multiplier }

/** Why a bid has no room: which number is full, and how many points of the bid it would still take. */
export type Full<B extends Offered> = {
  readonly bid: B
  readonly number: LimitedNumber
  readonly left: Paise
}

/**
 * The limits of one draw: of each game the narrowest, the day's own before the market's, and that before the house's. Those of a
 * market on any day where `day` is null, of the house where both are.
 */
export function limitsOfDraw<L extends ScopedLimit>(
  all: readonly L[],
  { marketId, day }: { readonly marketId: number | null; readonly day: Day | null },
): L[] {
  const narrowness = ({ market_id, market_date }: ScopedLimit) =>
    Number(market_id !== null) + Number(market_date !== null)
  const holding = all.filter(
    ({ market_id, market_date }) =>
      (market_id === null || market_id === marketId) && (market_date === null || market_date === day),
  )
  return [...Map.groupBy(holding, ({ game }) => game).values()].map((limits) =>
    limits.reduce((narrowest, limit) => (narrowness(limit) > narrowness(narrowest) ? limit : narrowest)),
  )
}

/** The numbers that a bid on this pick counts in. A digit is in all the pannas that have it. */
export function numbersOf(pick: Pick, limits: readonly NumberLimit[], declared: Result): LimitedNumber[] {
  const half = decidedBy(pick)
  return limits.flatMap((limit) => {
    if (limit.game !== null)
      return limit.game === pick.game ? [numberOfPick(pickText(pick), half, limit)] : []
    if (isCombined(pick.game)) return []
    return pannasOf(pick, half).map((panna) => {
      return { half, limit, number: panna, picks: picksIf(panna, half, declared) }
    })
  })
}

/**
 * What may not change between reading what is used and placing the bid, as names of locks within the draw: the bid's
 * digit in its half covers each of the pannas that it counts in.
 */
export function locksOf(pick: Pick, limits: readonly NumberLimit[]): string[] {
  const names = limits.flatMap(({ game }) => {
    if (game !== null) return game === pick.game ? [pickText(pick)] : []
    return isCombined(pick.game) ? [] : [`${decidedBy(pick)}:${digitOfPick(pick)}`]
  })
  return [...new Set(names)]
}

/** The first of these bids on one draw that a limit has no room for, in their order; null where all fit. */
export function findFull<B extends Offered>(
  tallies: readonly Tally[],
  bids: readonly B[],
  { limits, declared }: { readonly limits: readonly NumberLimit[]; readonly declared: Result },
): Full<B> | null {
  const costs = costsOf(tallies)
  for (const bid of bids) {
    const text = pickText(bid.pick)
    const room = (points: number) => {
      const more = costs.with(text, bid.multiplier, points)
      return (number: LimitedNumber) => more(number.picks) <= number.limit.amount
    }
    const numbers = numbersOf(bid.pick, limits, declared)
    const fits = room(bid.points)
    const full = numbers.filter((number) => !fits(number))
    if (full.length > 0) {
      const lefts = full.map((number) => ({
        number,
        left: leftOf(number, bid, costs.of(number.picks), room),
      }))
      const least = lefts.reduce((one, other) => (other.left < one.left ? other : one))
      return { bid, ...least }
    }
    costs.add(text, bid.multiplier, bid.points)
  }
  return null
}

/** How much of these limits is used by the halves still to come, number by number, in no order. What can't win any more costs nothing. */
export function usesOf(
  tallies: readonly Tally[],
  {
    limits,
    declared,
    voided = [],
  }: {
    readonly limits: readonly NumberLimit[]
    readonly declared: Result
    readonly voided?: readonly Half[]
  },
): NumberUse[] {
  const costs = costsOf(tallies)
  const stakes = Map.groupBy(tallies, ({ pick }) => pick)
  const costOf = new Map([...stakes.keys()].map((pick) => [pick, costs.of([pick])]))
  const halves = (['open', 'close'] as const).filter(
    (half) => !isDeclared(declared, half) && !voided.includes(half),
  )
  const ofGames = new Map(limits.map((limit) => [limit.game, limit]))
  const whole = ofGames.get(null)
  const numbers = halves.flatMap((half) => {
    const wins = pannas.map((panna) => [panna, picksIf(panna, half, declared)] as const)
    const canWin = isDeclared(declared, 'open') ? new Set(wins.flatMap(([, picks]) => picks)) : null
    const picks = [...stakes].filter(
      ([pick, [tally]]) => tally!.session === half && (canWin === null || canWin.has(pick)),
    )
    return [
      ...(whole
        ? wins.map(([panna, of]) => ({ half, limit: whole, number: panna as string, picks: of }))
        : []),
      ...picks.flatMap(([pick]) => {
        const limit = ofGames.get(gameOf(pick))
        return limit ? [numberOfPick(pick, half, limit)] : []
      }),
    ]
  })
  return numbers
    .map((number) => {
      const staked = number.picks.flatMap((pick) => stakes.get(pick) ?? [])
      return {
        ...number,
        cost: paise(number.picks.reduce((sum, pick) => sum + (costOf.get(pick) ?? 0), 0)),
        points: paise(staked.reduce((sum, { points }) => sum + points, 0)),
        bids: staked.reduce((sum, { bids }) => sum + bids, 0),
      }
    })
    .filter(({ bids }) => bids > 0)
}

/** What to stake elsewhere at this multiplier, so that no more than the limit is paid from here: rounded up to a paisa. */
export function layOff(over: Paise, multiplier: Multiplier): Paise {
  return paise(Math.ceil((over * 100) / multiplier))
}

function numberOfPick(pick: string, half: Half, limit: NumberLimit): LimitedNumber {
  return { half, limit, number: pick, picks: [pick] }
}

function pannasOf(pick: Pick, half: Half): readonly Panna[] {
  const panna = pick[`${half}_panna`]
  if (panna !== EMPTY) return [panna as Panna]
  return pannas.filter((each) => digitOf(each) === pick[`${half}_digit`])
}

function digitOfPick(pick: Pick): string {
  const half = decidedBy(pick)
  const panna = pick[`${half}_panna`]
  return panna === EMPTY ? pick[`${half}_digit`] : digitOf(panna as Panna)
}

/** What picks pay, of tallies to which bids are added. Each multiplier of a pick is paid for the sum of its points. */
function costsOf(tallies: readonly Tally[]) {
  const points = new Map<string, Map<Multiplier, number>>()
  const add = (pick: string, multiplier: Multiplier, more: number) => {
    const byMultiplier = points.get(pick) ?? new Map<Multiplier, number>()
    byMultiplier.set(multiplier, (byMultiplier.get(multiplier) ?? 0) + more)
    points.set(pick, byMultiplier)
  }
  for (const tally of tallies) add(tally.pick, tally.multiplier, tally.points)
  const ofPick = (pick: string) =>
    [...(points.get(pick) ?? [])].reduce((sum, [multiplier, of]) => sum + winOf(paise(of), multiplier), 0)
  const of = (picks: readonly string[]) => paise(picks.reduce((sum, pick) => sum + ofPick(pick), 0))
  return {
    add,
    of,
    /** What they would pay with so many points more on this pick. */
    with: (pick: string, multiplier: Multiplier, more: number) => {
      const before = points.get(pick)?.get(multiplier) ?? 0
      const grown = winOf(paise(before + more), multiplier) - winOf(paise(before), multiplier)
      return (picks: readonly string[]) => of(picks) + (picks.includes(pick) ? grown : 0)
    },
  }
}

/** How many points of this bid the number still takes. */
function leftOf(
  number: LimitedNumber,
  bid: Offered,
  cost: Paise,
  room: (points: number) => (number: LimitedNumber) => boolean,
): Paise {
  let left = Math.max(0, Math.floor(((number.limit.amount - cost) * 100) / bid.multiplier))
  // A win is rounded to a paisa, the sum of two otherwise than each.
  while (left > 0 && !room(left)(number)) left--
  return paise(left)
}
