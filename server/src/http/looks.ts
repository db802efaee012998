/**
 * Looking counts too: what an administrator saw of exposure, of bids before their result and of bank details leaves a row
 * in the audit. Screens ask again whenever something happens, so that one look is told once in ten minutes. Another filter
 * or page is another look, and so are more rows of the same: a small look hides no large one.
 */
import type { Answer, Endpoint, Input } from '@munim/contract'
import type { Database, Db } from '../database/db.ts'
import type { Caller } from './caller.ts'
import { type App, serve } from './serve.ts'
import { writeTrailAlone } from './trail.ts'

const AGAIN_AFTER_MS = 10 * 60_000
/** Beyond so many the oldest are forgotten, and told anew when they come again. */
const KEPT = 5_000

/** When each look was last told by this server, and how many rows it had. */
const told = new WeakMap<Database, Map<string, { readonly since: number; readonly rows: number }>>()

/** At what, as the audit names it, and how many rows were seen. */
export interface Look {
  readonly at: string
  readonly rows: number
  /** The filter and the page, of what has several. */
  readonly asked?: object
}

/** Serves a call by which an administrator sees such things: its answer, and the looks at it, told before the answer goes. */
export function serveLook<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (
    db: Db,
    input: Input<E>,
    caller: Caller,
  ) => Promise<readonly [answer: Answer<E>, ...looks: readonly Look[]]>,
): void {
  serve(app, endpoint, async (db, input, caller) => {
    const [answer, ...looks] = await handler(db, input, caller)
    for (const look of looks) await leaveLook(app.database, endpoint, caller, look)
    return answer as never
  })
}

/** Leaves the row: what can't be told is not shown. Nothing where nothing was seen. */
async function leaveLook(
  database: Database,
  { path }: Endpoint,
  caller: Caller,
  { at, rows, asked = {} }: Look,
): Promise<void> {
  if (rows === 0) return
  const looks = told.get(database) ?? new Map()
  told.set(database, looks)
  const key = `${caller.actor} ${caller.address} ${path} ${at} ${JSON.stringify(asked)}`
  const now = performance.now()
  const last = looks.get(key)
  if (last && now - last.since < AGAIN_AFTER_MS && rows <= last.rows) return
  await writeTrailAlone(database, path, { ...caller, trail: [{ subject: 'look', id: at, after: { rows } }] })
  looks.delete(key) // Set again, it is the newest.
  looks.set(key, { since: now, rows })
  if (looks.size > KEPT) looks.delete(looks.keys().next().value!)
}
