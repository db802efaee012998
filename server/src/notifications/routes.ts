/** Notices over HTTP. */
import { api, msg, t } from '@munim/contract'
import { type App, serve } from '../http/serve.ts'
import { changeOf } from '../http/trail.ts'
import { checkSame, found } from '../refusal.ts'
import {
  changeNotification,
  deleteNotification,
  findNotification,
  insertNotification,
  listNotifications,
} from './queries.ts'

const NOT_FOUND = msg('Notification not found')

export function notificationRoutes(app: App): void {
  serve(app, api.notifications.list, listNotifications)

  serve(app, api.notifications.send, async (db, { title, description = '' }, { trail }) => {
    const data = await insertNotification(db, { title, description })
    trail.push({ subject: 'notification', id: data.id, after: { title, description } })
    return { data }
  })

  serve(app, api.notifications.update, async (db, { id, basedOn, ...changes }, { trail }) => {
    const before = found(await findNotification(db, id), NOT_FOUND)
    const changed = changeOf(before, basedOn ?? {})
    checkSame(
      changed.after,
      {},
      t('Another administrator changed this notification meanwhile: “{stored}”. Save again to replace it.', {
        stored: Object.values(changed.before).join(' · '),
      }),
    )
    const data = await changeNotification(db, { id, title: changes.title, description: changes.description })
    trail.push({ subject: 'notification', id, ...changeOf(before, changes) })
    return { data }
  })

  serve(app, api.notifications.remove, async (db, { id }, { trail }) => {
    const { title, description } = found(await findNotification(db, id), NOT_FOUND)
    await deleteNotification(db, id)
    trail.push({ subject: 'notification', id, before: { title, description }, after: { deleted: true } })
  })
}
