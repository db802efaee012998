/** The games as one table, and the picks that can be placed in them. Who wins is in outcome.ts. */
import type { Half } from '../markets/schedule.ts'
import type { Words } from '../words.ts'
import {
  type Digit,
  EMPTY,
  isInChart,
  NO_PANNA,
  type Panna,
  type PannaClass,
  pannaClass,
  readDigit,
  readPanna,
} from './panna.ts'

export const GAME_MODES = [
  'single_digit',
  'jodi_digit',
  'single_panna',
  'double_panna',
  'triple_panna',
  'half_sangam',
  'full_sangam',
  'sp',
  'dp',
  'tp',
  'odd_even',
  'red_bracket',
] as const
export type GameMode = (typeof GAME_MODES)[number]

/** The keys of the rates, in the specification's order and spelling. */
export const RATE_KEYS = [
  'single_digit',
  'jodi_digit',
  'single_pana',
  'double_pana',
  'tripple_pana',
  'half_sangam',
  'full_sangam',
  'dp',
  'sp',
  'tp',
  'odd_even',
  'red_bracket',
] as const
export type RateKey = (typeof RATE_KEYS)[number]

export type Session = 'open' | 'close'

/** The four fields of a pick and of a result, in the order of a pick's text. */
export const PICK_FIELDS = ['open_digit', 'open_panna', 'close_digit', 'close_panna'] as const
export type PickField = (typeof PICK_FIELDS)[number]

/** What a bid is on: a game, and figures as text in the fields it fills; '-' in the others. */
export type Pick = Readonly<Record<PickField, string>> & {
  readonly game: GameMode
  readonly session: Session
}

/** A pick as a player sends it: '', '-' and a missing key are an empty field. */
export type TypedPick = { readonly [field in PickField]?: string | undefined } & {
  readonly game_mode: GameMode
  readonly session: Session
}

/** Why a pick cannot be placed, in a sentence for the player. */
type WrongPick = { readonly wrong: Words }

/**
 * What a game is bet on. Each list of fields is one way to fill the pick, by session;
 * a kind that is combined of both halves is filled alike in both.
 */
type Kind = Readonly<Record<Session, readonly (readonly PickField[])[]>> & {
  readonly isCombined: boolean
  readonly pannas?: PannaClass // only this class; any of the chart when left out
  readonly isRed?: true
}

const DIGIT = own('digit', {})
const SINGLE = own('panna', { pannas: 'single' })
const DOUBLE = own('panna', { pannas: 'double' })
const TRIPLE = own('panna', { pannas: 'triple' })
const JODI = combined([['open_digit', 'close_digit']])
const RED_JODI: Kind = { ...JODI, isRed: true }
const HALF_SANGAM = combined([
  ['open_panna', 'close_digit'],
  ['open_digit', 'close_panna'],
])
const FULL_SANGAM = combined([['open_panna', 'close_panna']])

type Game = {
  readonly label: string
  /** What is answered where other fields are filled. */
  readonly needs: string
  readonly rateKey: RateKey
  readonly kind: Kind
}

const GAMES: Readonly<Record<GameMode, Game>> = {
  single_digit: {
    label: 'Single Digit',
    needs: 'A single digit needs one digit in its own session',
    rateKey: 'single_digit',
    kind: DIGIT,
  },
  jodi_digit: {
    label: 'Jodi',
    needs: 'A jodi needs an open digit and a close digit',
    rateKey: 'jodi_digit',
    kind: JODI,
  },
  single_panna: {
    label: 'Single Panna',
    needs: 'A single panna needs one panna in its own session',
    rateKey: 'single_pana',
    kind: SINGLE,
  },
  double_panna: {
    label: 'Double Panna',
    needs: 'A double panna needs one panna in its own session',
    rateKey: 'double_pana',
    kind: DOUBLE,
  },
  triple_panna: {
    label: 'Triple Panna',
    needs: 'A triple panna needs one panna in its own session',
    rateKey: 'tripple_pana',
    kind: TRIPLE,
  },
  half_sangam: {
    label: 'Half Sangam',
    needs: 'A half sangam needs an open panna and a close digit, or an open digit and a close panna',
    rateKey: 'half_sangam',
    kind: HALF_SANGAM,
  },
  full_sangam: {
    label: 'Full Sangam',
    needs: 'A full sangam needs an open panna and a close panna',
    rateKey: 'full_sangam',
    kind: FULL_SANGAM,
  },
  sp: { label: 'SP', needs: 'An SP needs one panna in its own session', rateKey: 'sp', kind: SINGLE },
  dp: { label: 'DP', needs: 'A DP needs one panna in its own session', rateKey: 'dp', kind: DOUBLE },
  tp: { label: 'TP', needs: 'A TP needs one panna in its own session', rateKey: 'tp', kind: TRIPLE },
  odd_even: {
    label: 'Odd Even',
    needs: 'An odd or even bid needs one digit in its own session',
    rateKey: 'odd_even',
    kind: DIGIT,
  },
  red_bracket: {
    label: 'Red Bracket',
    needs: 'A red bracket needs an open digit and a close digit',
    rateKey: 'red_bracket',
    kind: RED_JODI,
  },
}

export function labelOf(game: GameMode): string {
  return GAMES[game].label
}

/** The rate a game is paid at. The one place that knows that single_panna is paid at single_pana. */
export function rateKeyOf(game: GameMode): RateKey {
  return GAMES[game].rateKey
}

/** The game in which a panna of the chart is bet on by itself. */
export function gameOfPanna(panna: Panna): GameMode {
  return GAME_MODES.find((game) => GAMES[game].kind.pannas === pannaClass(panna))!
}

/** Whether its pick is made of both halves: jodi, red bracket and the sangams. */
export function isCombined(game: GameMode): boolean {
  return GAMES[game].kind.isCombined
}

/** The half that decides a bid: a combined game waits for the close, whichever session the bid names. */
export function decidedBy({ game, session }: { game: GameMode; session: Session }): Half {
  return isCombined(game) ? 'close' : session
}

/** The half at whose moment betting ends: a combined bid ends with the open, while both are unknown. */
export function cutOffOf({ game, session }: { game: GameMode; session: Session }): Half {
  return isCombined(game) ? 'open' : session
}

/** Whether open and close digit make one of the 20 red jodis: the doubles and the cuts, five apart. */
export function isRedJodi(open: Digit, close: Digit): boolean {
  return (Number(open) - Number(close)) % 5 === 0
}

/**
 * The ways to fill a pick of this game in this session, each a list of fields in the order of PICK_FIELDS.
 * One way for all games but the half sangam, which has two.
 */
export function fieldSetsOf(game: GameMode, session: Session): readonly (readonly PickField[])[] {
  return GAMES[game].kind[session]
}

/**
 * The pick that was typed, or the sentence that says why it cannot be placed.
 * Exactly the game's own fields must be filled, by a number of the game's own class. A combined
 * pick comes back with session 'close'. Numbers stay text: '07' is not '7'.
 */
export function readPick({ game_mode: game, session, ...typed }: TypedPick): Pick | WrongPick {
  const pick: Pick = {
    game,
    session: decidedBy({ game, session }),
    open_digit: typed.open_digit || EMPTY,
    open_panna: typed.open_panna || EMPTY,
    close_digit: typed.close_digit || EMPTY,
    close_panna: typed.close_panna || EMPTY,
  }
  const filled = PICK_FIELDS.filter((field) => pick[field] !== EMPTY)
  if (!fieldSetsOf(game, session).some((fields) => fields.join() === filled.join()))
    return { wrong: { sentence: GAMES[game].needs } }
  const wrong = wrongNumber(pick, filled) ?? wrongJodi(pick)
  return wrong === null ? pick : { wrong }
}

/** The pick in one text, `single_panna:-:128:-:-`. SQL builds the very same in a generated column. */
export function pickText(pick: Pick): string {
  return [pick.game, ...PICK_FIELDS.map((field) => pick[field])].join(':')
}

/** The game of a pick's text. */
export function gameOf(text: string): GameMode {
  return text.slice(0, text.indexOf(':')) as GameMode
}

/** The figures that a pick's text fills, in their order. */
export function figuresOf(text: string): string[] {
  return text
    .split(':')
    .slice(1)
    .filter((figure) => figure !== EMPTY)
}

/** Figures of a pick as one number: those of a jodi together, of a sangam with a hyphen. */
export function writtenNumber(figures: readonly string[]): string {
  return figures.join(figures.every((figure) => figure.length === 1) ? '' : '-')
}

const OTHER_PANNA: Readonly<Record<PannaClass, string>> = {
  single: '{text} is not a single panna',
  double: '{text} is not a double panna',
  triple: '{text} is not a triple panna',
}

/** Why a filled field holds no number that the game takes; null when all do. */
function wrongNumber(pick: Pick, filled: readonly PickField[]): Words | null {
  const { pannas } = GAMES[pick.game].kind
  for (const field of filled) {
    const text = pick[field]
    if (field === 'open_digit' || field === 'close_digit') {
      if (readDigit(text) === null) return { sentence: '{text} is not a digit', values: { text } }
      continue
    }
    const panna = readPanna(text)
    if (panna === null || !isInChart(panna)) return { sentence: NO_PANNA, values: { text } }
    if (pannas && pannaClass(panna) !== pannas) return { sentence: OTHER_PANNA[pannas], values: { text } }
  }
  return null
}

/** Why the two digits are not a jodi that the game takes; null for games that take any, or none. */
function wrongJodi({ game, open_digit, close_digit }: Pick): Words | null {
  const open = readDigit(open_digit)
  const close = readDigit(close_digit)
  if (!GAMES[game].kind.isRed || (open && close && isRedJodi(open, close))) return null
  return { sentence: '{text} is not a red jodi', values: { text: open_digit + close_digit } }
}

/** A kind decided by its own session, filled in that session's field. */
function own(number: 'digit' | 'panna', only: { pannas?: PannaClass }): Kind {
  return { isCombined: false, open: [[`open_${number}`]], close: [[`close_${number}`]], ...only }
}

/** A kind made of both halves, filled alike in both sessions. */
function combined(fills: Kind[Session]): Kind {
  return { isCombined: true, open: fills, close: fills }
}
