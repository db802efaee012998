/** Markets over HTTP. */
import { api } from '@munim/contract'
import { type Day, readDay } from '@munim/core'
import type { Db } from '../database/db.ts'
import { checkFields } from '../http/caller.ts'
import { serveCsv } from '../http/csv.ts'
import { checkFreshFields } from '../http/fresh.ts'
import { type App, serve } from '../http/serve.ts'
import { changeOf } from '../http/trail.ts'
import { found } from '../refusal.ts'
import { createMarket, type DeclareFirst, NOT_FOUND, removeMarket, updateMarket } from './change.ts'
import { marketsFile } from './csv.ts'
import { findMarketDetails, listMarkets, type Market, type MarketDraw, withOwed } from './queries.ts'

const DIGITS = ['open_digit', 'open_panna', 'close_digit', 'close_panna'] as const

export function marketRoutes(app: App, declare: DeclareFirst): void {
  serve(app, api.markets.list, async (db) => ({ data: await withOwed(db, await listMarkets(db)) }))

  serveCsv(app, api.markets.listCsv, marketsFile)

  serve(app, api.markets.get, async (db, { id, date }) => ({
    data: await getDetails(db, id, { day: readDay(date) ?? undefined }),
  }))

  serve(app, api.markets.create, async (db, market, caller) => {
    const { actor, trail } = caller
    const digits = DIGITS.filter((field) => (market[field] ?? '-').replace('-', '') !== '')
    checkFields(api.markets.create, digits, caller)
    checkFreshFields(api.markets.create, digits, caller)
    const { id, warnings } = await createMarket(db, { ...market, actor }, declare)
    trail.push({ subject: 'market', id, after: market })
    return { data: await getDetails(db, String(id)), warnings: [...warnings] }
  })

  serve(app, api.markets.update, async (db, { id, _id, basedOn, ...changes }, caller) => {
    const { actor, trail } = caller
    const before = await updateMarket(db, (id ?? _id)!, { changes, basedOn, actor })
    const data = await getDetails(db, String(before.id), { before })
    const sent = Object.keys(changes) as (keyof typeof changes)[]
    const after = Object.fromEntries(sent.map((key) => [key, data[key]]))
    const change = changeOf(before, after)
    checkFreshFields(api.markets.update, Object.keys(change.after), caller)
    trail.push({ subject: 'market', id: before.id, ...change })
    return { data }
  })

  serve(app, api.markets.remove, async (db, { id }, { trail }) => {
    const market = found(await findMarketDetails(db, id, undefined), NOT_FOUND)
    await removeMarket(db, market)
    trail.push({ subject: 'market', id: market.id, before: { name: market.name }, after: { deleted: true } })
  })
}

/** The market as it is answered. Refused (404) where there is none. */
async function getDetails(
  db: Db,
  id: string,
  { day, before }: { day?: Day | undefined; before?: MarketDraw } = {},
): Promise<Market> {
  const [market] = await withOwed(db, [found(await findMarketDetails(db, id, day), NOT_FOUND)], before)
  return market!
}
