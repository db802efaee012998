/** Promise 1: a settlement is all or nothing, and once. The server is killed in the middle of declaring and reverting. */
import { chanceOf } from '../../server/src/demo/chance.ts'
import { openHouse } from './house.ts'
import type { Proven, Run } from './promise.ts'
import { intoTheMiddle, nothingTold, notKept, startClients } from './traffic.ts'

/** Rounds are kills; every law is checked against the books after each. */
export async function proveKillServer({ rounds = 20, size = 1, seed, say }: Run): Promise<Proven> {
  const [bids, winners] = [100_000, 4_400].map((whole) => Math.round(whole * size)) as [number, number]
  const chance = chanceOf(seed)
  await using house = await openHouse(2_000)
  const wrong: string[] = []
  const draw = await house.fillDraw('KILLED', bids, winners)
  const told = nothingTold()
  let next = house.start()
  for (let round = 1; round <= rounds && wrong.length === 0; round++) {
    const server = await next
    const working = { house, host: server.host, chance, told }
    const clients = startClients(working, draw, { name: `kill-server ${round}`, funds: 3, bettors: 2 })
    next = house.start() // The one after starts while this one works.
    await intoTheMiddle(working)
    await Promise.all([clients.stop(), server.kill()])
    wrong.push(...(await house.differences()), ...(await notKept(house, told, 'kill-server')))
    if (round % 10 === 0) say(`${round} kills`)
  }
  await next
  const { settlements, acknowledged, sent, bids: placed } = told
  const calls = `${acknowledged.size} of ${sent.size} movements of funds and ${placed.size} bids acknowledged`
  return { did: `${rounds} kills, ${settlements} settlements of ${winners} winners, ${calls}`, wrong }
}
