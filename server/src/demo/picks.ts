/** What lifelike players bet on: which games, which numbers, how much. */
import type { api, Input } from '@munim/contract'
import {
  type Digit,
  GAME_MODES,
  type GameMode,
  isCombined,
  isRedJodi,
  type PannaClass,
  type PickField,
  pannaClass,
  pannas,
  type Session,
} from '@munim/core'
import type { Chance } from './chance.ts'
import type { Market } from './world.ts'

export type TypedBid = Input<typeof api.player.placeBids>['bids'][number]
type Fields = Partial<Record<PickField, string>>

/** How often each game is played, and how many numbers of it at once. */
const HABITS: Readonly<
  Record<GameMode, { weight: number; numbers: readonly [least: number, most: number] }>
> = {
  single_digit: { weight: 36, numbers: [2, 6] },
  jodi_digit: { weight: 22, numbers: [4, 12] },
  single_panna: { weight: 12, numbers: [3, 9] },
  double_panna: { weight: 6, numbers: [3, 8] },
  triple_panna: { weight: 1.5, numbers: [1, 4] },
  sp: { weight: 5, numbers: [6, 12] },
  dp: { weight: 3, numbers: [5, 9] },
  tp: { weight: 0.5, numbers: [1, 3] },
  odd_even: { weight: 4, numbers: [5, 5] },
  red_bracket: { weight: 4, numbers: [2, 6] },
  half_sangam: { weight: 2, numbers: [1, 3] },
  full_sangam: { weight: 0.7, numbers: [1, 2] },
}

const DIGITS = [...'0123456789']
const ODD_AND_EVEN = [
  DIGITS.filter((digit) => Number(digit) % 2 === 1),
  DIGITS.filter((digit) => Number(digit) % 2 === 0),
]
const JODIS = DIGITS.flatMap((open) => DIGITS.map((close) => open + close))
const RED_JODIS = JODIS.filter((jodi) => isRedJodi(jodi[0] as Digit, jodi[1] as Digit))
const PANNAS = Object.groupBy(pannas, (panna) => pannaClass(panna)!) as Record<PannaClass, string[]>

/** What people bid, in rupees, within what the settings and the rates of a fresh installation allow. */
const AMOUNTS = [10, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 250, 300, 400, 500, 1000, 2000, 5000] as const

export const oneGame = (chance: Chance, games: readonly GameMode[] = GAME_MODES): GameMode =>
  chance.weighted(games, (game) => HABITS[game].weight)

export function favouriteGames(chance: Chance): GameMode[] {
  const liked = Array.from({ length: chance.whole(2, 5) }, () => oneGame(chance))
  return [...new Set<GameMode>(['single_digit', ...liked])]
}

export interface Sitting {
  readonly market: Market
  readonly session: Session
  readonly games: readonly GameMode[]
  /** Whole rupees, never exceeded. */
  readonly budget: number
}

/** Bids on one to four games, each for its share of the budget; none when that is too little for a bid. */
export function bidsFor(chance: Chance, { market, session, games, budget }: Sitting): TypedBid[] {
  const open = games.filter((game) => session === 'open' || !isCombined(game))
  const plays = chance.whole(1, 4)
  return Array.from({ length: plays }, () => {
    const game = chance.oneOf(open)
    const share = Math.floor(budget / plays)
    const [least, most] = HABITS[game].numbers
    const count = Math.min(chance.whole(least, most), Math.floor(share / AMOUNTS[0]))
    const points = roundPoints(share / Math.max(count, 1))
    return picksOf(chance, game, session, count).map((fields) => ({
      marketId: market.id,
      session,
      game_mode: game,
      ...fields,
      points,
    }))
  }).flat()
}

function roundPoints(rupees: number): number {
  return AMOUNTS.findLast((amount) => amount <= rupees) ?? AMOUNTS[0]
}

/** So many different picks of a game, or all there are. */
export function picksOf(chance: Chance, game: GameMode, session: Session, count: number): Fields[] {
  const digits = (list: readonly string[]) => list.map((digit): Fields => ({ [`${session}_digit`]: digit }))
  const jodis = (list: readonly string[]) =>
    list.map((jodi): Fields => ({ open_digit: jodi[0]!, close_digit: jodi[1]! }))
  const ofClass = (kind: PannaClass) =>
    chance.several(PANNAS[kind], count).map((panna): Fields => ({ [`${session}_panna`]: panna }))
  switch (game) {
    case 'single_digit':
      return digits(chance.several(DIGITS, count))
    case 'odd_even':
      return digits(chance.oneOf(ODD_AND_EVEN).slice(0, count))
    case 'jodi_digit':
      return jodis(chance.several(JODIS, count))
    case 'red_bracket':
      return jodis(chance.several(RED_JODIS, count))
    case 'single_panna':
    case 'sp':
      return ofClass('single')
    case 'double_panna':
    case 'dp':
      return ofClass('double')
    case 'triple_panna':
    case 'tp':
      return ofClass('triple')
    case 'half_sangam':
      return chance.several(pannas, count).map((panna): Fields => {
        const digit = chance.oneOf(DIGITS)
        return chance.happens(0.5)
          ? { open_panna: panna, close_digit: digit }
          : { open_digit: digit, close_panna: panna }
      })
    case 'full_sangam':
      return chance
        .several(pannas, count)
        .map((panna) => ({ open_panna: panna, close_panna: chance.oneOf(pannas) }))
    default:
      return game satisfies never
  }
}
