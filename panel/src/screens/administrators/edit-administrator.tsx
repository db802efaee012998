/** Renames an administrator, or gives them another role; of oneself only the name. */
import { Button } from '@mantine/core'
import { api, t } from '@munim/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../../api/may.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { showWrong } from '../../widgets/show-wrong.ts'
import { type Administrator, type Role, useChange } from './administrator.ts'
import { RoleSelect, UserId } from './fields.tsx'

interface Props {
  readonly administrator: Administrator
  readonly roles: readonly Role[]
  readonly onClose: () => void
}

export function EditAdministrator({ administrator: { id, ...saved }, roles, onClose }: Props) {
  const isOwn = useMe()?.id === id
  const [typed, setTyped] = useState(saved.userName)
  const [roleId, setRoleId] = useState(saved.roleId)
  const [hasTried, setTried] = useState(false)
  const userName = typed.trim()
  const queries = useQueryClient()
  const removing = useChange(api.administrators.removeFactors, {
    done: t('{name} signs in with the password alone now', { name: saved.userName }),
    onDone: onClose,
    onFailed: (message) => {
      saving.setRefusal(message)
      void queries.invalidateQueries({ queryKey: [api.administrators.list.path] }) // They may be others by now.
    },
  })
  const saving = useChange(api.administrators.update, {
    done: t('{name} is changed', { name: userName }),
    onDone: onClose,
  })

  function save() {
    if (userName === '') return showWrong(() => setTried(true))
    const change = {
      ...(userName !== saved.userName && { userName }),
      ...(roleId !== saved.roleId && { roleId }),
    }
    if (Object.keys(change).length === 0) return onClose()
    void saving.run({ id, ...change })
  }
  function remove() {
    const question = t('Remove the second factor of {name}, who lost it? They are signed out everywhere.', {
      name: saved.userName,
    })
    if (window.confirm(question)) void removing.run({ id, basedOn: saved.factorIds })
  }
  return (
    <Dialog
      title={t('Edit Administrator')}
      line={saved.userName}
      act={t('Save')}
      doing={saving}
      isPending={removing.isPending}
      onAct={save}
      onClose={onClose}
    >
      <UserId
        description={t('They sign in with it, and the audit shows it.')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={hasTried && userName === '' && t('Name is required')}
      />
      <RoleSelect roles={roles} value={roleId} isDisabled={isOwn} onChoose={setRoleId} />
      {isOwn && <p>{t('Your own role is changed by another administrator.')}</p>}
      {saved.hasFactor && !isOwn && <Button onClick={remove}>{t('Remove Second Factor')}</Button>}
    </Dialog>
  )
}
