/** What players write to the house: searched, filtered, read and answered. */
import { Button } from '@mantine/core'
import { api } from '@munim/contract'
import { IconCheck, IconMessage2 } from '@tabler/icons-react'
import { useState } from 'react'
import { pageOf, useAddress } from '../../api/use-address.ts'
import { useQueue } from '../../api/use-queue.ts'
import { Choices } from '../../widgets/choices.tsx'
import { Entries, EntriesSkeleton } from '../../widgets/entries.tsx'
import type { Empty } from '../../widgets/list-state.tsx'
import { ListState } from '../../widgets/list-state.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { SearchBox } from '../../widgets/search-box.tsx'
import { countOf, StatStrip } from '../../widgets/stat-strip.tsx'
import { type Feedback, QUEUE, SHAPE } from './feedback.ts'
import { FeedbackEntry } from './feedback-entry.tsx'
import styles from './feedbacks.module.css'
import { MarkAsRead } from './mark-as-read.tsx'
import { Steps } from './steps.tsx'

const LIMIT = 10
const SEARCH_MAX = 100
const FIRST = { search: '', status: '', page: '1' }
const FILTERS = [
  ['', 'All'],
  ['unread', 'Unread only'],
  ['read', 'Read only'],
] as const

export function Feedbacks() {
  const { set, ...words } = useAddress(FIRST)
  const status = FILTERS.find(([value]) => value === words.status)?.[0] ?? ''
  const page = pageOf(words.page)
  const search = words.search.slice(0, SEARCH_MAX)
  const [reading, setReading] = useState<Feedback | null>(null)
  const feedbacks = useQueue(
    api.feedbacks.list,
    {
      page,
      limit: LIMIT,
      ...(search !== '' && { search }),
      ...(status !== '' && { isReadByAdmin: status === 'read' }),
    },
    {
      keyOf: ({ id }) => id,
      shape: SHAPE,
      queue: status === 'unread' ? QUEUE : null,
      onGo: (to) => set({ page: String(to) }),
    },
  )
  const { worked } = feedbacks
  const data = feedbacks.state === 'ready' ? feedbacks.answer.data : null
  const change = (words: string, to: Partial<typeof FIRST>) => (
    <Button variant="default" onClick={() => set(to)}>
      {words}
    </Button>
  )

  return (
    <>
      <PageHead title="Feedbacks" isStill />
      <StatStrip
        stats={[
          { label: 'Total', value: countOf(feedbacks, (answer) => answer.data.stats.total) },
          { label: 'Unread', value: countOf(feedbacks, (answer) => answer.data.stats.unread) },
          { label: 'Read', value: countOf(feedbacks, (answer) => answer.data.stats.read) },
        ]}
      />
      <div className={styles.filters}>
        <SearchBox
          placeholder="Search by words, name or mobile"
          value={search}
          onSearch={(text) => set({ search: text, page: '1' }, 'replace')}
        />
        <Choices
          label="Filter by status"
          choices={FILTERS}
          value={status}
          onChoose={(value) => set({ status: value, page: '1' })}
        />
      </div>
      <ListState
        call={feedbacks}
        rows={(answer) => answer.data.feedbacks}
        skeleton={<EntriesSkeleton />}
        counted={['feedback', 'feedbacks', 'read']}
        empty={emptyOf({ search, status, total: data?.pagination.totalItems ?? 0, change })}
      >
        {(shown) => (
          <Entries caption={`Feedback, the ${status === 'unread' ? 'oldest' : 'latest'} first`}>
            {shown.map((feedback) => (
              <FeedbackEntry key={feedback.id} feedback={feedback} onRead={() => setReading(feedback)} />
            ))}
          </Entries>
        )}
      </ListState>
      {data && (
        <Steps
          page={page}
          limit={LIMIT}
          total={worked?.total ?? data.pagination.totalItems}
          done={worked && worked.done > 0 ? `${worked.done} read` : undefined}
          isOutdated={feedbacks.state === 'ready' && feedbacks.outdated !== null}
          onGo={feedbacks.go}
        />
      )}
      {reading && <MarkAsRead feedback={reading} onClose={() => setReading(null)} />}
    </>
  )
}

interface Situation {
  readonly search: string
  readonly status: '' | 'unread' | 'read'
  readonly total: number
  readonly change: (words: string, to: Partial<typeof FIRST>) => Empty['action']
}

function emptyOf({ search, status, total, change }: Situation): Empty {
  if (status === 'unread' && search === '' && total === 0) {
    return {
      title: 'Nothing is waiting.',
      hint: 'Every feedback is read.',
      action: change('Show all feedback', { status: '', page: '1' }),
      icon: IconCheck,
      tone: 'good',
    }
  }
  const empty = { title: 'No feedback found', icon: IconMessage2 }
  if (total > 0) {
    return {
      ...empty,
      hint: 'This page is past the end of the list.',
      action: change('First page', { page: '1' }),
    }
  }
  if (search === '' && status === '') return { ...empty, hint: 'What players write appears here.' }
  return {
    ...empty,
    hint: search === '' ? 'None is read yet.' : `Nothing matches “${search}”.`,
    action: change('Clear filters', FIRST),
  }
}
