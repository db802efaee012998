/** What is shown of a request and may change until it is decided: a decision may say what it was then. Decision 67. */
import { type api, type Input, t } from '@munim/contract'
import { type Paise, readRupees } from '@munim/core'
import { type Db, type NotNull, sql } from '../database/db.ts'
import { openBatch } from '../ledger/told-to-bank.ts'
import { madeFromOld } from '../refusal.ts'

type Decision = Input<typeof api.wallet.decideDeposit>

interface Shown {
  readonly batch: number | null
  readonly confirmed: number | null
  readonly sameReference: number
  readonly bonus: Paise
}

/** SQL: the deposits with the reference of `r`, itself too, by their index whatever is planned. Withdrawals have none. */
export const sameRequests = sql`(select * from requests where ref_key = r.ref_key and ref_key <> '' offset 0)`

/** SQL: how many other deposits that wait have the reference of the deposit `r`. */
export const sameReference = sql`(select count(*) from ${sameRequests} o
  where o.status = 'pending' and o.id <> r.id)`

/** SQL: what the payment provider confirmed for it, in rupees; null where it said nothing. */
export const confirmedFor = sql`(select c.amount / 100.0::float8 from confirmations c
  where r.kind = 'deposit' and c.ref_key = r.ref_key and not c.is_repeat)`

/** SQL: the payment that the deposit `r` names was credited already. */
export const isCredited = sql`exists (select from requests o
  where o.kind = 'deposit' and o.status = 'completed' and o.ref_key = r.ref_key and o.ref_key <> '' and not o.is_repeat)`

/**
 * SQL: what approving the request `r` pays along by the settings as they are now, in paise. `s.bonus` is in
 * hundredths of a percent; half a paisa is rounded up.
 */
export const bonusFor = sql`(select
  case when r.kind = 'deposit' and s.bonus_show then (r.amount * s.bonus + 5000) / 10000 else 0 end from settings s)`

/** As it is now. The request is locked: no batch is made of it in between. */
export function readShown(db: Db, id: number): Promise<Shown> {
  return db.only<Shown & NotNull<'bonus'>>(sql`
    select ${openBatch} as batch, ${confirmedFor} as confirmed, ${sameReference} as "sameReference",
      ${bonusFor} as bonus
    from requests r where r.id = ${id}`)
}

interface Deciding extends Pick<Decision, 'status' | 'basedOn'> {
  readonly id: number
  /** Rupees. */
  readonly amount: number
}

/** Refuses a decision where what was shown has changed so that another one may be right. */
export function checkBase(now: Shown, { id, status, amount, basedOn = {} }: Deciding): void {
  const values = { id: String(id) }
  if (basedOn.batch !== undefined && basedOn.batch !== now.batch)
    throw madeFromOld(t('What a bank was told of request #{id} changed meanwhile: look at it again.', values))
  const isApproved = status === 'completed'
  // That it is confirmed as it was asked for is one more reason to approve it.
  const isOther =
    basedOn.confirmed !== undefined &&
    basedOn.confirmed !== now.confirmed &&
    !(isApproved && now.confirmed === amount)
  if (isApproved && basedOn.bonus != null && readRupees(basedOn.bonus) !== now.bonus)
    throw madeFromOld(t('The bonus of request #{id} changed meanwhile: look at it again.', values))
  const isClaimed = isApproved && now.sameReference > (basedOn.sameReference ?? now.sameReference)
  if (isOther || isClaimed)
    throw madeFromOld(
      t('What is known of the payment of request #{id} changed meanwhile: look at it again.', values),
    )
}
