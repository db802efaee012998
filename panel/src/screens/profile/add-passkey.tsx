/** Sets up a passkey: its name, the password where it is the first factor, then the browser's own question. */
import { api, t } from '@munim/contract'
import { useState } from 'react'
import { makePasskey } from '../../api/passkey.ts'
import { useAction } from '../../api/use-action.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { showWrong } from '../../widgets/show-wrong.ts'
import { useAuthenticator } from '../../widgets/use-passkey.ts'
import { CurrentPassword, FactorName } from './factor-fields.tsx'
import { onceSetUp, type SettingUp } from './set-up.ts'

export function AddPasskey({ isFirst, onDone, onClose }: SettingUp) {
  const [name, setName] = useState(t('Passkey'))
  const [password, setPassword] = useState('')
  const [hasTried, setTried] = useState(false)
  const authenticator = useAuthenticator((message) => beginning.setRefusal(message))
  const finishing = useAction(api.factors.finishPasskey, {
    ...onceSetUp(onDone),
    onFailed: (message) => beginning.setRefusal(message),
  })
  const beginning = useAction(api.factors.beginPasskey, {
    onDone: ({ data }) =>
      void authenticator.ask(makePasskey(data), (passkey) => finishing.run({ name, passkey })),
  })
  function begin() {
    if (name.trim() === '' || (isFirst && password === '')) return showWrong(() => setTried(true))
    void beginning.run(isFirst ? { password } : {})
  }
  return (
    <Dialog
      title={t('Passkey')}
      line={t('Your device asks for your finger, your face or its PIN, and answers this address only.')}
      act={t('Continue')}
      doing={beginning}
      isPending={authenticator.isAsked}
      onAct={begin}
      onClose={onClose}
    >
      <FactorName
        description={t('By which you know it in your list')}
        hasFocus={!isFirst}
        value={name}
        onChange={setName}
        hasTried={hasTried}
      />
      {isFirst && <CurrentPassword value={password} onChange={setPassword} hasTried={hasTried} />}
    </Dialog>
  )
}
