/** What a bid is on, in words: "Single Digit 4", "Jodi 27", "Half Sangam 128-4". */

import { type GameMode, type PickField, writtenNumber } from '@munim/core'
import { gameName } from './game-name.ts'

export type Picked = Readonly<Record<PickField, string>> & { readonly game_mode: GameMode }

/** The figures of a pick; '' where the server sent none. */
export function figuresOf(bid: Picked): string {
  const open = filled(bid.open_panna) ?? filled(bid.open_digit)
  const close = filled(bid.close_panna) ?? filled(bid.close_digit)
  return writtenNumber([open, close].filter((figures) => figures !== null))
}

export function Pick({ bid }: { readonly bid: Picked }) {
  return (
    <>
      {gameName(bid.game_mode)} <strong>{figuresOf(bid)}</strong>
    </>
  )
}

const filled = (text: string): string | null => (text === '' || text === '-' ? null : text)
