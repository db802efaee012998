/** Tells the server which item this page has open, so that other administrators see it; and who else has the same open. */
import { api, type DeskKind } from '@munim/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { isSomebodyThere } from '../../api/presence.ts'
import { newKey } from '../../api/use-action.ts'
import { giveWay, itemOf } from './work.ts'
import { change, useDesk } from './work-store.ts'

const EVERY_MS = 10_000
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
  const tell = useEffectEvent(async (isFirst: boolean) => {
    if (id === null && !isTold.current) return
    if (!isFirst && !isSomebodyThere()) return
    isTold.current = id !== null
    const body = { kind, id, page }
    const answer = await call(api.desk.open, body, { isKept: id === null }).catch(() => null)
    if (answer === null || id === null) return
    setTold({ id, openBy: answer.openBy })
    // Where the open one is being decided here, another administrator who looks on changes nothing.
    const isWaiting = itemOf(useDesk.getState().work, id)?.state === 'waiting'
    if (answer.isSecond && isWaiting) change((work) => giveWay(work, id, answer.openBy))
  })

  useEffect(() => {
    void tell(true)
    const timer = setInterval(() => void tell(false), EVERY_MS)
    return () => clearInterval(timer)
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
  return told?.id === id ? told.openBy : []
}
