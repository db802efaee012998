/** How a link of the sidebar is followed: 150 ms after the click (specification 1 §2), once the drawer is closed. */
import type { Address } from '@munim/contract/screens'
import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

const NAVIGATION_DELAY_MS = 150

/** What a click on a link to an address does; one that opens elsewhere is the browser's. */
export function useLeave(onLeave: (() => void) | undefined) {
  const navigate = useNavigate()
  return (to: Address) => (event: MouseEvent) => {
    const opensElsewhere =
      event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (opensElsewhere) return
    event.preventDefault()
    onLeave?.()
    setTimeout(() => void navigate({ to }), NAVIGATION_DELAY_MS)
  }
}
