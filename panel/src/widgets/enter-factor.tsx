/** Entering a second factor: a code of an app, a passkey, or a recovery code. The same at the sign-in and in between. */
import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { type Answer, api, type FactorKind, t } from '@munim/contract'
import { IconFingerprint } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { CallFailure } from '../api/call.ts'
import { keepProof } from '../api/factor.ts'
import { canUsePasskeys } from '../api/passkey.ts'
import { useAction } from '../api/use-action.ts'
import styles from './enter-factor.module.css'
import { Refusal } from './refusal.tsx'
import { usePasskey } from './use-passkey.ts'

interface Asking {
  /** Of the factors that were set up; none where that is not known. */
  readonly kinds: readonly FactorKind[]
  readonly onEntered: () => void
  /** The session has ended meanwhile. */
  readonly onEnded?: (message: string) => void
}

interface Entering {
  readonly fields: ReactNode
  /** Whether what is shown is a passkey alone: then `enter` asks the browser for it. */
  readonly isPasskey: boolean
  readonly isPending: boolean
  readonly enter: () => void
}

type Way = 'app' | 'recovery code' | 'passkey'

export function useEnterFactor({ kinds, onEntered, onEnded }: Asking): Entering {
  const hasApp = kinds.includes('totp') || kinds.length === 0
  const hasPasskey = kinds.includes('passkey') && canUsePasskeys()
  const mainWay: Way = hasApp ? 'app' : hasPasskey ? 'passkey' : 'recovery code'
  const field = useRef<HTMLInputElement>(null)
  const [way, setWay] = useState(mainWay)
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const onDone = ({ data }: Answer<typeof api.factors.enter>) => {
    keepProof(data.proof)
    onEntered()
  }
  const onFailed = (message: string, failure?: CallFailure) => {
    if (failure?.status === 401 && onEnded) return onEnded(message)
    setRefusal(message)
    setCode('')
    setTried(false)
  }
  const entering = useAction(api.factors.enter, { onDone, onFailed })
  const passkey = usePasskey({ onDone, onFailed })
  const isPending = entering.isPending || passkey.isPending
  // In a dialog its fields are off until then.
  useEffect(() => {
    if (!isPending && refusal !== null) field.current?.focus()
  }, [isPending, refusal])

  function askPasskey() {
    setRefusal(null)
    passkey.ask()
  }
  function enter() {
    if (way === 'passkey') return askPasskey()
    setTried(true)
    if (code.trim() === '') return field.current?.focus()
    setRefusal(null)
    void entering.run({ code })
  }
  function change() {
    setWay(way === 'recovery code' ? mainWay : 'recovery code')
    setCode('')
    setTried(false)
    field.current?.focus()
  }

  const fields = (
    <>
      <Refusal says={refusal} onDismiss={setRefusal} />
      {way === 'passkey' ? (
        <p className={styles.note}>{t('Your device then asks for your finger, your face or its PIN.')}</p>
      ) : (
        <CodeField
          isRecovery={way === 'recovery code'}
          field={field}
          value={code}
          onChange={setCode}
          error={isTried && code.trim() === '' && t('Code is required')}
        />
      )}
      {mainWay !== 'recovery code' && (
        <UnstyledButton className={styles.other} onClick={change}>
          {wordOf(way, mainWay)}
        </UnstyledButton>
      )}
      {way === 'app' && hasPasskey && (
        <Button
          size="md"
          leftSection={<IconFingerprint size={18} stroke={1.8} aria-hidden />}
          loading={passkey.isPending}
          disabled={entering.isPending}
          onClick={askPasskey}
        >
          {t('Use a Passkey')}
        </Button>
      )}
    </>
  )
  return { fields, isPasskey: way === 'passkey', isPending, enter }
}

/** What leads to the other way. */
function wordOf(way: Way, mainWay: Way): string {
  if (way !== 'recovery code') return t('Use a recovery code')
  return mainWay === 'passkey' ? t('Use your passkey') : t('Use a code of the app')
}

interface CodeProps {
  readonly isRecovery: boolean
  readonly field: RefObject<HTMLInputElement | null>
  readonly value: string
  readonly onChange: (code: string) => void
  readonly error: ReactNode
}

function CodeField({ isRecovery, field, value, onChange, error }: CodeProps) {
  return (
    <TextInput
      ref={field}
      label={isRecovery ? t('Recovery code') : t('Code')}
      size="md"
      name="code"
      autoFocus
      data-autofocus
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      placeholder={isRecovery ? 'XXXX-XXXX-XXXX-XXXX' : '000000'}
      classNames={{ input: styles.code! }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  )
}
