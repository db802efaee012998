/** The red cover. Decoration: its carousel is ours and true, its counters are invented and say so. */

import { UnstyledButton } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { t } from '@munim/contract'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Mark } from '../../widgets/brand.tsx'
import { count } from '../../widgets/money.tsx'
import styles from './cover.module.css'

const FEATURE_MS = 3000
const COUNTER_MS = 5000

const FEATURES = [
  [t('Every rupee is written twice,'), t('and the books agree every evening.')],
  [t('Every act of an administrator'), t('is written down, and stays written.')],
  [t('Passwords are kept so'), t('that nobody can read them.')],
  [t('A session that nobody uses'), t('ends by itself.')],
] as const

/** Invented: [label, first figure, how much it may grow at a time]. */
const COUNTERS = [
  [t('Sign-ins checked today'), 1284, 3],
  [t('Attempts refused'), 37, 1],
  [t('Sessions watched'), 6, 0],
] as const

export function Cover() {
  const isStill = useReducedMotion(undefined, { getInitialValueInEffect: false })
  const [isPaused, setPaused] = useState(isStill)
  const feature = useTicks(FEATURE_MS, isPaused) % FEATURES.length
  const ticks = useTicks(COUNTER_MS, isPaused)
  const PauseIcon = isPaused ? IconPlayerPlay : IconPlayerPause
  return (
    <aside className={`mu-column mu-place mu-phone-none ${styles.cover}`} aria-label={t('About Munim')}>
      <Quilt />
      <div className={`mu-row mu-place mu-gap-12 ${styles.brand}`}>
        <Mark size={36} />
        <div>
          <div className={styles.name}>{t('Munim')}</div>
          <div className="mu-fine">{t('Admin')}</div>
        </div>
      </div>
      <div className={`mu-strong ${styles.word}`} lang="hi">
        मुनीम
      </div>
      <p className={`mu-medium mu-place ${styles.feature}`}>
        {FEATURES[feature]![0]}
        <br />
        {FEATURES[feature]![1]}
      </p>
      <div className={`mu-row ${styles.marks}`}>
        {FEATURES.map((words, index) => (
          <i key={words[0]} data-now={index === feature || undefined} />
        ))}
        <UnstyledButton
          className={`mu-inline mu-tiny mu-name ${styles.pause}`}
          onClick={() => setPaused(!isPaused)}
        >
          <PauseIcon size={14} stroke={1.8} aria-hidden />
          {isPaused ? t('Play') : t('Pause')}
        </UnstyledButton>
      </div>
      <dl className={`mu-ends ${styles.counters}`}>
        {COUNTERS.map(([label, start, growth]) => (
          <div key={label}>
            <dt className="mu-fine">{label}</dt>
            <dd className="mu-figure">{count(start + ticks * growth)}</dd>
          </div>
        ))}
      </dl>
      <p className="mu-fine mu-above-8">{t('Illustrative figures')}</p>
    </aside>
  )
}

/** How many times the clock has struck; it does not go on while paused. */
function useTicks(everyMs: number, isPaused: boolean): number {
  const [ticks, setTicks] = useState(0)
  useEffect(() => {
    if (isPaused) return
    const timer = setInterval(() => setTicks((n) => n + 1), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isPaused])
  return ticks
}

/** The stitched cloth: a binding thread at the left, dashed diamonds that fade out before the writing. */
function Quilt() {
  return (
    <>
      <div className={styles.binding} />
      <svg className={styles.quilt} aria-hidden="true">
        <defs>
          <pattern id="quilt" width="72" height="72" patternUnits="userSpaceOnUse">
            <path d="M0 36 36 0 72 36 36 72Z" fill="none" stroke="var(--mu-thread)" strokeDasharray="5 4" />
          </pattern>
        </defs>
        <rect width="100%" height="100%" fill="url(#quilt)" />
      </svg>
    </>
  )
}
