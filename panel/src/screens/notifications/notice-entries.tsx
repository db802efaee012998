/** The notices of a page, each edited or deleted in its place. */
import { useRef, useState } from 'react'
import type { Drawn } from '../../lists/list-rows.tsx'
import { Entries } from '../../widgets/entries.tsx'
import type { Notice } from './notice.ts'
import { NoticeEntry } from './notice-entry.tsx'

export function NoticeEntries({
  notices,
  caption,
  onDeleted,
}: Drawn & { readonly notices: readonly Notice[] }) {
  const list = useRef<HTMLUListElement>(null)
  const [editing, setEditing] = useState<number | null>(null)
  return (
    <Entries caption={caption} listRef={list}>
      {notices.map((notice) => (
        <NoticeEntry
          key={notice.id}
          notice={notice}
          isEditing={notice.id === editing}
          onEdit={() => setEditing(notice.id)}
          onClose={() => setEditing(null)}
          onDeleted={() => {
            list.current?.focus()
            onDeleted()
          }}
        />
      ))}
    </Entries>
  )
}
