/** The dashboard: every figure is what the facts say, whatever has happened, and what waits is named with its age. */
import { type Answer, api } from '@munim/contract'
import { addDays, dayOf, momentOf, type Time } from '@munim/core'
import { beforeAll, expect, test } from 'vitest'
import { fixedAt, sql } from '../../server/src/database/db.ts'
import { moveFunds } from '../../server/src/users/funds.ts'
import { follow } from '../support/follow.ts'
import { backOffice, type Market, type Player } from '../support/office.ts'
import { verifyBooks } from '../support/verify-books.ts'

type Statistics = Answer<typeof api.dashboard.getStats>['data']
type Overview = Answer<typeof api.dashboard.getOverview>['data']

const office = await backOffice({}, verifyBooks)
beforeAll(office.keepTheDay)

const statistics = async () => (await office.call(api.dashboard.getStats, {})).data
const overview = async () => (await office.call(api.dashboard.getOverview, {})).data

/** The same figures, counted from the facts by nobody's trigger: postings, users, requests. */
async function counted(): Promise<Statistics> {
  const [users, money, pending] = await Promise.all([
    office.database.only<Statistics['users']>(sql`
      select count(*) as total_users, count(*) filter (where not is_approved) as unapproved_users,
        count(*) filter (where (created_at at time zone 'Asia/Kolkata')::date = ${today}::date) as new_registered_today
      from users where deleted_at is null`),
    office.database.many<{ kind: string; is_today: boolean; count: number; rupees: number }>(sql`
      select kind, (at at time zone 'Asia/Kolkata')::date = ${today}::date as is_today, count(*) as count,
        sum(amount)::bigint / 100.0::float8 as rupees
      from postings group by 1, 2`),
    office.database.only<{ count: number }>(sql`
      select count(*) as count from requests where status = 'pending' and kind = 'withdraw'`),
  ])
  const sum = (kinds: readonly string[], days: readonly boolean[]) => {
    const rows = money.filter(({ kind, is_today }) => kinds.includes(kind) && days.includes(is_today))
    const paise = rows.reduce((all, { rupees }) => all + Math.round(rupees * 100), 0)
    return { amount: paise / 100, count: rows.reduce((all, { count }) => all + count, 0) }
  }
  const [came, went] = [
    ['deposit', 'fund_add'],
    ['withdraw_pay', 'fund_deduct'],
  ] as const
  const [inAll, outAll] = [sum(came, [true, false]), sum(went, [true, false])]
  return {
    users,
    today: { admin_deposits: sum(came, [true]), withdrawals: sum(went, [true]) },
    withdrawals: {
      pending_requests: pending.count,
      total_amount: outAll.amount,
      total_requests: outAll.count,
    },
    deposits: { total_amount: inAll.amount, total_count: inAll.count },
    admin_profit: Math.round((inAll.amount - outAll.amount) * 100) / 100,
  }
}

const today = dayOf(new Date())
const yesterday = addDays(today, -1)
const momentBefore = (at: Date) => new Date(at.getTime() - 1)

let asha: Player
let ravi: Player
let market: Market

const fund = (kind: 'fund_add' | 'fund_deduct', player: Player, rupees: number, at?: Date) =>
  office.told((db) =>
    moveFunds(at ? fixedAt(db, at) : db, kind, {
      userId: player.id,
      amount: rupees,
      note: undefined,
      actor: 'admin:1',
    }),
  )
const ask = {
  deposit: (player: Player, rupees: number) => office.requestDeposit(player, rupees),
  withdraw: (player: Player, rupees: number) => office.requestWithdrawal(player, rupees),
}
async function decided(
  kind: 'deposit' | 'withdraw',
  player: Player,
  rupees: number,
  how: 'completed' | 'rejected',
) {
  await office.decide(await ask[kind](player, rupees), kind, how)
}

/** One life of a platform; after each step every figure is checked against the facts. */
const STEPS: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['nothing has happened', async () => {}],
  [
    'two players have registered, one is approved',
    async () => {
      asha = await office.user('Asha')
      ravi = await office.user('Ravi', 0, { approved: false })
    },
  ],
  ['funds are added, with paise', () => fund('fund_add', asha, 1000.55)],
  ['funds are deducted', () => fund('fund_deduct', asha, 0.05)],
  ['a deposit is asked for', () => ask.deposit(asha, 300)],
  ['a deposit is approved', () => decided('deposit', asha, 200.2, 'completed')],
  ['a deposit is rejected', () => decided('deposit', asha, 700, 'rejected')],
  ['a withdrawal waits', () => ask.withdraw(asha, 150)],
  ['a withdrawal is paid', () => decided('withdraw', asha, 100.1, 'completed')],
  ['a withdrawal is rejected', () => decided('withdraw', asha, 120, 'rejected')],
  [
    'bids are placed and one is cancelled',
    async () => {
      market = await office.market('KALYAN')
      await office.place(asha, market, 'single_digit:1:-:-:-', 100)
      await office.cancel(await office.place(asha, market, 'single_digit:2:-:-:-', 50))
    },
  ],
  ['a result is declared', () => office.declare(market, '128-1')],
  ['the result is reverted', () => office.revert(market)],
  ['a player is approved', () => office.call(api.users.update, { id: ravi.id, isApproved: true })],
  ['a player is blocked', () => office.call(api.users.update, { id: ravi.id, isBlocked: true })],
  ['money came yesterday', () => fund('fund_add', ravi, 40, momentBefore(momentOf(today, '00:00' as Time)))],
  ['money came at midnight', () => fund('fund_add', ravi, 2, momentOf(today, '00:00' as Time))],
  ['what they won early is looked at', () => office.lookAtAll()],
  ['a player with money, bids and requests is deleted', () => office.call(api.users.remove, { id: asha.id })],
]

test('every figure is what the facts say, whatever has happened', async () => {
  for (const [step, happens] of STEPS) {
    await happens()
    expect(await statistics(), step).toEqual(await counted())
  }
})

test('the figures of that life are these', async () => {
  expect(await statistics()).toEqual({
    users: { total_users: 1, unapproved_users: 0, new_registered_today: 1 },
    today: { admin_deposits: { amount: 1202.75, count: 3 }, withdrawals: { amount: 100.15, count: 2 } },
    withdrawals: { pending_requests: 0, total_amount: 100.15, total_requests: 2 },
    deposits: { total_amount: 1242.75, total_count: 4 },
    admin_profit: 1142.6,
  })
})

test('the statistics are in data and beside it, for GET as for POST', async () => {
  const { data, users, today, withdrawals, deposits, admin_profit } = await office.call(
    api.dashboard.getStats,
    {},
  )
  expect({ users, today, withdrawals, deposits, admin_profit }).toEqual(data)
  const got = await office.send(api.dashboard.getStats.path, undefined, { method: 'GET', as: office.admin })
  expect(JSON.parse(got.text).data).toEqual(data)
})

test('fourteen Indian days are told, the last of them today, from the facts', async () => {
  const { days } = await overview()
  expect(days.map(({ day }) => day)).toEqual(
    Array.from({ length: 14 }, (_, back) => addDays(today, back - 13)),
  )

  const facts = await office.database.many<Overview['days'][number]>(sql`
    select (at at time zone 'Asia/Kolkata')::date as day,
      coalesce(sum(amount) filter (where kind in ('deposit', 'fund_add')), 0)::bigint / 100.0::float8 as deposits,
      coalesce(sum(amount) filter (where kind in ('withdraw_pay', 'fund_deduct')), 0)::bigint / 100.0::float8 as withdrawals,
      coalesce(sum(case when to_house = 'game' then amount when from_house = 'game' then -amount end), 0)::bigint
        / 100.0::float8 as house
    from postings group by 1 order by 1`)
  expect(facts.map(({ day }) => day)).toEqual([yesterday, today])
  expect(days.slice(-2)).toEqual(facts)
  expect(
    days.slice(0, -2).every((day) => day.deposits === 0 && day.withdrawals === 0 && day.house === 0),
  ).toBe(true)
})

test('what waits is counted, with the age of the oldest and what there is to pay', async () => {
  const quiet = { unapprovedUsers: 0, pendingDeposits: 0, pendingWithdrawals: 0, toPayOut: 0, due: [] }
  const nobody = {
    oldestUserAt: null,
    oldestDepositAt: null,
    oldestWithdrawalAt: null,
    oldestFeedbackAt: null,
  }
  expect((await overview()).waiting).toMatchObject({ ...quiet, ...nobody })

  const player = await office.user('Meena', 500)
  for (const rupees of [120, 100.5]) await office.requestWithdrawal(player, rupees)
  await office.requestDeposit(player, 300)
  for (const feedback of ['Good', 'Slow'])
    await office.call(api.player.feedback, { feedback }, { as: player })
  const unknown = await office.user('Unknown', 0, { approved: false })
  await office.user('Unknown too', 0, { approved: false })
  const oldest = await office.database.only<Record<string, string | null>>(sql`
    select (select created_at from users where id = ${unknown.id}) as "oldestUserAt",
      (select min(created_at) from feedbacks) as "oldestFeedbackAt",
      min(created_at) filter (where kind = 'deposit') as "oldestDepositAt",
      min(created_at) filter (where kind = 'withdraw') as "oldestWithdrawalAt"
    from requests where user_id = ${player.id}`)
  expect((await overview()).waiting).toMatchObject({
    ...oldest,
    unapprovedUsers: 2,
    pendingDeposits: 1,
    pendingWithdrawals: 2,
    toPayOut: 220.5,
    unreadFeedbacks: 2,
  })
})

test('a new player who is blocked waits for nobody: neither in the overview, nor live, nor in the queue', async () => {
  const stream = await follow(office.host, office.admin.token)
  const unapprovedUsers = (await overview()).waiting.unapprovedUsers + 1
  const { id } = await office.user('Spam', 0, { approved: false })
  await stream.next('counts', (counts) => counts.unapprovedUsers === unapprovedUsers)
  for (const { id: user } of (await office.call(api.desk.queue, { kind: 'users' })).data)
    await office.call(api.users.update, { id: user, isBlocked: true })
  await stream.next('counts', (counts) => counts.unapprovedUsers === 0)
  stream.leave()
  const { total } = await office.call(api.desk.queue, { kind: 'users' })
  const { waiting } = await overview()
  expect([total, waiting.unapprovedUsers, waiting.oldestUserAt]).toEqual([0, 0, null])
  const { unapproved_users } = (await office.call(api.dashboard.getStats, {})).data.users
  expect(unapproved_users).toBeGreaterThanOrEqual(1)
  await office.call(api.users.update, { id, isApproved: true, isBlocked: false })
})

test('a half is due from its moment until it is declared, and again once that is taken back', async () => {
  const late = await office.market('LATE', { opensIn: -2, closesIn: 1 })
  const due = async () => (await overview()).waiting.due.filter(({ marketId }) => marketId === late.id)
  const { opens } = await office.database.only<{ opens: string }>(sql`
    select opens_at as opens from draws where market_id = ${late.id} and market_date = ${late.day}`)

  const [open] = await due()
  expect(open).toMatchObject({ name: 'LATE', date: late.day, half: 'open', since: opens })
  await office.declare(late, '128-1')
  expect(await due()).toEqual([])
  await office.revert(late)
  expect((await due()).map(({ half }) => half)).toEqual(['open'])
})

test('the dashboard is the administrator’s alone', async () => {
  const player = await office.user('Curious')
  for (const endpoint of [api.dashboard.getStats, api.dashboard.getOverview]) {
    for (const as of ['nobody', player] as const) {
      expect(await office.call(endpoint, {}, { as })).toMatchObject({ code: 401, status: 'error' })
    }
  }
})
