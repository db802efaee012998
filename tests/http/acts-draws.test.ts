/** A second person: results, voids and reverts are measured as they would be done, and done of what was asked for. */
import { api } from '@munim/contract'
import { expect, test } from 'vitest'
import { placeBids } from '../../server/src/bids/place.ts'
import { sql } from '../../server/src/database/db.ts'
import { LOCKS } from '../../server/src/database/locks.ts'
import { lockWallets } from '../../server/src/ledger/post.ts'
import { backOffice, bidOn, formOf } from '../support/office.ts'
import { secondPerson, waiting } from '../support/second-person.ts'
import { crossing } from '../support/waits.ts'

const office = await backOffice()
const { limits, meera, listed, confirm, effectOf, stored, waitsFor } = await secondPerson(office)

test('a bid that has won counts with its win as it is reverted', async () => {
  const asha = await office.user('Asha', 200)
  const market = await office.market('WON')
  const [won, lost] = [
    await office.place(asha, market, 'single_digit:1:-:-:-', 100),
    await office.place(asha, market, 'single_digit:2:-:-:-', 100),
  ]
  const result = { marketId: String(market.id), date: market.day, ...formOf('128-1'), confirmEarly: true }
  expect(await office.call(api.results.declare, result)).toMatchObject({ code: 200 })
  await limits({ reverts: 999 })
  waiting(await office.call(api.bids.revert, { betId: won }))
  expect(await office.call(api.bids.revert, { betId: lost })).toMatchObject({ code: 200 })
})

test('whoever confirms reads that what comes back is of a deleted player', async () => {
  const gone = await office.user('Gone', 100)
  const market = await office.market('GONE')
  const betId = await office.place(gone, market, 'single_digit:2:-:-:-', 100)
  const result = { marketId: String(market.id), date: market.day, ...formOf('128-1'), confirmEarly: true }
  await office.call(api.results.declare, result)
  expect(await office.call(api.users.remove, { id: gone.id })).toMatchObject({ code: 200 })
  await limits({ reverts: 0 })
  const id = waiting(await office.call(api.bids.revert, { betId }))
  const told = (await listed(meera)).data.find((each) => each.id === id)
  expect(told).toMatchObject({ effect: { after: { refunded: 100, ofDeleted: 100 } } })
})

test('a revert of a bid that waits takes no win back that came since', async () => {
  const asha = await office.user('Asha', 200)
  const market = await office.market('WON SINCE')
  const bid = await office.place(asha, market, 'single_digit:1:-:-:-', 100)
  await limits({ reverts: 0 })
  const id = waiting(await office.call(api.bids.revert, { betId: bid }))
  const result = { marketId: String(market.id), date: market.day, ...formOf('128-1'), confirmEarly: true }
  await office.call(api.results.declare, result)
  const before = await stored()
  const message = `What became of bid #${bid} changed meanwhile: look at it again.`
  expect((await listed(meera)).data.find((each) => each.id === id)).toMatchObject({ refusal: message })
  expect(await confirm(id)).toMatchObject({ code: 409, message })
  expect(await stored()).toBe(before)
})

test('a bid whose result is being declared as it is reverted is measured with its win', async () => {
  const asha = await office.user('Asha', 200)
  const market = await office.market('WON MEANWHILE')
  const bid = await office.place(asha, market, 'single_digit:1:-:-:-', 100)
  await limits({ reverts: 150 })
  const on = { marketId: String(market.id), date: market.day, ...formOf('128-1'), confirmEarly: true }
  const [declared, reverted] = await beside(
    market,
    () => office.call(api.results.declare, on, { isPatient: false }),
    () => office.call(api.bids.revert, { betId: bid }, { isPatient: false }),
  )
  expect(declared).toMatchObject({ code: 200 })
  waiting(reverted)
})

/** The answers of two calls that both wait for the market's draw, in this order. */
async function beside<A, B>(
  market: { readonly id: number },
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  let both: Promise<[A, B]>
  await office.told(async (db) => {
    await db.run(
      sql`select pg_advisory_xact_lock(${LOCKS.draw}::int, id) from draws where market_id = ${market.id}`,
    )
    const waits = first()
    await waitsFor(1)
    both = Promise.all([waits, second()])
    await waitsFor(2)
  })
  return both!
}

test('a result whose close is being declared as it is reverted is measured with the wins of both', async () => {
  const asha = await office.user('Asha', 300)
  const market = await office.market('CLOSED MEANWHILE')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.place(asha, market, 'single_digit:-:-:4:-', 100)
  const draw = { marketId: String(market.id), date: market.day }
  const declare = (result: string) =>
    office.call(api.results.declare, { ...draw, ...formOf(result), confirmEarly: true }, { isPatient: false })
  expect(await declare('128-1')).toMatchObject({ code: 200 })
  await limits({ reverts: 500 })
  const [declared, reverted] = await beside(
    market,
    () => declare('128-14-455'),
    () => office.call(api.results.revert, draw, { isPatient: false }),
  )
  expect(declared).toMatchObject({ code: 200 })
  waiting(reverted)
})

test('a result is measured with the bid that is being placed as it is declared', async () => {
  const asha = await office.user('Asha', 200)
  const market = await office.market('PLACED MEANWHILE')
  await limits({ losses: 500 })
  const bids = [{ ...bidOn(market, 'single_digit:1:-:-:-', 100), marketId: String(market.id) }]
  const on = { marketId: String(market.id), date: market.day, ...formOf('128-1'), confirmEarly: true }
  const declared = await crossing(
    office.database,
    (db) => placeBids(db, { userId: asha.id, bids }),
    () => office.call(api.results.declare, on, { isPatient: false }),
    LOCKS.draw,
  )
  waiting(declared)
})

test('a void waits for a revert of the same administrator before it holds anything', async () => {
  const asha = await office.user('Asha', 200)
  const [one, other] = [await office.market('BESIDE'), await office.market('BEHIND')]
  const betId = await office.place(asha, one, 'single_digit:1:-:-:-', 100)
  await office.place(asha, other, 'single_digit:1:-:-:-', 100)
  await limits({ reverts: 1000 })
  const said = await office.database.transaction(async (db) => {
    await lockWallets(db, [asha.id])
    const reverting = office.call(api.bids.revert, { betId })
    await waitsFor(1)
    const draw = { marketId: String(other.id), date: other.day, reason: 'No result' }
    const voiding = office.call(api.results.voidDraw, draw)
    await waitsFor(2)
    const held = await office.database.many(sql`
      select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
      where l.classid = ${LOCKS.draw}::int and l.mode = 'ExclusiveLock' and l.granted`)
    expect(held).toEqual([])
    return [reverting, voiding]
  })
  for (const each of said) expect(await each).toMatchObject({ code: 200 })
})

test('a void whose open is being reverted is done of the half that it was measured of, or not', async () => {
  const asha = await office.user('Asha', 200)
  const market = await office.market('MEASURED')
  await office.place(asha, market, 'single_digit:2:-:-:-', 100)
  await office.place(asha, market, 'single_digit:-:-:4:-', 10)
  const draw = { marketId: String(market.id), date: market.day }
  await office.call(api.results.declare, { ...draw, ...formOf('128-1'), confirmEarly: true })
  await limits({ reverts: 50 })
  const [reverted, voided] = await beside(
    market,
    () => office.call(api.results.revert, draw, { as: meera, isPatient: false }),
    () => office.call(api.results.voidDraw, { ...draw, reason: 'It never came' }, { isPatient: false }),
  )
  expect(reverted).toMatchObject({ code: 200 })
  expect(voided).toMatchObject({ code: 409, errors: { basedOn: expect.any(String) } })
})

test('a revert that names no day keeps the day of the draw that was current when it was asked for', async () => {
  const asha = await office.user('Asha', 500)
  const market = await office.market('CURRENT')
  await office.place(asha, market, 'single_digit:1:-:-:-', 100)
  const draw = { marketId: String(market.id), date: market.day }
  await office.call(api.results.declare, { ...draw, ...formOf('128-1'), confirmEarly: true })
  const basedOn = (await office.call(api.results.previewRevert, draw)).data.declarations
  await limits({ reverts: 0 })
  const id = waiting(await office.call(api.results.revert, { marketId: draw.marketId }))
  const kept = await office.database.only<{ input: object; thing_id: string }>(sql`
    select input, thing_id from waiting_acts where id = ${id}`)
  expect(kept).toEqual({ input: { ...draw, basedOn }, thing_id: `${market.id} ${market.day}` })
  expect(await confirm(id)).toMatchObject({ code: 200 })
  expect(await office.walletOf(asha)).toBe(400)
})

test('above a limit of 0 is also a revert that takes nothing back', async () => {
  const market = await office.market('WON BY NONE')
  const draw = { marketId: String(market.id), date: market.day }
  await office.call(api.results.declare, { ...draw, ...formOf('128-1'), confirmEarly: true })
  await limits({ reverts: 0 })
  waiting(await office.call(api.results.revert, draw))
})

test('a revert that waits names its result, waits once however its market is spelt, and takes back no other', async () => {
  const asha = await office.user('Asha', 500)
  const market = await office.market('ANOTHER')
  await office.place(asha, market, 'single_digit:1:-:-:-', 100)
  const draw = { marketId: String(market.id), date: market.day }
  const declare = (result: string) =>
    office.call(api.results.declare, { ...draw, ...formOf(result), confirmEarly: true })
  await declare('137-1')
  await limits({ reverts: 0 })
  const id = waiting(await office.call(api.results.revert, { ...draw, marketId: market._id }))
  expect(await office.call(api.results.revert, draw)).toMatchObject({ code: 409 })
  const seen = async () => (await listed(meera)).data.find((each) => each.id === id)
  expect(await seen()).toMatchObject({ effect: { after: { open_digit: '1', open_panna: '137' } } })
  await limits({})
  await office.call(api.results.revert, draw)
  await declare('128-1')
  const before = await stored()
  const message = `What is declared of ANOTHER for ${market.day} changed meanwhile: look at it again.`
  expect(await seen()).toMatchObject({ effect: null, refusal: message })
  expect(await confirm(id)).toMatchObject({ code: 409, message })
  expect(await stored()).toBe(before)
})

test('a void that waits is of the halves that were undeclared when it was asked for', async () => {
  const asha = await office.user('Asha', 500)
  const market = await office.market('HALF VOID')
  await office.place(asha, market, 'single_digit:1:-:-:-', 100)
  const draw = { marketId: String(market.id), date: market.day }
  await limits({ reverts: 0 })
  const id = waiting(await office.call(api.results.voidDraw, { ...draw, reason: 'It never came' }))
  await office.call(api.results.declare, { ...draw, ...formOf('137-1'), confirmEarly: true })
  const before = await stored()
  const message = `What is declared of HALF VOID for ${market.day} changed meanwhile: look at it again.`
  expect((await listed(meera)).data.find((each) => each.id === id)).toMatchObject({ refusal: message })
  expect(await confirm(id)).toMatchObject({ code: 409, message })
  expect(await stored()).toBe(before)
})

test('a result that waits is of the halves that were undeclared when it was asked for, and says which', async () => {
  const asha = await office.user('Asha', 500)
  const market = await office.market('NEW HALF')
  await office.place(asha, market, 'single_digit:1:-:-:-', 100)
  await office.place(asha, market, 'single_digit:-:-:4:-', 100)
  const draw = { marketId: String(market.id), date: market.day }
  const declare = (result: string) =>
    office.call(api.results.declare, { ...draw, ...formOf(result), confirmEarly: true })
  await declare('128-1')
  await limits({ losses: 0 })
  const early = { ...draw, ...formOf('128-14-455') } // Not said to be.
  expect(await office.call(api.results.declare, early)).toMatchObject({ code: 409 })
  const id = waiting(await declare('128-14-455'))
  const seen = async () => (await listed(meera)).data.find((each) => each.id === id)
  expect((await seen())!.effect!.after).toMatchObject({ close_digit: '4', close_panna: '455', bids: 1 })
  expect((await seen())!.effect!.after).not.toHaveProperty('open_digit')
  await office.call(api.results.revert, draw)
  const before = await stored()
  const message = `What is declared of NEW HALF for ${market.day} changed meanwhile: look at it again.`
  expect(await seen()).toMatchObject({ effect: null, refusal: message })
  expect(await confirm(id)).toMatchObject({ code: 409, message })
  expect(await stored()).toBe(before)
  await limits({})
  await declare('128-1')
  expect(await confirm(id)).toMatchObject({ code: 200 })
  const kinds = (await office.postingsOf(asha)).map((line) => line.split(' ')[0])
  expect(kinds).toEqual(['stake', 'stake', 'win', 'win_reversed', 'win', 'win'])
})

test('a void of many bids that is confirmed is answered when its refunds are paid', async () => {
  const market = await office.market('MANY')
  const players = await Promise.all([1, 2, 3].map((number) => office.user(`Player ${number}`, 100)))
  for (const player of players) await office.place(player, market, 'single_digit:1:-:-:-', 50)
  await limits({ reverts: 0 })
  const body = { marketId: String(market.id), date: market.day, reason: 'No result came' }
  const id = waiting(await office.call(api.results.voidDraw, body))
  const basedOn = await effectOf(id)
  await office.place(players[0]!, market, 'single_digit:2:-:-:-', 10) // which makes it no other void
  expect(await confirm(id, meera, { basedOn })).toMatchObject({ code: 200 })
  for (const player of players) expect(await office.walletOf(player)).toBe(100)
  expect(await office.call(api.results.voidDraw, body)).toMatchObject({ code: 409 })
})
