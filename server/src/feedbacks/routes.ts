/** Feedback over HTTP. */
import { api, t } from '@munim/contract'
import { withoutPersonal } from '../http/personal.ts'
import { type App, serve } from '../http/serve.ts'
import { changeOf } from '../http/trail.ts'
import { checkSame, found } from '../refusal.ts'
import { findFeedback, listFeedbacks, markFeedback } from './queries.ts'

export function feedbackRoutes(app: App): void {
  serve(app, api.feedbacks.list, listFeedbacks)

  serve(app, api.feedbacks.update, async (db, { id, isReadByAdmin, adminComment, basedOn }, { trail }) => {
    const before = found(await findFeedback(db, id), 'Feedback not found')
    const response = before.adminComment
    if (adminComment)
      checkSame(
        basedOn,
        response,
        t('Another response was given meanwhile: “{response}”. Send yours again to replace it.', {
          response,
        }),
      )
    await markFeedback(db, { id, isRead: isReadByAdmin, comment: adminComment || undefined })
    const data = (await findFeedback(db, id))!
    const comments = [before, data].map(({ adminComment }) => withoutPersonal(db, data.User.id, adminComment))
    const [old, now] = await Promise.all(comments)
    trail.push({
      subject: 'feedback',
      id,
      ...changeOf({ ...before, adminComment: old }, { isReadByAdmin, adminComment: now }),
    })
    return { data }
  })
}
