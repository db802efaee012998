/** The second step of the sign-in, for who has a second factor. */
import { Button } from '@mantine/core'
import { type FactorKind, t } from '@munim/contract'
import type { FormEvent } from 'react'
import { useEnterFactor } from '../../widgets/enter-factor.tsx'
import styles from './login.module.css'

export interface SecondStepProps {
  readonly kinds: readonly FactorKind[]
  readonly onEntered: () => void
  /** With the reason, where the server ended it. */
  readonly onBack: (reason: string | null) => void
}

export function SecondStep({ kinds, onEntered, onBack }: SecondStepProps) {
  const { fields, isPasskey, isPending, enter } = useEnterFactor({ kinds, onEntered, onEnded: onBack })
  const act = isPasskey ? t('Use a Passkey') : t('Verify')
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isPending) enter()
  }
  return (
    <>
      <h1 className={styles.title}>{t('Second Factor')}</h1>
      <p className={`mu-soft ${styles.hint}`}>
        {kinds.includes('totp')
          ? t('Enter the code that your authenticator app shows.')
          : t('Confirm with your passkey, or enter a recovery code.')}
      </p>
      <form onSubmit={submit} noValidate className="mu-stack">
        {fields}
        <Button
          variant="filled"
          type="submit"
          size="lg"
          fullWidth
          aria-disabled={isPending}
          autoFocus={isPasskey}
          className="mu-above-6"
        >
          {isPending ? t('Authenticating...') : act}
        </Button>
        <Button variant="subtle" onClick={() => onBack(null)}>
          {t('Back')}
        </Button>
      </form>
    </>
  )
}
