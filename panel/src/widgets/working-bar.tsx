/** A bar that runs while something is done whose end can't be foreseen. */
import styles from './working-bar.module.css'

export function WorkingBar({ name }: { readonly name: string }) {
  return <div className={`${styles.bar} ${styles.track}`} role="progressbar" aria-label={name} />
}
