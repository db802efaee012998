/** The head of every page: who we are, what can be found, what needs a person, what time it is in India, and the account. */

import { UnstyledButton } from '@mantine/core'
import { t } from '@munim/contract'
import { IconMenu2 } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { pauseLive, useLive } from '../api/live-state.ts'
import { Brand } from '../widgets/brand.tsx'
import { Sentence } from '../widgets/sentence.tsx'
import { timeOfDay } from '../widgets/when.tsx'
import { AccountButton } from './account-button.tsx'
import { Bell } from './bell/bell.tsx'
import { FindButton } from './find/find-button.tsx'
import styles from './header.module.css'
import { askParts, useParts } from './parts.ts'

export function Header({
  isMenuOpen,
  onMenu,
}: {
  readonly isMenuOpen: boolean
  readonly onMenu: () => void
}) {
  return (
    <header className={`mu-row ${styles.header}`}>
      <UnstyledButton
        className={styles.hamburger}
        aria-label={t('Open menu')}
        aria-expanded={isMenuOpen}
        onClick={onMenu}
      >
        <IconMenu2 size={20} stroke={1.6} aria-hidden />
      </UnstyledButton>
      <Brand />
      <FindButton />
      <div className={`mu-row mu-fixed ${styles.right}`}>
        <LiveSwitch />
        <Clock />
        <Bell />
        <Account />
      </div>
    </header>
  )
}

function Clock() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const untilNextMinute = 60_000 - (now.getTime() % 60_000)
    const timer = setTimeout(() => setNow(new Date()), untilNextMinute)
    return () => clearTimeout(timer)
  }, [now])
  return (
    <span className="mu-note mu-phone-none">
      <Sentence
        of="{time} IST"
        time={
          <time dateTime={now.toISOString()} className="mu-ink mu-strong">
            {timeOfDay(now)}
          </time>
        }
      />
    </span>
  )
}

/** The avatar with its menu: the button alone until the menu is there. */
function Account() {
  const parts = useParts()
  const [isOpen, setOpen] = useState(false)
  if (parts !== null) return <parts.AccountMenu isOpen={isOpen} onChange={setOpen} />

  function open() {
    setOpen(true)
    askParts(() => setOpen(false))
  }
  return <AccountButton aria-haspopup="menu" aria-expanded={isOpen} onClick={open} />
}

const WORDS = { live: t('Live'), reconnecting: t('Reconnecting'), paused: t('Paused') } as const

/** Whether what happens reaches the screen by itself, and the switch for who would rather read in peace. */
function LiveSwitch() {
  const state = useLive((live) => live.state)
  const isPaused = state === 'paused'
  const act = isPaused ? t('resume updates') : t('pause updates')
  return (
    <UnstyledButton
      className={`mu-note mu-row ${styles.live}`}
      data-state={state}
      aria-label={`${WORDS[state]}, ${act}`}
      title={`${WORDS[state]}: ${act}`}
      onClick={() => pauseLive(!isPaused)}
    >
      <i aria-hidden="true" />
      <span className="mu-phone-none">{WORDS[state]}</span>
    </UnstyledButton>
  )
}
