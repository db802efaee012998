/** What a player wrote, and the act that marks it read or unread. */
import { type Answer, api, t } from '@munim/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { CallFailure } from '../../api/call.ts'
import type { Shape } from '../../api/list.ts'
import type { Queue } from '../../api/queue.ts'
import { useAction } from '../../api/use-action.ts'
import { writeAnswers } from '../../api/write-answers.ts'
import { tellDone } from '../../widgets/notice.tsx'

type List = Answer<typeof api.feedbacks.list>
export type Feedback = List['data']['feedbacks'][number]

export const SHAPE: Shape<List, Feedback> = {
  rows: ({ data }) => ({ data: data.feedbacks, total: data.pagination.totalItems }),
  withRows: (list, feedbacks) => ({ ...list, data: { ...list.data, feedbacks: [...feedbacks] } }),
}

/** Of what is unread. */
export const QUEUE: Queue<Feedback> = {
  isDone: ({ isReadByAdmin }) => isReadByAdmin,
  asDone: (feedback) => ({ ...feedback, isReadByAdmin: true }),
  inWords: (done) => t('{done, number} read', { done }),
}

interface Options {
  readonly onDone?: () => void
  readonly onFailed: (message: string, failure: CallFailure) => void
}

/** The lists are told, not asked again: a card stays where it is with its new state until the next page or filter. */
export function useMarking({ onDone, onFailed }: Options) {
  const queries = useQueryClient()
  return useAction(api.feedbacks.update, {
    refreshes: [api.dashboard.getOverview],
    onDone: ({ data }) => {
      writeAnswers(queries, api.feedbacks.list, (list) => withFeedback(list, data))
      tellDone(t('Feedback updated successfully'))
      onDone?.()
    },
    onFailed,
  })
}

function withFeedback(list: List, changed: Feedback): List {
  const { feedbacks, pagination, stats } = list.data
  const before = feedbacks.find(({ id }) => id === changed.id)
  if (!before) return list
  const moved = Number(changed.isReadByAdmin) - Number(before.isReadByAdmin)
  return {
    ...list,
    data: {
      feedbacks: feedbacks.map((each) => (each === before ? changed : each)),
      pagination,
      stats: { ...stats, read: stats.read + moved, unread: stats.unread - moved },
    },
  }
}
