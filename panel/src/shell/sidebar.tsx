/** The way to the sections: a column on wide screens; on narrow ones it is in a drawer (sidebar-drawer.tsx). */
import { type Endpoint, t } from '@munim/contract'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useLacking, useMe } from '../api/may.ts'
import { Link } from '../widgets/link.tsx'
import { count } from '../widgets/money.tsx'
import { LIVES_BY } from './allowed-screen.tsx'
import { BooksFoot } from './books-foot.tsx'
import { type Counter, useCounters } from './counters.ts'
import { type Entry, GROUPS, isActive } from './entries.ts'
import styles from './sidebar.module.css'
import { useLeave } from './use-leave.ts'

export function Entries({ onLeave }: { readonly onLeave?: () => void }) {
  const path = useLocation({ select: (location) => location.pathname })
  const counters = useCounters()
  const leave = useLeave(onLeave)
  const id = useId()

  return (
    <nav aria-label={t('Sections')} className={styles.nav}>
      {GROUPS.map((group) => (
        <ul key={group[0]?.name} className={styles.group}>
          {group.map((entry) => (
            <Item key={entry.to} entry={entry} of={LIVES_BY[entry.section]}>
              <Link
                to={entry.to}
                className={`mu-row mu-plain mu-medium ${styles.entry}`}
                activeProps={{}}
                data-active={isActive(entry, path) || undefined}
                aria-current={isActive(entry, path) ? 'page' : undefined}
                aria-describedby={counters[entry.name] && `${id}${entry.to}`}
                onClick={leave(entry.to)}
              >
                <entry.icon size={17} stroke={1.6} className="mu-fixed" aria-hidden />
                {t(entry.name)}
              </Link>
              <Waiting counter={counters[entry.name]} id={`${id}${entry.to}`} leave={leave} />
            </Item>
          ))}
        </ul>
      ))}
    </nav>
  )
}

interface ItemProps {
  readonly entry: Entry
  readonly of: Endpoint
  readonly children: ReactNode
}

/** Only for who may see what it leads to; what waits for a second person, only where anything does. */
function Item({ entry, of, children }: ItemProps) {
  const confirms = useMe()?.confirms === true
  const isShown = useLacking(of) === null && (entry.section !== 'to confirm' || confirms)
  return isShown && <li className="mu-place">{children}</li>
}

interface WaitingProps {
  readonly counter: Counter | undefined
  readonly id: string
  readonly leave: ReturnType<typeof useLeave>
}

/**
 * How many wait. Drawn over the entry and described beside it: its name stays its name. A click on it opens where they are
 * worked off, which the keyboard reaches from the entry's screen and by Ctrl K.
 */
function Waiting({ counter, id, leave }: WaitingProps) {
  if (counter === undefined) return null
  const { waiting, inWords, isOverdue, desk } = counter
  const drawn = {
    className: `mu-note mu-medium ${styles.counter}`,
    'data-overdue': isOverdue || undefined,
    'aria-hidden': true,
  }
  return (
    <>
      {desk === undefined ? (
        <span {...drawn}>{count(waiting)}</span>
      ) : (
        <Link {...drawn} to={desk} tabIndex={-1} title={inWords} onClick={leave(desk)}>
          {count(waiting)}
        </Link>
      )}
      <span id={id} hidden>
        {inWords}
      </span>
    </>
  )
}

export function Sidebar() {
  return (
    <div className={`mu-column mu-phone-none ${styles.sidebar}`}>
      <Entries />
      <BooksFoot />
    </div>
  )
}
