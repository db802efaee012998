/** Push messages to players' phones (specification 2 §2, §5, §7). Notices inside the app are notifications.ts. */
import { z } from 'zod'
import { t } from './catalogue.ts'
import { dataOf, endpoint, listOf, reads, writes } from './endpoint.ts'
import { description, TITLE_MAX } from './notifications.ts'
import * as field from './schema.ts'

const USER_AND_TITLE = 'User ID and title are required'
const USER_IDS_AND_TITLE = 'User IDs and title are required'
const NO_USER_IDS = 'Please provide valid user IDs'
export const PUSH_TO_AT_MOST = 10_000

/** personal obeys the player's personal_notification, result their result_notification. */
const notificationType = z.enum(['personal', 'result'])

/** Bounded like a notice's, so that in any script it fits into the 4,096 bytes of a push. */
const titled = (missing: string) =>
  field
    .line(field.required(1000, missing))
    .max(TITLE_MAX, { error: () => t('Title must be less than {most} characters', { most: TITLE_MAX }) })
const userIds = (missing: string) =>
  z
    .array(field.id(NO_USER_IDS), { error: ({ input }) => (input == null ? missing : NO_USER_IDS) })
    .min(1, NO_USER_IDS)
    .max(PUSH_TO_AT_MOST, {
      error: () => t('At most {most} users can be named at once', { most: PUSH_TO_AT_MOST }),
    })
const words = { description, notificationType: notificationType.default('personal') }

const connection = field.named(
  'PushConnection',
  'none: no credentials, messages are kept. ready: the last answer of FCM was a good one, or none ' +
    'came yet. failing: FCM refuses or cannot be reached; what waits is tried again. `message` is the ' +
    'sentence to show.',
  { state: z.enum(['none', 'ready', 'failing']), message: z.string(), since: field.instant.nullable() },
)

/**
 * kept: waits for a connection. waiting: not begun. sending. done: nothing waits any more.
 * stopped: by an administrator, or because its result was reverted.
 */
const state = z.enum(['kept', 'waiting', 'sending', 'done', 'stopped'])

/** Counts are devices, a player has one: accepted = waiting + sent + failed + dead + unknown + dropped. */
const counts = {
  accepted: z.int(),
  waiting: z.int().describe('Not tried yet, or on its way'),
  sent: z.int().describe('Taken by FCM for delivery'),
  failed: z.int().describe('Refused by FCM for good; the device keeps its token'),
  dead: z.int().describe('The token is no longer valid and was removed'),
  unknown: z
    .int()
    .describe('No answer came, or the server died meanwhile: perhaps delivered, so never sent again'),
  dropped: z.int().describe('Not sent any more: too old, stopped, or the player is gone or wants none'),
}

const message = field.named(
  'PushMessage',
  'A push message and how far it has come; counts are devices, and a player has one',
  {
    id: z.int(),
    title: z.string(),
    description: z.string(),
    notificationType,
    audience: z.enum(['user', 'users', 'all', 'result']).describe('result: written by a declaration'),
    user: z.object({ id: z.int(), user_name: z.string() }).nullable().describe('The one player of `user`'),
    state,
    ...counts,
    perSecond: z.number().describe('Devices a second since it was begun; 0 before'),
    secondsLeft: z.int().nullable().describe('At that pace; null where nothing waits or nothing moves'),
    createdAt: field.instant,
    expiresAt: field.instant.describe('What still waits then is dropped'),
    startedAt: field.instant.nullable(),
    finishedAt: field.instant.nullable(),
  },
)

const sent = { id: z.int(), notifications_sent: z.int(), state }
const SEND_FAILED = 'Failed to send push notification'

export const stats = endpoint({
  ...reads('list'),
  path: '/admin/pushNotification/getStats',
  description:
    'Counts whom a push message would reach, and says how the push service answers. Players who are not ' +
    'deleted are counted; `with_fcm_token` are those who have a device.',
  answer: dataOf({
    users: z.object({
      total: z.int(),
      with_fcm_token: z.int(),
      personal_notifications_enabled: z.int(),
      result_notifications_enabled: z.int(),
    }),
    connection,
  }),
  failed: 'Failed to fetch statistics. Please try again.',
})

export const sendToUser = endpoint({
  ...writes('messages', 'entered'),
  path: '/admin/pushNotification/sendToUser',
  description:
    'Sends a push message to one player. It is refused (409) where the player has no device or has ' +
    'switched this kind off.',
  body: z.object({ userId: field.id(USER_AND_TITLE), title: titled(USER_AND_TITLE), ...words }),
  answer: z.object({ data: z.object(sent) }),
  failed: SEND_FAILED,
  refusals: [404, 409],
})

export const sendToAll = endpoint({
  ...writes('messages', 'entered'),
  path: '/admin/pushNotification/sendToAllUsers',
  description:
    'Sends a push message to every player with a device and the matching preference. Their number is the ' +
    'answer; the sending goes on behind it.',
  body: z.object({ title: titled('Title is required'), ...words }),
  answer: z.object({ data: z.object(sent) }),
  failed: SEND_FAILED,
})

export const sendToMany = endpoint({
  ...writes('messages', 'entered'),
  path: '/admin/pushNotification/sendToMultipleUsers',
  description:
    'Sends a push message to those of these players who have a device and the matching preference. An id ' +
    'counts once.',
  body: z.object({ userIds: userIds(USER_IDS_AND_TITLE), title: titled(USER_IDS_AND_TITLE), ...words }),
  answer: dataOf({ ...sent, requested_users: z.int() }),
  failed: SEND_FAILED,
})

export const list = endpoint({
  ...reads('list'),
  path: '/admin/pushNotification/getMessages',
  description: 'Lists the push messages that were sent, the newest first.',
  body: field.page,
  answer: listOf(message),
  failed: 'Failed to fetch push notifications',
})

/** So many are told by name. */
export const RECEIVERS_SHOWN = 20

export const receivers = endpoint({
  ...reads('list'),
  path: '/admin/pushNotification/getReceivers',
  description:
    'Tells whom a push message to these users would reach, before it is sent, and which of the ids are of no user. An id ' +
    'counts once.',
  body: z.object({ userIds: userIds(NO_USER_IDS), notificationType: notificationType.default('personal') }),
  answer: dataOf({
    users: z
      .array(
        field.named('PushReceiver', 'A user who is named, and whether a message reaches them', {
          ...field.playerName,
          hasDevice: z.boolean(),
          isWanted: z.boolean().describe('The user has this kind of notifications on'),
        }),
      )
      .describe(`The first ${RECEIVERS_SHOWN}, in the order in which they are named`),
    found: z.int(),
    reached: z.int().describe('Those who have a device and want this kind'),
    unknown: z.array(z.int()).describe('The ids of no user'),
  }),
  failed: 'Failed to fetch who receives it',
})

const messageId = field.id('Message ID is missing')

export const progress = endpoint({
  ...reads('list'),
  path: '/admin/pushNotification/getProgress',
  description: 'Tells how far one push message has come. It is made to be asked every second or two.',
  body: z.object({ id: messageId }),
  answer: z.object({ data: message }),
  failed: 'Failed to fetch push notifications',
  refusals: [404],
})

export const stop = endpoint({
  ...writes('messages', 'entered'),
  path: '/admin/pushNotification/stopMessage',
  description:
    'Sends nothing more of a push message. What is on its way arrives. It is refused (409) where nothing ' +
    'waits any more.',
  body: z.object({ id: messageId }),
  answer: z.object({ data: message }),
  failed: 'Failed to stop the push notification',
  refusals: [404, 409],
})
