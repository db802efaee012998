/**
 * For a button that does the opposite once it was pressed, or in whose place another one lies then: the second click of a
 * double one was meant for what it did before.
 */
import type { MouseEvent } from 'react'

/** Acts on the first click alone; a key is no double click. */
export const byOneClick = (act: () => void) => (event: MouseEvent) => {
  if (event.detail <= 1) act()
}
