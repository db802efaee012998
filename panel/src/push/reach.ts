/** Whom a push notification reaches: at most, before it is sent, and what became of it. */
import { type Answer, type api, t } from '@munim/contract'

export type NotificationType = 'personal' | 'result'

/** How many players there are, and how many a message of each type can reach. */
export type Users = Answer<typeof api.push.stats>['data']['users']

/** How many a broadcast can reach at most. Who has both is counted when it is sent. */
export function reachOf(users: Users, type: NotificationType): number {
  const enabled =
    type === 'personal' ? users.personal_notifications_enabled : users.result_notifications_enabled
  return Math.min(users.with_fcm_token, enabled)
}

export type Sent = Answer<typeof api.push.sendToUser>['data'] & { readonly requested_users?: number }

/** Who was asked for and has no device, or wants none of it, gets none. */
export function sentInWords({ notifications_sent, requested_users, state }: Sent): string {
  const isAll = requested_users === undefined || requested_users === notifications_sent
  const values = { sent: notifications_sent }
  if (state === 'kept') {
    return isAll
      ? t(
          'Push notification kept for {sent, plural, one {# user} other {# users}}, until push is connected',
          values,
        )
      : t(
          'Push notification kept for {sent, plural, one {# user} other {# users}} of {requested, number} requested, until push is connected',
          { ...values, requested: requested_users },
        )
  }
  return isAll
    ? t('Push notification sent to {sent, plural, one {# user} other {# users}}', values)
    : t(
        'Push notification sent to {sent, plural, one {# user} other {# users}} of {requested, number} requested',
        {
          ...values,
          requested: requested_users,
        },
      )
}
