/** What the administrator does in the demonstration: by the verbs of the calls, each with the row it leaves in the audit. */
import { api, type Endpoint, type Input } from '@munim/contract'
import type { TypedResult } from '@munim/core'
import { insertBanner } from '../banners/queries.ts'
import { getBid } from '../bids/list.ts'
import { revertBid, traceOfRevertedBid } from '../bids/revert.ts'
import { fixedAt } from '../database/db.ts'
import { markFeedback } from '../feedbacks/queries.ts'
import { changeOf, type Trace, writeTrail } from '../http/trail.ts'
import { createMarket } from '../markets/change.ts'
import { insertNotification } from '../notifications/queries.ts'
import { setHouseLimit } from '../protection/set.ts'
import { traceOfLimit } from '../protection/trace.ts'
import { declareResult } from '../results/declare.ts'
import { revertResult } from '../results/revert.ts'
import { effectOf, traceOfDeclaring, traceOfReverting } from '../results/trace.ts'
import { saveLimits } from '../risk/save.ts'
import { readSettings, writeSettings } from '../settings/queries.ts'
import { type Changes, changeUser, NO_HASHES } from '../users/change.ts'
import { moveFunds } from '../users/funds.ts'
import { findUser } from '../users/queries.ts'
import { removeUser } from '../users/remove.ts'
import { traceOf, traceOfFunds, traceOfRemoval } from '../users/trace.ts'
import { getRequest } from '../wallet/queries.ts'
import { type Deciding, decideRequest, traceOfDecision } from '../wallet/requests.ts'
import type { Draw, Player, World } from './world.ts'

const ADDRESS = '127.0.0.1'

async function leave({ db, admin }: World, { path }: Endpoint, trace: Trace, at: Date): Promise<void> {
  await writeTrail(fixedAt(db, at), path, { actor: admin, address: ADDRESS, trail: [trace] })
}

/** Approval is a change too: the bonuses are paid with it. */
export async function changePlayer(world: World, { id }: Pick<Player, 'id'>, changes: Changes, at: Date) {
  const { db, admin } = world
  const before = (await findUser(db, id))!
  await changeUser(fixedAt(db, at), { id, changes, hashes: NO_HASHES, actor: admin })
  await leave(world, api.users.update, { subject: 'user', id, ...(await traceOf(db, before, changes)) }, at)
}

/** The house's limit; `amount` in rupees. */
export async function limitPlayer(
  world: World,
  { id: userId }: Pick<Player, 'id'>,
  limit: Omit<Input<typeof api.protection.setLimit>, 'id'>,
  at: Date,
): Promise<void> {
  const before = await setHouseLimit(fixedAt(world.db, at), { userId, ...limit, actor: world.admin })
  await leave(world, api.protection.setLimit, traceOfLimit({ userId, ...limit }, before), at)
}

export async function removePlayer(world: World, { id }: Pick<Player, 'id'>, at: Date): Promise<void> {
  await removeUser(fixedAt(world.db, at), { id, actor: world.admin })
  await leave(world, api.users.remove, traceOfRemoval(id), at)
}

/** `rupees` are added, or taken where they are below zero. */
export async function changeFunds(
  world: World,
  { id }: Player,
  { rupees, note }: { readonly rupees: number; readonly note: string | undefined },
  at: Date,
): Promise<void> {
  const [kind, call] =
    rupees > 0
      ? (['fund_add', api.users.addFunds] as const)
      : (['fund_deduct', api.users.deductFunds] as const)
  const funds = { userId: id, amount: Math.abs(rupees), note, actor: world.admin }
  await leave(world, call, traceOfFunds(id, rupees, await moveFunds(fixedAt(world.db, at), kind, funds)), at)
}

export async function decide(
  world: World,
  decision: Pick<Deciding, 'id' | 'kind' | 'status' | 'note'>,
  at: Date,
): Promise<void> {
  await decideRequest(fixedAt(world.db, at), { ...decision, actor: world.admin })
  const call = decision.kind === 'deposit' ? api.wallet.decideDeposit : api.wallet.decideWithdrawal
  await leave(world, call, traceOfDecision(await getRequest(world.db, decision.id)), at)
}

export async function declare(world: World, draw: Draw, typed: TypedResult, at: Date): Promise<void> {
  const { id: marketId } = draw.market
  const facts = { marketId, date: draw.day, typed, actor: world.admin, source: 'manual' } as const
  const declared = await declareResult(fixedAt(world.db, at), facts)
  const effect = effectOf({ belowZero: 0, withdrawalsCancelled: 0, ...declared })
  await leave(world, api.results.declare, traceOfDeclaring(marketId, typed, effect), at)
}

/** All that is declared of the draw. */
export async function revert(world: World, { market, day }: Draw, at: Date): Promise<void> {
  const facts = { marketId: market.id, date: day, session: undefined, actor: world.admin }
  const reverted = await revertResult(fixedAt(world.db, at), facts)
  await leave(world, api.results.revert, traceOfReverting(reverted), at)
}

export async function cancelBid(world: World, id: number, at: Date): Promise<void> {
  const reason = 'Reverted by admin'
  const key = await revertBid(fixedAt(world.db, at), { id, reason, actor: world.admin })
  const { points } = await getBid(world.db, key)
  await leave(world, api.bids.revert, traceOfRevertedBid(id, reason, points), at)
}

/** Read, with an answer or without a word (''). */
export async function answerFeedback(
  world: World,
  { id, comment }: { readonly id: number; readonly comment: string },
  at: Date,
): Promise<void> {
  await markFeedback(fixedAt(world.db, at), { id, isRead: true, comment: comment || undefined })
  const before = { isReadByAdmin: false, ...(comment && { adminComment: '' }) }
  const after = { isReadByAdmin: true, ...(comment && { adminComment: comment }) }
  await leave(world, api.feedbacks.update, { subject: 'feedback', id, before, after }, at)
}

export async function sendNotice(
  world: World,
  notice: { readonly title: string; readonly description: string },
  at: Date,
): Promise<void> {
  const { id } = await insertNotification(fixedAt(world.db, at), notice)
  await leave(world, api.notifications.send, { subject: 'notification', id, after: notice }, at)
}

export async function addBanner(
  world: World,
  { path, isActive }: { readonly path: string; readonly isActive: boolean },
  at: Date,
): Promise<void> {
  const { id } = await insertBanner(fixedAt(world.db, at), { path, isActive })
  await leave(world, api.banners.create, { subject: 'banner', id, after: { imageUrl: path, isActive } }, at)
}

/** In the wire's names and units. */
export async function changeSettings(
  world: World,
  sent: Pick<Input<typeof api.settings.update>, 'referral_bonus'>,
  at: Date,
): Promise<void> {
  const change = changeOf(await readSettings(world.db, 'lock'), sent)
  await writeSettings(world.db, change.after)
  await leave(world, api.settings.update, { subject: 'settings', id: 'global', ...change }, at)
}

/** In rupees; for every market and every day. */
export async function setNumberLimits(
  world: World,
  limits: Input<typeof api.risk.saveLimits>['limits'],
  at: Date,
): Promise<void> {
  const db = fixedAt(world.db, at)
  const trace = await saveLimits(db, { marketId: null, day: null, limits, actor: world.admin })
  await leave(world, api.risk.saveLimits, trace, at)
}

/** The new market's number. */
export async function makeMarket(
  world: World,
  market: Input<typeof api.markets.create>,
  at: Date,
): Promise<number> {
  const { id } = await createMarket(fixedAt(world.db, at), { ...market, actor: world.admin }, declareResult)
  await leave(world, api.markets.create, { subject: 'market', id, after: market }, at)
  return id
}
