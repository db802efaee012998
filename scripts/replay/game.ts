/**
 * The rules of the game a second time, for the replay: written from the game's description, not from core, and the
 * other way round. Core puts the picks together that a result makes win; here every pick there is is tried on it.
 */

export type Half = 'open' | 'close'
const HALVES = ['open', 'close'] as const

/** What a bid is on, and what a result says; '-' where a field is empty. */
export interface Fields {
  readonly open_digit: string
  readonly open_panna: string
  readonly close_digit: string
  readonly close_panna: string
}
const FIELDS = ['open_digit', 'open_panna', 'close_digit', 'close_panna'] as const
const EMPTY = '-'

/** What is current of a half: nothing yet, that it is void, or its values. */
export type Declared = undefined | 'void' | { readonly digit: string; readonly panna: string }
export type Draw = Readonly<Record<Half, Declared>>

export interface Bid extends Fields {
  readonly game: string
  readonly session: Half
  /** In paise. */
  readonly points: bigint
  /** In hundredths. */
  readonly multiplier: bigint
  readonly isCancelled: boolean
}

/** These wait for the close, whichever session the bid names. */
const BY_CLOSE: ReadonlySet<string> = new Set(['jodi_digit', 'red_bracket', 'half_sangam', 'full_sangam'])

const DIGITS = [...'0123456789']
/** 0 counts above 9. */
const height = (figure: string | undefined) => (figure === '0' ? 10 : Number(figure))
const PANNAS = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0')).filter(
  ([first, second, third]) => height(first) <= height(second) && height(second) <= height(third),
)
const GAMES_BY_FIGURES: Readonly<Record<number, readonly string[]>> = {
  1: ['triple_panna', 'tp'],
  2: ['double_panna', 'dp'],
  3: ['single_panna', 'sp'],
}

/** The last figure of the sum of its three. */
export const digitOfPanna = (panna: string): string =>
  String([...panna].reduce((sum, figure) => sum + Number(figure), 0)).slice(-1)

export const isPanna = (number: string): boolean => PANNAS.includes(number)

/** The doubles, and the cuts: a digit and the one five further. */
function isRed(open: string, close: string): boolean {
  return open === close || String((Number(open) + 5) % 10) === close
}

interface Pick extends Fields {
  readonly text: string
  /** The half that decides it, and the session its bid is stored with. */
  readonly half: Half
}

/** Every pick that can be placed. */
const PICKS: readonly Pick[] = [...listPicks()]
const HALF_OF: ReadonlyMap<string, Half> = new Map(PICKS.map(({ text, half }) => [text, half]))

function* listPicks(): Generator<Pick> {
  for (const half of HALVES) {
    for (const digit of DIGITS)
      for (const game of ['single_digit', 'odd_even']) yield pickOf(game, half, { [`${half}_digit`]: digit })
    for (const panna of PANNAS)
      for (const game of GAMES_BY_FIGURES[new Set(panna).size]!)
        yield pickOf(game, half, { [`${half}_panna`]: panna })
  }
  for (const open_digit of DIGITS) {
    for (const close_digit of DIGITS) {
      yield pickOf('jodi_digit', 'close', { open_digit, close_digit })
      if (isRed(open_digit, close_digit)) yield pickOf('red_bracket', 'close', { open_digit, close_digit })
    }
    for (const close_panna of PANNAS) yield pickOf('half_sangam', 'close', { open_digit, close_panna })
  }
  for (const open_panna of PANNAS) {
    for (const close_digit of DIGITS) yield pickOf('half_sangam', 'close', { open_panna, close_digit })
    for (const close_panna of PANNAS) yield pickOf('full_sangam', 'close', { open_panna, close_panna })
  }
}

function pickOf(game: string, half: Half, filled: Partial<Fields>): Pick {
  const fields = { open_digit: EMPTY, open_panna: EMPTY, close_digit: EMPTY, close_panna: EMPTY, ...filled }
  return { ...fields, text: textOf(game, fields), half }
}

/** A pick in one text, as declarations list those that win. */
export function textOf(game: string, fields: Fields): string {
  return [game, ...FIELDS.map((field) => fields[field])].join(':')
}

/** Whether its game has such a pick, and in the session that the bid is in. */
export const canBePlaced = (bid: Bid): boolean => HALF_OF.get(textOf(bid.game, bid)) === bid.session

const valuesOf = (declared: Declared) =>
  typeof declared === 'object' ? declared : { digit: EMPTY, panna: EMPTY }

function resultOf({ open, close }: Draw): Fields {
  const [first, second] = [valuesOf(open), valuesOf(close)]
  return {
    open_digit: first.digit,
    open_panna: first.panna,
    close_digit: second.digit,
    close_panna: second.panna,
  }
}

/** Every field that is filled is what was declared, as text. */
function isHit(pick: Fields, result: Fields): boolean {
  const filled = FIELDS.filter((field) => pick[field] !== EMPTY)
  return filled.length > 0 && filled.every((field) => pick[field] === result[field])
}

/** The texts of all picks that this half of a draw makes win. */
export function winnersOf(draw: Draw, half: Half): readonly string[] {
  if (typeof draw[half] !== 'object') return []
  const result = resultOf(draw)
  return PICKS.filter((pick) => pick.half === half && isHit(pick, result)).map(({ text }) => text)
}

/** What becomes of a bid: it runs until its half is declared, and is cancelled by itself or with its half. */
export function outcomeOf(bid: Bid, draw: Draw): 'runs' | 'cancelled' | 'won' | 'lost' {
  const declared = draw[BY_CLOSE.has(bid.game) ? 'close' : bid.session]
  if (bid.isCancelled || declared === 'void') return 'cancelled'
  if (declared === undefined) return 'runs'
  return isHit(bid, resultOf(draw)) ? 'won' : 'lost'
}

/** Points times multiplier in paise, half a paisa up. */
export function winOf({ points, multiplier }: { points: bigint; multiplier: bigint }): bigint {
  const hundredths = points * multiplier
  return hundredths / 100n + (hundredths % 100n >= 50n ? 1n : 0n)
}

/** A result as it is read aloud, `128-14-455`; what is not declared is left out. */
export function aloud(draw: Draw): string {
  const { open_panna, open_digit, close_digit, close_panna } = resultOf(draw)
  const said = (text: string) => (text === EMPTY ? '' : text)
  if (typeof draw.open !== 'object' && typeof draw.close !== 'object') return draw.open ?? draw.close ?? EMPTY
  const close = draw.close === 'void' ? 'void' : said(close_panna)
  return [open_panna, said(open_digit) + said(close_digit), close].filter(Boolean).join('-')
}
