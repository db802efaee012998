/** The avatar in the header, which opens the menu of the account. */
import { UnstyledButton } from '@mantine/core'
import { t } from '@munim/contract'
import type { ComponentProps } from 'react'
import styles from './header.module.css'

export function AccountButton(props: ComponentProps<typeof UnstyledButton<'button'>>) {
  return (
    <UnstyledButton
      {...props}
      className={`mu-thumb ${styles.avatar}`}
      aria-label={t('Admin')}
      data-part="account"
    >
      {t('A')}
    </UnstyledButton>
  )
}
