/** A place where there is nothing to show: an icon, a sentence, a hint, one thing to do. */
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface Props {
  readonly icon: Icon
  readonly title: string
  readonly hint?: ReactNode
  readonly action?: ReactNode
  /** h1 where it is the whole page. */
  readonly heading?: 'h1' | 'p'
  readonly tone?: 'good'
}

export function EmptyState({ icon: Glyph, title, hint, action, heading: Heading = 'p', tone }: Props) {
  return (
    <div className={`mu-column mu-soft ${styles.empty}`}>
      <Glyph size={22} stroke={1.6} className={tone && 'mu-up'} aria-hidden />
      <Heading className={`mu-strong mu-ink ${styles.title}`}>{title}</Heading>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {action !== undefined && <div className="mu-above-12">{action}</div>}
    </div>
  )
}
