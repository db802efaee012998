/** Deposits and withdrawals asked for and decided: the verbs. A withdrawal leaves the wallet when it is asked for. */
import type { api, Input } from '@munim/contract'
import {
  columnOf,
  PAYEE_FIELDS,
  type Paise,
  type PayeeField,
  paise,
  referenceOf,
  rupeesOf,
  wrongInPayee,
} from '@munim/core'
import { STAMPED, stampOf } from '../anchors/stamp.ts'
import { type Db, sql } from '../database/db.ts'
import { LOCKS } from '../database/locks.ts'
import type { Trace } from '../http/trail.ts'
import { type Entry, lockWallets, post } from '../ledger/post.ts'
import { suspectPayout } from '../ledger/suspect.ts'
import { found, Refusal } from '../refusal.ts'
import { checkBase, readShown } from './based-on.ts'
import { readGiven } from './given.ts'

export type RequestKind = 'deposit' | 'withdraw'

type Payee = Readonly<Record<PayeeField, string>>

interface Asking {
  readonly userId: number
  readonly amount: Paise
  readonly transferType: string
}

/** A request for a deposit; nothing moves until it is approved. Its id. */
export async function requestDeposit(db: Db, asking: Asking & { readonly refId: string }): Promise<number> {
  const at = await db.now()
  return (await insertRequest(db, { ...asking, kind: 'deposit', at })).id
}

/** A request for a withdrawal: the money is held at once, the payee's details are copied as they are now. Refused without. */
export async function requestWithdrawal(db: Db, asking: Asking): Promise<number> {
  const { userId, amount } = asking
  await lockWallets(db, [userId])
  const at = await db.now()
  const { id, payee } = await insertRequest(db, { ...asking, kind: 'withdraw', refId: '', at })
  checkPayee(asking.transferType, payee)
  const actor = `player:${userId}`
  await post(db, { kind: 'withdraw_hold', from: userId, to: 'held', amount, requestId: id, actor, at })
  return id
}

/** The payee's details of user `u` as they are now. */
const payeeNow = sql.join(PAYEE_FIELDS.map((name) => sql`${sql.lit(name)}, u.${sql.ref(columnOf(name))}`))

/** A reference that names no payment, such as '-', is kept as none. It is stamped once it has its number. */
async function insertRequest(
  db: Db,
  asking: Asking & { readonly kind: RequestKind; readonly refId: string; readonly at: Date },
): Promise<{ id: number; payee: Payee }> {
  const { userId, kind, transferType, amount, refId, at } = asking
  const { id, payee, ...facts } = await db.only<{
    id: number
    payee: Payee
    fact: Buffer
    written: string
  }>(sql`
    insert into requests (user_id, kind, transfer_type, amount, ref_id, payee, created_at)
    select u.id, ${kind}, ${transferType}, ${amount}, case when reference_key(f.written) = '' then '' else f.written end,
      jsonb_build_object(${payeeNow}), ${at}
    from users u, (select ${referenceOf(refId)} as written) f where u.id = ${userId}
    returning id, payee, payee::text as written, ${STAMPED.requests} as fact`)
  const stamp = stampOf(db.stampKey, 'requests', { fact: facts.fact, payee: facts.written })
  if (stamp !== null) await db.run(sql`update requests set stamp = ${stamp} where id = ${id}`)
  return { id, payee }
}

export interface Deciding {
  readonly id: number
  readonly kind: RequestKind
  readonly status: 'completed' | 'rejected'
  /** Undefined keeps the note there is. */
  readonly note: string | undefined
  readonly actor: string
  /** What was shown of it when that was decided on; undefined: whatever it is. */
  readonly basedOn?: Input<typeof api.wallet.decideDeposit>['basedOn']
}

/**
 * Decides a pending request, once. An approved deposit is credited, with the bonus of the settings; an approved
 * withdrawal is paid out of what was held; a rejected one comes back to the wallet.
 */
export async function decideRequest(db: Db, deciding: Deciding): Promise<void> {
  const { id, kind, status, actor } = deciding
  const { user_id: userId, ref_id: refId } = found(
    await db.maybe<{ user_id: number; ref_id: string }>(sql`
      select user_id, ref_id from requests where id = ${id} and kind = ${kind}`),
    'Request not found',
  )
  const isCredit = kind === 'deposit' && status === 'completed'
  const key = isCredit && refId !== '' ? await lockReference(db, refId) : undefined
  await lockWallets(db, [userId])
  const at = await db.now()
  if (key !== undefined) await checkReference(db, { id, refId, key })
  const decided = await db.maybe<{ amount: Paise; transfer_type: string; payee: Payee }>(sql`
    update requests set status = ${status}, note = coalesce(${deciding.note ?? null}, note), decided_at = ${at},
      decided_by = ${actor}
    where id = ${id} and kind = ${kind} and status = 'pending'
    returning amount, transfer_type, payee`)
  if (!decided) throw new Refusal(409, 'This request is decided already')
  const shown = await readShown(db, id)
  checkBase(shown, { ...deciding, amount: rupeesOf(decided.amount) })
  if (kind === 'withdraw' && status === 'completed') checkPayee(decided.transfer_type, decided.payee)

  const facts = { requestId: id, actor, at, amount: paise(decided.amount) }
  if (kind === 'withdraw' && status === 'rejected') {
    await post(db, { ...facts, kind: 'withdraw_return', from: 'held', to: userId })
  } else if (kind === 'withdraw') {
    await post(db, { ...facts, kind: 'withdraw_pay', from: 'held', to: 'cash' })
    const given = await readGiven(db, id)
    const isUnplayed = given.staked * 2 < given.added // Less than half of what people gave.
    if (isUnplayed) await suspectPayout(db, { userId, ...facts, ...given })
  } else if (isCredit) {
    await creditDeposit(db, { userId, bonus: shown.bonus, ...facts })
  }
}

/** Refuses without the payee's details; at approval too, since older requests may lack them. Those can be rejected. */
export function checkPayee(transferType: string, payee: Payee): void {
  const wrong = wrongInPayee(transferType, payee)
  if (wrong !== undefined) throw new Refusal(400, wrong)
}

/** What the audit keeps of a decided request, its amount in rupees. */
export function traceOfDecision({
  id,
  status,
  amount,
  note,
}: Record<'status' | 'note', string> & Record<'id' | 'amount', number>): Trace {
  return { subject: 'request', id, before: { status: 'pending' }, after: { status, amount, note } }
}

/**
 * What becomes of the payment that this reference means is decided by one transaction at a time. Its key, by which
 * references are compared; undefined where it means none, and nothing is locked.
 */
export async function lockReference(db: Db, refId: string): Promise<string | undefined> {
  const locked = await db.maybe<{ key: string }>(sql`
    select key, pg_advisory_xact_lock(${LOCKS.reference}::int, hashtext(key))
    from reference_key(${refId}) as key where key <> ''`)
  return locked?.key
}

/** A payment is credited once. The unique index would say so too, but not in words. */
async function checkReference(db: Db, { id, refId, key }: { id: number; refId: string; key: string }) {
  const earlier = await db.maybe<{ id: number }>(sql`
    select id from requests
    where kind = 'deposit' and status = 'completed' and ref_key = ${key} and ref_key <> '' and not is_repeat
    and id <> ${id}`)
  if (earlier)
    throw new Refusal(409, 'The reference {refId} was credited already, by request #{id}', {
      values: { refId, id: earlier.id },
    })
}

async function creditDeposit(
  db: Db,
  facts: { userId: number; requestId: number; actor: string; at: Date; amount: Paise; bonus: Paise },
): Promise<void> {
  const { userId: to, bonus: amount, ...of } = facts
  const entries: Entry[] = [{ ...of, kind: 'deposit', from: 'cash', to }]
  if (amount > 0) entries.push({ ...of, kind: 'bonus', from: 'bonus', to, amount, note: 'Deposit bonus' })
  await post(db, ...entries)
}
