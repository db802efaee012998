/** Find anything over HTTP. Bids before their result and bank details that led to a player leave a look. */
import { api } from '@munim/contract'
import { runningOf } from '../bids/list.ts'
import { serveLook } from '../http/looks.ts'
import type { App } from '../http/serve.ts'
import { findAnything } from './find.ts'

/** What is in every list; all other fields say where money is paid to. */
const OPEN: readonly string[] = ['id', 'user_name', 'mobile']

export function findRoutes(app: App): void {
  serveLook(app, api.find.anything, async (db, { text }) => {
    const data = await findAnything(db, text)
    const look = (at: string, rows: number) => ({ at, rows, asked: { text } })
    const payees = data.players.filter(({ by }) => !OPEN.includes(by)).length
    const bids = data.bids.map((bid) => look(`bid ${bid.id}`, runningOf([bid])))
    return [{ data }, look('payees', payees), ...bids]
  })
}
