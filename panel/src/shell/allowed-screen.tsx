/** Which call each screen lives by, and what is shown in its place to who may not make it. */
import { api, type Endpoint, t } from '@munim/contract'
import type { Screen } from '@munim/contract/screens'
import { IconLock } from '@tabler/icons-react'
import { useLacking } from '../api/may.ts'
import { EmptyState } from '../widgets/empty-state.tsx'
import { Link } from '../widgets/link.tsx'
import type { screenOf } from './chunk.ts'

/** Without it there would be nothing on the screen. */
export const LIVES_BY: Readonly<Record<Exclude<Screen, 'login'>, Endpoint>> = {
  dashboard: api.dashboard.getOverview,
  users: api.users.list,
  'user details': api.users.get,
  markets: api.markets.list,
  'market details': api.markets.get,
  bets: api.bids.list,
  'bid details': api.bids.get,
  results: api.markets.list,
  'results to declare': api.results.due,
  'result details': api.markets.get,
  wallet: api.wallet.deposits,
  'request details': api.wallet.get,
  settings: api.settings.get,
  'game rates': api.settings.get,
  administrators: api.administrators.list,
  reports: api.reports.transactions,
  'posting details': api.reports.posting,
  'day book': api.daybook.get,
  'month book': api.daybook.month,
  audit: api.reports.audit,
  'to look at': api.reports.suspicions,
  notifications: api.notifications.list,
  'push notifications': api.push.list,
  feedbacks: api.feedbacks.list,
  banners: api.banners.list,
  'to confirm': api.acts.list,
  'work queue': api.desk.queue,
  profile: api.auth.resetPassword,
  sessions: api.auth.sessions,
  'second factor': api.factors.list,
}

/** The screen, still fetched ahead where its link is pointed at. */
export function allowed(of: Endpoint, Shown: ReturnType<typeof screenOf>) {
  function AllowedScreen() {
    const why = useLacking(of)
    return why === null ? <Shown /> : <NotAllowed why={why} />
  }
  return Object.assign(AllowedScreen, { ...(Shown.preload && { preload: Shown.preload }) })
}

function NotAllowed({ why }: { readonly why: string }) {
  return (
    <>
      <title>{t('Not allowed · Munim Admin')}</title>
      <EmptyState
        heading="h1"
        icon={IconLock}
        title={why}
        hint={t('Who manages administrators can change your role.')}
        action={<Link to="/profile">{t('Profile Settings')}</Link>}
      />
    </>
  )
}
