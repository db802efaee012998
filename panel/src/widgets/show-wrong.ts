/** After a submit that is refused for what was typed: draws what is wrong, and goes to the first field that is. */
import { flushSync } from 'react-dom'

export function showWrong(draw: () => void): void {
  flushSync(draw)
  document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}
