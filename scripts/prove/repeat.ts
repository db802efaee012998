/** Promise 3: a money call sent many times happens once. Every such call with one key: copies, lost answers, kills. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, sql } from '../../server/src/database/db.ts'
import { type Chance, chanceOf } from '../../server/src/demo/chance.ts'
import { type Said, type ServerProcess, send } from '../../tests/support/server-process.ts'
import { openHouse } from './house.ts'
import { type MoneyCall, moneyCalls } from './money-calls.ts'
import type { Proven, Run } from './promise.ts'

const COPIES = [1, 2, 16]

/** Sends so many copies of a call, in some trouble; the server that is asked afterwards. */
type Trouble = (trial: Trial) => Promise<ServerProcess>

interface Trial {
  readonly chance: Chance
  readonly server: ServerProcess
  readonly next: () => Promise<ServerProcess>
  readonly copies: number
  /** One copy; its answer is kept where one comes. */
  readonly sendOne: (signal?: AbortSignal) => Promise<void>
}

/** The answers are not waited for. */
const answersDropped: Trouble = async ({ chance, server, copies, sendOne }) => {
  const signals = Array.from({ length: copies }, () => AbortSignal.timeout(chance.whole(1, 30)))
  await Promise.allSettled(signals.map((signal) => sendOne(signal)))
  return server
}

/** The server is killed while it works on them. */
const serverKilled: Trouble = async ({ chance, server, next, copies, sendOne }) => {
  const other = await next()
  const sent = Promise.allSettled(Array.from({ length: copies }, () => sendOne()))
  await sleep(chance.between(0, 15))
  await server.kill()
  await sent
  return other
}

/** Rounds are goes through every call with each number of copies. In each the server is killed so often a call. */
export async function proveRepeat(
  { rounds = 1, seed, say }: Run,
  { kills = 3, open = openHouse }: { kills?: number; open?: typeof openHouse } = {},
): Promise<Proven> {
  const chance = chanceOf(seed)
  await using house = await open(50)
  const wrong: string[] = []
  let keys = 0
  let server = await house.start()
  let spare = house.start()
  const next = async () => {
    const started = await spare
    spare = house.start()
    return started
  }
  const attempt = async (call: MoneyCall, copies: number, trouble: Trouble, name: string) => {
    const key = `${seed}-${keys++}`
    const { body, otherBody, token } = await call.prepare(house)
    const said: Said[] = []
    const change = await changeIn(house.database, async () => {
      const sendOne = async (signal?: AbortSignal) => {
        said.push(await send(server.host, call.path, body, { token, key, ...(signal && { signal }) }))
      }
      server = await trouble({ chance, server, next, copies, sendOne })
      await sendOne()
      await sendOne()
    })
    const other = await send(server.host, call.path, otherBody, { token, key })
    const answers = [...new Set(said.map(({ code, text }) => `${code} ${text}`))]
    const trial = `${call.path}, ${copies} at once, ${name}`
    if (answers.length > 1 || said[0]!.code !== 200) wrong.push(`${trial}: answered ${answers.join(' and ')}`)
    if (other.code !== 409) wrong.push(`${trial}: another body answered ${other.code} ${other.text}`)
    return { change, trial }
  }

  for (let round = 1; round <= rounds; round++) {
    for (const [nth, call] of moneyCalls.entries()) {
      say(`round ${round}, call ${nth + 1} of ${moneyCalls.length}: ${call.path}`)
      const once = await attempt(call, 0, answersDropped, 'alone')
      for (const [turn, copies] of COPIES.entries()) {
        const changes = [await attempt(call, copies, answersDropped, 'answers dropped')]
        if (turn < kills) changes.push(await attempt(call, copies, serverKilled, 'server killed'))
        for (const { change, trial } of changes)
          if (change !== once.change) wrong.push(`${trial}: changed ${change}; once is ${once.change}`)
      }
    }
  }
  await spare
  wrong.push(...(await house.differences()))
  return { did: `${keys} keyed calls, each sent up to 18 times`, wrong }
}

/** How many facts of each kind some work adds. Calls once answered have written all that they will. */
async function changeIn(database: Database, work: () => Promise<void>): Promise<string> {
  const before = await countFacts(database)
  await work()
  const after = await countFacts(database)
  return Object.entries(after)
    .map(([fact, count]) => `${count - before[fact]!} ${fact}`)
    .filter((change) => !change.startsWith('0 '))
    .join(', ')
}

function countFacts(database: Database): Promise<Record<string, number>> {
  return database.only(sql`
    select (select count(*) from postings) as postings, (select count(*) from bids) as bids,
      (select count(*) from bids where cancelled_at is not null) as cancelled,
      (select count(*) from requests) as requests, (select count(decided_at) from requests) as decided,
      (select count(*) from declarations) as declared, (select count(withdrawn_at) from declarations) as withdrawn,
      (select count(deleted_at) from users) as deleted, (select count(*) from audit) as acts`)
}
