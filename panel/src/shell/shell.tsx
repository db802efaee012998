/** The desk that the sheet lies on: header, sidebar, and the screen of the address. */
import { isLanguageTag, t } from '@munim/contract'
import { Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useAsked } from '../api/factor.ts'
import { useMe, useWhoAmI } from '../api/may.ts'
import { turnTo } from '../language.ts'
import { keep, kept, useSession } from '../session.ts'
import { Banner } from '../widgets/banner.tsx'
import { leaveNotice } from '../widgets/notice.tsx'
import { Header } from './header.tsx'
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
      <div className={`mu-phone-none ${styles.corner}`} aria-hidden="true" />
      <main id="content" tabIndex={-1} ref={main} className={styles.sheet}>
        <DemonstrationNote />
        {parts && <parts.NewDevice />}
        {wanted && pathname !== wanted ? <Navigate to={wanted} replace /> : <Outlet />}
      </main>
      <FreshFactor />
    </>
  )
}

/** Asks for the second factor where an act needs a fresh one; the act then goes on by itself, or is left as it was. */
function FreshFactor() {
  const answer = useAsked((asked) => asked.answer)
  const parts = useParts()
  useEffect(() => {
    if (answer !== null) askParts(() => answer(false))
  }, [answer])
  return answer && parts && <parts.FactorQuestion onAnswer={answer} />
}

/**
 * Turns the panel to the language that they chose; null: none, undefined: not known yet. Only what is known first counts,
 * so that nothing is taken from under their hands later.
 */
function useOwnLanguage(chosen: string | null | undefined): void {
  const isKnown = useRef(false)
  useEffect(() => {
    if (chosen === undefined || isKnown.current) return
    isKnown.current = true
    if (isLanguageTag(chosen)) turnTo(chosen)
  }, [chosen])
}

const DISMISSED = 'munimDemonstrationNoteDismissed'

/** Says that the data is invented, and how to start without it. Says nothing where the server cannot be asked. */
function DemonstrationNote() {
  const me = useWhoAmI()
  const [isDismissed, setDismissed] = useState(() => kept(DISMISSED, 'sessionStorage') !== null)
  if (isDismissed || me.state !== 'ready' || !me.answer.data.isDemonstration) return null

  function dismiss() {
    keep(DISMISSED, 'yes', 'sessionStorage')
    setDismissed(true)
  }
  return (
    <Banner isApart tone="note" onDismiss={dismiss}>
      {t('This is demonstration data. To start empty, set DEMO_DATA=off and another DATA_DIR.')}
    </Banner>
  )
}
