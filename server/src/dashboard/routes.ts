/** The dashboard over HTTP. */
import { api } from '@munim/contract'
import { type App, serve } from '../http/serve.ts'
import { readOverview, readStatistics } from './queries.ts'

export function dashboardRoutes(app: App): void {
  serve(app, api.dashboard.getStats, async (db) => {
    const data = await readStatistics(db)
    return { ...data, data }
  })

  serve(app, api.dashboard.getOverview, async (db) => ({ data: await readOverview(db) }))
}
