/** A push notification as it is typed: to whom, its words, what is wrong with it, and how it is sent. */
import { type Answer, type api, TITLE_MAX, t, wrongInDescription, wrongInTitle } from '@munim/contract'
import type { NotificationType } from '../../push/reach.ts'

/** The tabs, by their words in the address. */
export const KINDS = ['single', 'broadcast', 'multiple'] as const
export type Kind = (typeof KINDS)[number]

/** So long a success is told here (specification 2 §1), in milliseconds. */
export const TOLD_MS = 5000

export interface Draft {
  readonly userId: string
  readonly userIds: string
  readonly title: string
  readonly description: string
  readonly notificationType: NotificationType
}
export const EMPTY: Draft = {
  userId: '',
  userIds: '',
  title: '',
  description: '',
  notificationType: 'personal',
}

const ID = /^[1-9]\d{0,14}$/

/** The ids in a text, each once, and what in it is none. They are separated by commas; a pasted column has lines. */
export function readUserIds(text: string): {
  readonly ids: readonly number[]
  readonly dropped: readonly string[]
} {
  const parts = text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return {
    ids: [...new Set(parts.filter((part) => ID.test(part)).map(Number))],
    dropped: parts.filter((part) => !ID.test(part)),
  }
}

/** The text with one id more at its end; unchanged where it is in it. */
export const withUserId = (text: string, id: number): string => {
  const { ids } = readUserIds(text)
  const begun = text.trim().replace(/[\s,]+$/, '')
  return ids.includes(id) ? text : begun === '' ? `${id}` : `${begun}, ${id}`
}

export const withoutUserId = (text: string, id: number): string =>
  text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== String(id))
    .join(', ')

/** The id in the field User ID; null where it is none. */
export const readUserId = (text: string): number | null => (ID.test(text.trim()) ? Number(text.trim()) : null)

export type Wrong = { readonly [K in 'userId' | 'userIds' | 'title' | 'description']?: string | undefined }

/** A sentence that names two fields is shown at the first of them that is missing. */
export function wrongIn(kind: Kind, draft: Draft): Wrong {
  const title = draft.title.trim()
  const long = {
    title: title.length > TITLE_MAX ? wrongInTitle(title) : undefined,
    description: wrongInDescription(draft.description.trim()),
  }
  switch (kind) {
    case 'single': {
      const missing = t('User ID and title are required')
      if (readUserId(draft.userId) === null) return { ...long, userId: missing }
      return title === '' ? { ...long, title: missing } : long
    }
    case 'broadcast':
      return title === '' ? { ...long, title: t('Title is required') } : long
    case 'multiple': {
      const missing = t('User IDs and title are required')
      if (draft.userIds.trim() === '') return { ...long, userIds: missing }
      if (title === '') return { ...long, title: missing }
      const hasIds = readUserIds(draft.userIds).ids.length > 0
      return hasIds ? long : { ...long, userIds: t('Please provide valid user IDs') }
    }
    default:
      return kind satisfies never
  }
}

export const isFine = (wrong: Wrong): boolean =>
  Object.values(wrong).every((sentence) => sentence === undefined)

/** As it is sent, to its kind of receivers. */
export function bodyOf(kind: Kind, draft: Draft) {
  const { notificationType } = draft
  const words = { title: draft.title.trim(), description: draft.description.trim(), notificationType }
  switch (kind) {
    case 'single':
      return { ...words, userId: readUserId(draft.userId)! }
    case 'broadcast':
      return words
    case 'multiple':
      return { ...words, userIds: [...readUserIds(draft.userIds).ids] }
    default:
      return kind satisfies never
  }
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
        { ...values, requested: requested_users },
      )
}
