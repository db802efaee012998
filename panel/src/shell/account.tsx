/** The avatar with its menu: the button alone until the menu is there. */
import { useState } from 'react'
import { AccountButton } from './account-button.tsx'
import { askParts, useParts } from './parts.ts'

export function Account() {
  const parts = useParts()
  const [isOpen, setOpen] = useState(false)
  if (parts !== null) return <parts.AccountMenu isOpen={isOpen} onChange={setOpen} />

  function open() {
    setOpen(true)
    askParts(() => setOpen(false))
  }
  return <AccountButton aria-haspopup="menu" aria-expanded={isOpen} onClick={open} />
}
