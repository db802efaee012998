/** The notices that were sent: found by their words or their day, and each edited or deleted where it stands. */
import { Button } from '@mantine/core'
import { api } from '@munim/contract'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Entries, EntriesSkeleton } from '../../widgets/entries.tsx'
import type { Empty } from '../../widgets/list-state.tsx'
import { ListState } from '../../widgets/list-state.tsx'
import { PageNav } from '../../widgets/page-nav.tsx'
import { SearchBox } from '../../widgets/search-box.tsx'
import styles from './manage-notices.module.css'
import { NoticeEntry } from './notice-entry.tsx'

const LIMIT = 10

interface Props {
  readonly search: string
  readonly page: number
  readonly onSearch: (search: string) => void
  readonly onGo: (page: number) => void
}

export function ManageNotices({ search, page, onSearch, onGo }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [editing, setEditing] = useState<number | null>(null)
  const notices = useCall(api.notifications.list, { page, limit: LIMIT, ...(search !== '' && { search }) })
  const answer = notices.state === 'ready' ? notices.answer.data : null

  function leaveDeleted() {
    list.current?.focus()
    if (answer?.notifications.length === 1 && page > 1) onGo(page - 1)
  }
  return (
    <>
      <div className={styles.tools}>
        <SearchBox placeholder="Search by title, description or date" value={search} onSearch={onSearch} />
      </div>
      <ListState
        call={notices}
        rows={({ data }) => data.notifications}
        skeleton={<EntriesSkeleton />}
        empty={emptyOf({ search, page, total: answer?.total ?? 0, onSearch, onGo })}
      >
        {(shown) => (
          <Entries caption="Notifications, the latest first" listRef={list}>
            {shown.map((notice) => (
              <NoticeEntry
                key={notice.id}
                notice={notice}
                isEditing={notice.id === editing}
                onEdit={() => setEditing(notice.id)}
                onClose={() => setEditing(null)}
                onDeleted={leaveDeleted}
              />
            ))}
          </Entries>
        )}
      </ListState>
      {answer && (
        <PageNav
          page={page}
          {...answer}
          limit={LIMIT}
          isOutdated={notices.state === 'ready' && notices.outdated !== null}
          onGo={onGo}
        />
      )}
    </>
  )
}

function emptyOf({ search, page, total, onSearch, onGo }: Props & { readonly total: number }): Empty {
  const empty = { title: 'No notifications found', icon: IconSpeakerphone }
  const action = (words: string, act: () => void) => (
    <Button variant="default" onClick={act}>
      {words}
    </Button>
  )
  if (total > 0) {
    return {
      ...empty,
      hint: 'This page is past the end of the list.',
      action: action('First page', () => onGo(1)),
    }
  }
  if (search !== '') {
    return {
      ...empty,
      hint: `Nothing matches “${search}”.`,
      action: action('Clear search', () => onSearch('')),
    }
  }
  return { ...empty, hint: page > 1 ? 'There is none yet.' : 'What you send appears here.' }
}
