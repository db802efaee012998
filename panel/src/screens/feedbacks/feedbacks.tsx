/** What players write to the house: searched, filtered, read and answered. */
import { Button, Group } from '@mantine/core'
import { api, COMMENT_MAX, COMMENT_MIN, t, wrongInComment } from '@munim/contract'
import { IconMessage2 } from '@tabler/icons-react'
import { useState } from 'react'
import { ListScreen } from '../../lists/list-screen.tsx'
import { Allowed } from '../../widgets/allowed.tsx'
import { CountedField } from '../../widgets/counted-field.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { Entries, EntriesSkeleton, Entry, EntryNote } from '../../widgets/entries.tsx'
import { choices, search } from '../../widgets/filters.tsx'
import { Link } from '../../widgets/link.tsx'
import { Mobile } from '../../widgets/mobile.tsx'
import { tellFailed } from '../../widgets/notice.tsx'
import { byOneClick } from '../../widgets/one-click.ts'
import { type Pages, PagesFoot } from '../../widgets/page-nav.tsx'
import { showWrong } from '../../widgets/show-wrong.ts'
import { countOf, StatStrip } from '../../widgets/stat-strip.tsx'
import { Status } from '../../widgets/status.tsx'
import { When } from '../../widgets/when.tsx'
import { type Feedback, QUEUE, SHAPE, useMarking } from './feedback.ts'
import styles from './feedbacks.module.css'

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
        <Button disabled={page <= 1} onClick={() => onGo(page - 1)}>
          {t('Previous')}
        </Button>
        <Button disabled={last >= total} onClick={() => onGo(page + 1)}>
          {t('Next')}
        </Button>
      </Group>
    </PagesFoot>
  )
}

interface MarkProps {
  readonly feedback: Feedback
  readonly onClose: () => void
}

/** Marks a feedback read, with a response if there is one to give. */
function MarkAsRead({ feedback, onClose }: MarkProps) {
  const [typed, setTyped] = useState('')
  const [hasTried, setTried] = useState(false)
  /** The response that is replaced; undefined: whichever there is by now, as that was told. */
  const [basedOn, setBasedOn] = useState<string | undefined>(feedback.adminComment)
  const marking = useMarking({
    onDone: onClose,
    onFailed: (_, { fields }) => {
      if (fields.basedOn !== undefined) setBasedOn(undefined)
    },
  })
  const comment = typed.trim()
  const wrong = wrongInComment(comment)

  function mark() {
    if (wrong) return showWrong(() => setTried(true))
    void marking.run({
      id: feedback.id,
      isReadByAdmin: true,
      ...(comment !== '' && { adminComment: comment, basedOn }),
    })
  }
  return (
    <Dialog
      title={t('Mark as Read & Add Response')}
      line={
        <>
          {feedback.User.user_name} · <When at={feedback.createdAt} />
        </>
      }
      act={t('Mark as Read')}
      doing={marking}
      onAct={mark}
      onClose={onClose}
    >
      <p className={`mu-sunken mu-wraps mu-written mu-plain ${styles.feedback}`}>{feedback.feedback}</p>
      <CountedField
        label={feedback.adminComment === '' ? t('Response (optional)') : t('Another response (optional)')}
        rows={4}
        most={COMMENT_MAX}
        value={typed}
        onType={setTyped}
        // One is not told of ten characters while typing the first nine.
        error={hasTried || comment.length >= COMMENT_MIN ? wrong : undefined}
        isFirst
      />
    </Dialog>
  )
}

interface EntryProps {
  readonly feedback: Feedback
  /** Opens the dialog that marks it read. */
  readonly onRead: () => void
}

/** One feedback of the list: who wrote it, what, what was answered, and the way to read and back to unread. */
function FeedbackEntry({ feedback, onRead }: EntryProps) {
  const { id, User, isReadByAdmin, adminComment, createdAt } = feedback
  const marking = useMarking({ onFailed: tellFailed })
  return (
    <Entry
      title={<Writer of={User} />}
      beside={
        !isReadByAdmin && (
          <Status is="waiting" isFilled>
            {t('New')}
          </Status>
        )
      }
      aside={<When at={createdAt} />}
      actions={
        <Allowed to={api.feedbacks.update}>
          {/* One button whichever way it goes, and never disabled, so that it keeps the focus. */}
          <Button
            variant={isReadByAdmin ? 'subtle' : 'light'}
            {...(isReadByAdmin && { color: 'gray' })}
            px={9}
            aria-busy={marking.isPending}
            onClick={byOneClick(() =>
              isReadByAdmin ? void marking.run({ id, isReadByAdmin: false }) : onRead(),
            )}
          >
            {isReadByAdmin ? t('Mark as Unread') : t('Mark as Read & Add Response')}
          </Button>
        </Allowed>
      }
    >
      <p className="mu-written">{feedback.feedback}</p>
      {adminComment !== '' && <EntryNote by={t('Response')}>{adminComment}</EntryNote>}
    </Entry>
  )
}

/** The words of a deleted player stay, without the person: there is no record to go to. */
function Writer({ of: { id, user_name, mobile } }: { readonly of: Feedback['User'] }) {
  if (mobile === '') return user_name
  return (
    <>
      <Link to={`/users/details/${id}`} className="mu-thumb">
        {user_name}
      </Link>
      <span className="mu-note mu-regular mu-after-8">
        <Mobile digits={mobile} />
      </span>
    </>
  )
}
