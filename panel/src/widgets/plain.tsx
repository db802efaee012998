/** A place where there is nothing to show: an icon, a sentence, a hint, one thing to do. */
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import look from './plain.module.css'

interface Props {
  readonly icon: Icon
  readonly title: string
  readonly hint?: ReactNode
  readonly action?: ReactNode
  /** h1 where it stands for the whole page. */
  readonly heading?: 'h1' | 'p'
  readonly tone?: 'good'
}

export function Plain({ icon: Glyph, title, hint, action, heading: Heading = 'p', tone }: Props) {
  return (
    <div className={look.plain} data-tone={tone}>
      <Glyph size={22} stroke={1.6} aria-hidden />
      <Heading className={look.title}>{title}</Heading>
      {hint !== undefined && <p className={look.hint}>{hint}</p>}
      {action !== undefined && <div className={look.action}>{action}</div>}
    </div>
  )
}
