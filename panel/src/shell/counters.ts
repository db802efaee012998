/** What waits behind the entries of the sidebar. While nothing is followed, it is asked for twice a minute. */
import { api, t } from '@munim/contract'
import { useLive } from '../api/live.ts'
import { useLacking } from '../api/may.ts'
import { useCall } from '../api/use-call.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { useAllWaiting } from '../api/use-waiting.ts'
import type { Entry } from './entries.ts'

const POLL_MS = 30_000

export interface Counter {
  readonly waiting: number
  readonly inWords: string
  /** Its moment has passed. */
  readonly isOverdue: boolean
}

/** By the entry's name; nothing where nothing waits, or nobody can be asked. */
export function useCounters(): { readonly [name in Entry['name']]?: Counter | undefined } {
  const overview = useCall(api.dashboard.getOverview, {})
  const mayConfirm = useLacking(api.acts.list) === null
  const acts = useAllWaiting()
  const isLive = useLive(({ state }) => state === 'live')
  useRefresh(POLL_MS, () => !isLive && overview.state !== 'loading' && overview.retry())
  if (overview.state !== 'ready') return {}

  const { unapprovedUsers, pendingDeposits, pendingWithdrawals, due, unreadFeedbacks } =
    overview.answer.data.waiting
  const { toDecide } = mayConfirm && acts.state === 'ready' ? acts.answer : { toDecide: 0 }
  const toConfirm = counterOf(toDecide, t('{count, number} to confirm', { count: toDecide }))
  const pending = pendingDeposits + pendingWithdrawals
  return {
    Users: counterOf(unapprovedUsers, t('{count, number} to approve', { count: unapprovedUsers })),
    Results: counterOf(due.length, t('{count, number} to declare', { count: due.length }), true),
    Wallet: counterOf(pending, t('{count, number} to decide', { count: pending })),
    'To confirm': toConfirm,
    Feedbacks: counterOf(unreadFeedbacks, t('{count, number} to read', { count: unreadFeedbacks })),
  }
}

const counterOf = (waiting: number, inWords: string, isOverdue = false): Counter | undefined =>
  waiting > 0 ? { waiting, inWords, isOverdue } : undefined
