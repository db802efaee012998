/** Gives an administrator a first password again: who forgot theirs, or whose became known. */
import { api, t } from '@munim/contract'
import { useState } from 'react'
import { Dialog } from '../../widgets/dialog.tsx'
import { SecretField } from '../../widgets/secret-field.tsx'
import { showWrong } from '../../widgets/show-wrong.ts'
import { wrongInPassword } from './add-administrator.tsx'
import { type Administrator, useChange } from './administrator.ts'

export function GivePassword({ to, onClose }: { readonly to: Administrator; readonly onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [hasTried, setTried] = useState(false)
  const giving = useChange(api.administrators.setPassword, {
    done: t('{name} has a new first password', { name: to.userName }),
    onDone: onClose,
  })
  const wrong = wrongInPassword(password)

  function give() {
    if (wrong) return showWrong(() => setTried(true))
    void giving.run({ id: to.id, password })
  }
  return (
    <Dialog
      title={t('New Password')}
      line={t('{name} is signed out everywhere, and chooses their own when they sign in.', {
        name: to.userName,
      })}
      act={t('Give')}
      doing={giving}
      onAct={give}
      onClose={onClose}
    >
      <SecretField
        label={t('First password')}
        autoComplete="new-password"
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={hasTried && wrong}
      />
    </Dialog>
  )
}
