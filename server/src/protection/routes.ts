/** Limits and pauses of a player over HTTP, for administrators; the player's own calls are in player/routes.ts. */
import { api } from '@munim/contract'
import { type App, serve } from '../http/serve.ts'
import { checkThere, readProtection } from './queries.ts'
import { setHouseLimit, setHousePause } from './set.ts'
import { traceOfLimit, traceOfPause } from './trace.ts'

export function protectionRoutes(app: App): void {
  serve(app, api.protection.get, async (db, { id }) => {
    await checkThere(db, id)
    return { data: await readProtection(db, id) }
  })

  serve(app, api.protection.setLimit, async (db, { id, kind, period, amount, basedOn }, { actor, trail }) => {
    const before = await setHouseLimit(db, { userId: id, kind, period, amount, basedOn, actor })
    trail.push(traceOfLimit({ userId: id, kind, period, amount }, before))
    return { data: await readProtection(db, id) }
  })

  serve(app, api.protection.setPause, async (db, { id, days, basedOn }, { actor, trail }) => {
    trail.push(traceOfPause(id, await setHousePause(db, { userId: id, days, basedOn, actor })))
    return { data: await readProtection(db, id) }
  })
}
