/** The parts of the shell that come later than it (ahead.ts): menus, dialogs, the drawer. Their buttons are there before. */
import { t } from '@munim/contract'
import { flushSync } from 'react-dom'
import { create } from 'zustand'
import { inTime } from '../api/in-time.ts'
import { tellFailed } from '../widgets/notice.tsx'

type Parts = typeof import('./ahead.ts')

const useLoaded = create<{ readonly parts: Parts | null }>()(() => ({ parts: null }))

export const useParts = (): Parts | null => useLoaded(({ parts }) => parts)

/** A button that is drawn anew with its part keeps the focus; it is known by this attribute. */
const BUTTON = 'data-part'

let load: (() => Promise<Parts>) | null = null

/** Says where they are, which imports this file itself. */
export function partsComeBy(fetching: () => Promise<Parts>): void {
  load = fetching
}

/** Fetches them, once. Rejects where that fails, which some browsers keep until the page is loaded again. */
export async function fetchParts(): Promise<void> {
  if (load === null || useLoaded.getState().parts !== null) return
  const parts = await inTime(load())
  // One that is drawn anew while it is pressed would not be clicked.
  while (document.querySelector(`[${BUTTON}]:active`)) await new Promise(requestAnimationFrame)
  const focused = document.activeElement?.getAttribute(BUTTON)
  flushSync(() => useLoaded.setState({ parts }))
  if (focused) document.querySelector<HTMLElement>(`[${BUTTON}=${focused}]`)?.focus({ preventScroll: true })
}

/** Fetches them for who waits for one; `onFailed` takes back what was opened. */
export function askParts(onFailed: () => void): void {
  fetchParts().catch(() => {
    onFailed()
    tellFailed(t('This could not be loaded: load the page again'))
  })
}
