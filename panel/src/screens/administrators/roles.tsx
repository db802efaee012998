/** The roles: those that are built in, and the owner's own. */
import { Button, Checkbox, TextInput } from '@mantine/core'
import { api, RIGHT_NAMES, RIGHTS, type Right, t } from '@munim/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../../api/may.ts'
import { AskedFor } from '../../widgets/asked-for.tsx'
import { ACTIONS, type Column } from '../../widgets/column.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { tellFailed } from '../../widgets/notice.tsx'
import { RecordsOf } from '../../widgets/records.tsx'
import { showWrong } from '../../widgets/show-wrong.ts'
import { TitledList } from '../../widgets/titled-list.tsx'
import { type Listed, type Role, useBeyond, useChange } from './administrator.ts'
import styles from './administrators.module.css'
import { rightsInWords } from './fields.tsx'

export function Roles({ listed: { administrators, roles } }: { readonly listed: Listed }) {
  const [editing, setEditing] = useState<Role | 'new' | null>(null)
  const namesWith = ({ id }: Role) =>
    administrators.filter(({ roleId }) => roleId === id).map(({ userName }) => userName)
  const columns: readonly Column<Role>[] = [
    {
      title: t('Role'),
      cell: ({ id, name }) => (
        <>
          <span className="mu-strong mu-wraps">{name}</span>
          <AskedFor thing="role" id={id} isLine />
        </>
      ),
      card: 'title',
    },
    {
      title: t('May'),
      cell: (role) => <span className="mu-wraps mu-breaks">{rightsInWords(role)}</span>,
      card: 'sub',
    },
    {
      title: t('Who'),
      cell: (role) => <span className="mu-wraps mu-breaks">{namesWith(role).join(', ') || '–'}</span>,
      tone: 'soft',
    },
    {
      ...ACTIONS,
      cell: (role) =>
        role.isBuiltIn ? (
          <span className="mu-plain mu-regular mu-after-6">{t('built in')}</span>
        ) : (
          <Acts role={role} isUsed={namesWith(role).length > 0} onEdit={() => setEditing(role)} />
        ),
    },
  ]
  return (
    <TitledList
      title={t('Roles')}
      note={t('a change counts from the next click of all who have the role')}
      act={<Button onClick={() => setEditing('new')}>{t('Add Role')}</Button>}
    >
      <RecordsOf
        rows={roles}
        keyOf={({ id }) => id}
        columns={columns}
        caption={t('Roles, those built in first')}
        empty={{ title: t('No roles found') }}
      />
      {editing !== null && (
        <EditRole role={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </TitledList>
  )
}

interface ActsProps {
  readonly role: Role
  readonly isUsed: boolean
  readonly onEdit: () => void
}

function Acts({ role, isUsed, onEdit }: ActsProps) {
  const me = useMe()
  const beyond = useBeyond()
  const removing = useChange(api.administrators.removeRole, {
    done: t('The role {name} is deleted', { name: role.name }),
    onFailed: tellFailed,
  })
  const own = me?.role === role.name ? t('This is your own role: another administrator changes it') : null
  const why = beyond(role) ?? own
  const used = isUsed ? t('Administrators have this role') : null
  function remove() {
    if (window.confirm(t('Delete the role {name}?', { name: role.name }))) void removing.run({ id: role.id })
  }
  return (
    <span className={`mu-tight mu-to-end ${styles.acts}`}>
      <Button
        variant="subtle"
        px={9}
        disabled={why !== null}
        title={why ?? undefined}
        onClick={onEdit}
        aria-label={t('Edit the role {name}', { name: role.name })}
      >
        {t('Edit')}
      </Button>
      <Button
        variant="subtle"
        color="red"
        px={9}
        disabled={why !== null || isUsed}
        title={why ?? used ?? undefined}
        loading={removing.isPending}
        onClick={remove}
        aria-label={t('Delete the role {name}', { name: role.name })}
      >
        {t('Delete')}
      </Button>
    </span>
  )
}

/** `role` is null for a new one, which may see to begin with: without it no screen shows anything. */
function EditRole({ role, onClose }: { readonly role: Role | null; readonly onClose: () => void }) {
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
