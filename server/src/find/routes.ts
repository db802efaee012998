/** Find anything over HTTP. Bids before their result and bank details that led to a player leave a look. */
import { api } from '@munim/contract'
import { runningOf } from '../bids/list.ts'
import { leaveLook } from '../http/looks.ts'
import { type App, serve } from '../http/serve.ts'
import { findAnything } from './find.ts'

/** What is in every list; all other fields say where money is paid to. */
const OPEN: readonly string[] = ['id', 'user_name', 'mobile']

export function findRoutes(app: App): void {
  serve(app, api.find.anything, async (db, { text }, caller) => {
    const data = await findAnything(db, text)
    const look = (at: string, rows: number) =>
      leaveLook(app.database, api.find.anything, caller, { at, rows, asked: { text } })
    await look('payees', data.players.filter(({ by }) => !OPEN.includes(by)).length)
    for (const bid of data.bids) await look(`bid ${bid.id}`, runningOf([bid]))
    return { data }
  })
}
