/** The book of the day over HTTP. */
import { api } from '@munim/contract'
import type { Day } from '@munim/core'
import { serveCsv } from '../http/csv.ts'
import { servePdf } from '../http/pdf.ts'
import { type App, serve } from '../http/serve.ts'
import { tellBook } from './book.ts'
import { closeDay } from './close.ts'
import { dayFile } from './csv.ts'
import { dayAsked, listHours } from './draws.ts'
import { marketFile, tellMarket } from './market.ts'
import { monthAsked, readMonth } from './month.ts'
import { monthFile } from './month-csv.ts'
import { monthDocument } from './month-pdf.ts'
import { playersFile, tellPlayers } from './month-players.ts'
import { beginRun, stopRun } from './month-run.ts'

export function daybookRoutes(app: App): void {
  serve(app, api.daybook.get, async (db, asked) => ({ data: await tellBook(db, await dayAsked(db, asked)) }))
  serve(app, api.daybook.close, async (db, { day }, { actor, trail }) => {
    const number = await closeDay(db, { day: day as Day, actor })
    trail.push({ subject: 'day', id: day, after: { number } })
    return { data: { number } }
  })
  serve(app, api.daybook.hours, async (db, asked) => ({
    data: await listHours(db, await dayAsked(db, asked)),
  }))
  serve(app, api.daybook.month, async (db, asked) => ({
    data: await readMonth(db, await monthAsked(db, asked)),
  }))
  serve(app, api.daybook.market, async (db, asked) => ({ data: await tellMarket(db, asked) }))
  serveCsv(app, api.daybook.getCsv, dayFile)
  serveCsv(app, api.daybook.marketCsv, marketFile)
  serveCsv(app, api.daybook.monthCsv, monthFile)
  servePdf(app, api.daybook.monthPdf, monthDocument)
  serve(app, api.daybook.monthPlayers, tellPlayers)
  serveCsv(app, api.daybook.monthPlayersCsv, playersFile)
  serve(app, api.daybook.makeMonthPlayers, async (db, { month }, { actor, trail }) => {
    await beginRun(db, { month, actor })
    trail.push({ subject: 'month', id: month })
  })
  serve(app, api.daybook.stopMonthPlayers, async (db, { month }, { trail }) => {
    await stopRun(db, month)
    trail.push({ subject: 'month', id: month })
  })
}
