/** Deposit and withdrawal requests over HTTP. */
import { api, type Input } from '@munim/contract'
import { paise, readRupees, referenceOf } from '@munim/core'
import type { Db } from '../database/db.ts'
import { isOther, readPage } from '../database/list.ts'
import type { Caller } from '../http/caller.ts'
import { serveCsv } from '../http/csv.ts'
import { checkAmount } from '../http/fresh.ts'
import { laneOfPlayer } from '../http/lanes.ts'
import { serveLook } from '../http/looks.ts'
import { withoutPersonal } from '../http/personal.ts'
import { foresee } from '../http/second.ts'
import { type App, serve } from '../http/serve.ts'
import { found } from '../refusal.ts'
import { confirmDeposit } from './confirmations.ts'
import { requestsFile } from './csv.ts'
import { findRequest } from './details.ts'
import { foreseeDecision } from './foresee.ts'
import { countRequests, findAmount, findAsker, getRequest, isQueue, requestsOf } from './queries.ts'
import { decideRequest, type RequestKind, traceOfDecision } from './requests.ts'
import { findRequests } from './search.ts'

export function walletRoutes(app: App): void {
  serveRequests(app, api.wallet.deposits, 'deposit')
  serveRequests(app, api.wallet.withdrawals, 'withdraw')
  serveLook(app, api.wallet.get, async (db, { transactionId: id }) => {
    const data = found(await findRequest(db, id), 'Request not found')
    return [{ data }, { at: `request ${id}`, rows: 1 }]
  })
  serveCsv(app, api.wallet.depositsCsv, requestsFile('deposit'))
  serveCsv(app, api.wallet.withdrawalsCsv, requestsFile('withdraw'))
  serveDecisions(app, api.wallet.decideDeposit, 'deposit')
  serveDecisions(app, api.wallet.decideWithdrawal, 'withdraw')

  serve(app, api.wallet.confirmDeposit, async (db, { ref_id, amount }, { address }) => {
    const refId = referenceOf(ref_id)
    const isCredited = await confirmDeposit(db, { refId, amount: readRupees(amount)!, address })
    const status = isCredited ? ('credited' as const) : ('kept' as const)
    return { data: { ref_id: refId, amount, status } }
  })
}

/** A list that shows the payee's bank details: each look leaves a row in the audit. */
function serveRequests(app: App, endpoint: typeof api.wallet.deposits, kind: RequestKind): void {
  serveLook(app, endpoint, async (db, filter) => {
    const searched = filter.search ? await findRequests(db, kind, filter.search) : undefined
    const { order } = filter
    const isByTime = order === 'newest' || order === 'oldest'
    const isReversed = isByTime && isOther(isQueue(filter) ? 'oldest' : 'newest', order)
    const page = await readPage(db, requestsOf(kind, filter, searched), { ...filter, isReversed })
    const counts = await countRequests(db, kind, filter)
    return [
      { ...page, counts },
      { at: 'payees', rows: page.data.length, asked: filter },
    ]
  })
}

async function waitBehindAsker(db: Db, { transactionId }: Decision, { lanes }: Caller): Promise<void> {
  const userId = await findAsker(db, transactionId)
  if (userId !== undefined) lanes.push(laneOfPlayer(userId))
}

type Decision = Input<typeof api.wallet.decideDeposit>

function serveDecisions(app: App, endpoint: typeof api.wallet.decideDeposit, kind: RequestKind): void {
  serve(
    app,
    endpoint,
    async (db, { transactionId: id, status, note, basedOn }, caller) => {
      const { actor, trail } = caller
      // A deposit that is rejected moves nothing; a withdrawal goes back to its player.
      const isMoving = kind === 'withdraw' || status === 'completed'
      const moved = isMoving ? await findAmount(db, id, kind) : undefined
      await checkAmount(db, moved ?? paise(0), caller)
      await decideRequest(db, { id, kind, status, note: note || undefined, actor, basedOn })
      const data = await getRequest(db, id)
      trail.push(traceOfDecision({ ...data, note: await withoutPersonal(db, data.User.id, data.note) }))
      return { data }
    },
    waitBehindAsker,
  )
  foresee(app, endpoint, (db, { input, isAsked }) => foreseeDecision(db, { kind, ...input }, isAsked))
}
