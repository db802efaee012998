/** What a bid is on, in one readable form: "Open 3", "Panna 128", "Jodi 38", "Sangam 128-4". */
import { t } from '@munim/contract'
import type { GameMode, Session } from '@munim/core'
import { figuresOf } from './pick.tsx'

interface Fields {
  readonly game_mode: GameMode
  readonly session: Session
  readonly open_digit: string
  readonly open_panna: string
  readonly close_digit: string
  readonly close_panna: string
}

const PANNA = t('Panna')
const KINDS: Readonly<Partial<Record<GameMode, string>>> = {
  jodi_digit: t('Jodi'),
  red_bracket: t('Jodi'),
  half_sangam: t('Sangam'),
  full_sangam: t('Sangam'),
  single_panna: PANNA,
  double_panna: PANNA,
  triple_panna: PANNA,
  sp: PANNA,
  dp: PANNA,
  tp: PANNA,
}

export function numberInWords(bid: Fields): string {
  const kind = KINDS[bid.game_mode] ?? (bid.session === 'open' ? t('Open') : t('Close'))
  return `${kind} ${figuresOf(bid)}`
}

/** Played on a panna of one half, which its session says. */
export const isOnPanna = ({ game_mode }: Pick<Fields, 'game_mode'>): boolean => KINDS[game_mode] === PANNA

/** What a bid has won, in rupees; null where it won nothing, which answers say by a dash, an empty text or nothing. */
export function wonOf(win: number | string | null | undefined): number | null {
  return typeof win === 'number' && win > 0 ? win : null
}
