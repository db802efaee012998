/** Sets up a passkey: its name, the password where it is the first factor, then the browser's own question. */
import { TextInput } from '@mantine/core'
import { type Answer, api, FACTOR_NAME_MAX, t } from '@munim/contract'
import { useState } from 'react'
import { keepProof } from '../../api/factor.ts'
import { makePasskey } from '../../api/passkey.ts'
import { useAction } from '../../api/use-action.ts'
import { Banner } from '../../widgets/banner.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { SecretField } from '../../widgets/secret-field.tsx'
import { showWrong } from '../../widgets/show-wrong.ts'

interface Props {
  readonly isFirst: boolean
  /** With the recovery codes that came along; none where there were some. */
  readonly onDone: (recoveryCodes: readonly string[]) => void
  readonly onClose: () => void
}

export function AddPasskey({ isFirst, onDone, onClose }: Props) {
  const [name, setName] = useState(t('Passkey'))
  const [password, setPassword] = useState('')
  const [hasTried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isAsked, setAsked] = useState(false)
  const finishing = useAction(api.factors.finishPasskey, {
    refreshes: [api.factors.list, api.auth.whoAmI, api.administrators.list],
    onDone: ({ data }) => {
      keepProof(data.proof)
      onDone(data.recoveryCodes)
    },
    onFailed: setRefusal,
  })
  const beginning = useAction(api.factors.beginPasskey, {
    onDone: ({ data }) => void make(data),
    onFailed: setRefusal,
  })
  async function make(asked: Answer<typeof api.factors.beginPasskey>['data']): Promise<void> {
    setAsked(true)
    try {
      const passkey = await makePasskey(asked)
      if (passkey !== null) await finishing.run({ name, passkey })
    } catch (reason) {
      setRefusal((reason as Error).message)
    } finally {
      setAsked(false)
    }
  }
  function begin() {
    if (name.trim() === '' || (isFirst && password === '')) return showWrong(() => setTried(true))
    setRefusal(null)
    void beginning.run(isFirst ? { password } : {})
  }
  return (
    <Dialog
      title={t('Passkey')}
      line={t('Your device asks for your finger, your face or its PIN, and answers this address only.')}
      act={t('Continue')}
      hasField
      isPending={beginning.isPending || isAsked}
      onAct={begin}
      onClose={onClose}
    >
      {refusal !== null && <Banner tone="failed">{refusal}</Banner>}
      <TextInput
        label={t('Name')}
        description={t('By which you know it in your list')}
        autoComplete="off"
        maxLength={FACTOR_NAME_MAX}
        {...(!isFirst && { 'data-autofocus': true })}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={hasTried && name.trim() === '' && t('Name is required')}
      />
      {isFirst && (
        <SecretField
          label={t('Current Password')}
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={hasTried && password === '' && t('Current password is required')}
        />
      )}
    </Dialog>
  )
}
