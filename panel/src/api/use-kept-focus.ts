/** Where the keyboard was: a button that waits for its answer is disabled, and what is disabled loses the focus. */
import { useEffect, useRef } from 'react'

/**
 * Returns what remembers where the focus is. Once nothing is busy and the focus is nowhere it goes back there; where
 * that is gone, to the place it was in, so that the next Tab goes on from there and a held Enter hits nothing.
 */
export function useKeptFocus(isBusy: boolean): () => void {
  const kept = useRef<readonly Element[]>([])
  useEffect(() => {
    if (isBusy || kept.current.length === 0) return
    const path = kept.current
    kept.current = []
    // What the answer changes in the lists is drawn a moment later, and may take the button away.
    const timer = setTimeout(() => document.activeElement === document.body && giveBack(path))
    return () => clearTimeout(timer)
  }, [isBusy])
  return () => {
    kept.current = pathOf(document.activeElement)
  }
}

function giveBack([from, ...around]: readonly Element[]): void {
  const isThere = from?.isConnected && !from.matches(':disabled')
  const place = isThere ? from : around.find((element) => element.isConnected)
  if (!(place instanceof HTMLElement)) return
  if (place !== from && !place.hasAttribute('tabindex')) {
    place.setAttribute('tabindex', '-1')
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  place.focus({ preventScroll: true })
}

/** The element and all that it is in, below the page itself. */
function pathOf(element: Element | null): Element[] {
  const path: Element[] = []
  for (let each = element; each !== null && each !== document.body; each = each.parentElement) path.push(each)
  return path
}
