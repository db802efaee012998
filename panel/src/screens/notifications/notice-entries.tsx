/** The notices of a page, each edited or deleted in its place. */
import { t } from '@munim/contract'
import { type Dispatch, type SetStateAction, useRef } from 'react'
import type { Drawn } from '../../lists/list-rows.tsx'
import { Entries } from '../../widgets/entries.tsx'
import { type Draft, type Editing, isChanged, type Notice } from './notice.ts'
import { NoticeEntry } from './notice-entry.tsx'

interface Props extends Drawn {
  readonly notices: readonly Notice[]
  readonly editing: Editing | null
  readonly onEdit: Dispatch<SetStateAction<Editing | null>>
}

export function NoticeEntries({ notices, caption, onDeleted, editing, onEdit }: Props) {
  const list = useRef<HTMLUListElement>(null)
  /** What is edited is what it was when that began, whatever another administrator makes of it meanwhile. */
  function type(notice: Notice, draft: Draft) {
    const begun = editing?.notice.id === notice.id ? editing.notice : null
    if (begun === null && isChanged(editing) && !window.confirm(t('Leave without saving the changes?')))
      return
    onEdit({ notice: begun ?? notice, draft })
  }
  return (
    <Entries caption={caption} listRef={list}>
      {notices.map((notice) => (
        <NoticeEntry
          key={notice.id}
          notice={notice}
          editing={notice.id === editing?.notice.id ? editing : null}
          onType={(draft) => type(notice, draft)}
          // An answer that comes late closes its own, not another that is edited by then.
          onClose={() => onEdit((now) => (now?.notice.id === notice.id ? null : now))}
          onDeleted={() => {
            list.current?.focus()
            onDeleted()
          }}
        />
      ))}
    </Entries>
  )
}
