/** Push messages over HTTP. */
import { api, RECEIVERS_SHOWN } from '@munim/contract'
import type { Db } from '../database/db.ts'
import { withoutPersonalOf } from '../http/personal.ts'
import { type App, serve } from '../http/serve.ts'
import { found, Refusal } from '../refusal.ts'
import { findMessage, listMessages, readReceivers, readStats, stopMessage } from './queries.ts'
import { type Accepted, sendToAll, sendToMany, sendToUser, type Words } from './send.ts'

const NOT_FOUND = 'Push notification not found'

/** The words as the audit keeps them: without the own data of those they are sent to. */
async function withoutThem(db: Db, userIds: readonly number[], words: Words): Promise<Words> {
  const [title, description] = await withoutPersonalOf(db, userIds, [words.title, words.description ?? ''])
  return { ...words, title: title!, ...(words.description !== undefined && { description: description! }) }
}

/** `isConnected`: this server has credentials; without them messages are accepted and kept. */
export function pushRoutes(app: App, isConnected: boolean): void {
  serve(app, api.push.stats, async (db) => ({ data: await readStats(db, isConnected) }))

  serve(app, api.push.sendToUser, async (db, { userId, ...words }, { actor, trail }) => {
    const accepted = await sendToUser(db, userId, words, actor)
    const kept = await withoutThem(db, [userId], words)
    trail.push({ subject: 'push', id: accepted.id, after: { userId, ...kept } })
    return { data: stateOf(accepted) }
  })

  serve(app, api.push.sendToAll, async (db, words, { actor, trail }) => {
    const accepted = await sendToAll(db, words, actor)
    trail.push({ subject: 'push', id: accepted.id, after: { users: accepted.notifications_sent, ...words } })
    return { data: stateOf(accepted) }
  })

  serve(app, api.push.sendToMany, async (db, { userIds, ...words }, { actor, trail }) => {
    const named = [...new Set(userIds)]
    const accepted = await sendToMany(db, named, words, actor)
    const kept = named.length <= RECEIVERS_SHOWN ? await withoutThem(db, named, words) : words
    trail.push({ subject: 'push', id: accepted.id, after: { userIds: named, ...kept } })
    return { data: { ...stateOf(accepted), requested_users: named.length } }
  })

  serve(app, api.push.receivers, async (db, named) => ({ data: await readReceivers(db, named) }))

  serve(app, api.push.list, async (db, page) => listMessages(db, page, isConnected))

  serve(app, api.push.progress, async (db, { id }) => ({
    data: found(await findMessage(db, id, isConnected), NOT_FOUND),
  }))

  serve(app, api.push.stop, async (db, { id }, { trail }) => {
    found(await findMessage(db, id, isConnected), NOT_FOUND)
    if (!(await stopMessage(db, id)))
      throw new Refusal(409, 'Nothing of this push notification waits any more')
    trail.push({ subject: 'push', id, after: { stopped: true } })
    return { data: (await findMessage(db, id, isConnected))! }
  })

  function stateOf({ id, notifications_sent }: Accepted) {
    const state = notifications_sent === 0 ? 'done' : isConnected ? 'waiting' : 'kept'
    return { id, notifications_sent, state } as const
  }
}
