/** What an act changed: "wallet: 100 → 150", one line a field; the first three, and the rest when asked for. */
import { t } from '@munim/contract'
import { useState } from 'react'
import styles from './audit.module.css'

const SHOWN = 3

interface Props {
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

export function Changes({ before, after }: Props) {
  const [isWhole, showWhole] = useState(false)
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  if (fields.length === 0) return <span className={styles.none}>–</span>
  const shown = isWhole ? fields : fields.slice(0, SHOWN)
  return (
    <div className={styles.changes}>
      {shown.map((field) => (
        <div key={field} className={styles.change}>
          <span className={styles.field}>{field}</span>{' '}
          {field in before && field in after && <span>{textOf(before[field])} → </span>}
          <strong>{textOf(field in after ? after[field] : before[field])}</strong>
        </div>
      ))}
      {fields.length > SHOWN && (
        <button type="button" aria-expanded={isWhole} onClick={() => showWhole(!isWhole)}>
          {isWhole ? t('Show less') : t('Show {count, number} more', { count: fields.length - SHOWN })}
        </button>
      )}
    </div>
  )
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'string') return value
  return JSON.stringify(value)
}
