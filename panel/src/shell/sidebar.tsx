/** The way to the twelve sections: a column on wide screens, a drawer on narrow ones. */
import { CloseButton, Drawer } from '@mantine/core'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { Fragment, type MouseEvent } from 'react'
import { Brand } from '../widgets/brand.tsx'
import { BooksFoot } from './books-foot.tsx'
import { ENTRIES, type Entry, isActive } from './entries.ts'
import look from './sidebar.module.css'

const NAVIGATION_DELAY_MS = 150

interface EntriesProps {
  readonly onLeave?: () => void
}

function Entries({ onLeave }: EntriesProps) {
  const path = useLocation({ select: (location) => location.pathname })
  const navigate = useNavigate()

  function leave(event: MouseEvent, { to }: Entry) {
    const opensElsewhere =
      event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (opensElsewhere) return
    event.preventDefault()
    onLeave?.()
    setTimeout(() => void navigate({ to }), NAVIGATION_DELAY_MS)
  }

  return (
    <nav aria-label="Sections" className={look.nav}>
      {ENTRIES.map((group) => (
        <Fragment key={group[0].name}>
          <ul className={look.group}>
            {group.map((entry: Entry) => (
              <li key={entry.to}>
                <Link
                  to={entry.to}
                  className={look.entry}
                  activeProps={{}}
                  data-active={isActive(entry, path) || undefined}
                  aria-current={isActive(entry, path) ? 'page' : undefined}
                  onClick={(event) => leave(event, entry)}
                >
                  <entry.icon size={17} stroke={1.6} aria-hidden />
                  {entry.name}
                </Link>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </nav>
  )
}

export function Sidebar() {
  return (
    <div className={look.sidebar}>
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
      <Drawer.Content aria-label="Menu">
        <div className={look.drawer}>
          <div className={look.drawerHead}>
            <Brand onLeave={onClose} />
            <CloseButton aria-label="Close menu" onClick={onClose} size={36} />
          </div>
          <Entries onLeave={onClose} />
          <BooksFoot onLeave={onClose} />
        </div>
      </Drawer.Content>
    </Drawer.Root>
  )
}
