/** Notices that every player sees in the app (specification 2 §2, §5, §7). Push messages are push.ts. */
import { z } from 'zod'
import { t } from './catalogue.ts'
import { dataOf, endpoint, reads, writes } from './endpoint.ts'
import * as field from './schema.ts'

const TITLE_MIN = 3
export const TITLE_MAX = 100
export const DESCRIPTION_MAX = 500

export const notification = field.named('Notification', 'A notice to all players', {
  id: z.int(),
  title: z.string(),
  description: z.string(),
  createdAt: field.instant,
})

const NO_TITLE = 'Title is required'
const SHORT_TITLE = 'Title must be at least 3 characters'
const LONG_TITLE = 'Title must be less than 100 characters'
const LONG_DESCRIPTION = 'Description must be less than 500 characters'

const title = field.line(field.required(1000, NO_TITLE)).min(TITLE_MIN, SHORT_TITLE)
const boundedTitle = title.max(TITLE_MAX, LONG_TITLE)
export const description = field.text(10_000).trim().max(DESCRIPTION_MAX, LONG_DESCRIPTION).optional()

/** What is wrong with a title that is cut of its blanks; undefined where nothing is. An edit has no upper bound. */
export function wrongInTitle(text: string, most = TITLE_MAX): string | undefined {
  if (text === '') return t(NO_TITLE)
  if (text.length < TITLE_MIN) return t(SHORT_TITLE)
  return text.length > most ? t(LONG_TITLE) : undefined
}

export function wrongInDescription(text: string): string | undefined {
  return text.length > DESCRIPTION_MAX ? t(LONG_DESCRIPTION) : undefined
}

const notificationId = field.id('Notification ID is missing')

export const list = endpoint({
  ...reads('list'),
  path: '/admin/notifications/getNotifications',
  description:
    'Lists the notices that every player sees in the app. `search` finds title, description or date ' +
    '(2026-11-20, 20/11/2026, 20 November, as printed). The counts are of the Indian day and the last seven.',
  body: field.page.extend({ search: field.search }),
  answer: dataOf({
    notifications: z.array(notification),
    total: z.int(),
    totalPages: z.int(),
    today: z.int(),
    lastSevenDays: z.int(),
  }),
  failed: 'Failed to fetch notifications. Please try again.',
  takesFlag: true,
})

export const send = endpoint({
  ...writes('messages', 'entered'),
  path: '/admin/notification/sendNotifications',
  description: "Publishes a notice to every player's app.",
  body: z.object({ title: boundedTitle, description }),
  answer: z.object({ data: notification }),
  failed: 'Failed to send notification',
  takesFlag: true,
})

export const update = endpoint({
  ...writes('messages', 'entered'),
  path: '/admin/notifications/updateNotification',
  description:
    'Changes a notice. A title needs three characters here and may be longer than a new one (specification 2 §5). ' +
    'With `basedOn`, its words as they were when the change was made, others given since are not replaced: 409.',
  body: z.object({
    id: notificationId,
    title,
    description: field.text(10_000).trim().optional(),
    basedOn: z.object({ title: z.string(), description: z.string() }).partial().optional(),
  }),
  answer: z.object({ data: notification }),
  failed: 'Failed to update notification',
  takesFlag: true,
  refusals: [404, 409],
})

export const remove = endpoint({
  ...writes('messages', 'entered'),
  path: '/admin/notifications/deleteNotification',
  description: 'Deletes a notice.',
  body: z.object({ id: notificationId }),
  failed: 'Failed to delete notification',
  takesFlag: true,
  refusals: [404],
})
