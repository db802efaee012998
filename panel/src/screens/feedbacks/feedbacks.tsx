/** What players write to the house: searched, filtered, read and answered. */

import { Button, Group } from '@mantine/core'
import { api, t } from '@munim/contract'
import { IconMessage2 } from '@tabler/icons-react'
import { useState } from 'react'
import { ListScreen } from '../../lists/list-screen.tsx'
import { Entries, EntriesSkeleton } from '../../widgets/entries.tsx'
import { choices, search } from '../../widgets/filters.tsx'
import { type Pages, PagesFoot } from '../../widgets/page-nav.tsx'
import { countOf, StatStrip } from '../../widgets/stat-strip.tsx'
import { type Feedback, QUEUE, SHAPE } from './feedback.ts'
import { FeedbackEntry } from './feedback-entry.tsx'
import { MarkAsRead } from './mark-as-read.tsx'

export function Feedbacks() {
  const [reading, setReading] = useState<Feedback | null>(null)
  return (
    <>
      <ListScreen
        head={{ title: t('Feedbacks'), isStill: true }}
        of={api.feedbacks.list}
        shape={SHAPE}
        views="feedbacks"
        filters={{
          search: search(t('Search by words, name or mobile')),
          status: choices(t('Filter by status'), [
            ['', t('All')],
            ['unread', t('Unread only')],
            ['read', t('Read only')],
          ]),
        }}
        body={({ status, ...filters }) => ({
          ...filters,
          ...(status !== undefined && { isReadByAdmin: status === 'read' }),
        })}
        queue={({ status }) => (status === 'unread' ? QUEUE : null)}
        above={({ call }) => (
          <StatStrip
            areShort
            stats={[
              { label: t('Total'), value: countOf(call, ({ data }) => data.stats.total) },
              { label: t('Unread'), value: countOf(call, ({ data }) => data.stats.unread) },
              { label: t('Read'), value: countOf(call, ({ data }) => data.stats.read) },
            ]}
          />
        )}
        draw={(shown, { caption }) => (
          <Entries caption={caption}>
            {shown.map((feedback) => (
              <FeedbackEntry key={feedback.id} feedback={feedback} onRead={() => setReading(feedback)} />
            ))}
          </Entries>
        )}
        skeleton={<EntriesSkeleton />}
        caption={(isQueue) => (isQueue ? t('Feedback, the oldest first') : t('Feedback, the latest first'))}
        counted={(count) => t('{count, plural, one {# new feedback} other {# new feedbacks}}', { count })}
        pages={Steps}
        empty={{
          title: t('No feedback found'),
          icon: IconMessage2,
          hint: t('What players write appears here.'),
          filtered: ({ search: text }) =>
            text === '' ? t('None is read yet.') : t('Nothing matches “{text}”.', { text }),
          done: {
            hint: t('Every feedback is read.'),
            button: t('Show all feedback'),
            change: { status: '' },
          },
        }}
      />
      {reading && <MarkAsRead feedback={reading} onClose={() => setReading(null)} />}
    </>
  )
}

/** From page to page of the feedback, one step at a time (specification 2 §2). Other lists have PageNav. */
function Steps({ page, limit = 10, total, done, isOutdated, onGo }: Pages) {
  const first = (page - 1) * limit + 1
  const last = Math.min(page * limit, total)
  if (first > total) return null
  return (
    <PagesFoot
      shown={
        !isOutdated && t('Showing {first, number}-{last, number} of {total, number}', { first, last, total })
      }
      done={done}
    >
      <Group component="nav" gap={8} aria-label={t('Pages')}>
        <Button variant="default" disabled={page <= 1} onClick={() => onGo(page - 1)}>
          {t('Previous')}
        </Button>
        <Button variant="default" disabled={last >= total} onClick={() => onGo(page + 1)}>
          {t('Next')}
        </Button>
      </Group>
    </PagesFoot>
  )
}
