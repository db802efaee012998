/** Clients that work until they are stopped, and remember what was acknowledged to them. */
import { randomUUID } from 'node:crypto'
import { createHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, api } from '@munim/contract'
import { sql } from '../../server/src/database/db.ts'
import type { Chance } from '../../server/src/demo/chance.ts'
import { type Filled, OPEN_FORM } from '../../tests/support/fill.ts'
import { send } from '../../tests/support/server-process.ts'
import { until } from '../../tests/support/waits.ts'
import { type House, notKeptOf, type Player } from './house.ts'

/** What clients were told, and answers that are never right. */
export const nothingTold = () => ({
  /** Movements of funds by the note that each call carries into the ledger. */
  sent: new Set<string>(),
  acknowledged: new Set<string>(),
  /** Bids that were acknowledged, by the ids that the answers tell. */
  bids: new Set<number>(),
  /** Declarations and reverts that a draw must have: those there at the last look, and those acknowledged since. */
  settled: new Map<number, number>(),
  faults: [] as string[],
  /** Declarations and reverts answered, and how long the last one took. */
  settlements: 0,
  settleMs: 0,
  /** How long answers took, in microseconds. */
  lasted: createHistogram(),
})
export type Told = ReturnType<typeof nothingTold>

export interface Working {
  readonly house: Pick<House, 'players' | 'token'>
  readonly host: string
  readonly chance: Chance
  readonly told: Told
  /** Whether a fault (500) is due, because PostgreSQL is away; without it none is. */
  mayFail?(): boolean
}

type Client = Working & { isOver(): boolean; readonly restMs: number }

export interface Clients {
  /** Once each has its last answer. */
  stop(): Promise<void>
}

interface Traffic {
  readonly name: string
  readonly funds: number
  readonly bettors: number
  /** Between an answer and the next call of a client: without it they keep every processor busy. */
  readonly restMs?: number
}

/** Starts clients of a draw: one that declares and reverts it, `funds` that move money, `bettors` that place bids. */
export function startClients(
  working: Working,
  draw: Filled,
  { name, funds, bettors, restMs = 0 }: Traffic,
): Clients {
  let isOver = false
  const client = { ...working, isOver: () => isOver, restMs }
  const clients = [
    settle(client, draw),
    ...Array.from({ length: funds }, (_, nth) => moveFunds(client, `${name}.${nth}`)),
    ...working.house.players.slice(0, bettors).map((player) => placeBids(client, player, draw)),
  ]
  return {
    async stop() {
      isOver = true
      await Promise.all(clients)
    },
  }
}

/** Adds to and takes from wallets, each call with a note of its own. */
async function moveFunds(working: Client, client: string): Promise<void> {
  const { house, chance, told } = working
  for (let nth = 0; !working.isOver(); nth++) {
    const player = chance.oneOf(house.players)
    const call = chance.happens(0.6) ? api.users.addFunds : api.users.deductFunds
    const note = `${client} ${nth}`
    told.sent.add(note)
    const body = { id: player.id, amount: chance.whole(1, 5000) / 100, note }
    const said = await ask(working, call.path, body, house.token)
    if (said?.code === 200) told.acknowledged.add(note)
    await sleep(working.restMs)
  }
}

/** One to three bids on digits of the close. */
export const bidsOn = (marketId: number, chance: Chance) =>
  Array.from({ length: chance.whole(1, 3) }, () => ({
    marketId,
    session: 'close',
    game_mode: 'single_digit',
    close_digit: String(chance.whole(0, 9)),
    points: chance.whole(10, 50),
  }))

/** Places bids on the close, one or several a call, half of the calls with a key, by chance: the server commits them in two ways. */
async function placeBids(working: Client, player: Player, { marketId }: Filled): Promise<void> {
  const { chance, told } = working
  while (!working.isOver()) {
    await sleep(working.restMs)
    const bids = bidsOn(marketId, chance)
    const key = chance.happens(0.5) ? randomUUID() : undefined
    const said = await ask(working, api.player.placeBids.path, { bids }, player.token, key)
    if (said?.code !== 200) continue
    const { data } = JSON.parse(said.text) as Answer<typeof api.player.placeBids>
    for (const { id } of data) told.bids.add(id)
  }
}

/** Declares the open and takes it back, over and over, whatever is declared when it begins. */
async function settle(working: Client, { marketId, drawId, date }: Filled): Promise<void> {
  const { house, told } = working
  const calls = [
    [api.results.declare.path, { marketId, date, ...OPEN_FORM }],
    [api.results.revert.path, { marketId, date }],
  ] as const
  for (let nth = 0; !working.isOver(); nth++) {
    const [path, body] = calls[nth % 2]!
    const start = performance.now()
    const said = await ask(working, path, body, house.token)
    const took = performance.now() - start
    await sleep(working.restMs) // Before it is told, so that the middle of the next one is not in a rest.
    if (said?.code !== 200) continue
    told.settled.set(drawId, (told.settled.get(drawId) ?? 0) + 1)
    told.settlements++
    told.settleMs = took
  }
}

/** Waits for the next settlement and then into the middle of the one after it; not once an answer was never right. */
export async function intoTheMiddle({ told, chance }: Working): Promise<void> {
  const before = told.settlements
  await until(() => told.settlements > before || told.faults.length > 0, 5)
  await sleep(chance.between(0, told.settleMs))
}

/** The answer; undefined where none came, as when the server is gone. Keeps what is never right. */
async function ask(working: Working, path: string, body: unknown, token: string, key?: string) {
  const start = performance.now()
  try {
    const said = await send(working.host, path, body, { token, ...(key && { key }) })
    working.told.lasted.record(Math.max(1, Math.round((performance.now() - start) * 1000)))
    const isFault = said.code >= 500 && !(working.mayFail?.() && said.code === 500)
    if (isFault) working.told.faults.push(`${path} answered ${said.code}: ${said.text}`)
    if (said.code >= 500) await sleep(20)
    return said
  } catch {
    await sleep(20)
    return undefined
  }
}

/** The same of these clients, with settlements that are missing and answers that are never right. */
export async function notKept({ database }: House, told: Told, prefix: string): Promise<string[]> {
  const lostSettlements: string[] = []
  for (const [draw, least] of told.settled) {
    const { count } = await database.only<{ count: number }>(sql`
      select count(*) + count(withdrawn_at) as count from declarations where draw_id = ${draw}`)
    if (count < least)
      lostSettlements.push(`${least} settlements of draw ${draw} must be there, and ${count} are`)
    told.settled.set(draw, count)
  }
  return [...(await notKeptOf(database, prefix, told)), ...lostSettlements, ...told.faults]
}
