/** The book of the day over HTTP. */
import { api } from '@munim/contract'
import { serveCsv } from '../http/csv.ts'
import { type App, serve } from '../http/serve.ts'
import { readAccounts } from './accounts.ts'
import { dayFile } from './csv.ts'
import { dayAsked, listHours, readDraws } from './draws.ts'

export function daybookRoutes(app: App): void {
  serve(app, api.daybook.get, async (db, asked) => {
    const day = await dayAsked(db, asked)
    return { data: { ...(await readDraws(db, day)), ...(await readAccounts(db, day)) } }
  })
  serve(app, api.daybook.hours, async (db, asked) => ({
    data: await listHours(db, await dayAsked(db, asked)),
  }))
  serveCsv(app, api.daybook.getCsv, dayFile)
}
