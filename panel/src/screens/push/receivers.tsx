/** Who will receive what is typed, as far as can be told before it is sent. */
import { useDebouncedValue } from '@mantine/hooks'
import { api, t } from '@munim/contract'
import { useCall } from '../../api/use-call.ts'
import { Mobile } from '../../widgets/mobile.tsx'
import {
  type Draft,
  type Kind,
  type NotificationType,
  reachOf,
  readUserId,
  readUserIds,
  type Users,
} from './draft.ts'
import styles from './receivers.module.css'

interface Props {
  readonly kind: Kind
  readonly draft: Draft
  readonly users: Users | null
}

export function Receivers({ kind, draft, users }: Props) {
  switch (kind) {
    case 'single':
      return <One userId={readUserId(draft.userId)} type={draft.notificationType} />
    case 'broadcast':
      return <All users={users} type={draft.notificationType} />
    case 'multiple':
      return <Some userIds={draft.userIds} type={draft.notificationType} />
    default:
      return kind satisfies never
  }
}

const TYPED_MS = 300

/** The player of the id that is typed, so that nobody writes to a stranger. */
function One({ userId, type }: { readonly userId: number | null; readonly type: NotificationType }) {
  const [id] = useDebouncedValue(userId, TYPED_MS)
  const user = useCall(api.users.get, { id: id ?? 0 }, id !== null)
  if (userId === null) return <p className={styles.hint}>{t('Type a user ID to see whose it is.')}</p>
  // While the id changes the answer is still the one before it.
  if (user.state === 'loading' || id !== userId) return <p className={styles.hint}>{t('Looking …')}</p>
  if (user.state === 'failed' || user.outdated !== null) {
    const message = user.state === 'failed' ? user.message : user.outdated?.message
    return <p className={styles.warning}>{message}</p>
  }
  const { data } = user.answer
  if (data.id !== userId) return <p className={styles.hint}>{t('Looking …')}</p>
  const isWanted = type === 'personal' ? data.personal_notification : data.result_notification
  return (
    <>
      <p className={styles.name}>{data.user_name}</p>
      <p className={styles.hint}>
        <Mobile digits={data.mobile} />
      </p>
      {data.fcm === '' && <p className={styles.warning}>{t('Has no push token, so nothing can be sent.')}</p>}
      {!isWanted && (
        <p className={styles.warning}>
          {t('Has switched {type, select, personal {personal} other {result}} notifications off.', { type })}
        </p>
      )}
    </>
  )
}

function All({ users, type }: { readonly users: Users | null; readonly type: NotificationType }) {
  return (
    <>
      <p className={styles.name}>
        {users === null ? '–' : t('At most {most, number} players', { most: reachOf(users, type) })}
      </p>
      <p className={styles.hint}>
        {t(
          'Everybody who has a push token and wants {type, select, personal {personal} other {result}} notifications.',
          { type },
        )}
      </p>
    </>
  )
}

function Some({ userIds, type }: { readonly userIds: string; readonly type: NotificationType }) {
  const { ids, dropped } = readUserIds(userIds)
  return (
    <>
      <p className={styles.name}>
        {t('{count, plural, one {# valid ID} other {# valid IDs}}', { count: ids.length })}
      </p>
      {dropped.length > 0 && (
        <p className={styles.warning}>
          {t('{count, number} dropped: {ids}', {
            count: dropped.length,
            ids: dropped.slice(0, 5).join(', ') + (dropped.length > 5 ? ' …' : ''),
          })}
        </p>
      )}
      <p className={styles.hint}>
        {t(
          'Those of them who have a push token and want {type, select, personal {personal} other {result}} notifications.',
          { type },
        )}
      </p>
    </>
  )
}
