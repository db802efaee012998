/** What approving a request would do, for the second person who confirms it. */
import type { api, Input } from '@munim/contract'
import { PAYEE_FIELDS, paise, paiseOf, rupeesOf } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import type { Foreseen } from '../http/second.ts'
import { wasToldToBank } from '../ledger/told-to-bank.ts'
import { found, Refusal } from '../refusal.ts'
import { checkBase } from './based-on.ts'
import { getRequest } from './queries.ts'
import { checkPayee, type RequestKind } from './requests.ts'

/**
 * Null for the rejection of a deposit, which moves nothing. That of a withdrawal counts once a bank was ever told to
 * pay it: the bank may, and the money comes back to the wallet as well. Where it is asked for, the settings are
 * locked: the bonus that is told is the one that is paid. It is not kept with what waits: who confirms reads the one
 * of then.
 */
export async function foreseeDecision(
  db: Db,
  {
    kind,
    transactionId,
    status,
    note = '',
    basedOn,
  }: Input<typeof api.wallet.decideDeposit> & { readonly kind: RequestKind },
  isAsked: boolean,
): Promise<Foreseen | null> {
  const isRejection = status === 'rejected'
  if (isRejection && kind === 'deposit') return null
  const asked = await db.maybe<{ id: number; wasTold: boolean }>(sql`
    select id, ${wasToldToBank(transactionId)} as "wasTold" from requests
    where id = ${transactionId} and kind = ${kind}`)
  const { id, wasTold } = found(asked, 'Request not found')
  if (kind === 'deposit' && isAsked) await db.run(sql`select from settings for share`)
  const { amount, User: payer, ...request } = await getRequest(db, id)
  if (request.status !== 'pending') throw new Refusal(409, 'This request is decided already')
  const { marks, confirmed, sameReference } = request
  const shown = { batch: marks?.batch?.id ?? null, confirmed, sameReference }
  const bonus = paiseOf(request.bonus ?? 0)
  checkBase({ ...shown, bonus }, { id, status, amount, basedOn })
  if (kind === 'withdraw' && !isRejection) checkPayee(request.transfer_type, payer)
  const payee = Object.fromEntries(PAYEE_FIELDS.map((name) => [name, payer[name]]).filter(([, text]) => text))
  return {
    subject: 'request',
    id,
    before: { status: 'pending' },
    after: {
      status,
      amount,
      ...(bonus > 0 && { bonus: rupeesOf(bonus) }),
      ...(isRejection
        ? {}
        : kind === 'withdraw'
          ? { by: request.transfer_type, ...payee }
          : { ref_id: request.ref_id }),
      ...(note && { note }),
    },
    name: payer.user_name,
    limits: isRejection && !wasTold ? [] : [kind === 'withdraw' ? 'withdrawals' : 'deposits'],
    amount: paise(paiseOf(amount) + bonus),
    settled: { basedOn: shown },
  }
}
