/** Reverting a result: withdraws the declarations and takes the winnings back. What it would do is previewed here too. */
import { type api, type Input, t } from '@munim/contract'
import { type Day, type Paise, paise, type Result } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { post } from '../ledger/post.ts'
import { lockWinners, postReversals, type TakenBack, validWins } from '../ledger/post-reversals.ts'
import { mayBePaid } from '../ledger/told-to-bank.ts'
import {
  type CurrentDeclaration,
  checkBase,
  readCurrentDeclarations,
  resultOf,
} from '../markets/current-declarations.ts'
import {
  findDraw,
  isMarket,
  lockDraw,
  lockMarketShared,
  type MarketRow,
  readMarketDay,
} from '../markets/schedule.ts'
import { stopAnnouncing } from '../push/announce.ts'
import { madeFromOld, Refusal } from '../refusal.ts'

type Reverting = Input<typeof api.results.revert>

export interface Reverted extends TakenBack {
  readonly date: Day
  readonly withdrawalsCancelled: number
}

/** With what it takes back. */
export interface RevertedResult extends Reverted {
  readonly market: Pick<MarketRow, 'id' | 'name'>
  readonly declared: readonly CurrentDeclaration[]
}

/** Takes the wins back from wallets; the players' pending withdrawals are cancelled first, so that they can pay. */
export async function revertResult(
  db: Db,
  reverting: Reverting & { readonly actor: string },
): Promise<RevertedResult> {
  const draw = await lockDeclaredDraw(db, reverting)
  const { market, day, drawId } = draw
  const { declared, declarationIds } = await readRevertible(db, draw, reverting)
  await lockTakenBack(db, declarationIds)
  if (reverting.toldToBank !== undefined) checkTold(await readFigures(db, declarationIds), reverting)
  const at = await db.now()
  const { actor } = reverting
  const note = `Cancelled: result of ${market.name} ${day} reverted`
  const withdrawalsCancelled = await cancelWithdrawals(db, { declarationIds, actor, at, note })
  const taken = await postReversals(db, { drawId, declarationIds, actor, at })
  await db.run(sql`
    update declarations set withdrawn_at = ${at}, withdrawn_by = ${actor} where id = any(${declarationIds}::bigint[])`)
  await stopAnnouncing(db, drawId, declarationIds)
  return { date: day, ...taken, withdrawalsCancelled, market, declared }
}

interface ToRevert extends RevertedResult {
  /** Of the withdrawals that would be cancelled. */
  readonly toldToBank: number
  /** Of `paid`, what deleted players won. */
  readonly ofDeleted: Paise
  /** Of the whole draw. */
  readonly result: Result
  readonly declarationIds: readonly number[]
}

/** The figures of reverting now, without doing it. Where it is asked for, what it takes back is locked as for reverting it. */
export async function previewRevert(db: Db, reverting: Reverting, isAsked = false): Promise<ToRevert> {
  const draw = await (isAsked ? lockDeclaredDraw : findDeclaredDraw)(db, reverting)
  const { current, declared, declarationIds } = await readRevertible(db, draw, reverting)
  if (isAsked) await lockTakenBack(db, declarationIds)
  const figures = await readFigures(db, declarationIds)
  checkTold(figures, reverting)
  const { market, day } = draw
  return { date: day, ...figures, market, declared, declarationIds, result: resultOf(current) }
}

/** Refuses to cancel more withdrawals that may be paid all the same than were known of. */
function checkTold(
  { toldToBank }: Pick<ToRevert, 'toldToBank'>,
  { toldToBank: known = toldToBank }: Reverting,
): void {
  if (toldToBank > known) throw madeFromOld(t('What this would do has changed meanwhile: look at it again.'))
}

const readFigures = (db: Db, declarationIds: readonly number[]) =>
  db.only<Omit<Reverted, 'date'> & Pick<ToRevert, 'toldToBank' | 'ofDeleted'>>(sql`
    with won as (
      select p.to_user as user_id, count(*) as wins, sum(p.amount) as amount
      ${validWins(declarationIds)} group by p.to_user
    ), pending as (
      select r.user_id, count(*) as requests, sum(r.amount) as amount, count(*) filter (where ${mayBePaid(db)}) as told
      from requests r where r.status = 'pending' and r.kind = 'withdraw' and r.user_id in (select user_id from won)
      group by r.user_id
    )
    select coalesce(sum(won.wins), 0)::bigint as "winningBids", count(*) as players,
      coalesce(sum(won.amount), 0)::bigint as paid,
      coalesce(sum(won.amount) filter (where w.is_closed), 0)::bigint as "ofDeleted",
      count(*) filter (where w.balance + coalesce(pending.amount, 0) < won.amount and not w.is_closed) as "belowZero",
      coalesce(sum(pending.requests), 0)::bigint as "withdrawalsCancelled",
      coalesce(sum(pending.told), 0)::bigint as "toldToBank"
    from won join wallets w on w.user_id = won.user_id left join pending on pending.user_id = won.user_id`)

/** The winners' wallets and pending withdrawals: a batch that is being made has these locked, and is seen once it is there. */
async function lockTakenBack(db: Db, declarationIds: readonly number[]): Promise<void> {
  await lockWinners(db, declarationIds)
  await db.run(sql`
    select from requests where status = 'pending' and kind = 'withdraw'
    and user_id in (select p.to_user ${validWins(declarationIds)}) order by id for no key update`)
}

interface DeclaredDraw {
  readonly market: MarketRow
  readonly day: Day
  readonly drawId: number
}

async function findDeclaredDraw(db: Db, { marketId, date }: Reverting): Promise<DeclaredDraw> {
  const { market, day } = await readMarketDay(db, { marketId, date })
  const draw = day ? await findDraw(db, market.id, day) : undefined
  if (!day || !draw) throw nothingDeclared(market)
  return { market, day, drawId: draw.id }
}

async function lockDeclaredDraw(db: Db, reverting: Reverting): Promise<DeclaredDraw> {
  // Its bids run again: it is read once no deletion of its market, which is refused then, can come between.
  await db.run(
    sql`select ${lockMarketShared(sql`m.id`)} from markets m where ${isMarket([reverting.marketId])}`,
  )
  const draw = await findDeclaredDraw(db, reverting)
  await db.run(lockDraw(draw.drawId))
  return draw
}

/** What is declared of the draw, and of that what is reverted; a refusal where that is nothing, or not what was meant. */
async function readRevertible(
  db: Db,
  { market, day, drawId }: DeclaredDraw,
  { session, basedOn }: Reverting,
) {
  const current = await readCurrentDeclarations(db, drawId)
  const meant = current.filter(({ half }) => session === undefined || half === session)
  const declared = meant.filter(({ isVoid }) => !isVoid)
  if (declared.length > 0) {
    const declarationIds = declared.map(({ id }) => id)
    checkBase({ name: market.name, day }, declarationIds, basedOn)
    return { current, declared, declarationIds }
  }
  if (meant.length === 0) throw nothingDeclared(market)
  throw new Refusal(409, '{market} was voided and its stakes were refunded; a void is final', {
    values: { market: market.name },
  })
}

function nothingDeclared(market: MarketRow): Refusal {
  return new Refusal(409, '{market} has no declared result to revert', { values: { market: market.name } })
}

interface Cancelling {
  readonly declarationIds: readonly number[]
  readonly actor: string
  readonly at: Date
  readonly note: string
}

/** Rejects the pending withdrawals of the winners and gives the held money back; how many. */
async function cancelWithdrawals(db: Db, { declarationIds, actor, at, note }: Cancelling): Promise<number> {
  const cancelled = await db.many<{ id: number; user_id: number; amount: Paise }>(sql`
    update requests set status = 'rejected', note = ${note}, decided_at = ${at}, decided_by = ${actor}
    where status = 'pending' and kind = 'withdraw'
    and user_id in (select p.to_user ${validWins(declarationIds)})
    returning id, user_id, amount`)
  const returns = cancelled.map(({ id, user_id, amount }) => ({
    kind: 'withdraw_return' as const,
    from: 'held' as const,
    to: user_id,
    amount: paise(amount),
    requestId: id,
    actor,
    at,
    note,
  }))
  if (returns.length > 0) await post(db, ...returns)
  return cancelled.length
}
