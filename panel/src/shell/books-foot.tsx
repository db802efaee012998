/** The sidebar's foot: whether the books agree, and when that was checked. Says nothing where it can't ask. */
import { api, t } from '@munim/contract'
import { IconAlertTriangle, IconCheck, IconClockExclamation } from '@tabler/icons-react'
import { useCall } from '../api/use-call.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { Link } from '../widgets/link.tsx'
import { useNow } from '../widgets/times.ts'
import { momentOf } from '../widgets/when.tsx'
import styles from './books-foot.module.css'
import { useLeave } from './use-leave.ts'

const REFRESH_MS = 5 * 60_000
/** They are checked twice a minute; where no check came for so long something is wrong with the checking. */
const OVERDUE_MS = 35 * 60_000

export function BooksFoot({ onLeave }: { readonly onLeave?: () => void }) {
  const overview = useCall(api.dashboard.getOverview, {})
  const now = useNow()
  const leave = useLeave(onLeave)
  useRefresh(REFRESH_MS, () => overview.state !== 'loading' && overview.retry())
  const books = overview.state === 'ready' ? overview.answer.data.books : null
  if (books === null) return null

  const checkedAt = new Date(books.checkedAt)
  const moment = momentOf(checkedAt)
  const isOverdue = now.getTime() - checkedAt.getTime() > OVERDUE_MS
  const said = !books.agree
    ? {
        tone: 'red',
        icon: IconAlertTriangle,
        title: t('Books do not agree'),
        hint: t('checked {at}', { at: moment }),
      }
    : isOverdue
      ? {
          tone: 'amber',
          icon: IconClockExclamation,
          title: t('Books not checked'),
          hint: t('since {at}', { at: moment }),
        }
      : { tone: 'up', icon: IconCheck, title: t('Books agree'), hint: t('checked {at}', { at: moment }) }
  return (
    <section aria-label={t('Books')} className={`mu-ink mu-gap-8 ${styles.foot}`} data-tone={said.tone}>
      <said.icon size={16} stroke={1.8} className={`mu-fixed mu-${said.tone}`} aria-hidden />
      {books.agree ? (
        <Words {...said} />
      ) : (
        <Link to="/" onClick={leave('/')}>
          <Words {...said} />
        </Link>
      )}
    </section>
  )
}

function Words({ title, hint }: { readonly title: string; readonly hint: string }) {
  return (
    <span className="mu-column">
      <span className={`mu-strong ${styles.title}`}>{title}</span>
      <span className="mu-hidden">, </span>
      <span className={`mu-small ${styles.hint}`}>{hint}</span>
    </span>
  )
}
