/** Money asked for and decided in the demonstration: deposits, withdrawals, what still waits, and funds by hand. */
import { type Paise, paise } from '@munim/core'
import { fixedAt, sql } from '../database/db.ts'
import { transferTo } from '../users/transfer.ts'
import { type Deciding, requestDeposit, requestWithdrawal } from '../wallet/requests.ts'
import { changeFunds, decide } from './acts.ts'
import { minutesAfter } from './agenda.ts'
import { balanceOf, isFree, type Player, type TransferType, type World } from './world.ts'

const DEPOSIT_TYPES: readonly TransferType[] = [
  'upi',
  'upi',
  'phonepe',
  'phonepe',
  'gpay',
  'gpay',
  'paytm',
  'bank',
]
const DEPOSITS = [300, 500, 500, 1000, 1000, 1500, 2000, 3000, 5000, 10_000]

const APPROVALS = [undefined, undefined, undefined, 'Received', 'Checked with the bank']
const REJECTIONS = {
  deposit: [
    'No such UTR in the bank statement',
    'The amount differs from what came',
    'UTR is of another account',
  ],
  withdraw: [
    'Account holder has another name',
    'Bank returned it: account not found',
    'IFSC code is not valid',
  ],
}
const FUNDS = {
  added: ['Cash at the counter', 'Festival gift', 'Goodwill for a late result', undefined],
  deducted: ['Credited twice by mistake', 'Cash handed out at the counter', undefined],
}

/** A deposit that suits this player, asked for now and decided soon after; what follows is the player's business. */
export async function bringMoney(world: World, player: Player, at: Date, then?: (paidAt: Date) => void) {
  const { chance, agenda } = world
  player.isWaiting = true
  const { id } = await depositAsked(world, player, at)
  agenda.add(minutesAfter(at, chance.between(2, 45)), async (decidedAt) => {
    player.isWaiting = false
    const decision = { id, kind: 'deposit', isApproved: chance.happens(0.92) } as const
    const isApproved = await decideSomehow(world, decision, decidedAt)
    if (isApproved) then?.(decidedAt)
  })
}

async function depositAsked(
  { db, chance }: World,
  player: Player,
  at: Date,
  refId = referenceOf(chance.figures(8), at),
) {
  const rupees = chance.weighted(
    DEPOSITS,
    (amount) => 1 / (1 + Math.abs(Math.log(amount / (player.purse * 4)))),
  )
  const transferType = chance.oneOf(DEPOSIT_TYPES)
  const amount = paise(rupees * 100)
  const asking = { userId: player.id, amount, transferType, refId }
  return { id: await requestDeposit(fixedAt(db, at), asking), refId }
}

/** Twelve figures as banks make them: the year's last, the day of the year, eight more. */
function referenceOf(figures: string, at: Date): string {
  const year = at.getUTCFullYear()
  const day = Math.floor((at.getTime() - Date.UTC(year, 0, 1)) / 86_400_000) + 1
  return `${year % 10}${String(day).padStart(3, '0')}${figures}`
}

/** Whether it was approved. */
async function decideSomehow(
  world: World,
  { id, kind, isApproved }: Pick<Deciding, 'id' | 'kind'> & { isApproved: boolean },
  at: Date,
): Promise<boolean> {
  const { db, chance } = world
  const note = chance.oneOf<string | undefined>(isApproved ? APPROVALS : REJECTIONS[kind])
  const status = isApproved ? 'completed' : 'rejected'
  // A reverted result or a removed player may have decided it meanwhile.
  const { pending } = await db.only<{ pending: boolean }>(sql`
    select status = 'pending' as pending from requests where id = ${id}`)
  if (pending) await decide(world, { id, kind, status, note }, at)
  return pending && isApproved
}

/** Once a day some of those who have much more than they play with take a part of it home. */
export function planWithdrawals(world: World, morning: Date): void {
  const { agenda, chance } = world
  agenda.add(minutesAfter(morning, chance.between(9 * 60, 11 * 60)), async (at) => {
    const wallets = await readWallets(world)
    const rich = world.players.filter(
      (player) => isFree(player) && (wallets.get(player.id) ?? 0) > player.purse * 1000,
    )
    for (const player of chance.several(rich, chance.whole(2, 5)))
      agenda.add(minutesAfter(at, chance.between(1, 11 * 60)), (askedAt) =>
        withdrawLater(world, player, askedAt),
      )
  })
}

async function withdrawLater(world: World, player: Player, at: Date): Promise<void> {
  const { agenda, chance } = world
  const id = isFree(player) ? await withdrawalAsked(world, player, at) : undefined
  if (id === undefined) return
  const decision = { id, kind: 'withdraw', isApproved: chance.happens(0.88) } as const
  agenda.add(minutesAfter(at, chance.between(20, 15 * 60)), async (decidedAt) => {
    await decideSomehow(world, decision, decidedAt)
  })
}

/** A part of the wallet in whole hundreds; undefined when there is too little. */
async function withdrawalAsked({ db, chance }: World, player: Player, at: Date): Promise<number | undefined> {
  const balance = await balanceOf(db, player)
  const rupees = Math.min(50_000, Math.floor((balance / 10_000) * chance.between(0.4, 0.8)) * 100)
  if (rupees < 100) return undefined
  const transferType = chance.oneOf(player.transferTypes)
  const asking = { userId: player.id, amount: paise(rupees * 100), transferType }
  return requestWithdrawal(fixedAt(db, at), asking)
}

/** Minutes ago that deposits and withdrawals were asked for which still wait. */
const DEPOSITS_WAITING = [4, 17, 43, 95, 250, 640, 1500]
const WITHDRAWALS_WAITING = [9, 52, 180, 410, 1130, 2300]

/** What the administrator finds to decide, whatever the hour; one deposit was asked for twice with the same reference. */
export function planWaiting(world: World): void {
  const { agenda, chance, now, players } = world
  for (const minutes of DEPOSITS_WAITING)
    agenda.add(minutesAfter(now, -minutes), async (at) => {
      const player = chance.oneOf(players.filter(isFree))
      player.isWaiting = true
      const { refId } = await depositAsked(world, player, at)
      if (minutes !== 43) return
      agenda.add(minutesAfter(at, 6), async (again) => {
        await depositAsked(world, player, again, refId)
      })
    })
  for (const minutes of WITHDRAWALS_WAITING)
    agenda.add(minutesAfter(now, -minutes), async (at) => {
      const wallets = await readWallets(world)
      const able = players.filter((player) => isFree(player) && (wallets.get(player.id) ?? 0) >= 100_000)
      if (able.length > 0) await withdrawalAsked(world, chance.oneOf(able), at)
    })
}

export function planFunds(world: World, morning: Date): void {
  const { agenda, chance } = world
  if (!chance.happens(0.55)) return
  agenda.add(minutesAfter(morning, chance.between(10 * 60, 21 * 60)), async (at) => {
    const player = chance.oneOf(world.players.filter(isFree))
    const isAdded = chance.happens(0.65)
    const rupees = chance.whole(1, 20) * 50
    if (!isAdded && (await balanceOf(world.db, player)) < rupees * 100) return
    const note = chance.oneOf(isAdded ? FUNDS.added : FUNDS.deducted)
    await changeFunds(world, player, { rupees: isAdded ? rupees : -rupees, note }, at)
  })
}

export function planTransfers(world: World, morning: Date): void {
  const { agenda, chance, db } = world
  if (!chance.happens(0.5)) return
  agenda.add(minutesAfter(morning, chance.between(9 * 60, 22 * 60)), async (at) => {
    const amount = chance.whole(1, 10) * 50
    const [sender, receiver] = chance.several(world.players.filter(isFree), 2)
    if (!sender || !receiver || (await balanceOf(db, sender)) < amount * 100) return
    await transferTo(fixedAt(db, at), receiver.mobile, { userId: sender.id, amount })
  })
}

async function readWallets({ db }: World): Promise<Map<number, Paise>> {
  const rows = await db.many<{ user_id: number; balance: Paise }>(sql`
    select user_id, balance from wallets where balance > 0 and not is_closed order by user_id`)
  return new Map(rows.map(({ user_id, balance }) => [user_id, balance]))
}
