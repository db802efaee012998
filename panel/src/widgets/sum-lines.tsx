/** A sum as a bookkeeper writes it: lines, one rule, the total over a double rule. */
import { Money } from './money.tsx'
import styles from './sum-lines.module.css'

interface Line {
  readonly label: string
  readonly rupees: number
  readonly isSigned?: boolean
}

export function SumLines({ lines, total }: { readonly lines: readonly Line[]; readonly total: Line }) {
  return (
    <dl>
      {lines.map(({ label, rupees, isSigned = false }) => (
        <div key={label} className={styles.line}>
          <dt>{label}</dt>
          <dd>
            <Money rupees={rupees} isSigned={isSigned} />
          </dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt>{total.label}</dt>
        <dd>
          <span className="mu-total">
            <Money rupees={total.rupees} isSigned={total.isSigned ?? false} />
          </span>
        </dd>
      </div>
    </dl>
  )
}
