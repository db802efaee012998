/** The notices of a page, each edited or deleted in its place. */
import { useRef } from 'react'
import type { Drawn } from '../../lists/list-rows.tsx'
import { Entries } from '../../widgets/entries.tsx'
import type { Editing, Notice } from './notice.ts'
import { NoticeEntry } from './notice-entry.tsx'

interface Props extends Drawn {
  readonly notices: readonly Notice[]
  readonly editing: Editing | null
  readonly onEdit: (editing: Editing | null) => void
}

export function NoticeEntries({ notices, caption, onDeleted, editing, onEdit }: Props) {
  const list = useRef<HTMLUListElement>(null)
  return (
    <Entries caption={caption} listRef={list}>
      {notices.map((notice) => (
        <NoticeEntry
          key={notice.id}
          notice={notice}
          draft={notice.id === editing?.notice.id ? editing.draft : null}
          onType={(draft) => onEdit({ notice, draft })}
          onClose={() => onEdit(null)}
          onDeleted={() => {
            list.current?.focus()
            onDeleted()
          }}
        />
      ))}
    </Entries>
  )
}
