/** What stands declared of a draw, and the result that its halves make. */
import { EMPTY, type Half, type Result } from '@munim/core'
import { type Db, sql } from '../database/db.ts'

/** One half that is declared, or voided, and not withdrawn. A voided one has '-' for digit and panna. */
export interface Standing {
  readonly id: number
  readonly half: Half
  readonly digit: string
  readonly panna: string
  readonly isVoid: boolean
}

export async function readStanding(db: Db, drawId: number): Promise<Standing[]> {
  return db.many<Standing>(sql`
    select id, half, digit, panna, is_void as "isVoid" from declarations
    where draw_id = ${drawId} and withdrawn_at is null order by half`)
}

export function resultOf(standing: readonly Standing[]): Result {
  const open = standing.find(({ half }) => half === 'open')
  const close = standing.find(({ half }) => half === 'close')
  return {
    open_digit: open?.digit ?? EMPTY,
    open_panna: open?.panna ?? EMPTY,
    close_digit: close?.digit ?? EMPTY,
    close_panna: close?.panna ?? EMPTY,
  }
}
