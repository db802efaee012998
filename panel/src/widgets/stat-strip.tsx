/** Figures that belong together: one frame, divided by hairlines. */
import type { Address } from '@munim/contract/screens'
import type { ReactNode } from 'react'
import type { Call } from '../api/use-call.ts'
import { Link } from './link.tsx'
import { count } from './money.tsx'
import styles from './stat-strip.module.css'

export interface Stat {
  readonly label: string
  /** null while it is not known. */
  readonly value: ReactNode | null
  /** Says something that the label does not. */
  readonly hint?: ReactNode
  readonly to?: Address
  readonly search?: Readonly<Record<string, string>>
  /** Drawn with the double rule of a total. */
  readonly isTotal?: boolean
  /** L 24, M 20, S 16. */
  readonly size?: 'L' | 'M' | 'S'
  /** Takes the room of two. */
  readonly isWide?: boolean
}

/** Where a figure could not be had. */
const NONE = '–'

/** A figure out of an answer: null while it is under way, a dash where it could not be had. */
export function figureOf<A>(call: Call<A>, of: (answer: A) => ReactNode): ReactNode {
  if (call.state === 'failed') return NONE
  return call.state === 'ready' ? of(call.answer) : null
}

export const countOf = <A,>(call: Call<A>, of: (answer: A) => number): ReactNode =>
  figureOf(call, (answer) => count(of(answer)))

interface Props {
  readonly stats: readonly Stat[]
  /** Labels and figures in one line, as high as a field: counts beside a search. */
  readonly isInline?: boolean
  /** Three of them, short enough to be beside each other on a phone too. */
  readonly areShort?: boolean
}

export function StatStrip({ stats, isInline, areShort }: Props) {
  return (
    <div
      className={`mu-frame mu-flow mu-apart ${styles.strip}`}
      data-inline={isInline || undefined}
      data-short={areShort || undefined}
    >
      {stats.map((stat) => (
        <Cell key={stat.label} {...stat} />
      ))}
    </div>
  )
}

function Cell({ label, value, hint, to, search, isTotal, isWide, size = 'M' }: Stat) {
  const content = (
    <>
      <span className="mu-small mu-medium">{label}</span>
      <span
        className={`mu-figure ${styles.value}`}
        data-size={size}
        data-total={isTotal || undefined}
        aria-busy={value === null || undefined}
      >
        {value === null ? (
          <span className={`mu-blank ${styles.blank}`} />
        ) : (
          <span className={isTotal && value !== NONE ? 'mu-total' : undefined}>{value}</span>
        )}
      </span>
      {hint !== undefined && <span className={`mu-small ${styles.hint}`}>{hint}</span>}
    </>
  )
  return to === undefined ? (
    <div className={`mu-cell mu-column ${styles.cell}`} data-wide={isWide || undefined}>
      {content}
    </div>
  ) : (
    <Link
      to={to}
      search={search}
      className={`mu-cell mu-column mu-inset ${styles.cell}`}
      data-wide={isWide || undefined}
    >
      {content}
    </Link>
  )
}
