/** Limits on numbers over HTTP: reading and saving them, and how much of them is used. */
import { api } from '@munim/contract'
import { readDay } from '@munim/core'
import { serveCsv } from '../http/csv.ts'
import { serveLook } from '../http/looks.ts'
import { type App, serve } from '../http/serve.ts'
import { getMarket, readMarketDay } from '../markets/schedule.ts'
import { Refusal } from '../refusal.ts'
import { listLimits } from './queries.ts'
import { saveLimits } from './save.ts'
import { readUse, useFile } from './use.ts'

export function riskRoutes(app: App): void {
  serve(app, api.risk.limits, async (db, asked) => {
    const { market, day } = await readMarketDay(db, asked)
    if (!day) throw new Refusal(409, '{market} runs on no day', { values: { market: market.name } })
    return { data: { date: day, limits: await listLimits(db, { marketId: market.id, day }) } }
  })

  serve(app, api.risk.saveLimits, async (db, { marketId, date, ...sent }, { actor, trail }) => {
    const market = marketId === undefined ? null : await getMarket(db, marketId)
    const day = date === undefined ? null : readDay(date)
    trail.push(await saveLimits(db, { marketId: market?.id ?? null, day, ...sent, actor }))
    return { data: { limits: sent.limits.length } }
  })

  serveLook(app, api.risk.use, async (db, input) => {
    const used = await readUse(db, input)
    return [used, { at: `${input.marketId} ${used.date}`, rows: used.data.length }]
  })

  serveCsv(app, api.risk.useCsv, useFile)
}
