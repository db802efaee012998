/** The mark, a bound ledger, and the name. */
import { t } from '@munim/contract'
import styles from './brand.module.css'
import { Link } from './link.tsx'

export function Mark({ size = 26 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" className="mu-fixed" aria-hidden="true">
      <rect width="26" height="26" rx="6" fill="var(--mu-mark)" />
      <g fill="none" stroke="var(--mu-thread)">
        <path d="M6.5 4v18" strokeWidth="1.4" strokeDasharray="2.6 1.8" />
        <path d="M14.5 7.6h7M11.5 11.4h10M11.5 15.2h10M11.5 19h10M11.5 21.2h10" strokeWidth="1.2" />
      </g>
    </svg>
  )
}

export function Brand({ onLeave }: { readonly onLeave?: () => void }) {
  return (
    <Link to="/" className={`mu-inline mu-thumb ${styles.brand}`} {...(onLeave && { onClick: onLeave })}>
      <Mark />
      <span className={styles.name}>{t('Munim')}</span>{' '}
      <span className={`mu-note mu-cut ${styles.subtitle}`}>{t('Admin')}</span>
    </Link>
  )
}
