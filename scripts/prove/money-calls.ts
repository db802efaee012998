/** Every call that moves money, decides or declares, each with something fresh to do it to. */
import { api } from '@munim/contract'
import { type Paise, readRupees } from '@munim/core'
import { type NotNull, sql } from '../../server/src/database/db.ts'
import { declareResult } from '../../server/src/results/declare.ts'
import { requestDeposit, requestWithdrawal } from '../../server/src/wallet/requests.ts'
import { type Filled, fillPlayers, fillTokens, OPEN_FORM } from '../../tests/support/fill.ts'
import type { House, Player } from './house.ts'

/** A body that can be sent once with effect, another that could be sent too, and whose token goes along. */
interface Prepared {
  readonly body: object
  readonly otherBody: object
  readonly token: string
}

export interface MoneyCall {
  readonly path: string
  readonly prepare: (house: House) => Promise<Prepared>
}

/** A player of their own, so that no earlier call is in the way. */
export async function newPlayer({ database }: House): Promise<Player> {
  const id = await fillPlayers(database, 1)
  const [token] = await fillTokens(database, id, 1)
  return { id, token: token! }
}

function asking(userId: number) {
  return { userId, amount: readRupees(150) as Paise, transferType: 'upi' }
}

/** A pending deposit and whose it is. */
export async function newDeposit(house: House, refId = '') {
  const { id: userId } = await newPlayer(house)
  const id = await house.database.transaction((db) => requestDeposit(db, { ...asking(userId), refId }))
  return { id, userId }
}

/** A pending withdrawal and whose it is. */
export async function newWithdrawal(house: House) {
  const { id: userId } = await newPlayer(house)
  const id = await house.database.transaction((db) => requestWithdrawal(db, asking(userId)))
  return { id, userId }
}

let draws = 0
export const BIDS_A_DRAW = 12

/** A draw with a few bids of which some win, not yet declared. */
export function newDraw(house: House): Promise<Filled> {
  return house.fillDraw(`DRAW ${++draws}`, BIDS_A_DRAW, 4)
}

/** The same, declared, with one of its winning bids. */
export async function newDeclaredDraw(house: House): Promise<Filled & { betId: number }> {
  const draw = await newDraw(house)
  const { marketId, drawId, date } = draw
  const declaring = {
    marketId: String(marketId),
    date,
    typed: OPEN_FORM,
    actor: 'admin:1',
    source: 'manual' as const,
  }
  await house.database.transaction((db) => declareResult(db, declaring))
  const { id } = await house.database.only<{ id: number } & NotNull<'id'>>(sql`
    select min(bid_id) as id from postings where kind = 'win' and draw_id = ${drawId}`)
  return { ...draw, betId: id }
}

/** `prepare` for a call of who has the token, whose other body differs in these fields. */
const by =
  (caller: (house: House) => Pick<House, 'token'> | Promise<Player>) =>
  (make: (house: House) => Promise<object>, other: object): MoneyCall['prepare'] =>
  async (house) => {
    const body = await make(house)
    return { body, otherBody: { ...body, ...other }, token: (await caller(house)).token }
  }
const byAdmin = by((house) => house)
const byPlayer = by(newPlayer)

const funds = byAdmin(async (house) => ({ id: (await newPlayer(house)).id, amount: 12.34 }), {
  amount: 12.35,
})
const decision = (make: typeof newDeposit, status: string) =>
  byAdmin(async (house) => ({ transactionId: (await make(house)).id, status }), { note: 'another' })

export const moneyCalls: readonly MoneyCall[] = [
  { path: api.users.addFunds.path, prepare: funds },
  { path: api.users.deductFunds.path, prepare: funds },
  { path: api.wallet.decideDeposit.path, prepare: decision(newDeposit, 'completed') },
  { path: api.wallet.decideWithdrawal.path, prepare: decision(newWithdrawal, 'completed') },
  { path: api.wallet.decideWithdrawal.path, prepare: decision(newWithdrawal, 'rejected') },
  {
    path: api.users.remove.path,
    prepare: byAdmin(async (house) => ({ id: (await newWithdrawal(house)).userId }), { id: 1 }),
  },
  {
    path: api.results.declare.path,
    prepare: byAdmin(async (house) => bodyOf(await newDraw(house), OPEN_FORM), { manualOpenDigit: '2' }),
  },
  {
    path: api.results.revert.path,
    prepare: byAdmin(async (house) => bodyOf(await newDeclaredDraw(house), {}), { session: 'close' }),
  },
  {
    path: api.results.voidDraw.path,
    prepare: byAdmin(async (house) => bodyOf(await newDraw(house), { reason: 'It never came' }), {
      reason: 'another',
    }),
  },
  {
    path: api.bids.revert.path,
    prepare: byAdmin(async (house) => ({ betId: (await newDeclaredDraw(house)).betId }), {
      reason: 'another',
    }),
  },
  {
    path: api.player.placeBids.path,
    prepare: async (house) => {
      const { marketId } = await newDraw(house)
      const bid = { marketId, session: 'open', game_mode: 'single_digit', open_digit: '7' }
      const bids = (points: number) => ({ bids: [1, 2].map(() => ({ ...bid, points })) })
      return { body: bids(10), otherBody: bids(20), token: (await newPlayer(house)).token }
    },
  },
  {
    path: api.player.requestDeposit.path,
    prepare: byPlayer(async () => ({ amount: 200, transfer_type: 'upi' }), { amount: 201 }),
  },
  {
    path: api.player.requestWithdrawal.path,
    prepare: byPlayer(async () => ({ amount: 200, transfer_type: 'upi' }), { amount: 201 }),
  },
  {
    path: api.player.transfer.path,
    prepare: byPlayer(async (house) => ({ mobile: await mobileOf(house), amount: 20 }), { amount: 21 }),
  },
]

function bodyOf({ marketId, date }: Filled, fields: object): object {
  return { marketId, date, ...fields }
}

/** Of the first player. */
export async function mobileOf(house: House): Promise<string> {
  const { mobile } = await house.database.only<{ mobile: string }>(sql`
    select mobile from users where id = ${house.players[0]!.id}`)
  return mobile
}
