/** What waits behind the entries of the sidebar. While nothing is followed, it is asked for twice a minute. */
import { api, t } from '@munim/contract'
import { type Address, SCREENS } from '@munim/contract/screens'
import { useLive } from '../api/live-state.ts'
import { useLacking } from '../api/may.ts'
import { useCall } from '../api/use-call.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { useAllWaiting } from '../api/use-waiting.ts'
import type { Entry } from './entries.ts'

const POLL_MS = 30_000

export interface Counter {
  readonly waiting: number
  readonly inWords: string
  readonly isOverdue?: boolean
  /** Where what waits is worked off, one after the other; none where that is the entry's own screen. */
  readonly desk?: Address
}

/** By the entry's name; nothing where nothing waits, or the server can't be asked. */
export function useCounters(): { readonly [name in Entry['name']]?: Counter | undefined } {
  const overview = useCall(api.dashboard.getOverview, {})
  const mayConfirm = useLacking(api.acts.list) === null
  const acts = useAllWaiting()
  const isLive = useLive(({ state }) => state === 'live')
  useRefresh(POLL_MS, () => {
    if (isLive) return
    for (const call of [overview, acts]) if (call.state !== 'loading') call.retry()
  })
  if (overview.state !== 'ready') return {}

  const { unapprovedUsers, pendingDeposits, pendingWithdrawals, due, unreadFeedbacks } =
    overview.answer.data.waiting
  const { toDecide } = mayConfirm && acts.state === 'ready' ? acts.answer : { toDecide: 0 }
  const toConfirm = counterOf(toDecide, t('{count, number} to confirm', { count: toDecide }))
  const pending = pendingDeposits + pendingWithdrawals
  return {
    Users: counterOf(unapprovedUsers, t('{count, number} to approve', { count: unapprovedUsers }), {
      desk: '/desk/users',
    }),
    Results: counterOf(due.length, t('{count, number} to declare', { count: due.length }), {
      isOverdue: true,
      desk: SCREENS['results to declare'][0],
    }),
    Wallet: counterOf(pending, t('{count, number} to decide', { count: pending }), {
      desk: pendingDeposits > 0 ? '/desk/deposits' : '/desk/withdrawals',
    }),
    'To confirm': toConfirm,
    Feedbacks: counterOf(unreadFeedbacks, t('{count, number} to read', { count: unreadFeedbacks }), {
      desk: '/desk/feedback',
    }),
  }
}

const counterOf = (
  waiting: number,
  inWords: string,
  more: Pick<Counter, 'isOverdue' | 'desk'> = {},
): Counter | undefined => (waiting > 0 ? { waiting, inWords, ...more } : undefined)
