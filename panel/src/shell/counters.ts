/** What waits behind the entries of the sidebar. While nothing is followed, it is asked for twice a minute. */
import { api, t } from '@munim/contract'
import { useLive } from '../api/live.ts'
import { useCall } from '../api/use-call.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { count } from '../widgets/money.tsx'
import type { Entry } from './entries.ts'

const POLL_MS = 30_000

export interface Counter {
  readonly waiting: number
  readonly inWords: string
  /** Its moment has passed. */
  readonly isOverdue: boolean
}

/** By the entry's name; nothing where nothing waits, or nobody can be asked. */
export function useCounters(): { readonly [name in Entry['name']]?: Counter } {
  const overview = useCall(api.dashboard.getOverview, {})
  const isLive = useLive(({ state }) => state === 'live')
  useRefresh(POLL_MS, () => !isLive && overview.state !== 'loading' && overview.retry())
  if (overview.state !== 'ready') return {}

  const { unapprovedUsers, pendingDeposits, pendingWithdrawals, due, unreadFeedbacks } =
    overview.answer.data.waiting
  const pending = pendingDeposits + pendingWithdrawals
  return Object.fromEntries(
    [
      [t('Users'), unapprovedUsers, t('to approve')] as const,
      [t('Results'), due.length, t('to declare')] as const,
      [t('Wallet'), pending, t('to decide')] as const,
      [t('Feedbacks'), unreadFeedbacks, t('to read')] as const,
    ]
      .filter(([, waiting]) => waiting > 0)
      .map(([name, waiting, what]) => [
        name,
        { waiting, inWords: `${count(waiting)} ${what}`, isOverdue: name === 'Results' },
      ]),
  )
}
