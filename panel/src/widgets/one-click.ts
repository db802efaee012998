/**
 * For a button that does the opposite once it was pressed, or in whose place another one lies then: the second click of a
 * double one was meant for what it did before.
 */
import type { MouseEvent } from 'react'

/** Acts on the first click alone; a key is no double click. */
export const byOneClick = (act: () => void) => (event: MouseEvent) => {
  if (event.detail <= 1) act()
}

/** The second click of a double one reaches nothing: it was meant for what the first did, or for what opened this. */
export function onlyOnce(event: MouseEvent) {
  if (event.detail <= 1) return
  event.preventDefault()
  event.stopPropagation()
}
