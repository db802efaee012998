/** How a part of the shell (ahead.ts) opens. */
import { useEffect, useState } from 'react'

/** Whether a part is open: it has to be there closed first, or it would not know where the focus was. */
export function useOpened(isOpen: boolean): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => queueMicrotask(() => setThere(true)), [])
  return isOpen && isThere
}
