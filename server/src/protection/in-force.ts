/** Which limits and pause hold for a player, as SQL that goes along in a statement that is asked anyway. */
import type { Paise, PlayKind, PlayPeriod } from '@munim/core'
import { type Statement, sql } from '../database/db.ts'

/** Amounts in paise. */
export interface InForce {
  /** null: none is set. */
  readonly limits:
    | readonly { readonly kind: PlayKind; readonly period: PlayPeriod; readonly amount: Paise }[]
    | null
  /** null: nothing is paused; `until` is null where it is for good. */
  readonly pause: { readonly until: string | null } | null
}

/** The amount that holds of limit `l` at this moment; null: none, for it has ended. */
export const amountNow = (moment: Statement): Statement =>
  sql`case when l.next_at <= ${moment} then l.next_amount else l.amount end`

/** As JSON: one row of each kind and period, the lower where the player and the house have set one. */
export const inForce = (userId: Statement, moment: Statement): Statement => sql`json_build_object(
  'limits', (select json_agg(json_build_object('kind', f.kind, 'period', f.period, 'amount', f.amount)) from (
    select l.kind, l.period, min(${amountNow(moment)}) as amount from play_limits l where l.user_id = ${userId}
    group by l.kind, l.period) f where f.amount is not null),
  'pause', (select json_build_object('until', p.until) from play_pauses p
    where p.user_id = ${userId} and (p.until is null or p.until > ${moment}) order by p.until desc nulls first limit 1))`
