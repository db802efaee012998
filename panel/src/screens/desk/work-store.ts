/**
 * The queue that is worked on, and the one place from which its decisions are sent: one by one, when the hold ends or the
 * page is left. They are sent so that the browser finishes them after the page is gone.
 */
import { type Answer, api, type Body, type DeskKind, type Endpoint, t } from '@munim/contract'
import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { CallFailure, call, WAITING } from '../../api/call.ts'
import { newKey } from '../../api/use-action.ts'
import { beforeSignOut, useSession } from '../../session.ts'
import { tellFailed } from '../../widgets/notice.tsx'
import { inWords, KINDS, type Typed } from './kinds.ts'
import {
  answered,
  type Decision,
  type Failure,
  HOLD_MS,
  itemOf,
  type Listed,
  NOTHING,
  type Outcome,
  release,
  type Step,
  takeBack,
  tick,
  type Work,
} from './work.ts'

export type Row = Answer<typeof api.desk.queue>['data'][number]

interface Desk {
  /** Null while the screen is not open. */
  readonly kind: DeskKind | null
  readonly work: Work<Row>
}

export const useDesk = create<Desk>()(() => ({ kind: null, work: NOTHING }))

export const DECIDES: Readonly<Record<DeskKind, Endpoint>> = {
  deposits: api.wallet.decideDeposit,
  withdrawals: api.wallet.decideWithdrawal,
  users: api.users.update,
  feedback: api.feedbacks.update,
}

/** What a decision makes old beside the queue itself. */
const REFRESHES: readonly Endpoint[] = [
  api.desk.queue,
  api.desk.getCase,
  api.desk.confirmed,
  api.desk.payables,
  api.desk.batches,
  api.desk.getBatch,
  api.acts.list,
  api.dashboard.getStats,
  api.dashboard.getOverview,
  api.users.get,
  api.users.transactions,
  api.wallet.deposits,
  api.wallet.withdrawals,
  api.users.list,
  api.feedbacks.list,
]

/** Asks again what is on screen, after decisions. */
export function refresh(queries: QueryClient): void {
  for (const { path } of REFRESHES) void queries.invalidateQueries({ queryKey: [path] })
}

/** Under way, whichever queue is open. */
const underWay = new Set<Promise<void>>()
const sending = new Map<string, Listed>()
/** The key of a decision that was not answered: sent again, it is the same one. */
const unanswered = new Map<string, { readonly body: string; readonly key: string }>()
const nameOf = (kind: DeskKind, id: number) => `${kind} ${id}`

/** What was typed beside a decision, until it has come through. */
const typed = new Map<string, Typed>()

export const typedFor = (kind: DeskKind, id: number): Typed =>
  typed.get(nameOf(kind, id)) ?? { utr: '', note: '', reason: '', field: null }

export function keepTyped(kind: DeskKind, id: number, now: Typed): void {
  typed.set(nameOf(kind, id), now)
}

/** Another administrator may sign in on this page. */
useSession.subscribe((now, before) => {
  if (!before.isLoggedIn || now.isLoggedIn) return
  typed.clear()
  unanswered.clear()
})

let holding: ReturnType<typeof setTimeout> | undefined

/** Opens a queue; what is still being sent of it is not offered again. The answer closes it. */
export function openDesk(kind: DeskKind, queries: QueryClient): () => void {
  leave(queries)
  const items = [...sending]
    .filter(([name, row]) => name === nameOf(kind, row.id))
    .map(([, row]) => ({ row: row as Row, state: 'sending' as const, wasSecond: false }))
  useDesk.setState({ kind, work: { ...NOTHING, items } })
  const sendNow = () => leave(queries)
  addEventListener('pagehide', sendNow)
  const stop = beforeSignOut(() => {
    sendNow()
    return underWay.size === 0 ? null : Promise.all(underWay)
  })
  return () => {
    sendNow()
    removeEventListener('pagehide', sendNow)
    stop()
    useDesk.setState({ kind: null, work: NOTHING })
  }
}

/** Changes the work without sending anything. */
export const change = (next: (work: Work<Row>) => Work<Row>): void =>
  useDesk.setState(({ work }) => ({ work: next(work) }))

export function undo(): void {
  clearTimeout(holding)
  change(takeBack)
}

/** Changes the work and sends what is to be sent; what is held then is sent when its moment comes. */
export function act(next: (work: Work<Row>) => Step<Row>, queries: QueryClient): void {
  const { kind, work } = useDesk.getState()
  if (kind === null) return
  const { work: after, send } = next(work)
  useDesk.setState({ work: after })
  for (const decision of send) sendDecision(kind, decision, queries)
  clearTimeout(holding)
  if (after.held) holding = setTimeout(() => act((now) => tick(now, Date.now()), queries), HOLD_MS)
}

const leave = (queries: QueryClient): void => act(release, queries)

function sendDecision(kind: DeskKind, decision: Decision, queries: QueryClient): void {
  const name = nameOf(kind, decision.id)
  const row = itemOf(useDesk.getState().work, decision.id)!.row
  const body = JSON.stringify(decision.body)
  const known = unanswered.get(name)
  const key = known?.body === body ? known.key : newKey()
  unanswered.set(name, { body, key })
  sending.set(name, row)
  const sent = deliver(kind, decision, key)
    .then(({ outcome, isAnswered }) => {
      if (isAnswered) unanswered.delete(name)
      if (typeof outcome !== 'object') typed.delete(name)
      sending.delete(name)
      tell(kind, decision, { row, outcome })
    })
    .finally(() => {
      underWay.delete(sent)
      refresh(queries)
    })
  underWay.add(sent)
}

interface Delivered {
  readonly outcome: Outcome
  /** It is known what became of it. */
  readonly isAnswered: boolean
}

async function deliver(kind: DeskKind, { body }: Decision, key: string): Promise<Delivered> {
  try {
    await call(DECIDES[kind], body as Body<Endpoint>, { key, isKept: true })
    return { outcome: 'done', isAnswered: true }
  } catch (reason) {
    const failure = reason instanceof CallFailure ? reason : new CallFailure(String(reason), null)
    if (failure.status === WAITING) return { outcome: 'second', isAnswered: true }
    return { outcome: { sentence: failure.message }, isAnswered: failure.isAnswered }
  }
}

/** To who works on this queue; who has left it is told on the page they are on. */
function tell(kind: DeskKind, decision: Decision, { row, outcome }: { row: Listed; outcome: Outcome }): void {
  if (useDesk.getState().kind === kind) change((work) => answered(work, decision, outcome))
  else if (typeof outcome === 'object')
    tellFailed(notDone(kind, { row, how: decision.how, sentence: outcome.sentence }))
}

/** "#115 Ravi, ₹500.00 was not approved: …" */
export const notDone = (kind: DeskKind, { row, how, sentence }: Failure): string =>
  t(KINDS[kind].said[how].failed, { what: inWords(row), sentence })
