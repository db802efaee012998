/** Whom a push notification reaches at most. */
import type { Answer, api } from '@munim/contract'

export type NotificationType = 'personal' | 'result'

/** How many players there are, and how many a message of each type can reach. */
export type Users = Answer<typeof api.push.stats>['data']['users']

/** How many a broadcast can reach at most. Who has both is counted when it is sent. */
export function reachOf(users: Users, type: NotificationType): number {
  const enabled =
    type === 'personal' ? users.personal_notifications_enabled : users.result_notifications_enabled
  return Math.min(users.with_fcm_token, enabled)
}
