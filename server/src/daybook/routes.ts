/** The book of the day over HTTP. */
import { api } from '@munim/contract'
import type { Day } from '@munim/core'
import { serveCsv } from '../http/csv.ts'
import { type App, serve } from '../http/serve.ts'
import { tellBook } from './book.ts'
import { closeDay } from './close.ts'
import { dayFile } from './csv.ts'
import { dayAsked, listHours } from './draws.ts'
import { monthAsked, readMonth } from './month.ts'
import { monthFile } from './month-csv.ts'

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
  serveCsv(app, api.daybook.getCsv, dayFile)
  serveCsv(app, api.daybook.monthCsv, monthFile)
}
