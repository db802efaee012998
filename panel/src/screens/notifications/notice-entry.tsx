/** One notice of the list: its words, and in their place the form that changes them. */
import { Button, Textarea, TextInput } from '@mantine/core'
import { type Answer, api, t } from '@munim/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { writeAnswers } from '../../api/write-answers.ts'
import { Allowed } from '../../widgets/allowed.tsx'
import { Entry, OpenEntry } from '../../widgets/entries.tsx'
import { keyOf } from '../../widgets/keys.ts'
import { tellDone, tellFailed, tellingDone } from '../../widgets/notice.tsx'
import { showWrong } from '../../widgets/show-wrong.ts'
import { When } from '../../widgets/when.tsx'
import { beginningOf, type Draft, type Editing, isFine, type Notice, trimmed, wrongInEdit } from './notice.ts'
import styles from './notice-entry.module.css'

type List = Answer<typeof api.notifications.list>

interface Props {
  readonly notice: Notice
  /** Null while it is only read. */
  readonly editing: Editing | null
  readonly onType: (draft: Draft) => void
  readonly onClose: () => void
  readonly onDeleted: () => void
}

export function NoticeEntry({ notice, editing, onType, onClose, onDeleted }: Props) {
  const isEditing = editing !== null
  const edit = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  const removing = useAction(api.notifications.remove, {
    refreshes: [api.notifications.list],
    refreshesRefused: true,
    onDone: tellingDone(t('Notification deleted successfully!'), onDeleted),
    onFailed: tellFailed,
  })
  const remove = () => {
    if (window.confirm(t('Are you sure you want to delete this notification?')))
      void removing.run({ id: notice.id })
  }
  if (editing !== null) return <NoticeForm editing={editing} onType={onType} onClose={onClose} />
  const onEdit = () => onType({ title: notice.title, description: notice.description })
  return (
    <Entry
      title={notice.title}
      aside={<When at={notice.createdAt} />}
      actions={
        <>
          <Allowed to={api.notifications.update}>
            <Button ref={edit} variant="subtle" px={9} onClick={onEdit}>
              {t('Edit')}
            </Button>
          </Allowed>
          <Allowed to={api.notifications.remove}>
            <Button variant="subtle" color="red" px={9} loading={removing.isPending} onClick={remove}>
              {t('Delete')}
            </Button>
          </Allowed>
        </>
      }
    >
      <Description text={notice.description} />
    </Entry>
  )
}

function Description({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false)
  const beginning = beginningOf(text)
  if (beginning === null) return <p className="mu-written">{text}</p>
  return (
    <p className="mu-written">
      {isWhole ? text : beginning}{' '}
      <button
        type="button"
        className={`mu-medium mu-link mu-thumb ${styles.more}`}
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? t('Show less') : t('Show more')}
      </button>
    </p>
  )
}

interface FormProps extends Pick<Props, 'onType' | 'onClose'> {
  readonly editing: Editing
}

function NoticeForm({ editing: { notice, draft }, onType, onClose }: FormProps) {
  const queries = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const [hasTried, setTried] = useState(false)
  /** What is stored by now was told, and is replaced. */
  const [isTold, setTold] = useState(false)
  const saving = useAction(api.notifications.update, {
    onDone: ({ data }) => {
      // Written in its place; nothing below it moves.
      writeAnswers(queries, api.notifications.list, (list) => withNotice(list, data))
      tellDone(t('Notification updated successfully!'))
      onClose()
    },
    onFailed: (message, { fields }) => {
      if (fields.basedOn !== undefined) setTold(true)
      tellFailed(message)
    },
  })
  const wrong = wrongInEdit(draft)

  function save(event: FormEvent) {
    event.preventDefault()
    if (!isFine(wrong)) return showWrong(() => setTried(true))
    const { title, description } = trimmed(draft)
    // The call asks for a title; a description that was not touched stays as it is there by now.
    const isOther = draft.description !== notice.description
    const basedOn = { title: notice.title, ...(isOther && { description: notice.description }) }
    void saving.run({
      id: notice.id,
      title,
      ...(isOther && { description }),
      ...(!isTold && { basedOn }),
    })
  }
  function leave(event: KeyboardEvent) {
    if (keyOf(event) === 'Escape' && !saving.isPending) onClose()
  }
  return (
    <OpenEntry>
      <form onSubmit={save} onKeyDown={leave} noValidate className="mu-form">
        <TextInput
          ref={field}
          label={t('Title')}
          value={draft.title}
          onChange={(event) => onType({ ...draft, title: event.currentTarget.value })}
          error={hasTried && wrong.title}
          disabled={saving.isPending}
        />
        <Textarea
          label={t('Description')}
          rows={4}
          value={draft.description}
          onChange={(event) => onType({ ...draft, description: event.currentTarget.value })}
          disabled={saving.isPending}
        />
        <div className="mu-acts mu-to-end">
          <Button disabled={saving.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button variant="filled" type="submit" loading={saving.isPending}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </OpenEntry>
  )
}

function withNotice(list: List, notice: Notice): List {
  const notifications = list.data.notifications.map((each) => (each.id === notice.id ? notice : each))
  return { ...list, data: { ...list.data, notifications } }
}
