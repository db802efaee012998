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
  // Not what a menu or a dialog was drawn in beside the page: it is empty once that is closed.
  const place = isThere
    ? from
    : around.find(
        (each) => each.isConnected && !each.matches(':disabled') && each.closest('#root, [role=dialog]'),
      )
  if (!(place instanceof HTMLElement)) return
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.setAttribute('tabindex', '-1')
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  place.focus({ preventScroll: true })
}

/**
 * Gives the focus back to where it was; and on to the place that was in, where what has the focus is taken away later by
 * what the server answers.
 */
export function returnFocus(path: readonly Element[]): void {
  giveBack(path)
  const focused = document.activeElement
  const watch = new MutationObserver(() => {
    if (document.activeElement === focused) return
    watch.disconnect()
    if (document.activeElement === document.body && !focused?.isConnected) giveBack(path)
  })
  watch.observe(document.body, { childList: true, subtree: true })
}

/** The element and all that it is in, below the page itself. */
export function pathOf(element: Element | null): Element[] {
  const path: Element[] = []
  for (let each = element; each !== null && each !== document.body; each = each.parentElement) path.push(each)
  return path
}
