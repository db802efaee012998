/** A notice to all players: what it is made of, and what is wrong with one that is typed. */
import { type Answer, type api, wrongInDescription, wrongInTitle } from '@munim/contract'
import type { Shape } from '../../api/list.ts'

export type Notice = Answer<typeof api.notifications.send>['data']

export const SHAPE: Shape<Answer<typeof api.notifications.list>, Notice> = {
  rows: ({ data }) => ({ data: data.notifications, total: data.total }),
  withRows: (list, notifications) => ({ data: { ...list.data, notifications: [...notifications] } }),
}

export const EMPTY = { title: '', description: '' }
export type Draft = Readonly<typeof EMPTY>

/** A notice that was sent, and what is typed in its place. */
export interface Editing {
  readonly notice: Notice
  readonly draft: Draft
}

export const isChanged = (editing: Editing | null): boolean =>
  editing !== null &&
  (editing.draft.title !== editing.notice.title || editing.draft.description !== editing.notice.description)

export type Wrong = { readonly [K in keyof Draft]?: string | undefined }

/** As it is sent. */
export const trimmed = ({ title, description }: Draft): Draft => ({
  title: title.trim(),
  description: description.trim(),
})

export function wrongInNew(draft: Draft): Wrong {
  const { title, description } = trimmed(draft)
  return { title: wrongInTitle(title), description: wrongInDescription(description) }
}

/** An edit asks for a title of three characters and no more (specification 2 §5). */
export const wrongInEdit = (draft: Draft): Wrong => ({
  title: wrongInTitle(trimmed(draft).title, Number.POSITIVE_INFINITY),
})

export const isFine = (wrong: Wrong): boolean => !wrong.title && !wrong.description

const SHORT = 150

/** The beginning of a long description, cut between two words where there are some; null where all of it is short enough. */
export function beginningOf(description: string): string | null {
  const characters = [...description]
  if (characters.length <= SHORT) return null
  const cut = characters.slice(0, SHORT).join('')
  const lastBlank = cut.search(/\s\S*$/)
  return `${(lastBlank > 0 ? cut.slice(0, lastBlank) : cut).trimEnd()}…`
}
