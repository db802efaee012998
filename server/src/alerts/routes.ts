/** What needs a person, over HTTP. */
import { api } from '@munim/contract'
import { type App, serve } from '../http/serve.ts'
import { keepSeen, type Reading, readAlerts } from './queries.ts'

export function alertRoutes(
  app: App,
  server: Pick<Reading, 'isPushConnected' | 'dataDir' | 'anchors'>,
): void {
  const { second } = app
  serve(app, api.alerts.list, async (db, _nothing, by) => ({
    data: await readAlerts(db, { ...server, second, by }),
  }))

  serve(app, api.alerts.see, async (db, { ids }, by) => {
    await keepSeen(db, { ...server, second, by }, ids)
    return {}
  })
}
