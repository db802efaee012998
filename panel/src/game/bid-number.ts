/** What a bid is on, in one readable form: "Open 3", "Panna 128", "Jodi 38", "Sangam 128-4". */
import { t } from '@munim/contract'
import { isCombined, type Session } from '@munim/core'
import { figuresOf, type Picked } from './pick.tsx'

type Fields = Picked & { readonly session: Session }

/** By whether the game is of both halves and a panna is filled, so that a new game has its form. */
export function numberInWords(bid: Fields): string {
  return `${formOf(bid)} ${figuresOf(bid)}`
}

function formOf(bid: Fields): string {
  if (isCombined(bid.game_mode)) return hasPanna(bid) ? t('Sangam') : t('Jodi')
  if (hasPanna(bid)) return t('Panna')
  return bid.session === 'open' ? t('Open') : t('Close')
}

/** On a panna of one half, which its session says. */
export const isOnPanna = (bid: Fields): boolean => !isCombined(bid.game_mode) && hasPanna(bid)

const hasPanna = ({ open_panna, close_panna }: Fields): boolean =>
  [open_panna, close_panna].some((text) => text !== '' && text !== '-')

/** What a bid has won, in rupees; null where it won nothing, which answers say by a dash, an empty text or nothing. */
export function wonOf(win: number | string | null | undefined): number | null {
  return typeof win === 'number' && win > 0 ? win : null
}
