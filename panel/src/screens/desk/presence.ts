/** Tells the server which item this page has open, so that other administrators see it; and who else has the same open. */
import { api, type DeskKind } from '@munim/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { afterPaint } from '../../api/after-paint.ts'
import { call } from '../../api/call.ts'
import { isSomebodyThere } from '../../api/presence.ts'
import { newKey } from '../../api/use-action.ts'
import { giveWay, itemOf } from './work.ts'
import { change, useDesk } from './work-store.ts'

/** Who pays in the bank's page comes back to what is open here; a browser lets a hidden page's clock run for as long. */
const BESIDE_MS = 5 * 60_000
const EVERY_MS = 10_000
const NOBODY: readonly string[] = []
/** Of one administrator several pages may be open; what a page holds back is open there, too, until it is sent. */
const PAGES = { open: newKey(), onHold: newKey() }

/** `id`: what is shown; null where nothing is. The names of the others who have it open. */
export function useOpenCase(
  kind: DeskKind,
  id: number | null,
  as: keyof typeof PAGES = 'open',
): readonly string[] {
  const page = PAGES[as]
  const [told, setTold] = useState<{ readonly id: number; readonly openBy: readonly string[] } | null>(null)
  const isTold = useRef(false)
  /** Whether the server answered. Only at the opening an item gives way: later it is being read, and this page was first. */
  const tell = useEffectEvent(async (isOpening: boolean): Promise<boolean> => {
    if (id === null && !isTold.current) return true
    if (!isOpening && !isSomebodyThere(BESIDE_MS)) return true
    isTold.current = id !== null
    const body = { kind, id, page }
    const answer = await call(api.desk.open, body, { isKept: id === null }).catch(() => null)
    if (answer === null || id === null) return answer !== null
    setTold({ id, openBy: answer.openBy })
    // Where the open one is being decided here, another administrator who looks on changes nothing.
    const isWaiting = itemOf(useDesk.getState().work, id)?.state === 'waiting'
    if (isOpening && answer.isSecond && isWaiting) change((work) => giveWay(work, id, answer.openBy))
    return true
  })

  useEffect(() => {
    let isOpening = true
    let isThere = true
    const tellNow = async () => {
      if (isThere && (await tell(isOpening))) isOpening = false
    }
    afterPaint(() => void tellNow())
    const timer = setInterval(() => void tellNow(), EVERY_MS)
    return () => {
      isThere = false
      clearInterval(timer)
    }
  }, [kind, id])
  useEffect(() => {
    const leave = () => {
      if (!isTold.current) return
      isTold.current = false
      void call(api.desk.open, { kind, id: null, page }, { isKept: true }).catch(() => null)
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [kind, page])
  return told?.id === id ? told.openBy : NOBODY
}
