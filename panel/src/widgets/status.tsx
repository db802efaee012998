/** A word of state with its icon. Filled means that it waits for the administrator or is an exception. */
import {
  IconCheck,
  IconCircleHalf2,
  IconHourglass,
  IconMinus,
  IconPlayerPlay,
  IconX,
} from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import styles from './status.module.css'

const MEANINGS = {
  waiting: { icon: IconHourglass, tone: 'amber' },
  running: { icon: IconPlayerPlay, tone: 'blue' },
  good: { icon: IconCheck, tone: 'green' },
  half: { icon: IconCircleHalf2, tone: 'violet' },
  bad: { icon: IconX, tone: 'red' },
  neutral: { icon: IconMinus, tone: 'grey' },
} as const

export type Meaning = keyof typeof MEANINGS

interface Props {
  readonly is: Meaning
  readonly isFilled?: boolean
  /** The word as the specification spells it. */
  readonly children: ReactNode
}

export function Status({ is, isFilled = false, children }: Props) {
  const { icon: Glyph, tone } = MEANINGS[is]
  const colours = { '--tone': `var(--mu-${tone})`, '--fill': `var(--mu-${tone}-fill)` } as CSSProperties
  return (
    <span
      className={`mu-fine mu-inline mu-gap-4 mu-plain mu-medium mu-whole ${styles.status}`}
      style={colours}
      data-filled={isFilled || undefined}
    >
      <Glyph size={13} stroke={2} aria-hidden />
      <span>{children}</span>
    </span>
  )
}
