/** Asking again by itself, for figures that stand still otherwise. */
import { useEffect, useEffectEvent } from 'react'

const SOMEBODY_IS_THERE_MS = 15 * 60_000
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/**
 * Refreshes every so often, and when the page comes back into view. Not while nobody is there: a page left open
 * would otherwise keep its session alive for ever.
 */
export function useRefresh(everyMs: number, refresh: () => void): void {
  const onRefresh = useEffectEvent(refresh)
  useEffect(() => {
    let seenAt = Date.now()
    let refreshedAt = Date.now()
    const see = () => {
      seenAt = Date.now()
    }
    const look = () => {
      const now = Date.now()
      const isThere = document.visibilityState === 'visible' && now - seenAt < SOMEBODY_IS_THERE_MS
      if (!isThere || now - refreshedAt < everyMs) return
      refreshedAt = now
      onRefresh()
    }
    const comeBack = () => {
      see()
      look()
    }
    const timer = setInterval(look, everyMs / 4)
    for (const sign of SIGNS) addEventListener(sign, see, { passive: true })
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      clearInterval(timer)
      for (const sign of SIGNS) removeEventListener(sign, see)
      document.removeEventListener('visibilitychange', comeBack)
    }
  }, [everyMs])
}
