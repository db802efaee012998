/** The way to the sections: a column on wide screens, a drawer on narrow ones. */

import { CloseButton, Drawer } from '@mantine/core'
import { type Endpoint, t } from '@munim/contract'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { Fragment, type MouseEvent, type ReactNode, useId } from 'react'
import { useLacking, useMe } from '../api/may.ts'
import { Brand } from '../widgets/brand.tsx'
import { count } from '../widgets/money.tsx'
import { LIVES_BY } from './allowed-screen.tsx'
import { BooksFoot } from './books-foot.tsx'
import { type Counter, useCounters } from './counters.ts'
import { type Entry, GROUPS, isActive } from './entries.ts'
import styles from './sidebar.module.css'

const NAVIGATION_DELAY_MS = 150

interface EntriesProps {
  readonly onLeave?: () => void
}

function Entries({ onLeave }: EntriesProps) {
  const path = useLocation({ select: (location) => location.pathname })
  const navigate = useNavigate()
  const counters = useCounters()
  const id = useId()

  function leave(event: MouseEvent, { to }: Entry) {
    const opensElsewhere =
      event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (opensElsewhere) return
    event.preventDefault()
    onLeave?.()
    setTimeout(() => void navigate({ to }), NAVIGATION_DELAY_MS)
  }

  return (
    <nav aria-label={t('Sections')} className={styles.nav}>
      {GROUPS.map((group) => (
        <Fragment key={group[0]?.name}>
          <ul className={styles.group}>
            {group.map((entry) => (
              <Item key={entry.to} entry={entry} of={LIVES_BY[entry.section]}>
                <Link
                  to={entry.to}
                  className={styles.entry}
                  activeProps={{}}
                  data-active={isActive(entry, path) || undefined}
                  aria-current={isActive(entry, path) ? 'page' : undefined}
                  aria-describedby={counters[entry.name] && `${id}${entry.to}`}
                  onClick={(event) => leave(event, entry)}
                >
                  <entry.icon size={17} stroke={1.6} aria-hidden />
                  {t(entry.name)}
                </Link>
                <Waiting counter={counters[entry.name]} id={`${id}${entry.to}`} />
              </Item>
            ))}
          </ul>
        </Fragment>
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
  return isShown && <li className={styles.item}>{children}</li>
}

/** How many wait. Drawn over the entry and described beside it: its name stays its name. */
function Waiting({ counter, id }: { readonly counter: Counter | undefined; readonly id: string }) {
  if (counter === undefined) return null
  return (
    <>
      <span className={styles.counter} data-overdue={counter.isOverdue || undefined} aria-hidden="true">
        {count(counter.waiting)}
      </span>
      <span id={id} hidden>
        {counter.inWords}
      </span>
    </>
  )
}

export function Sidebar() {
  return (
    <div className={styles.sidebar}>
      <Entries />
      <BooksFoot />
    </div>
  )
}

interface DrawerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Closes on Escape, on a click beside it, and when an entry is chosen. */
export function SidebarDrawer({ isOpen, onClose }: DrawerProps) {
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} size={296} transitionProps={{ duration: 120 }}>
      <Drawer.Overlay backgroundOpacity={0.42} color="#0e1015" />
      <Drawer.Content aria-label={t('Menu')}>
        <div className={styles.drawer}>
          <div className={styles.drawerHead}>
            <Brand onLeave={onClose} />
            <CloseButton aria-label={t('Close menu')} onClick={onClose} size={36} />
          </div>
          <Entries onLeave={onClose} />
          <BooksFoot onLeave={onClose} />
        </div>
      </Drawer.Content>
    </Drawer.Root>
  )
}
