/** What was sent and how far it has come: asked again every two seconds while something is on its way, and only then. */
import { Button } from '@mantine/core'
import { type Answer, api } from '@munim/contract'
import { IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import type { Column, Place } from '../../widgets/column.ts'
import { count } from '../../widgets/money.tsx'
import { tellDone, tellFailed } from '../../widgets/notice.tsx'
import { PageNav } from '../../widgets/page-nav.tsx'
import { Records } from '../../widgets/records.tsx'
import { type Meaning, Status } from '../../widgets/status.tsx'
import { lengthInWords } from '../../widgets/times.ts'
import { When } from '../../widgets/when.tsx'
import styles from './messages.module.css'

type Message = Answer<typeof api.push.list>['data'][number]

const LIMIT = 10
const POLL_MS = 2000

interface Props {
  readonly page: number
  readonly onGo: (page: number) => void
}

export function Messages({ page, onGo }: Props) {
  const messages = useCall(api.push.list, { page, limit: LIMIT })
  const isRunning = messages.state === 'ready' && messages.answer.data.some(isOnItsWay)
  useRefresh(POLL_MS, () => isRunning && messages.retry())
  return (
    <section aria-labelledby="sent-so-far" className={styles.sent}>
      <h2 id="sent-so-far" className={styles.heading}>
        Sent so far
      </h2>
      <Records
        call={messages}
        rows={({ data }) => data}
        keyOf={({ id }) => id}
        columns={columns}
        caption="Push notifications, the latest first"
        empty={{
          title: 'No push notifications found',
          icon: IconSend,
          hint: 'What you send appears here with its progress.',
        }}
      />
      {messages.state === 'ready' && (
        <PageNav
          page={page}
          {...messages.answer}
          limit={LIMIT}
          isOutdated={messages.outdated !== null}
          onGo={onGo}
        />
      )}
    </section>
  )
}

const isOnItsWay = ({ state }: Message): boolean => state === 'waiting' || state === 'sending'

const columns: readonly Column<Message>[] = [
  {
    title: 'Date',
    cell: ({ createdAt }) => <When at={createdAt} as="short" />,
    tone: 'soft',
    card: 'asideSub',
  },
  { title: 'Message', cell: (message) => <Words of={message} />, isRowHeader: true, card: 'title' },
  { title: 'To', cell: (message) => <Audience of={message} />, card: 'sub' },
  { title: 'Status', cell: (message) => <Progress of={message} />, card: 'state' },
  { title: 'Sent', cell: ({ sent, accepted }) => `${count(sent)} of ${count(accepted)}`, align: 'right' },
  { title: 'Not sent', cell: (message) => <NotSent of={message} />, align: 'right' },
  {
    title: 'Actions',
    hidesTitle: true,
    cell: (message, place) => <Stop message={message} place={place} />,
    align: 'right',
    card: 'action',
  },
]

interface OfMessage {
  readonly of: Message
}

function Words({ of: { title, description } }: OfMessage) {
  return (
    <>
      <span className={styles.title}>{title}</span>
      {description !== '' && (
        <span className={styles.description} title={description}>
          {description}
        </span>
      )}
    </>
  )
}

function Audience({ of: { audience, user, accepted, notificationType } }: OfMessage) {
  const whom = {
    user: user && <Link to={`/users/details/${user.id}` as '/'}>{user.user_name}</Link>,
    users: `${count(accepted)} ${accepted === 1 ? 'user' : 'users'}`,
    all: 'All users',
    result: 'Players of a result',
  }[audience]
  return (
    <>
      <span className={styles.whom}>{whom}</span>
      <span className={styles.small}>{notificationType}</span>
    </>
  )
}

/** The word of a state; one that nobody received is bad, whatever the server calls it. */
function meaningOf({ state, sent, accepted }: Message): readonly [Meaning, string] {
  switch (state) {
    case 'kept':
      return ['waiting', 'Kept']
    case 'waiting':
      return ['waiting', 'Waiting']
    case 'sending':
      return ['running', 'Sending']
    case 'stopped':
      return ['neutral', 'Stopped']
    case 'done':
      return sent === 0 && accepted > 0 ? ['bad', 'Failed'] : ['good', 'Done']
    default:
      return state satisfies never
  }
}

function Progress({ of: message }: OfMessage) {
  const { accepted, waiting, perSecond, secondsLeft } = message
  const [is, word] = meaningOf(message)
  return (
    <>
      <Status is={is} isFilled={is === 'bad'}>
        {word}
      </Status>
      {isOnItsWay(message) && (
        <span className={styles.progress}>
          <progress
            className={styles.bar}
            value={accepted - waiting}
            max={Math.max(1, accepted)}
            aria-label={`Progress of ${message.title}`}
          />
          <span className={styles.small}>
            {Math.floor((100 * (accepted - waiting)) / Math.max(1, accepted))} %
            {perSecond > 0 && ` · ${count(Math.round(perSecond))}/s`}
            {secondsLeft !== null &&
              ` · ${secondsLeft < 60 ? `${secondsLeft} s` : lengthInWords(secondsLeft * 1000)} left`}
          </span>
        </span>
      )}
    </>
  )
}

/** How many, and why. */
function NotSent({ of: { failed, dead, unknown, dropped } }: OfMessage) {
  const total = failed + dead + unknown + dropped
  if (total === 0) return <span className={styles.none}>–</span>
  const reasons = [
    [failed, 'failed'],
    [dead, 'invalid token'],
    [unknown, 'perhaps delivered'],
    [dropped, 'dropped'],
  ] as const
  return (
    <>
      {count(total)}
      <span className={styles.reasons}>
        {reasons
          .filter(([many]) => many > 0)
          .map(([many, why]) => `${count(many)} ${why}`)
          .join(', ')}
      </span>
    </>
  )
}

/** Sends nothing more of it. */
function Stop({ message, place }: { readonly message: Message; readonly place: Place }) {
  const stopping = useAction(api.push.stop, {
    refreshes: [api.push.list],
    onDone: () => tellDone('Push notification stopped'),
    onFailed: tellFailed,
  })
  if (message.state === 'done' || message.state === 'stopped') return null
  return (
    <Button
      variant={place === 'card' ? 'default' : 'subtle'}
      {...(place === 'card' ? { flex: 1 } : { px: 9, color: 'red' })}
      loading={stopping.isPending}
      onClick={() => void stopping.run({ id: message.id })}
    >
      Stop
    </Button>
  )
}
