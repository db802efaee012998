/** What needs a person, over HTTP. */
import { api } from '@munim/contract'
import { type App, serve } from '../http/serve.ts'
import { keepSeen, readAlerts } from './queries.ts'

export function alertRoutes(app: App, isPushConnected: boolean): void {
  const { second } = app
  serve(app, api.alerts.list, async (db, _nothing, by) => ({
    data: await readAlerts(db, { second, isPushConnected, by }),
  }))

  serve(app, api.alerts.see, async (db, { ids }, by) => {
    await keepSeen(db, { second, isPushConnected, by }, ids)
    return {}
  })
}
