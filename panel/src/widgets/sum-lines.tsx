/** A sum as a bookkeeper writes it: lines, one rule, the total over a double rule. */
import type { Address } from '@munim/contract/screens'
import { Link } from './link.tsx'
import { Money } from './money.tsx'
import styles from './sum-lines.module.css'

export interface Line {
  readonly label: string
  readonly rupees: number
  readonly isSigned?: boolean
  /** How many it comes of. */
  readonly note?: string
  /** Where what it comes of is listed. */
  readonly link?: { readonly to: Address; readonly search: Readonly<Record<string, string>> }
}

/** Room for two lines and their total while they are asked for, so that no button moves under the pointer. */
export const SumLinesSkeleton = () => <div className={styles.skeleton} aria-busy />

interface Props {
  readonly lines: readonly Line[]
  readonly total: Line
  readonly decimals?: 0 | 2
}

export function SumLines({ lines, total, decimals = 2 }: Props) {
  return (
    <dl>
      {lines.map(({ label, rupees, isSigned = false, note, link }) => (
        <div key={label} className={`mu-ends mu-gap-12 mu-plain ${styles.line}`}>
          <dt>
            {label}
            {note !== undefined && <span className="mu-note"> {note}</span>}
          </dt>
          <dd className="mu-ink">
            {link === undefined ? (
              <Money rupees={rupees} isSigned={isSigned} decimals={decimals} />
            ) : (
              <Link to={link.to} search={link.search} className={styles.link}>
                <Money rupees={rupees} isSigned={isSigned} decimals={decimals} />
              </Link>
            )}
          </dd>
        </div>
      ))}
      <div className={`mu-ends mu-gap-12 mu-strong ${styles.total}`}>
        <dt>{total.label}</dt>
        <dd>
          <Money rupees={total.rupees} isSigned={total.isSigned ?? false} decimals={decimals} isTotal />
        </dd>
      </div>
    </dl>
  )
}
