/** What players write to the house (specification 2 §2, §5, §7). */
import { z } from 'zod'
import { t } from './catalogue.ts'
import { dataOf, endpoint, reads, writes } from './endpoint.ts'
import * as field from './schema.ts'
import { userName } from './users.ts'

export const COMMENT_MIN = 10
export const COMMENT_MAX = 500
/** Letters of any script with their vowel signs, digits, blanks and a few marks. */
const COMMENT = /^[\p{L}\p{M}\p{Nd}\s.,!?'"-]*$/u

/** What is wrong with a comment that is not empty; undefined where nothing is. */
export function wrongInComment(comment: string): string | undefined {
  if (comment === '') return undefined
  if (comment.length < COMMENT_MIN) return t('Comment must be at least 10 characters long')
  if (comment.length > COMMENT_MAX) return t('Comment must not exceed 500 characters')
  return COMMENT.test(comment) ? undefined : t('Comment contains invalid characters')
}

export const feedback = field.named('Feedback', 'What a player wrote, and the response', {
  id: z.int(),
  feedback: z.string(),
  adminComment: z.string(),
  isReadByAdmin: z.boolean(),
  createdAt: field.instant,
  User: userName,
})

export const pagination = field.named('Pagination', 'How the feedback and banner lists count their pages', {
  currentPage: z.int(),
  totalPages: z.int(),
  totalItems: z.int(),
  itemsPerPage: z.int(),
})

export const list = endpoint({
  ...reads('list'),
  path: '/admin/feedback/getFeedbacks',
  description: 'Lists what players wrote, of what is unread the oldest first, else the newest.',
  body: field.page.extend({ search: field.search, isReadByAdmin: field.filter(field.flag) }),
  answer: dataOf({
    feedbacks: z.array(feedback),
    pagination,
    stats: z.object({ total: z.int(), unread: z.int(), read: z.int() }),
  }),
  failed: 'Failed to fetch feedbacks. Please try again.',
})

export const update = endpoint({
  ...writes('messages', 'entered'),
  path: '/admin/feedback/updateFeedback',
  description:
    'Marks a feedback as read, with or without a comment, or as unread again, which keeps the comment ' +
    'there was. With `basedOn`, the comment there was when it was read, another one given since is not replaced: 409.',
  body: z.object({
    id: field.id('Feedback ID is missing'),
    isReadByAdmin: z.boolean(),
    adminComment: field
      .text(10_000)
      .trim()
      .check((checked) => {
        const message = wrongInComment(checked.value)
        if (message) checked.issues.push({ code: 'custom', message, input: checked.value })
      })
      .optional(),
    basedOn: z.string().optional(),
  }),
  answer: z.object({ data: feedback }),
  failed: 'Failed to update feedback',
  refusals: [404, 409],
})
