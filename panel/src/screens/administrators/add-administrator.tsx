/** Adds an administrator, with a first password that they change when they sign in. */
import { api, PASSWORD_MIN, SHORT_PASSWORD, t } from '@munim/contract'
import { useState } from 'react'
import { Dialog } from '../../widgets/dialog.tsx'
import { showWrong } from '../../widgets/show-wrong.ts'
import { type Role, useBeyond, useChange } from './administrator.ts'
import { FirstPassword, RoleSelect, UserId } from './fields.tsx'

interface Props {
  readonly roles: readonly Role[]
  readonly onClose: () => void
}

export const wrongInPassword = (password: string): string | undefined =>
  password.length < PASSWORD_MIN ? t(SHORT_PASSWORD) : undefined

export function AddAdministrator({ roles, onClose }: Props) {
  const beyond = useBeyond()
  const [userName, setUserName] = useState('')
  const [password, setPassword] = useState('')
  const [roleId, setRoleId] = useState(
    () => (roles.findLast((role) => beyond(role) === null) ?? roles[0]!).id,
  )
  const [hasTried, setTried] = useState(false)
  const creating = useChange(api.administrators.create, {
    done: t('{name} can sign in now', { name: userName.trim() }),
    onDone: onClose,
  })
  const wrong = {
    userName: userName.trim() === '' ? t('Name is required') : undefined,
    password: wrongInPassword(password),
  }

  function create() {
    if (wrong.userName || wrong.password) return showWrong(() => setTried(true))
    void creating.run({ userName: userName.trim(), password, roleId })
  }
  return (
    <Dialog title={t('Add Administrator')} act={t('Add')} doing={creating} onAct={create} onClose={onClose}>
      <UserId
        value={userName}
        onChange={(event) => setUserName(event.currentTarget.value)}
        error={hasTried && wrong.userName}
      />
      <FirstPassword
        description={t('They choose their own when they sign in.')}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={hasTried && wrong.password}
      />
      <RoleSelect roles={roles} value={roleId} onChoose={setRoleId} />
    </Dialog>
  )
}
