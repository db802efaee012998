/** Gives a player a new password; their sessions end. */
import { api, PASSWORD_MIN, SHORT_PASSWORD, t } from '@munim/contract'
import { useRef, useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { tellingDone } from '../../widgets/notice.tsx'
import { SecretField } from '../../widgets/secret-field.tsx'
import type { User } from './user.ts'

function complaint(chosen: string, repeated: string): readonly ['chosen' | 'repeated', string] | null {
  if (chosen === '') return ['chosen', t('Please enter a new password')]
  if (chosen.length < PASSWORD_MIN) return ['chosen', t(SHORT_PASSWORD)]
  if (chosen !== repeated) return ['repeated', t('Passwords do not match')]
  return null
}

export function ResetPassword({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const [chosen, setChosen] = useState('')
  const [repeated, setRepeated] = useState('')
  const [wrong, setWrong] = useState<ReturnType<typeof complaint>>(null)
  const fields = { chosen: useRef<HTMLInputElement>(null), repeated: useRef<HTMLInputElement>(null) }
  const resetting = useAction(api.users.update, {
    failed: t('Failed to reset password'),
    onDone: tellingDone(t('The password of {name} is changed', { name: user.user_name }), onClose),
  })

  function reset() {
    const found = complaint(chosen, repeated)
    setWrong(found)
    resetting.setRefusal(null)
    if (found !== null) return fields[found[0]].current?.focus()
    void resetting.run({ id: user.id, password: chosen })
  }

  return (
    <Dialog
      title={t('Reset Password')}
      line={t('{name} is signed out everywhere and needs the new one.', { name: user.user_name })}
      act={t('Reset')}
      doing={resetting}
      onAct={reset}
      onClose={onClose}
    >
      <SecretField
        label={t('New password')}
        autoComplete="new-password"
        data-autofocus
        ref={fields.chosen}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        error={wrong?.[0] === 'chosen' && wrong[1]}
      />
      <SecretField
        label={t('Confirm password')}
        ref={fields.repeated}
        autoComplete="new-password"
        value={repeated}
        onChange={(event) => setRepeated(event.currentTarget.value)}
        error={wrong?.[0] === 'repeated' && wrong[1]}
      />
    </Dialog>
  )
}
