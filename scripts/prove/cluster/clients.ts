/**
 * Clients of a cluster: they bet and move money through nginx, each call with an Idempotency-Key that is sent again until it
 * is answered, and read without one. What was acknowledged to them, and what of it the database has.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, api } from '@munim/contract'
import { type Database, sql } from '../../../server/src/database/db.ts'
import type { Chance } from '../../../server/src/demo/chance.ts'
import type { Filled } from '../../../tests/support/fill.ts'
import { send } from '../../../tests/support/server-process.ts'
import { notesIn, notKeptOf, type Player } from '../house.ts'
import { bidsOn } from '../traffic.ts'

const NAME = 'cluster'
const MOVERS = 5
const BETTORS = 4
/** Between two calls of a client. */
const REST_MS = 10

/** A call that was answered neither with 200 nor with a refusal for now. */
interface Failed {
  readonly path: string
  readonly hasKey: boolean
  /** When it was sent and when it failed, by performance.now(). */
  readonly sentAt: number
  readonly failedAt: number
  /** null where no answer came. */
  readonly code: number | null
  readonly text: string
}

/** When a call was sent for the last time, and when it was acknowledged; wall clock, in ms. */
interface Moments {
  readonly firstSent: number
  readonly acknowledged: number
}

export const emptyLog = () => ({
  /** Movements of funds by their note. */
  moved: new Map<string, Moments>(),
  sent: new Map<string, number>(),
  /** Bids by their id, which the answer tells. */
  bids: new Map<number, Moments>(),
  failed: [] as Failed[],
  wrong: [] as string[],
  calls: 0,
  /** Calls that a busy server refused for now: nothing of them was begun. */
  refused: 0,
  /** When the last write was acknowledged that was sent after this moment, by performance.now(); for the gap. */
  acknowledgedSentAt: 0,
})
export type Log = ReturnType<typeof emptyLog>

export interface Work {
  readonly address: string
  readonly token: string
  readonly players: readonly Player[]
  readonly draw: Filled
  readonly chance: Chance
  readonly log: Log
  /** How busy the clients are: at a tenth they rest ten times as long. */
  readonly size: number
}

/** Starts them; stop() resolves once each has its last answer. */
export function startClients(work: Work): { stop(): Promise<void> } {
  let isOver = false
  const loop = async (once: () => Promise<void>) => {
    while (!isOver) {
      await once()
      await sleep(REST_MS / work.size)
    }
  }
  const clients = [
    ...Array.from({ length: MOVERS }, () => loop(() => moveFunds(work))),
    ...Array.from({ length: BETTORS }, () => loop(() => placeBids(work))),
    loop(() => readList(work)),
    loop(() => readPage(work)),
  ]
  const all = Promise.all(clients)
  return {
    async stop() {
      isOver = true
      await all
    },
  }
}

async function moveFunds(work: Work): Promise<void> {
  const { chance, log, players, token } = work
  const call = chance.happens(0.6) ? api.users.addFunds : api.users.deductFunds
  const note = `${NAME} ${randomUUID()}`
  const firstSent = Date.now()
  log.sent.set(note, firstSent)
  const body = { id: chance.oneOf(players).id, amount: chance.whole(1, 5000) / 100, note }
  await untilAnswered(work, call.path, body, token)
  log.moved.set(note, { firstSent, acknowledged: Date.now() })
}

async function placeBids(work: Work): Promise<void> {
  const { chance, draw, log, players } = work
  const bids = bidsOn(draw.marketId, chance)
  const firstSent = Date.now()
  const text = await untilAnswered(work, api.player.placeBids.path, { bids }, chance.oneOf(players).token)
  if (text === undefined) return
  const { data } = JSON.parse(text) as Answer<typeof api.player.placeBids>
  for (const { id } of data) log.bids.set(id, { firstSent, acknowledged: Date.now() })
}

/** Sent with one key until it is answered 200, as a client of money does; what the answer was. */
async function untilAnswered(work: Work, path: string, body: object, token: string) {
  const key = randomUUID()
  for (;;) {
    const sentAt = performance.now()
    const said = await ask(work, path, sentAt, () =>
      send(work.address, path, body, { token, key, isPatient: false }),
    )
    if (said?.code === 200) {
      work.log.acknowledgedSentAt = Math.max(work.log.acknowledgedSentAt, sentAt)
      return said.text
    }
    if (said && said.code < 500 && said.code !== 429) {
      work.log.wrong.push(`${path} answered ${said.code}: ${said.text}`)
      return undefined
    }
    await sleep(100)
  }
}

/** A call without a key that changes nothing. */
async function readList(work: Work): Promise<void> {
  const path = api.users.list.path
  await ask(work, path, performance.now(), () =>
    send(work.address, path, { limit: 10 }, { token: work.token, isPatient: false }),
  )
}

/** GET. */
async function readPage(work: Work): Promise<void> {
  await ask(work, '/health/live', performance.now(), async () => {
    const response = await fetch(`${work.address}/health/live`)
    return { code: response.status, text: await response.text() }
  })
}

async function ask(
  { log }: Work,
  path: string,
  sentAt: number,
  call: () => Promise<{ code: number; text: string }>,
) {
  log.calls++
  const hasKey = path !== api.users.list.path
  const failed = (code: number | null, text: string) =>
    log.failed.push({ path, hasKey, sentAt, failedAt: performance.now(), code, text })
  try {
    const said = await call()
    if (said.code === 429) log.refused++
    else if (said.code !== 200) failed(said.code, said.text)
    if (said.code === 503) log.wrong.push(`${path} answered 503`)
    return said
  } catch (error) {
    failed(null, String((error as Error).cause ?? error))
    return undefined
  }
}

/** Of all calls so far. */
export async function notKept(database: Database, { sent, moved, bids, wrong }: Log): Promise<string[]> {
  const told = { sent, acknowledged: moved.keys(), bids: bids.keys() }
  return [...(await notKeptOf(database, NAME, told)), ...wrong]
}

/** Once all clients have their last answer: as many bids as were acknowledged, so none was placed twice. */
export async function placedTwice(database: Database, log: Log): Promise<string[]> {
  const { bids } = await database.only<{ bids: number }>(sql`select count(*) as bids from bids`)
  return bids === log.bids.size ? [] : [`${log.bids.size} bids were acknowledged and ${bids} are there`]
}

/**
 * Whether a database as of that moment (ms) has all that was acknowledged before, and nothing that was sent after it.
 * A clock that differs by what a second is cut at makes no difference: all are this machine's.
 */
export async function asOf(database: Database, log: Log, moment: number): Promise<string[]> {
  const notes = await notesIn(database, NAME)
  const bids = new Set((await database.many<{ id: number }>(sql`select id from bids`)).map(({ id }) => id))
  const check = <T>(what: string, all: Map<T, Moments>, has: (each: T) => boolean) =>
    [...all].flatMap(([each, { firstSent, acknowledged }]) => {
      if (acknowledged < moment && !has(each))
        return [`${what} ${each} was acknowledged before and is missing`]
      if (firstSent > moment && has(each)) return [`${what} ${each} was sent after and is there`]
      return []
    })
  return [
    ...check('the movement', log.moved, (note) => notes.has(note)),
    ...check('bid', log.bids, (id) => bids.has(id)),
  ]
}
