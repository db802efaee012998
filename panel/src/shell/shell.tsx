/** The desk that the sheet lies on: header, sidebar, and the screen of the address. */
import { t } from '@munim/contract'
import { Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useMe } from '../api/may.ts'
import { useSession } from '../session.ts'
import { leaveNotice } from '../widgets/notice.tsx'
import { DemonstrationNote } from './demonstration-note.tsx'
import { FreshFactor } from './fresh-factor.tsx'
import { Header } from './header.tsx'
import { useOwnLanguage } from './own-language.ts'
import { askParts, fetchParts, partsComeBy, useParts } from './parts.ts'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'

partsComeBy(() => import('./ahead.ts'))

/** Once the first screen is drawn, and has asked for what it shows. */
const SOON_MS = 500

export function Shell() {
  const parts = useParts()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const me = useMe()
  useOwnLanguage(me?.language)
  const wanted = me?.mustChangePassword ? '/profile' : me?.mustSetUpFactor ? '/profile/second-factor' : null
  const main = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (at) => at.pathname })
  const hash = useLocation({ select: (at) => at.hash })
  // A page that is opened is read from its beginning; one that is come to, from its content.
  const last = useRef(useSession.getState().isNew ? null : pathname)

  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    setMenuOpen(false)
    leaveNotice(pathname)
    if (!hash.includes('login')) window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [pathname, hash])

  useEffect(() => {
    // A phone that is turned has no drawer any more.
    const wide = matchMedia('(min-width: 769px)')
    const close = () => setMenuOpen(false)
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  }, [])

  useEffect(() => {
    // What fails now is said where it is asked for.
    const timer = setTimeout(() => void fetchParts().catch(() => undefined), SOON_MS)
    return () => clearTimeout(timer)
  }, [])

  function openMenu() {
    setMenuOpen(true)
    askParts(() => setMenuOpen(false))
  }
  return (
    <>
      <a href="#content" className={styles.skip}>
        {t('Skip to content')}
      </a>
      <Header isMenuOpen={isMenuOpen} onMenu={openMenu} />
      <Sidebar />
      {parts && <parts.SidebarDrawer isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />}
      <div className={styles.corner} aria-hidden="true" />
      <main id="content" tabIndex={-1} ref={main} className={styles.sheet}>
        <DemonstrationNote />
        {parts && <parts.NewDevice />}
        {wanted && pathname !== wanted ? <Navigate to={wanted} replace /> : <Outlet />}
      </main>
      <FreshFactor />
    </>
  )
}
