/** How many calls of a lane go at once follows from how many connections write. */
import { api, type Endpoint } from '@munim/contract'
import { expect, test } from 'vitest'
import { type Lane, laneOfPlayer, lanesOf, openLanes } from './lanes.ts'

const placing = (player: number) =>
  lanesOf(api.player.placeBids, { bids: [{ marketId: 'm' }] }, { id: player, lanes: [] })
const creating = () => lanesOf(api.markets.create, {}, { id: 1, lanes: [] })

test.each([
  // connections, of one player, of one market, of one kind
  [10, 1, 7, 4],
  [20, 1, 14, 8],
  [4, 1, 3, 2],
  [2, 1, 1, 1],
])('of %i connections %i go to a player, %i to a market, %i to another kind', async (connections, ...due) => {
  const ways = [() => placing(1), placing, creating]
  for (const [nth, lanesFor] of ways.entries()) {
    const lanes = openLanes(connections, 500)
    let inside = 0
    const gate = Promise.withResolvers<void>()
    const calls = Array.from({ length: 30 }, (_, player) =>
      lanes.within(lanesFor(player), async () => {
        inside++
        await gate.promise
      }),
    )
    await new Promise(setImmediate)
    expect(inside).toBe(due[nth])
    gate.resolve()
    await Promise.all(calls)
  }
})

test('of decisions for as many players four go at once, and one that would wait too long is refused', async () => {
  const lanes = openLanes(10, 50)
  const gate = Promise.withResolvers<void>()
  let inside = 0
  const decide = (player: number) =>
    lanes.within(lanesOf(api.users.addFunds, { id: player }, { id: 1, lanes: [] }), async () => {
      inside++
      await gate.promise
    })
  const calls = [1, 2, 3, 4, 5].map(decide)
  await new Promise(setImmediate)
  expect(inside).toBe(4)
  await new Promise((done) => setTimeout(done, 60))
  await expect(decide(6)).rejects.toMatchObject({ trouble: 'busy' })
  gate.resolve()
  await Promise.all(calls)
  await decide(7)
  expect(inside).toBe(6)
})

test('a place that is left is for who waits first, and so many wait at most', async () => {
  const lanes = openLanes(10, 500)
  const log: number[] = []
  const ends: (() => void)[] = []
  const come = (nth: number) =>
    lanes.within([laneOfPlayer(1)], () => {
      log.push(nth)
      return new Promise<void>((done) => void ends.push(done))
    })
  const calls = [come(0), come(1)]
  await new Promise(setImmediate)
  ends.shift()!()
  await new Promise(setImmediate)
  calls.push(...Array.from({ length: 64 }, (_, nth) => come(nth + 2)))
  await expect(come(66)).rejects.toMatchObject({ trouble: 'busy' })
  expect(log).toEqual([0, 1])
  for (const _ of calls.slice(1)) {
    ends.shift()!()
    await new Promise(setImmediate)
  }
  await Promise.all(calls)
  expect(log).toEqual(calls.map((_, nth) => nth))
})

test('calls of several lanes neither wait for each other nor fill the wide lane while they wait for the narrow', async () => {
  const one = openLanes(1, 500)
  const [own, ofMarket] = placing(1) as [Lane, Lane]
  const pause = () => new Promise(setImmediate)
  await Promise.all([one.within([own, ofMarket], pause), one.within([ofMarket, own], pause)])

  const lanes = openLanes(10, 500)
  const gate = Promise.withResolvers<void>()
  const many = Array.from({ length: 8 }, () => lanes.within(placing(1), () => gate.promise))
  await lanes.within(placing(2), pause)
  gate.resolve()
  await Promise.all(many)
})

test('each write of an administrator about one player goes in their lane', () => {
  const calls: Endpoint[] = Object.values(api).flatMap((area) => Object.values(area))
  const ofPlayers = calls.filter(
    ({ path, effect }) => effect === 'write' && /^.admin.(user|protection)/.test(path),
  )
  expect(ofPlayers.length).toBeGreaterThan(5)
  for (const call of ofPlayers)
    expect(lanesOf(call, { id: 7 }, { id: 1, lanes: [] }), call.path).toContainEqual(laneOfPlayer(7))
})
