/** What an act changed, in words: "Wallet ₹100.00 → ₹150.00", a line a field; the first three, and the rest when asked for. */
import { t } from '@munim/contract'
import { useState } from 'react'
import type { Changed } from '../../game/field-words.ts'
import type { Place } from '../../widgets/column.ts'
import styles from './audit.module.css'

const SHOWN = 3

export function Changes({ of: changes, place }: { readonly of: readonly Changed[]; readonly place: Place }) {
  const [isWhole, showWhole] = useState(false)
  if (changes.length === 0) return place === 'table' && <span className="mu-soft">–</span>
  const shown = isWhole ? changes : changes.slice(0, SHOWN)
  return (
    <div className={`mu-fine mu-stack ${styles.changes}`}>
      {shown.map(({ label, was, now }) => (
        <div key={label} className={`mu-wraps mu-plain mu-breaks ${styles.change}`}>
          <span className="mu-soft">{label}</span> {was !== null && <span>{was} → </span>}
          <strong>{now}</strong>
        </div>
      ))}
      {changes.length > SHOWN && (
        <button
          type="button"
          className="mu-thumb"
          aria-expanded={isWhole}
          onClick={() => showWhole(!isWhole)}
        >
          {isWhole ? t('Show less') : t('Show {count, number} more', { count: changes.length - SHOWN })}
        </button>
      )}
    </div>
  )
}
