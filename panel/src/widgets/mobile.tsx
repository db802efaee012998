/** A mobile number in two groups of five. The gap is drawn, not written: what is read and copied are the digits. */
import styles from './mobile.module.css'

export function Mobile({ digits }: { readonly digits: string }) {
  if (!/^\d{10}$/.test(digits)) return digits
  return (
    <span className={`mu-whole ${styles.mobile}`}>
      {digits.slice(0, 5)}
      <span>{digits.slice(5)}</span>
    </span>
  )
}
