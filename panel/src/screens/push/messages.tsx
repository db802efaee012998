/** What was sent and how far it has come: asked again every two seconds while something is on its way, and only then. */
import { Button } from '@mantine/core'
import { type Answer, api, t } from '@munim/contract'
import { IconSend } from '@tabler/icons-react'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { LIMIT, ListRows } from '../../lists/list-rows.tsx'
import { Allowed } from '../../widgets/allowed.tsx'
import { ACTIONS, type Column, type Place } from '../../widgets/column.ts'
import { Link } from '../../widgets/link.tsx'
import { count } from '../../widgets/money.tsx'
import { tellDone, tellFailed } from '../../widgets/notice.tsx'
import { type Meaning, Status } from '../../widgets/status.tsx'
import { lengthInWords } from '../../widgets/times.ts'
import { When } from '../../widgets/when.tsx'
import { TOLD_MS } from './draft.ts'
import styles from './messages.module.css'

type Message = Answer<typeof api.push.list>['data'][number]

const POLL_MS = 2000

export function Messages({ page, onGo }: { readonly page: number; readonly onGo: (page: number) => void }) {
  const messages = useCall(api.push.list, { page, limit: LIMIT })
  const isRunning = messages.state === 'ready' && messages.answer.data.some(isOnItsWay)
  // Asked again while it is asked, an answer that takes longer than the interval would never come.
  useRefresh(POLL_MS, () => isRunning && !messages.isRefreshing && messages.retry())
  return (
    <section aria-labelledby="sent-so-far" className={styles.sent}>
      <h2 id="sent-so-far" className="mu-title mu-below-10">
        {t('Sent so far')}
      </h2>
      <ListRows
        call={messages}
        page={page}
        onGo={onGo}
        columns={columns}
        caption={t('Push notifications, the latest first')}
        empty={{
          title: t('No push notifications found'),
          icon: IconSend,
          hint: t('What you send appears here with its progress.'),
        }}
      />
    </section>
  )
}

const isOnItsWay = ({ state }: Message): boolean => state === 'waiting' || state === 'sending'

const columns: readonly Column<Message>[] = [
  {
    title: t('Date'),
    cell: ({ createdAt }) => <When at={createdAt} as="short" />,
    tone: 'soft',
    card: 'asideSub',
  },
  { title: t('Message'), cell: (message) => <Words of={message} />, card: 'title' },
  { title: t('To'), cell: (message) => <Audience of={message} />, card: 'sub' },
  { title: t('Status'), cell: (message) => <Progress of={message} />, card: 'state' },
  {
    title: t('Sent'),
    cell: ({ sent, accepted }) => t('{sent, number} of {accepted, number}', { sent, accepted }),
    align: 'right',
  },
  { title: t('Not sent'), cell: (message) => <NotSent of={message} />, align: 'right' },
  { ...ACTIONS, cell: (message, place) => <Stop message={message} place={place} /> },
]

interface OfMessage {
  readonly of: Message
}

function Words({ of: { title, description } }: OfMessage) {
  return (
    <>
      <span className={`mu-name mu-block mu-cut ${styles.title}`}>{title}</span>
      {description !== '' && (
        <span className={`mu-sub mu-cut ${styles.description}`} title={description}>
          {description}
        </span>
      )}
    </>
  )
}

function Audience({ of: { audience, user, accepted, notificationType } }: OfMessage) {
  const whom = {
    user: user && (
      <Link to={`/users/details/${user.id}`} className="mu-thumb">
        {user.user_name}
      </Link>
    ),
    users: t('{accepted, plural, one {# user} other {# users}}', { accepted }),
    all: t('All users'),
    result: t('Players of a result'),
  }[audience]
  return (
    <>
      <span className={`mu-block ${styles.whom}`}>{whom}</span>
      <span className="mu-sub">{t(notificationType)}</span>
    </>
  )
}

/** The word of a state; one that no player received is bad, whatever the server calls it. */
function meaningOf({ state, sent, accepted }: Message): readonly [Meaning, string] {
  switch (state) {
    case 'kept':
      return ['waiting', t('{of, select, other {Kept}}', { of: 'messages' })]
    case 'waiting':
      return ['waiting', t('Waiting')]
    case 'sending':
      return ['running', t('Sending')]
    case 'stopped':
      return ['neutral', t('Stopped')]
    case 'done':
      return sent === 0 && accepted > 0 ? ['bad', t('Failed')] : ['good', t('Done')]
    default:
      return state satisfies never
  }
}

function Progress({ of: message }: OfMessage) {
  const { accepted, waiting, perSecond, secondsLeft } = message
  const [is, word] = meaningOf(message)
  const done = accepted - waiting
  return (
    <>
      <Status is={is} isFilled={is === 'bad'}>
        {word}
      </Status>
      {isOnItsWay(message) && (
        <span className={`mu-block ${styles.progress}`}>
          <progress
            className={styles.bar}
            value={done}
            max={Math.max(1, accepted)}
            aria-label={t('Progress of {title}', { title: message.title })}
          />
          <span className="mu-sub">
            {t('{percent, number} %', { percent: Math.floor((100 * done) / Math.max(1, accepted)) })}
            {perSecond > 0 && ` · ${t('{count, number}/s', { count: Math.round(perSecond) })}`}
            {secondsLeft !== null && ` · ${leftInWords(secondsLeft)}`}
          </span>
        </span>
      )}
    </>
  )
}

function leftInWords(seconds: number): string {
  if (seconds < 60) return t('{seconds} s left', { seconds })
  return t('{time} left', { time: lengthInWords(seconds * 1000) })
}

/** How many, and why. */
function NotSent({ of: { failed, dead, unknown, dropped } }: OfMessage) {
  const total = failed + dead + unknown + dropped
  if (total === 0) return <span className="mu-soft">–</span>
  const reasons = [
    failed > 0 && t('{failed, number} failed', { failed }),
    dead > 0 && t('{dead, number} invalid token', { dead }),
    unknown > 0 && t('{unknown, number} perhaps delivered', { unknown }),
    dropped > 0 && t('{dropped, number} dropped', { dropped }),
  ]
  return (
    <>
      {count(total)}
      <span className={`mu-small mu-block mu-end mu-breaks ${styles.reasons}`}>
        {reasons.filter(Boolean).join(', ')}
      </span>
    </>
  )
}

/** Sends nothing more of it. */
function Stop({ message, place }: { readonly message: Message; readonly place: Place }) {
  const stopping = useAction(api.push.stop, {
    refreshes: [api.push.list],
    refreshesRefused: true,
    onDone: () => tellDone(t('Push notification stopped'), TOLD_MS),
    onFailed: tellFailed,
  })
  if (message.state === 'done' || message.state === 'stopped') return null
  return (
    <Allowed to={api.push.stop}>
      <Button
        variant={place === 'card' ? 'default' : 'subtle'}
        {...(place === 'card' ? {} : { px: 9, color: 'red' })}
        loading={stopping.isPending}
        onClick={() => void stopping.run({ id: message.id })}
      >
        {t('Stop')}
      </Button>
    </Allowed>
  )
}
