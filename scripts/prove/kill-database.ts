/** Promise 2: what was acknowledged survives the database too. Every PostgreSQL process is killed; the server goes on. */
import { api } from '@munim/contract'
import { openClient } from '../../server/src/database/client.ts'
import { signal } from '../../server/src/database/postmaster.ts'
import { chanceOf } from '../../server/src/demo/chance.ts'
import { type Said, send } from '../../tests/support/server-process.ts'
import { until } from '../../tests/support/waits.ts'
import { type House, openHouse } from './house.ts'
import type { Proven, Run } from './promise.ts'
import { intoTheMiddle, nothingTold, notKept, startClients } from './traffic.ts'

/** Rounds are kills. */
export async function proveKillDatabase({ rounds = 5, size = 1, seed, say }: Run): Promise<Proven> {
  const [bids, winners] = [20_000, 1_000].map((whole) => Math.round(whole * size)) as [number, number]
  const chance = chanceOf(seed)
  await using house = await openHouse(500)
  const wrong: string[] = []
  let slowest = 0
  const draw = await house.fillDraw('KILLED', bids, winners)
  const server = await house.start()
  const told = nothingTold()
  for (let round = 1; round <= rounds && wrong.length === 0; round++) {
    let isAway = false
    const working = { house, host: server.host, chance, told, mayFail: () => isAway }
    const clients = startClients(working, draw, { name: `kill-database ${round}`, funds: 10, bettors: 4 })
    await intoTheMiddle(working)
    isAway = true
    for (const each of await house.postgresPids()) signal(each, 'SIGKILL')
    await until(() => answersItself(house.url))
    const back = performance.now()
    await until(() => answersThrough(server.host, house))
    slowest = Math.max(slowest, performance.now() - back)
    await clients.stop()
    wrong.push(...(await house.differences()), ...(await notKept(house, told, 'kill-database')))
    if (round % 10 === 0) say(`${round} kills`)
  }
  const { acknowledged, sent, bids: placed } = told
  const calls = `${acknowledged.size} of ${sent.size} movements of funds and ${placed.size} bids acknowledged`
  return { did: `${rounds} kills, ${calls}, answered again within ${Math.round(slowest)} ms`, wrong }
}

async function answersItself(url: string): Promise<boolean> {
  try {
    await using client = await openClient(url, { connectionTimeoutMillis: 2000 })
    await client.query('select 1')
    return true
  } catch {
    return false
  }
}

/** Whether a write goes through. Whatever it answers meanwhile, it must not say 503: the panel signs out on it. */
async function answersThrough(host: string, { players, token }: House): Promise<boolean> {
  const body = { id: players[0]!.id, amount: 1 }
  const said = await send(host, api.users.addFunds.path, body, { token, isPatient: false }).catch(
    (): Said => ({ code: 0, text: '' }),
  )
  if (said.code === 503) throw new Error('The server answered 503')
  return said.code === 200
}
