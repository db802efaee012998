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

/** By the fields that are filled, so that a new game has its form. */
export function numberInWords(bid: Fields): string {
  return `${formOf(bid)} ${figuresOf(bid)}`
}

function formOf(bid: Fields): string {
  if (isOnPanna(bid)) return t('Panna')
  const [digits, pannas] = filledIn(bid)
  if (pannas > 0) return t('Sangam')
  if (digits > 1) return t('Jodi')
  return bid.session === 'open' ? t('Open') : t('Close')
}

/** On a panna of one half, which its session says. */
export function isOnPanna(bid: Fields): boolean {
  const [digits, pannas] = filledIn(bid)
  return digits === 0 && pannas === 1
}

function filledIn({ open_digit, close_digit, open_panna, close_panna }: Fields) {
  const count = (...figures: string[]) => figures.filter((text) => text !== '' && text !== '-').length
  return [count(open_digit, close_digit), count(open_panna, close_panna)] as const
}

/** What a bid has won, in rupees; null where it won nothing, which answers say by a dash, an empty text or nothing. */
export function wonOf(win: number | string | null | undefined): number | null {
  return typeof win === 'number' && win > 0 ? win : null
}
