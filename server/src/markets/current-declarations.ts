/** The declarations of a draw that are not withdrawn, and the result that they make. */
import { t } from '@munim/contract'
import { type Day, EMPTY, type Half, type Result } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { checkSameSet } from '../refusal.ts'

/** One half that is declared, or voided, and not withdrawn. A voided one has '-' for digit and panna. */
export interface CurrentDeclaration {
  readonly id: number
  readonly half: Half
  readonly digit: string
  readonly panna: string
  readonly isVoid: boolean
}

export async function readCurrentDeclarations(db: Db, drawId: number): Promise<CurrentDeclaration[]> {
  return db.many<CurrentDeclaration>(sql`
    select id, half, digit, panna, is_void as "isVoid" from declarations
    where draw_id = ${drawId} and withdrawn_at is null order by half`)
}

/** SQL: joins the current declarations of draw `d`, as `o` and `c`. */
export const withDeclarations = sql`
  left join declarations o on o.draw_id = d.id and o.half = 'open' and o.withdrawn_at is null
  left join declarations c on c.draw_id = d.id and c.half = 'close' and c.withdrawn_at is null`

/** SQL: the result that they make. */
export const marksOfDraw = sql`
  coalesce(o.digit, '-') as open_digit, coalesce(o.panna, '-') as open_panna,
  coalesce(c.digit, '-') as close_digit, coalesce(c.panna, '-') as close_panna`

/** Refuses an act that was decided on when other halves, or declarations, were what it concerns. */
export function checkBase<T>(
  { name, day }: { readonly name: string; readonly day: Day },
  concerned: readonly T[],
  basedOn: readonly T[] | undefined,
): void {
  checkSameSet(
    basedOn,
    concerned,
    t('What is declared of {market} for {day} changed meanwhile: look at it again.', { market: name, day }),
  )
}

export function resultOf(current: readonly Pick<CurrentDeclaration, 'half' | 'digit' | 'panna'>[]): Result {
  const open = current.find(({ half }) => half === 'open')
  const close = current.find(({ half }) => half === 'close')
  return {
    open_digit: open?.digit ?? EMPTY,
    open_panna: open?.panna ?? EMPTY,
    close_digit: close?.digit ?? EMPTY,
    close_panna: close?.panna ?? EMPTY,
  }
}
