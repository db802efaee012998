/** What the users' screens share: the shapes of a player, and a change that shows at once wherever they are shown. */
import { type Answer, api, type Body, t } from '@munim/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Queue } from '../../api/queue.ts'
import { type Action, useAction } from '../../api/use-action.ts'
import { pageOf } from '../../api/use-address.ts'
import { writeAnswers } from '../../api/write-answers.ts'
import { LIMIT } from '../../lists/list-rows.tsx'
import { inWords } from '../../payments/joining.ts'
import { tellDone, tellFailed } from '../../widgets/notice.tsx'

export type UserRow = Answer<typeof api.users.list>['data'][number] & {
  /** Listed as unapproved no more, since another administrator approved or deleted them. */
  readonly hasLeft?: true
}
export type User = Answer<typeof api.users.get>['data']

/** The state of the list in its address. */
export type ListWords = Readonly<Record<'search' | 'approved' | 'order' | 'page', string>>

export function wordsOfList(found: Readonly<Record<string, string>>): ListWords {
  const { search = '', approved = '', order = '', page = '1' } = found
  return { search, approved, order: order === 'oldest' || order === 'newest' ? order : '', page }
}

export const listBody = ({ page, order, ...filters }: ListWords): Body<typeof api.users.list> => ({
  page: pageOf(page),
  limit: LIMIT,
  ...(order !== '' && { order: order as 'newest' | 'oldest' }),
  ...narrowed(filters),
})

/** The filters of the list as its calls take them. */
export function narrowed({ search, approved }: Partial<Omit<ListWords, 'page' | 'order'>>) {
  const isChosen = approved === 'true' || approved === 'false'
  return { ...(search && { search }), ...(isChosen && { isApproved: approved === 'true' }) }
}

/** Null where other than those to approve are listed. */
export const queueOf = ({ approved }: Pick<ListWords, 'approved'>): Queue<UserRow> | null =>
  approved === 'false'
    ? {
        isDone: ({ isApproved, hasLeft }) => isApproved || hasLeft === true,
        asDone: (user) => ({ ...user, hasLeft: true }),
        inWords: (done) => t('{done, number} decided', { done }),
      }
    : null

interface Words {
  readonly failed: string
  readonly done?: string
  readonly onDone?: () => void
  /** Sentences by field, where the server named fields. */
  readonly onRefused?: (fields: Readonly<Record<string, string>>) => void
}

/**
 * Changes one player. The answer is written into the lists and details that are open, which are not
 * asked again: a row stays where it is until the next page or filter.
 */
export function useUserUpdate({ failed, done, onDone, onRefused }: Words): Action<typeof api.users.update> {
  const queries = useQueryClient()
  return useAction(api.users.update, {
    failed,
    onDone: ({ data, bonuses }) => {
      writeUser(queries, data)
      const paid = inWords(bonuses, {
        joining: (amount) => t('A joining bonus of {amount} was paid.', { amount }),
        referral: (amount) => t('{amount} was paid to who brought them.', { amount }),
      })
      if (done !== undefined) tellDone(paid === '' ? done : t('{done}. {paid}', { done, paid }))
      onDone?.()
    },
    onFailed: (message, { fields }) => {
      tellFailed(message)
      onRefused?.(fields)
    },
  })
}

function writeUser(queries: QueryClient, user: User): void {
  writeAnswers(queries, api.users.list, (list) => ({
    ...list,
    data: list.data.map((row) => (row.id === user.id ? { ...row, ...user } : row)),
  }))
  writeAnswers(queries, api.users.get, (answer) =>
    answer.data.id === user.id ? { ...answer, data: user } : answer,
  )
}
