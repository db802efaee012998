/** A role of the owner's own: its name, and what who has it may do. */
import { Checkbox, TextInput } from '@mantine/core'
import { api, RIGHT_NAMES, RIGHTS, type Right, t } from '@munim/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../../api/may.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { showWrong } from '../../widgets/show-wrong.ts'
import { type Role, useChange } from './administrator.ts'
import styles from './administrators.module.css'

/** `role` is null for a new one, which may see to begin with: without it no screen shows anything. */
export function EditRole({ role, onClose }: { readonly role: Role | null; readonly onClose: () => void }) {
  const me = useMe()
  const [typed, setTyped] = useState(role?.name ?? '')
  const [rights, setRights] = useState<readonly Right[]>(role?.rights ?? ['see'])
  const [hasTried, setTried] = useState(false)
  const name = typed.trim()
  const queries = useQueryClient()
  // It may be another role by now.
  const onFailed = () => void queries.invalidateQueries({ queryKey: [api.administrators.list.path] })
  const words = { done: t('The role {name} is saved', { name }), onDone: onClose, onFailed }
  const creating = useChange(api.administrators.createRole, words)
  const updating = useChange(api.administrators.updateRole, words)
  const saving = role === null ? creating : updating
  const wrong = {
    name: name === '' ? t('Name is required') : undefined,
    rights: rights.length === 0 ? t('A role needs a right at least') : undefined,
  }

  function save() {
    if (wrong.name || wrong.rights) return showWrong(() => setTried(true))
    const sent = { name, rights: RIGHT_NAMES.filter((right) => rights.includes(right)) }
    void (role === null
      ? creating.run(sent)
      : updating.run({ id: role.id, ...sent, basedOn: { name: role.name, rights: role.rights } }))
  }
  return (
    <Dialog
      title={role === null ? t('Add Role') : t('Edit Role')}
      {...(role && { line: role.name })}
      act={t('Save')}
      doing={saving}
      onAct={save}
      onClose={onClose}
    >
      <TextInput
        label={t('Name')}
        autoComplete="off"
        maxLength={40}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={hasTried && wrong.name}
      />
      <fieldset>
        <legend className={`mu-name mu-tiny ${styles.legend}`}>{t('Who has it may')}</legend>
        <div className={`mu-stack ${styles.rights}`}>
          {RIGHT_NAMES.map((right) => (
            <Checkbox
              key={right}
              label={t(RIGHTS[right])}
              checked={rights.includes(right)}
              // No administrator gives a right that is not their own.
              disabled={!me?.rights.includes(right)}
              onChange={({ currentTarget: { checked } }) =>
                setRights(checked ? [...rights, right] : rights.filter((each) => each !== right))
              }
            />
          ))}
        </div>
        {hasTried && wrong.rights && (
          <p role="alert" className="mu-red mu-tiny mu-above-6">
            {wrong.rights}
          </p>
        )}
      </fieldset>
    </Dialog>
  )
}
