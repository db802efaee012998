/** Whether what happens reaches the screen by itself, and the switch for who would rather read in peace. */

import { UnstyledButton } from '@mantine/core'
import { t } from '@munim/contract'
import { pauseLive, useLive } from '../api/live-state.ts'
import styles from './header.module.css'

const WORDS = { live: t('Live'), reconnecting: t('Reconnecting'), paused: t('Paused') } as const

export function LiveSwitch() {
  const state = useLive((live) => live.state)
  const isPaused = state === 'paused'
  const act = isPaused ? t('resume updates') : t('pause updates')
  return (
    <UnstyledButton
      className={`mu-note ${styles.live}`}
      data-state={state}
      aria-label={`${WORDS[state]}, ${act}`}
      title={`${WORDS[state]}: ${act}`}
      onClick={() => pauseLive(!isPaused)}
    >
      <i aria-hidden="true" />
      <span className={styles.word}>{WORDS[state]}</span>
    </UnstyledButton>
  )
}
