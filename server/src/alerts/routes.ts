/** What needs a person, over HTTP. */
import { api } from '@munim/contract'
import { type App, serve } from '../http/serve.ts'
import { type Alert, findAlerts, keepSeen, type Reading, readAlerts } from './queries.ts'

export function alertRoutes(app: App, server: Pick<Reading, 'dataDir' | 'anchors'>): void {
  const { second, troubles } = app
  const shared = { ...server, second, unread: new Map(), log: troubles.log }
  const readBy = (by: Reading['by']): Reading => ({ ...shared, by })
  serve(app, api.alerts.list, async (db, _nothing, by) => ({ data: await readAlerts(db, readBy(by)) }))

  serve(
    app,
    api.alerts.see,
    async (db, { ids }, { id: adminId }, found: Alert[]) => {
      await keepSeen(db, found, { adminId, ids })
    },
    (database, _ids, by) => findAlerts(database, readBy(by)),
  )
}
