/** Keeping how a list is looked at by a name, and renaming, choosing and deleting what was kept. */
import { ActionIcon, Button, Switch, TextInput } from '@mantine/core'
import { api, type ListWithViews, t, VIEW_NAME_MAX } from '@munim/contract'
import { IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { Dialog } from '../widgets/dialog.tsx'
import { keyOf } from '../widgets/keys.ts'
import { tellingDone } from '../widgets/notice.tsx'
import { Refusal } from '../widgets/refusal.tsx'
import { showWrong } from '../widgets/show-wrong.ts'
import styles from './edit-views.module.css'
import type { View } from './use-views.ts'

interface Props {
  readonly list: ListWithViews
  readonly views: readonly View[]
  readonly onClose: () => void
}

export function KeepView({ list, query, views, onClose }: Props & { readonly query: string }) {
  const [typed, setTyped] = useState('')
  const [isFirst, setFirst] = useState(false)
  const [hasTried, setTried] = useState(false)
  const saving = useAction(api.views.save, {
    refreshes: [api.views.list],
    onDone: tellingDone(t('View kept'), onClose),
  })
  const name = typed.trim()
  const isTaken = views.some((view) => view.name === name)

  function keep() {
    if (name === '') return showWrong(() => setTried(true))
    void saving.run({ list, name, query, isDefault: isFirst })
  }
  return (
    <Dialog
      title={t('Keep this view')}
      line={t('Filters, order and columns as they are now, for you alone.')}
      act={t('Keep')}
      doing={saving}
      onAct={keep}
      onClose={onClose}
    >
      <TextInput
        label={t('Name')}
        maxLength={VIEW_NAME_MAX}
        value={typed}
        description={isTaken ? t('It takes the place of the view of this name.') : undefined}
        error={hasTried && name === '' && t('Name is required')}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      <Switch
        label={t('Open the list with it')}
        checked={isFirst}
        onChange={(event) => setFirst(event.currentTarget.checked)}
      />
    </Dialog>
  )
}

export function EditViews({ list, views, onClose }: Props) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const parts = { list, onRefused: setRefusal }
  return (
    <Dialog title={t('Edit views')} onClose={onClose}>
      <Refusal says={refusal} onDismiss={setRefusal} />
      {views.length === 0 && <p>{t('None is left.')}</p>}
      <ul className="mu-stack mu-gap-8">
        {views.map((view) => (
          <EditView key={view.id} view={view} {...parts} />
        ))}
      </ul>
      <Button size="md" className={styles.done} onClick={onClose}>
        {t('Done')}
      </Button>
    </Dialog>
  )
}

interface EditProps extends Pick<Props, 'list'> {
  readonly view: View
  readonly onRefused: (message: string | null) => void
}

function EditView({ list, view: { id, name, isDefault }, onRefused }: EditProps) {
  const [typed, setTyped] = useState(name)
  const words = { refreshes: [api.views.list], onFailed: onRefused, onDone: () => onRefused(null) }
  const renaming = useAction(api.views.rename, words)
  const choosing = useAction(api.views.setDefault, words)
  const removing = useAction(api.views.remove, words)

  function rename() {
    const next = typed.trim()
    if (next === '') setTyped(name)
    else if (next !== name) void renaming.run({ id, name: next })
  }
  function press(event: KeyboardEvent) {
    if (keyOf(event) !== 'Enter') return
    event.preventDefault()
    rename()
  }
  return (
    <li className={`mu-form ${styles.view}`}>
      <TextInput
        aria-label={t('Name of {name}', { name })}
        maxLength={VIEW_NAME_MAX}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={rename}
        onKeyDown={press}
      />
      <Switch
        label={t('Opens first')}
        aria-label={t('{name} opens first', { name })}
        checked={isDefault}
        disabled={choosing.isPending}
        onChange={(event) => void choosing.run({ list, id: event.currentTarget.checked ? id : null })}
      />
      <ActionIcon
        aria-label={t('Delete {name}', { name })}
        loading={removing.isPending}
        onClick={() => void removing.run({ id })}
      >
        <IconTrash size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </li>
  )
}
