/** Which key does the same as the button it is on. For the eye alone: the button names it in aria-keyshortcuts. */
import styles from './key-cap.module.css'
import { useKeys } from './keys.ts'

export function KeyCap({ of }: { readonly of: string }) {
  const isOn = useKeys((keys) => keys.isOn)
  return (
    isOn && (
      <kbd className={`mu-medium ${styles.key}`} aria-hidden>
        {of.toUpperCase()}
      </kbd>
    )
  )
}
