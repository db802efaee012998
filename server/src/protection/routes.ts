/** Limits and pauses of a player over HTTP, for administrators; the player's own calls are in player/routes.ts. */
import { api } from '@munim/contract'
import { rupeesOf } from '@munim/core'
import { type App, serve } from '../http/serve.ts'
import { changeOf } from '../http/trail.ts'
import { checkThere, readProtection } from './queries.ts'
import { setHouseLimit, setHousePause } from './set.ts'

export function protectionRoutes(app: App): void {
  serve(app, api.protection.get, async (db, { id }) => {
    await checkThere(db, id)
    return { data: await readProtection(db, id) }
  })

  serve(app, api.protection.setLimit, async (db, { id, kind, period, amount }, { actor, trail }) => {
    const before = await setHouseLimit(db, { userId: id, kind, period, amount, actor })
    const name = `${kind} limit a ${period}`
    const was = before === null ? null : rupeesOf(before)
    trail.push({ subject: 'user', id, ...changeOf({ [name]: was }, { [name]: amount }) })
    return { data: await readProtection(db, id) }
  })

  serve(app, api.protection.setPause, async (db, { id, days }, { actor, trail }) => {
    const { before, until } = await setHousePause(db, { userId: id, days, actor })
    const inWords = (moment: Date | null | undefined) =>
      moment === undefined ? null : (moment?.toISOString() ?? 'for good')
    const [was, is] = [before, until].map(inWords)
    trail.push({ subject: 'user', id, ...changeOf({ paused_until: was }, { paused_until: is }) })
    return { data: await readProtection(db, id) }
  })
}
