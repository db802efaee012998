/**
 * A fresh second factor, of who has one: entered within five minutes, and known by what entering it answered to that
 * page, which a stolen token does not hold. Calls say in the contract what asks for it; what follows from the token alone
 * is refused with it (caller.ts), the rest by the handler, here.
 */
import type { Endpoint } from '@munim/contract'
import type { Paise } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { needing } from '../refusal.ts'
import type { Caller } from './caller.ts'

/** Refuses (403) an amount that is, with those before it since the last fresh factor, above the limit of the settings. */
export async function checkAmount(db: Db, amount: Paise, caller: Caller): Promise<void> {
  caller.isFactorChecked = true
  if (caller.factor !== 'due') return
  const counted = await db.run(sql`
    update sessions set unproven = unproven + ${amount} where token_hash = ${caller.tokenHash}
      and unproven + ${amount} <= (select factor_limit from security)`)
  if (counted === 0) throw needing('fresh factor')
}

/** Refuses (403) where one of these fields changes with a fresh factor only. */
export function checkFreshFields(endpoint: Endpoint, fields: readonly string[], caller: Caller): void {
  if (endpoint.factor !== 'fields') return
  caller.isFactorChecked = true
  const isAsked = fields.some((field) => endpoint.freshFields.includes(field))
  if (isAsked && caller.factor === 'due') throw needing('fresh factor')
}

/** Whether it may ask for a fresh factor. */
export const asksForFresh = ({ factor }: Endpoint): boolean =>
  factor === 'fresh' || factor === 'amount' || factor === 'fields'

/** Refuses (403) to let an act wait for a second person that asks for a fresh factor where it is done at once. */
export function checkFreshToWait(endpoint: Endpoint, { factor }: Caller): void {
  if (asksForFresh(endpoint) && factor === 'due') throw needing('fresh factor')
}

/** A handler that forgot to check the factor is a fault, and nothing of it is kept. */
export function expectFactorChecked({ path, factor }: Endpoint, { isFactorChecked }: Caller): void {
  const isAsked = factor === 'amount' || factor === 'fields'
  if (isAsked && !isFactorChecked) throw new Error(`${path} did not check the second factor for what it does`)
}
