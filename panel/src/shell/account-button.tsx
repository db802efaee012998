/** The avatar in the header, which opens the menu of the account once that is there. */
import { UnstyledButton } from '@mantine/core'
import { t } from '@munim/contract'
import { type ComponentProps, useState } from 'react'
import styles from './header.module.css'
import { askParts, useParts } from './parts.ts'

export function AccountButton(props: ComponentProps<typeof UnstyledButton<'button'>>) {
  return (
    <UnstyledButton {...props} className={styles.avatar} aria-label={t('Admin')} data-part="account">
      {t('A')}
    </UnstyledButton>
  )
}

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
