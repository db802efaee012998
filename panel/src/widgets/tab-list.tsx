/** The tabs of a screen, in one row. Where they don't fit it scrolls sideways, with the chosen one in sight. */
import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

const MARGIN = 24

export function TabList({ chosen, children }: { readonly chosen: string; readonly children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = list.current
    const tab = chosen === '' ? null : row?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')
    if (!row || !tab) return
    function show(tab: HTMLElement) {
      const from = tab.offsetLeft - MARGIN
      const to = tab.offsetLeft + tab.offsetWidth + MARGIN - row!.clientWidth
      if (row!.scrollLeft > from) row!.scrollLeft = from
      else if (row!.scrollLeft < to) row!.scrollLeft = to
    }
    // Counts that come later make the tabs before it wider; it tells of the sizes they begin with, too.
    const sizes = new ResizeObserver(() => show(tab))
    for (const each of row.querySelectorAll('[role=tab]')) sizes.observe(each)
    return () => sizes.disconnect()
  }, [chosen])
  return <Tabs.List ref={list}>{children}</Tabs.List>
}
