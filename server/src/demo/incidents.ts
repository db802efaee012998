/** What goes wrong in the demonstration as it does in life: a wrong result, bids reverted, people blocked and removed. */
import { type Day, momentOf, type Paise, type Panna, paise, pannaClass, pannas, type Time } from '@munim/core'
import { placeBids } from '../bids/place.ts'
import { decided } from '../bids/queries.ts'
import { fixedAt, type NotNull, type Statement, sql } from '../database/db.ts'
import type { Changes } from '../users/change.ts'
import { hasToLookAt } from '../users/remove.ts'
import { requestWithdrawal } from '../wallet/requests.ts'
import { cancelBid, changePlayer, decide, declare, removePlayer, revert } from './acts.ts'
import { minutesAfter } from './agenda.ts'
import { drawsOn } from './markets.ts'
import { drawnPanna, drawnResult, resultOf } from './results.ts'
import { balanceOf, type Draw, isFree, type Player, type World } from './world.ts'

/** Plans them all; says which draw's results are declared here. Needs the three days before today. */
export function planIncidents(world: World): (draw: Draw) => boolean {
  const { agenda, days, now } = world
  const on = (daysAgo: number, time: string) => momentOf(dayBefore(days, daysAgo), time as Time)
  const change = (changes: Changes) => async (at: Date) => {
    const player = await takeAside(world, paise(10_000))
    if (player) await changePlayer(world, player, changes, at)
  }
  agenda.add(on(9, '19:20'), change({ isBlocked: true }))
  agenda.add(on(1, '20:45'), change({ isBlocked: true }))
  agenda.add(on(4, '12:10'), change({ betting: false }))
  agenda.add(on(6, '16:30'), (at) => removeSomebody(world, at))
  agenda.add(on(4, '22:10'), (at) => revertOne(world, newestWin, at))
  agenda.add(minutesAfter(now, -35), (at) => revertOne(world, newestRunning, at))

  const wrong = drawsOn(world, dayBefore(days, 2))[0]!
  planWrongResult(world, wrong)
  return ({ market, day }) => market === wrong.market && day === wrong.day
}

/** So many days ago, or the first day where there are fewer. */
export function dayBefore(days: readonly Day[], daysAgo: number): Day {
  return days[Math.max(1, days.length - 1 - daysAgo)]!
}

/** A player who is free for an incident and has about that in the wallet; nothing else is planned for them then. */
export async function takeAside(
  { db, chance, players }: World,
  least: Paise,
  most = Number.POSITIVE_INFINITY,
): Promise<Player | undefined> {
  const free = players.filter(isFree)
  for (const player of chance.several(free, free.length)) {
    const balance = await balanceOf(db, player)
    if (balance < least || balance > most) continue
    player.isAway = true
    return player
  }
  return undefined
}

async function removeSomebody(world: World, at: Date): Promise<void> {
  const player = await takeAside(world, paise(10_000))
  if (player && !(await hasToLookAt(world.db, player.id))) await removePlayer(world, player, at)
}

const newestWin = sql<{ id: number } & NotNull<'id'>>`
  select p.bid_id as id from postings p join wallets w on w.user_id = p.to_user
  where p.kind = 'win' and w.balance >= p.amount and not w.is_closed
  and not exists (select from postings r where r.reverses = p.id)
  order by p.id desc limit 1`

const newestRunning = sql<{ id: number }>`
  select b.id from ${decided(sql`bids`)} b where b.status = 'running' order by b.id desc limit 1`

async function revertOne(world: World, bid: Statement<{ id: number }>, at: Date): Promise<void> {
  const one = await world.db.maybe(bid)
  if (one) await cancelBid(world, one.id, at)
}

/**
 * An open is declared wrong. Who won by it takes the money out before the administrator notices, reverts and
 * declares what is right; so that wallet is below zero.
 */
function planWrongResult(world: World, draw: Draw): void {
  const { agenda, chance, db } = world
  const right = drawnPanna(chance)
  const wrong = chance.oneOf(pannas.filter((panna) => pannaClass(panna) === 'single' && panna !== right))
  const open = resultOf('open', right)
  const after = (minutes: number, act: (at: Date) => Promise<unknown>) =>
    agenda.add(minutesAfter(draw.openEndsAt, minutes), async (at) => void (await act(at)))
  let winner: Player | undefined

  after(-52, async (at) => {
    winner = await takeAside(world, paise(30_000), paise(1_000_000)) // One withdrawal takes it all then.
    if (winner) await placeBids(fixedAt(db, at), { userId: winner.id, bids: [bidOn(draw, wrong)] })
  })
  after(4, (at) => declare(world, draw, resultOf('open', wrong), at))
  after(11, async (at) => {
    if (winner) await spend(world, winner, at)
  })
  after(38, (at) => revert(world, draw, at))
  after(41, (at) => declare(world, draw, open, at))
  const both = { ...open, ...drawnResult(chance, 'close') }
  agenda.add(minutesAfter(draw.closeEndsAt, 5), (at) => declare(world, draw, both, at))
}

const bidOn = (draw: Draw, panna: Panna) =>
  ({
    marketId: draw.market.id,
    session: 'open',
    game_mode: 'single_panna',
    open_panna: panna,
    points: 200,
  }) as const

/** Withdraws all that is there in whole hundreds, and is paid a quarter of an hour later. */
async function spend(world: World, player: Player, at: Date): Promise<void> {
  const { db, agenda } = world
  const amount = paise(Math.floor((await balanceOf(db, player)) / 10_000) * 10_000)
  const transferType = player.transferTypes[0]!
  const id = await requestWithdrawal(fixedAt(db, at), { userId: player.id, amount, transferType })
  const paid = { id, kind: 'withdraw', status: 'completed', note: 'Paid at once' } as const
  agenda.add(minutesAfter(at, 16), (paidAt) => decide(world, paid, paidAt))
}
