/** Who will receive what is typed, as far as can be told before it is sent. */
import { CloseButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Answer, api, PUSH_TO_AT_MOST, t } from '@munim/contract'
import { onlyLatest, useCall } from '../../api/use-call.ts'
import { type NotificationType, reachOf, type Users } from '../../push/reach.ts'
import { Mobile } from '../../widgets/mobile.tsx'
import { type Draft, type Kind, readUserId, readUserIds } from './draft.ts'
import styles from './receivers.module.css'

/** Below the name, or beside one of several. */
const HINT = `mu-small mu-wraps ${styles.line}`
const WARNING = `mu-fine mu-amber mu-medium mu-wraps ${styles.line}`

interface Props {
  readonly kind: Kind
  readonly draft: Draft
  readonly users: Users | null
  /** Takes one of several out again. */
  readonly onDrop: (id: number) => void
}

export function Receivers({ kind, draft, users, onDrop }: Props) {
  switch (kind) {
    case 'single':
      return <One userId={readUserId(draft.userId)} type={draft.notificationType} />
    case 'broadcast':
      return <All users={users} type={draft.notificationType} />
    case 'multiple':
      return <Some userIds={draft.userIds} type={draft.notificationType} onDrop={onDrop} />
    default:
      return kind satisfies never
  }
}

const TYPED_MS = 300

/** Whom a message to these ids would reach; null until it is answered for just these. */
function useReceivers(ids: readonly number[], notificationType: NotificationType) {
  const typed = ids.join(',')
  const [asked] = useDebouncedValue(typed, TYPED_MS)
  const userIds = asked === '' ? [] : asked.split(',').map(Number)
  const isWanted = userIds.length > 0 && userIds.length <= PUSH_TO_AT_MOST
  const call = onlyLatest(useCall(api.push.receivers, { userIds, notificationType }, isWanted))
  return asked === typed && call.state !== 'loading' ? call : null
}

/** The player of the id that is typed, so that no message goes to a wrong one. */
function One({ userId, type }: { readonly userId: number | null; readonly type: NotificationType }) {
  const call = useReceivers(userId === null ? [] : [userId], type)
  if (userId === null)
    return <p className={HINT}>{t('Find a player or type a user ID to see whose it is.')}</p>
  if (call === null) return <p className={HINT}>{t('Looking …')}</p>
  if (call.state === 'failed') return <p className={WARNING}>{call.message}</p>
  const [user] = call.answer.data.users
  if (user === undefined) return <p className={WARNING}>{t('User not found')}</p>
  return (
    <>
      <p className="mu-strong mu-wraps">{user.user_name}</p>
      <p className={HINT}>
        <Mobile digits={user.mobile} />
      </p>
      {!user.hasDevice && <p className={WARNING}>{t('Has no push token, so nothing can be sent.')}</p>}
      {!user.isWanted && (
        <p className={WARNING}>
          {t('Has switched {type, select, personal {personal} other {result}} notifications off.', { type })}
        </p>
      )}
    </>
  )
}

function All({ users, type }: { readonly users: Users | null; readonly type: NotificationType }) {
  return (
    <>
      <p className="mu-strong mu-wraps">
        {users === null ? '–' : t('At most {most, number} players', { most: reachOf(users, type) })}
      </p>
      <p className={HINT}>
        {t(
          'Everybody who has a push token and wants {type, select, personal {personal} other {result}} notifications.',
          { type },
        )}
      </p>
    </>
  )
}

interface SomeProps {
  readonly userIds: string
  readonly type: NotificationType
  readonly onDrop: (id: number) => void
}

function Some({ userIds, type, onDrop }: SomeProps) {
  const { ids, dropped } = readUserIds(userIds)
  const call = useReceivers(ids, type)
  return (
    <>
      <p className="mu-strong mu-wraps">
        {t('{count, plural, one {# valid ID} other {# valid IDs}}', { count: ids.length })}
      </p>
      {dropped.length > 0 && (
        <p className={WARNING}>
          {t('{count, number} dropped: {ids}', { count: dropped.length, ids: someOf(dropped) })}
        </p>
      )}
      {call?.state === 'failed' && <p className={WARNING}>{call.message}</p>}
      {call?.state === 'ready' && ids.length > 0 && (
        <Reached of={call.answer.data} type={type} onDrop={onDrop} />
      )}
      <p className={HINT}>
        {t(
          'Those of them who have a push token and want {type, select, personal {personal} other {result}} notifications.',
          { type },
        )}
      </p>
    </>
  )
}

const NAMED = 5
const someOf = (ids: readonly (string | number)[]): string =>
  ids.slice(0, NAMED).join(', ') + (ids.length > NAMED ? ' …' : '')

interface ReachedProps extends Omit<SomeProps, 'userIds'> {
  readonly of: Answer<typeof api.push.receivers>['data']
}

/** Who they are, and who of them gets nothing. */
function Reached({ of: { users, found, reached, unknown }, type, onDrop }: ReachedProps) {
  return (
    <>
      {unknown.length > 0 && (
        <p className={WARNING}>
          {t('{count, plural, one {No user has the ID {ids}} other {No users have the IDs {ids}}}', {
            count: unknown.length,
            ids: someOf(unknown),
          })}
        </p>
      )}
      <p className={HINT}>{t('{reached, number} of {found, number} can be reached', { reached, found })}</p>
      <ul className={styles.users} aria-label={t('Chosen users')}>
        {users.map(({ id, user_name, hasDevice, isWanted }) => (
          <li key={id} className="mu-row mu-ends mu-gap-8">
            <span className={`mu-wraps mu-shrinks ${styles.user}`}>
              {user_name} #{id}
              {!hasDevice && <span className={WARNING}>{t('no push token')}</span>}
              {hasDevice && !isWanted && (
                <span className={WARNING}>
                  {t('{type, select, personal {personal} other {result}} notifications off', { type })}
                </span>
              )}
            </span>
            <CloseButton
              size="sm"
              aria-label={t('Leave out {name}', { name: user_name })}
              onClick={() => onDrop(id)}
            />
          </li>
        ))}
      </ul>
      {found > users.length && (
        <p className={HINT}>{t('and {count, number} more', { count: found - users.length })}</p>
      )}
    </>
  )
}
