/**
 * Promise: through a pooler all is as without one. Thirty-two clients bid, move funds and declare on a server whose pgbouncer
 * has eight connections for them, while a push message goes out; then a lock is held for longer than anybody may wait.
 */
import { api } from '@munim/contract'
import { sql } from '../../server/src/database/db.ts'
import { chanceOf } from '../../server/src/demo/chance.ts'
import { startFcm } from '../../tests/support/fcm.ts'
import { NO_POOLER, type Pooler, poolerProgram, startPooler } from '../../tests/support/pooler.ts'
import { ask, type ServerProcess, send, startServer } from '../../tests/support/server-process.ts'
import { until } from '../../tests/support/waits.ts'
import { type House, openHouse } from './house.ts'
import type { Proven, Run } from './promise.ts'
import { fillDevices } from './push.ts'
import { type Clients, intoTheMiddle, nothingTold, notKept, startClients } from './traffic.ts'

const CONNECTIONS = 8
const DEVICES = 300

/** Rounds are settlements under traffic. */
export async function provePooler({ rounds = 20, size = 1, seed, say }: Run): Promise<Proven> {
  if (poolerProgram === undefined) return { did: 'Nothing', wrong: [NO_POOLER] }
  const [bids, winners] = [10_000, 500].map((whole) => Math.round(whole * size)) as [number, number]
  const service = await startFcm()
  const house = await openHouse(500)
  const wrong: string[] = []
  let pooler: Pooler | undefined
  let server: ServerProcess | undefined
  let clients: Clients | undefined
  try {
    const draw = await house.fillDraw('POOLED', bids, winners)
    await fillDevices(house.database, DEVICES)
    pooler = await startPooler([house.url, house.ownerUrl], CONNECTIONS)
    const url = pooler.through(house.url)
    const env = { FCM_SERVICE_ACCOUNT: JSON.stringify(service.account), FCM_URL: service.url }
    server = await startServer(url, { ...env, MIGRATION_URL: house.ownerUrl })
    const { host } = server
    const told = nothingTold()
    const working = { house, host, chance: chanceOf(seed), told }
    clients = startClients(working, draw, { name: 'pooler', funds: 11, bettors: 20 }) // With the one that declares 32.
    const { data } = await ask(host, api.push.sendToAll, { title: 'Diwali bonus' }, house)
    for (let round = 1; round <= rounds && told.faults.length === 0; round++) {
      await intoTheMiddle(working)
      if (round % 5 === 0)
        say(`${told.settlements} settlements, ${told.acknowledged.size} movements of funds`)
    }
    const progress = () => ask(host, api.push.progress, { id: data.id }, house)
    await until(async () => (await progress()).data.finishedAt !== null)
    await clients.stop()
    if (service.arrived.size !== DEVICES)
      wrong.push(`${service.arrived.size} of ${DEVICES} devices were sent to`)
    wrong.push(...(await house.differences()), ...(await notKept(house, told, 'pooler')))
    const waitedMs = await waitAtLock(house, host)
    if (waitedMs < 1_000 || waitedMs > 3_000) wrong.push(`a lock was waited for ${waitedMs} ms`)
    const { settlements, acknowledged, bids: placed } = told
    const did = `${settlements} settlements, ${acknowledged.size} movements of funds, ${placed.size} bids, ${DEVICES} messages`
    return { did: `${did}; a held lock was refused after ${waitedMs} ms`, wrong }
  } finally {
    await Promise.allSettled([clients?.stop(), server?.kill()])
    await pooler?.stop()
    await house.close()
    await service.close()
  }
}

/** How long a call waits for a wallet that another transaction holds, in milliseconds, until it is refused in words. */
async function waitAtLock({ database, players, token }: House, host: string): Promise<number> {
  const [player] = players
  return database.transaction(async (db) => {
    await db.run(sql`select 1 from wallets where user_id = ${player!.id} for update`)
    const start = performance.now()
    const body = { id: player!.id, amount: 1 }
    const said = await send(host, api.users.addFunds.path, body, { token, isPatient: false })
    if (said.code !== 429) throw new Error(`A held lock was answered ${said.code}: ${said.text}`)
    return Math.round(performance.now() - start)
  })
}
