/** Voids of many bids: declared at once, refunded in batches, and what everybody sees and may do meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@munim/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { LOCKS } from '../../server/src/database/locks.ts'
import { beginList, dropList, endList } from '../../server/src/ledger/list-refunds.ts'
import { AT_ONCE, findRuns, payRun } from '../../server/src/ledger/pay-refunds.ts'
import { readCurrentDeclarations } from '../../server/src/markets/current-declarations.ts'
import { lockDraw } from '../../server/src/markets/schedule.ts'
import { revertResult } from '../../server/src/results/revert.ts'
import { payVoid, voidDraw } from '../../server/src/results/void.ts'
import { watchResults } from '../../server/src/results/watch.ts'
import { fillBids, fillMarket, fillPlayers, fillTokens } from '../support/fill.ts'
import { backOffice, bidOn, formOf } from '../support/office.ts'
import { verifyBooks } from '../support/verify-books.ts'
import { crossing, until } from '../support/waits.ts'

const office = await backOffice({}, verifyBooks)
const { database, owner } = office
const BIDS = 2 * AT_ONCE + 500
const PLAYERS = 300
const REASON = 'It never came'
let first = 0
let tokens: string[] = []

beforeAll(async () => {
  first = await fillPlayers(database, PLAYERS)
  tokens = await fillTokens(database, first, PLAYERS)
})

/** What follows is planned for what is there: after the first draw, and for the laws at the end. */
const look = () => owner.run(sql`analyze bids, postings`)
afterAll(look)

let markets = 0
async function largeDraw(bids = BIDS) {
  const name = `LARGE ${++markets}`
  const filled = await fillMarket(database, name)
  await fillBids(database, { ...filled, bids, winners: 10, firstPlayer: first, players: PLAYERS })
  if (markets === 1) await look()
  return { ...filled, name, id: filled.marketId, day: filled.date }
}
type Drawn = Awaited<ReturnType<typeof largeDraw>>

const bodyOf = ({ id, day }: Drawn) => ({ marketId: id, date: day, reason: REASON })
/** Declares it and pays nothing, as a server that is killed right then. */
const onlyDeclare = (draw: Drawn) =>
  office.told((db) => voidDraw(db, { ...bodyOf(draw), marketId: String(draw.id), actor: 'admin:1' }))
const never = new AbortController().signal
/** Pays for so many transactions, the first of which refunds AT_ONCE bids. */
async function payFor(draw: Drawn, transactions: number) {
  const [run] = await findRuns(database, draw.drawId)
  let steps = 0
  const counting = {
    ...database,
    transaction(work: never) {
      steps++
      return database.transaction(work)
    },
  }
  const stop = new AbortController()
  const paying = payRun(counting as typeof database, run!, { signal: stop.signal })
  while (steps < transactions) await sleep(1)
  stop.abort()
  await paying
}
const refundsOf = async (draw: Drawn) =>
  (
    await database.only<{ refunds: number }>(sql`
      select count(*) as refunds from postings where kind = 'refund' and draw_id = ${draw.drawId}`)
  ).refunds
const seen = async ({ id, day }: Drawn) => (await office.call(api.markets.get, { id, date: day })).data.voided
const wrongLaws = async () => (await verifyBooks(database)).filter(({ wrong }) => wrong > 0)
const figures = (draw: Drawn, bids = BIDS) => ({
  date: draw.day,
  halves: ['open', 'close'],
  refunded: bids,
  players: PLAYERS,
})

test('a void of many bids answers when all are refunded, and as a small one does', async () => {
  const draw = await largeDraw()
  const preview = (await office.call(api.results.previewVoid, { marketId: draw.id, date: draw.day })).data
  const said = await office.call(api.results.voidDraw, bodyOf(draw))
  expect(said).toMatchObject({ code: 200, data: figures(draw) })
  expect(preview).toEqual({ ...said.data, ofDeleted: 0 })
  expect(await refundsOf(draw)).toBe(BIDS)
  expect(await seen(draw)).toEqual({ halves: ['open', 'close'], reason: REASON })
  expect(await office.call(api.results.voidDraw, bodyOf(draw))).toMatchObject({
    code: 409,
    message: `${draw.name} for ${draw.day} is voided already`,
  })
  expect(await wrongLaws()).toEqual([])
})

test('from its declaration on every bid of it is cancelled and no more are taken, before any money moves', async () => {
  const draw = await largeDraw()
  await onlyDeclare(draw)
  expect(await refundsOf(draw)).toBe(0)
  expect(await seen(draw)).toMatchObject({ refunds: { paid: 0, of: BIDS } })
  const { data } = await office.call(api.bids.ofMarket, { marketId: draw.id, date: draw.day })
  expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['cancelled']))
  const bids = [bidOn(draw, 'single_digit:-:-:4:-', 10)]
  const as = { token: tokens[0]! }
  expect(await office.call(api.player.placeBids, { bids }, { as })).toMatchObject({
    code: 409,
    message: `${draw.name} is voided`,
  })
  expect(await office.call(api.bids.revert, { betId: data[0]!.id })).toMatchObject({ code: 409 })
  expect(await wrongLaws()).toEqual([])
  await payRun(database, (await findRuns(database, draw.drawId))[0]!, { signal: never })
})

test('what is bet, cancelled and declared while a void lists its bids is in its list as it is at its lock', async () => {
  const bet = async (draw: Drawn, token: string) => {
    const bids = [bidOn(draw, 'single_digit:-:-:4:-', 10)]
    expect(await office.call(api.player.placeBids, { bids }, { as: { token } })).toMatchObject({ code: 200 })
  }
  const cancelOldest = async ({ drawId }: Drawn) => {
    const { id } = await database.only<{ id: number }>(sql`
      select id from bids where draw_id = ${drawId} and session = 'close' order by id limit 1`)
    expect(await office.call(api.bids.revert, { betId: id })).toMatchObject({ code: 200 })
  }
  const newcomer = await office.user('Newcomer', 1000)
  for (const meanwhile of [
    async () => {},
    async (draw: Drawn) => {
      await bet(draw, tokens[0]!)
      await bet(draw, newcomer.token)
      await bet(draw, newcomer.token)
    },
    cancelOldest,
    async (draw: Drawn) => {
      await cancelOldest(draw)
      await bet(draw, tokens[0]!)
    },
    async (draw: Drawn) => {
      expect(await office.declare(draw as never, '137-1')).toMatchObject({ code: 200 })
    },
  ]) {
    const draw = await largeDraw(2_500)
    const { owed, listed } = await database.transaction(async (db) => {
      const listing = await beginList(db, draw.drawId, ['open', 'close'])
      expect(listing.refunded).toBeGreaterThan(0)
      await meanwhile(draw)
      await db.run(lockDraw(draw.drawId))
      const current = await readCurrentDeclarations(db, draw.drawId)
      const owed = await endList(db, listing, current.length === 0 ? ['open', 'close'] : ['close'])
      const listed = await db.only(sql`
        select count(*) as refunded, count(distinct l.user_id) as players, sum(l.points)::bigint as amount,
          count(distinct l.id) as "once",
          count(*) filter (where (l.user_id, l.half, l.points) = (b.user_id, b.session, b.points)) as "asBid"
        from refund_batches r
        cross join unnest(r.bid_ids, r.user_ids, r.halves, r.points) as l (id, user_id, half, points)
        left join bids b on b.id = l.id where r.run_id = ${listing.runId}`)
      await dropList(db, listing)
      return { owed, listed }
    })
    const { refunded, players, amount } = (
      await office.call(api.results.previewVoid, { marketId: draw.id, date: draw.day })
    ).data
    expect(owed).toEqual({ refunded, players, amount: amount * 100 })
    expect(listed).toEqual({ ...owed, once: refunded, asBid: refunded })
  }
})

test('half paid, the books agree and name it; asked again, with its key or without, it is paid to the end, once', async () => {
  for (const options of [{}, { key: 'void-again' }]) {
    const draw = await largeDraw()
    await onlyDeclare(draw)
    await payFor(draw, 1)
    expect(await refundsOf(draw)).toBe(AT_ONCE)
    expect(await seen(draw)).toMatchObject({ refunds: { paid: AT_ONCE, of: BIDS } })
    const laws = await verifyBooks(database)
    expect(laws.filter(({ wrong }) => wrong > 0)).toEqual([])
    expect(laws.flatMap(({ notes = [] }) => notes)).toEqual([
      `under way: draw ${draw.drawId}, ${AT_ONCE} of ${BIDS} bids refunded`,
    ])

    const all = await Promise.all(
      [1, 2, 3].map(() => office.call(api.results.voidDraw, bodyOf(draw), options)),
    )
    // Who comes after the end, with no key that was answered before, is told that it was done.
    const late = all.filter(({ code }) => code === 409)
    for (const said of late) expect(said.message).toMatch(/ is voided already$/)
    expect(late.length).toBeLessThan('key' in options ? 1 : all.length)
    for (const said of all)
      if (said.code !== 409) expect(said).toMatchObject({ code: 200, data: figures(draw) })
    expect(await refundsOf(draw)).toBe(BIDS)
    expect(await wrongLaws()).toEqual([])
  }
})

/** Locks a player's wallet, until what it returns is called. */
async function holdWallet(userId: number): Promise<() => Promise<void>> {
  const [locked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = database.transaction(async (db) => {
    await db.run(sql`set local idle_in_transaction_session_timeout = 0`)
    await db.run(sql`select from wallets where user_id = ${userId} for update`)
    locked.resolve()
    await free.promise
  })
  await locked.promise
  return () => {
    free.resolve()
    return holding
  }
}
const refundedPlayers = async ({ drawId }: Drawn) =>
  (
    await database.only<{ players: number }>(sql`
      select count(distinct to_user) as players from postings where kind = 'refund' and draw_id = ${drawId}`)
  ).players

test('a player whose wallet is locked is refunded later, and holds up nobody', async () => {
  const draw = await largeDraw()
  const free = await holdWallet(first)
  const voiding = office.call(api.results.voidDraw, bodyOf(draw))
  await until(async () => (await refundedPlayers(draw)) === PLAYERS - 1)
  expect(await wrongLaws()).toEqual([])
  await free()
  expect(await voiding).toMatchObject({ code: 200, data: figures(draw) })
  expect(await refundsOf(draw)).toBe(BIDS)
})

test('a run of refunds that fails, or whose wallets stay locked, is told, and holds up no other', async () => {
  const [held, draw] = [await largeDraw(AT_ONCE + 1), await largeDraw(AT_ONCE + 1)]
  const failing = await owner.only<{ id: number }>(sql`
    insert into refund_runs (draw_id, declaration_ids, bids, players, points, refunded, refunded_points, worked_at)
    values (${draw.drawId}, '{}', 3, 3, 3, 1, 1, clock_timestamp() - interval '6 minutes') returning id`)
  await onlyDeclare(held)
  await onlyDeclare(draw)
  const free = await holdWallet(first)
  const faults: object[] = []
  const log = { error: (about: object) => void faults.push(about), warn: () => {} }
  const source = () => ({ url: '', hosts: [], isDemonstration: true })
  const watch = watchResults({ database, source, onDeclared: () => {}, log })
  await until(async () => (await refundedPlayers(draw)) === PLAYERS - 1)
  await watch.stop()
  await free()
  expect(faults).toMatchObject([{ run: failing.id, err: { message: expect.stringContaining('owes what') } }])
  const worked = await database.only<{ last: boolean }>(sql`
    select r.worked_at = max(p.at) as last from refund_runs r join postings p on p.draw_id = r.draw_id and p.kind = 'refund'
    where r.draw_id = ${held.drawId} group by r.worked_at`)
  expect(worked).toEqual({ last: true })
  const findTold = async () =>
    (await office.call(api.alerts.list, {})).data.find(({ sentence }) => sentence.startsWith(`${draw.name}:`))
  const told = await findTold()
  expect(told).toMatchObject({
    kind: 'declare',
    sentence: `${draw.name}: 2 refunds of a void are not paid`,
    address: `/results/details/${draw.id}?date=${draw.day}`,
  })
  await office.call(api.alerts.see, { ids: [told!.id] })
  expect(await findTold()).toMatchObject({ isSeen: true })
  await owner.run(sql`
    update refund_runs set worked_at = worked_at + interval '1 minute' where id = ${failing.id}`)
  expect(await findTold(), 'one was paid since').toMatchObject({ isSeen: false })
  const voiding = { marketId: String(draw.id), date: draw.day }
  await expect(payVoid(database, voiding, never)).rejects.toThrow('owes what')
  await owner.run(sql`delete from refund_runs where id = ${failing.id}`)
  for (const each of [held, draw])
    await payRun(database, (await findRuns(database, each.drawId))[0]!, { signal: never })
})

test('the open of a draw whose close is being refunded is reverted and voided too, and both are paid', async () => {
  const draw = await largeDraw(3 * AT_ONCE)
  await office.declare(draw as never, '137-1')
  await onlyDeclare(draw)
  expect(await office.revert(draw as never)).toMatchObject({ code: 200 })
  const said = await office.call(api.results.voidDraw, { ...bodyOf(draw), reason: 'Nor the open' })
  expect(said).toMatchObject({ code: 200, data: { halves: ['open'] } })
  expect(await findRuns(database, draw.drawId)).toEqual([])
  expect(await refundsOf(draw)).toBe(3 * AT_ONCE)
  expect(await wrongLaws()).toEqual([])
})

/** Does what is asked while nobody voids half a draw alone; nothing but what is done here waits for a second person. */
async function withSecond(work: () => Promise<void>) {
  await database.run(sql`
    insert into admins (user_name, password_hash, created_at, updated_at)
    values ('meera', '', clock_timestamp(), clock_timestamp())`)
  await database.run(sql`update security set reverts = 0`)
  try {
    await work()
  } finally {
    await database.run(sql`update security set reverts = null`)
    await database.run(sql`update admins set is_active = false where user_name = 'meera'`)
  }
}

test('while refunds of a void go on, a half that is free again is voided by two; asked again, none is', async () => {
  const draw = await largeDraw()
  await office.declare(draw as never, '137-1')
  await onlyDeclare(draw)
  const voiding = (more = {}) => office.call(api.results.voidDraw.path, { ...bodyOf(draw), ...more })
  const waits = { code: 202, status: 'waiting' }
  const forget = () =>
    database.run(sql`
      update waiting_acts set outcome = 'expired', decided_at = clock_timestamp() where outcome is null`)
  const reverting = { marketId: String(draw.id), date: draw.day, session: undefined, actor: 'admin:1' }
  await withSecond(async () => {
    // Reverted at the same moment: the void has seen no half free, and waits for the draw.
    const beside = await crossing(database, (db) => revertResult(db, reverting), voiding, LOCKS.draw)
    expect(beside).toMatchObject(waits)
    await forget()
    expect(await voiding()).toMatchObject(waits)
    await forget()
    expect(await seen(draw)).toMatchObject({ halves: ['close'] })

    const declaring = { marketId: draw.id, date: draw.day, ...formOf('137-1'), confirmEarly: true }
    expect(await office.call(api.results.declare, declaring)).toMatchObject({ code: 200 })
    const again = await voiding({ basedOn: ['close'] })
    expect(again).toMatchObject({ code: 200, data: { halves: ['close'] } })
  })
  expect(await wrongLaws()).toEqual([])
})

test('refunds carry the moment they were paid, and each player’s balances follow one another', async () => {
  const draw = await largeDraw()
  await onlyDeclare(draw)
  await office.call(api.users.addFunds, { id: first + 1, amount: 5 })
  await office.call(api.results.voidDraw, bodyOf(draw))
  const rows = await database.many<{ id: number; at: string }>(sql`
    select id, at from postings where to_user = ${first + 1} or from_user = ${first + 1} order by id`)
  expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).sort())
})

test('who has refunds to come is not deleted before; then the wallet goes to the house with them', async () => {
  const draw = await largeDraw()
  await onlyDeclare(draw)
  const message = 'Refunds of a voided draw are on their way to this user. Try again soon.'
  for (const ask of [api.users.previewRemove, api.users.remove])
    expect(await office.call(ask, { id: first })).toMatchObject({ code: 409, message })
  await office.call(api.results.voidDraw, bodyOf(draw))
  expect(await office.call(api.users.remove, { id: first })).toMatchObject({ code: 200 })
})
