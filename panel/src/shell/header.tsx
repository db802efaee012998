/** The head of every page: who we are, what can be found, what needs a person, what time it is in India, and the account. */

import { UnstyledButton } from '@mantine/core'
import { t } from '@munim/contract'
import { IconMenu2 } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Brand } from '../widgets/brand.tsx'
import { Sentence } from '../widgets/sentence.tsx'
import { timeOfDay } from '../widgets/when.tsx'
import { Account } from './account.tsx'
import { Bell } from './bell/bell.tsx'
import { FindButton } from './find/find-button.tsx'
import styles from './header.module.css'
import { LiveSwitch } from './live-switch.tsx'

export function Header({
  isMenuOpen,
  onMenu,
}: {
  readonly isMenuOpen: boolean
  readonly onMenu: () => void
}) {
  return (
    <header className={styles.header}>
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
      <div className={styles.right}>
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
    <span className={styles.clock}>
      <Sentence of="{time} IST" time={<time dateTime={now.toISOString()}>{timeOfDay(now)}</time>} />
    </span>
  )
}
