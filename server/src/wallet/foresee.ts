/** What approving a request would do, for the second person who confirms it. */
import type { api, Input } from '@munim/contract'
import { PAYEE_FIELDS, paise, readRupees, rupeesOf } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import type { Foreseen } from '../http/second.ts'
import { found, Refusal } from '../refusal.ts'
import { checkBase } from './based-on.ts'
import { getRequest } from './queries.ts'
import { checkPayee, type RequestKind, readBonus } from './requests.ts'

/** Null for a rejection, which moves nothing out of the house. */
export async function foreseeDecision(
  db: Db,
  kind: RequestKind,
  { transactionId, status, note = '', basedOn }: Input<typeof api.wallet.decideDeposit>,
): Promise<Foreseen | null> {
  if (status === 'rejected') return null
  const asked = await db.maybe<{ id: number }>(sql`
    select id from requests where id = ${transactionId} and kind = ${kind}`)
  const { id, amount, User: payer, ...request } = await getRequest(db, found(asked, 'Request not found').id)
  if (request.status !== 'pending') throw new Refusal(409, 'This request is decided already')
  const { marks, confirmed, sameReference } = request
  const shown = { batch: marks?.batch?.id ?? null, confirmed, sameReference }
  checkBase(shown, { id, status, amount, basedOn })
  if (kind === 'withdraw') checkPayee(request.transfer_type, payer)
  const payee = Object.fromEntries(PAYEE_FIELDS.map((name) => [name, payer[name]]).filter(([, text]) => text))
  const asks = readRupees(amount)!
  const bonus = kind === 'deposit' ? await readBonus(db, asks) : paise(0)
  return {
    subject: 'request',
    id,
    before: { status: 'pending' },
    after: {
      status,
      amount,
      ...(bonus > 0 && { bonus: rupeesOf(bonus) }),
      ...(kind === 'withdraw' ? { by: request.transfer_type, ...payee } : { ref_id: request.ref_id }),
      ...(note && { note }),
    },
    name: payer.user_name,
    limits: [kind === 'withdraw' ? 'withdrawals' : 'deposits'],
    amount: paise(asks + bonus),
    settled: { basedOn: shown },
  }
}
