/** How a part of the shell (ahead.ts) opens. */
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterPaint } from '../api/after-paint.ts'

/**
 * Whether a part is open: once its button is painted as pressed, and was there closed before, as after a press: or it would
 * not know where the focus was.
 */
export function useOpened(isOpen: boolean): boolean {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    if (isOpen) afterPaint(() => flushSync(() => setDrawn(true)))
    else setDrawn(false)
  }, [isOpen])
  return isOpen && isDrawn
}
