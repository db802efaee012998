/** Asking again by itself, for figures that would not change otherwise. */
import { useEffect, useEffectEvent } from 'react'
import { isSomebodyThere, onPresence } from './presence.ts'

/** Refreshes every so often, and when the page comes back into view. Not while no person is there (presence.ts). */
export function useRefresh(everyMs: number, refresh: () => void): void {
  const onRefresh = useEffectEvent(refresh)
  useEffect(() => {
    let refreshedAt = Date.now()
    const look = () => {
      const now = Date.now()
      const isThere = document.visibilityState === 'visible' && isSomebodyThere()
      if (!isThere || now - refreshedAt < everyMs) return
      refreshedAt = now
      onRefresh()
    }
    const timer = setInterval(look, everyMs / 4)
    const stop = onPresence(look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      stop()
      document.removeEventListener('visibilitychange', look)
    }
  }, [everyMs])
}
