/** The mark, a bound ledger, and the name. */
import { Link } from '@tanstack/react-router'
import look from './brand.module.css'

export function Mark({ size = 26 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" className={look.mark} aria-hidden="true">
      <rect width="26" height="26" rx="6" className={look.cloth} />
      <path d="M6.5 4v18" className={look.thread} strokeWidth="1.4" strokeDasharray="2.6 1.8" />
      <path
        d="M14.5 7.6h7M11.5 11.4h10M11.5 15.2h10M11.5 19h10M11.5 21.2h10"
        className={look.thread}
        strokeWidth="1.2"
      />
    </svg>
  )
}

export function Brand({ onLeave }: { readonly onLeave?: () => void }) {
  return (
    <Link to="/" className={look.brand} {...(onLeave && { onClick: onLeave })}>
      <Mark />
      <span className={look.name}>Munim</span> <span className={look.subtitle}>Admin</span>
    </Link>
  )
}
