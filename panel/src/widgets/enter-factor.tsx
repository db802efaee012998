/** Entering a second factor: the code of an authenticator app, or a recovery code. The same at the sign-in and in between. */
import { TextInput, UnstyledButton } from '@mantine/core'
import { api, t } from '@munim/contract'
import { type ReactNode, useRef, useState } from 'react'
import { keepProof } from '../api/factor.ts'
import { useAction } from '../api/use-action.ts'
import { Banner } from './banner.tsx'
import styles from './enter-factor.module.css'

interface Asking {
  readonly onEntered: () => void
  /** The session has ended meanwhile. */
  readonly onEnded?: (message: string) => void
}

interface Entering {
  readonly fields: ReactNode
  readonly isPending: boolean
  readonly enter: () => void
}

export function useEnterFactor({ onEntered, onEnded }: Asking): Entering {
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [isRecovery, setRecovery] = useState(false)
  const [isTried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const entering = useAction(api.factors.enter, {
    onDone: ({ data }) => {
      keepProof(data.proof)
      onEntered()
    },
    onFailed: (message, { status }) => {
      if (status === 401 && onEnded) return onEnded(message)
      setRefusal(message)
      setCode('')
      setTried(false)
      field.current?.focus()
    },
  })

  function enter() {
    setTried(true)
    if (code.trim() === '') return field.current?.focus()
    setRefusal(null)
    void entering.run({ code })
  }
  function change() {
    setRecovery(!isRecovery)
    setCode('')
    setTried(false)
    field.current?.focus()
  }

  const fields = (
    <>
      {refusal !== null && <Banner tone="failed">{refusal}</Banner>}
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
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={isTried && code.trim() === '' && t('Code is required')}
      />
      <UnstyledButton className={styles.other} onClick={change}>
        {isRecovery ? t('Use a code of the app') : t('Use a recovery code')}
      </UnstyledButton>
    </>
  )
  return { fields, isPending: entering.isPending, enter }
}
