/** The second step of the sign-in, for who has a second factor. */
import { Button } from '@mantine/core'
import { t } from '@munim/contract'
import type { FormEvent } from 'react'
import { useEnterFactor } from '../../widgets/enter-factor.tsx'
import styles from './login.module.css'

interface Props {
  readonly onEntered: () => void
  /** With the reason, where the server ended it. */
  readonly onBack: (reason: string | null) => void
}

export function SecondStep({ onEntered, onBack }: Props) {
  const { fields, isPending, enter } = useEnterFactor({ onEntered, onEnded: onBack })
  function submit(event: FormEvent) {
    event.preventDefault()
    enter()
  }
  return (
    <form onSubmit={submit} noValidate className={styles.fields}>
      {fields}
      <Button type="submit" size="lg" fullWidth aria-disabled={isPending} className={styles.act}>
        {isPending ? t('Authenticating...') : t('Verify')}
      </Button>
      <Button variant="subtle" onClick={() => onBack(null)}>
        {t('Back')}
      </Button>
    </form>
  )
}
