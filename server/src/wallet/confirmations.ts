/**
 * Payments that the provider confirms (POST /hooks/deposit). A confirmation is kept for good and is compared with the
 * requests twice: as it comes, and as a request with its reference comes. What it does not credit is the administrator's.
 */
import { api } from '@munim/contract'
import { type Paise, rupeesOf } from '@munim/core'
import { STAMPED, stampOf } from '../anchors/stamp.ts'
import { type Db, nowOf, sql } from '../database/db.ts'
import { writeTrail } from '../http/trail.ts'
import { lockWallets } from '../ledger/post.ts'
import { Refusal } from '../refusal.ts'
import { decideRequest, lockReference } from './requests.ts'

/**
 * Of one player's pending deposits so many may have a reference that the provider hasn't confirmed. References are numbers
 * in a row: who claims more of them may be guessing what another player is about to pay.
 */
export const UNCONFIRMED_AT_MOST = 5

/** SQL: how many payments the player of the deposit `r` claims that are not confirmed, where those are too many; else null. */
export const manyClaims = sql`(select nullif(count(*), least(count(*), ${UNCONFIRMED_AT_MOST})) from requests p
  where p.user_id = r.user_id and p.kind = 'deposit' and p.status = 'pending' and p.ref_key <> '' and not exists (
    select from confirmations c where c.ref_key = p.ref_key and not c.is_repeat offset 0))`

/** How postings, requests and the audit name the provider. */
const PROVIDER = 'provider'

interface Confirmation {
  /** As it is kept: in plain signs, upper case, no blanks. */
  readonly refId: string
  readonly amount: Paise
  readonly address: string
}

/** Keeps the confirmation and credits what it confirms; whether its reference is credited now, by this or before. */
export async function confirmDeposit(db: Db, { refId, amount, address }: Confirmation): Promise<boolean> {
  const key = await lockReference(db, refId)
  if (key === undefined) throw new Refusal(400, 'Reference is missing')
  const { at, fact } = await db.only<{ at: string; fact: Buffer }>(sql`
    select confirmed_at as at, ${STAMPED.confirmations} as fact
    from (select ${refId}::text as ref_id, ${amount}::bigint as amount,
      date_trunc('milliseconds', ${nowOf(db)}) as confirmed_at, ${address}::text as address) c`)
  const stamp = stampOf(db.stampKey, 'confirmations', { fact, payee: null })
  await db.run(sql`
    insert into confirmations (ref_id, amount, confirmed_at, address, stamp)
    values (${refId}, ${amount}, ${at}, ${address}, ${stamp})
    on conflict do nothing`)
  const kept = await db.only<{ amount: Paise }>(sql`
    select amount from confirmations where ref_key = ${key} and not is_repeat`)
  if (kept.amount !== amount)
    throw new Refusal(409, 'The reference {refId} was confirmed with another amount', { values: { refId } })
  await creditConfirmed(db, key)
  const { isCredited } = await db.only<{ isCredited: boolean }>(sql`
    select exists (select from requests
      where kind = 'deposit' and status = 'completed' and ref_key = ${key} and ref_key <> '') as "isCredited"`)
  return isCredited
}

/**
 * Approves the request for a confirmed payment as an administrator would, while both settings are on. Nothing where
 * the amounts differ, where the reference is credited, or where a second player asks for the same payment. Who claims too
 * many payments that are not confirmed is credited nothing, and keeps no other player from it. The reference of this key is locked.
 */
export async function creditConfirmed(db: Db, key: string): Promise<void> {
  const claims = await db.many<{ user_id: number }>(sql`
    select distinct r.user_id from requests r
    where r.kind = 'deposit' and r.status = 'pending' and r.ref_key = ${key} and r.ref_key <> ''
    and ${manyClaims} is null and exists (select from confirmations where ref_key = ${key} and not is_repeat)`)
  const [claim] = claims
  if (!claim || claims.length > 1) return
  await lockWallets(db, [claim.user_id])
  const due = await db.maybe<{ id: number; amount: Paise; address: string }>(sql`
    select r.id, r.amount, c.address
    from requests r join confirmations c on c.ref_key = r.ref_key and not c.is_repeat and c.amount = r.amount
    cross join settings s
    where r.kind = 'deposit' and r.status = 'pending' and r.ref_key = ${key} and r.ref_key <> '' and r.user_id = ${claim.user_id}
    and s.auto_deposit and s.auto_deposit_confirm and not exists (select from requests o
      where o.kind = 'deposit' and o.status = 'completed' and o.ref_key = r.ref_key and o.ref_key <> '')
    and ${manyClaims} is null
    order by r.id limit 1`)
  if (!due) return
  const { id, amount, address } = due
  await decideRequest(db, { id, kind: 'deposit', status: 'completed', note: undefined, actor: PROVIDER })
  const after = { status: 'completed', amount: rupeesOf(amount) }
  await writeTrail(db, api.wallet.confirmDeposit.path, {
    actor: PROVIDER,
    address,
    trail: [{ subject: 'request', id, before: { status: 'pending' }, after }],
  })
}
