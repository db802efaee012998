/** The audit: one row an act, nothing personal in it, and a chain that nobody can change unseen. */
import { api, type Endpoint, MPIN_MASK } from '@munim/contract'
import { expect, test } from 'vitest'
import { fieldInWords } from '../../panel/src/game/field-labels.ts'
import { type Db, fixedAt, sql } from '../../server/src/database/db.ts'
import { writeTrail } from '../../server/src/http/trail.ts'
import { backOffice } from '../support/office.ts'

const office = await backOffice()

interface Row {
  readonly id: number
  readonly actor: string
  readonly act: string
  readonly thing: string
  readonly thing_id: string
  readonly before: Record<string, unknown>
  readonly after: Record<string, unknown>
  readonly address: string
}

const lastId = async () =>
  (await office.database.only<{ id: number }>(sql`select coalesce(max(id), 0) as id from audit`)).id

/** What this left in the audit. */
async function rowsOf(act: () => Promise<unknown>): Promise<Row[]> {
  const before = await lastId()
  await act()
  return office.database.many<Row>(sql`
    select id, actor, act, thing, thing_id, before, after, address from audit where id > ${before} order by id`)
}

/** The ids of rows that are not as they were written, or do not follow the row before them. */
const brokenIn = (db: Db) =>
  db.many<{ id: number }>(sql`
    select id from (
      select *, lag(id, 1, 0::bigint) over (order by id) as id_before,
        lag(hash, 1, '\\x'::bytea) over (order by id) as hash_before from audit) a
    where id <> id_before + 1 or previous <> hash_before
      or hash <> audit_hash(previous, id, at, actor, act, thing, thing_id, before, after, address)
    order by id`)

test('a decision leaves one row: who, what, from where, before and after', async () => {
  const asha = await office.user('Asha', 100)
  const id = await office.requestWithdrawal(asha, 40)
  const rows = await rowsOf(() =>
    office.call(api.wallet.decideWithdrawal, {
      transactionId: id,
      status: 'rejected',
      note: 'no such account',
    }),
  )
  expect(rows).toEqual([
    {
      id: expect.any(Number),
      actor: 'admin:1',
      act: '/admin/wallet/updateWithdrawRequest',
      thing: 'request',
      thing_id: String(id),
      before: { status: 'pending' },
      after: { status: 'rejected', amount: 40, note: 'no such account' },
      address: expect.stringMatching(/127\.0\.0\.1|::1/),
    },
  ])
})

test('each act of an administrator leaves exactly one row', async () => {
  const asha = await office.user('Asha', 500)
  const market = await office.market('AUDIT')
  const bid = await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  const deposit = await office.requestDeposit(asha, 10)
  const withdrawal = await office.requestWithdrawal(asha, 10)
  const other = await office.market('AUDIT TO GO')
  const sub = await office.user('Gone')
  const acts: readonly (readonly [Endpoint, object])[] = [
    [api.wallet.decideDeposit, { transactionId: deposit, status: 'completed' }],
    [api.wallet.decideWithdrawal, { transactionId: withdrawal, status: 'completed' }],
    [api.settings.update, { betting_max: 4999 }],
    [api.settings.updateRates, { rates: { sp_2: 149 } }],
    [api.users.addFunds, { id: asha.id, amount: 5 }],
    [api.users.deductFunds, { id: asha.id, amount: 5 }],
    [api.users.update, { id: asha.id, betting: false }],
    [api.users.remove, { id: sub.id }],
    [
      api.markets.update,
      { id: market.id, name: 'AUDITED', open_time: '12:00', close_time: '13:00', tag: 'audited' },
    ],
    [api.markets.remove, { id: other.id }],
    [api.bids.revert, { betId: bid, reason: 'Reverted by admin' }],
  ]
  for (const [{ path }, body] of acts) {
    const rows = await rowsOf(async () => expect(await office.call(path, body)).toMatchObject({ code: 200 }))
    expect(rows.map(({ act, actor }) => [act, actor])).toEqual([[path, 'admin:1']])
  }
})

test('reading, a refusal, and the same key again leave no row', async () => {
  const asha = await office.user('Asha', 100)
  const deposit = await office.requestDeposit(asha, 10)
  const decide = () =>
    office.call(
      api.wallet.decideDeposit,
      { transactionId: deposit, status: 'completed' },
      { key: 'audited-once' },
    )
  expect(await rowsOf(decide)).toHaveLength(1)
  const rows = await rowsOf(async () => {
    await decide()
    await office.call(api.dashboard.getStats, {})
    await office.call(api.settings.get, {})
    await office.call(api.wallet.decideDeposit, { transactionId: deposit, status: 'rejected' })
    await office.call(api.wallet.decideDeposit.path, { transactionId: deposit, status: 'maybe' })
    await office.call(api.settings.update, { deposit_min: 10_000_000 })
    await office.call(api.users.deductFunds, { id: asha.id, amount: 9999 })
    await office.call(api.wallet.decideDeposit, { transactionId: deposit, status: 'completed' }, { as: asha })
  })
  expect(rows).toEqual([])
})

test('looking leaves one row in ten minutes: exposure, bids before their result, bank details', async () => {
  const asha = await office.user('Looked at', 100)
  const market = await office.market('LOOKED AT')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.requestWithdrawal(asha, 10)
  await office.requestDeposit(asha, 10)
  const draw = { marketId: market.id }
  const at = `${market.id} ${market.day}`
  const looks: readonly (readonly [Endpoint, object, string, number])[] = [
    [api.results.exposure, draw, at, 220],
    [api.results.exposureCell, { ...draw, half: 'open', panna: '128' }, `${at} open 128`, 1],
    [api.bids.ofMarket, draw, at, 1],
    [api.bids.analytics, draw, at, 1],
    [api.bids.numbers, draw, at, 1],
    [api.bids.list, { market: market.id }, `bids of ${market.id}`, 1],
    [api.reports.bids, { market: market.id }, `bids of ${market.id}`, 1],
    [api.reports.transactions, { market: market.id }, `bids of ${market.id}`, 1],
    [api.users.transactions, { userId: asha.id }, `user ${asha.id}`, 1],
    [api.users.bids, { userId: asha.id }, `user ${asha.id}`, 1],
    [api.wallet.deposits, {}, 'payees', 1],
    [api.wallet.withdrawals, {}, 'payees', 1],
    [api.users.get, { id: asha.id }, `user ${asha.id}`, 1],
  ]
  for (const [{ path }, body, id, seen] of looks) {
    const look = async () => expect(await office.call(path, body)).toMatchObject({ code: 200 })
    const [row, ...more] = await rowsOf(look)
    expect([row?.act, row?.actor, row?.thing, row?.thing_id]).toEqual([path, 'admin:1', 'look', id])
    expect((row!.after as { rows: number }).rows).toBeGreaterThanOrEqual(seen)
    expect(more).toEqual([])
    expect(await rowsOf(look)).toEqual([])
  }
  // Another filter, another page and more rows of the same are looks of their own.
  await office.place(asha, market, 'single_digit:2:-:-:-', 10)
  const more: readonly (readonly [Endpoint, object, number])[] = [
    [api.bids.ofMarket, draw, 2],
    [api.bids.list, { market: market.id, search: 'Looked at' }, 2],
    [api.reports.bids, { market: market.id, page: 2, limit: 1 }, 1],
    [api.reports.transactions, { market: market.id, limit: 100 }, 2],
    [api.users.bids, { userId: asha.id, page: 2, limit: 1 }, 1],
    [api.wallet.withdrawals, { status: 'pending' }, 1],
  ]
  for (const [{ path }, body, seen] of more) {
    const look = async () => expect(await office.call(path, body)).toMatchObject({ code: 200 })
    const [row, ...others] = await rowsOf(look)
    expect([row?.act, others]).toEqual([path, []])
    expect((row!.after as { rows: number }).rows).toBeGreaterThanOrEqual(seen)
    expect(await rowsOf(look)).toEqual([])
  }
  const known = await office.market('KNOWN')
  const meera = await office.user('Nothing runs', 100)
  await office.place(meera, known, 'single_digit:1:-:-:-', 10)
  const reverted = await office.place(meera, market, 'single_digit:1:-:-:-', 10)
  await office.call(api.bids.revert, { betId: reverted, reason: 'Reverted by admin' })
  await office.declare(known, '128-14-455')
  const decided = async () => {
    await office.call(api.bids.ofMarket, { marketId: known.id, date: known.day })
    await office.call(api.bids.analytics, { marketId: known.id, date: known.day })
    await office.call(api.bids.numbers, { marketId: known.id, date: known.day })
    await office.call(api.bids.list, { market: known.id })
    await office.call(api.reports.bids, { market: known.id })
    await office.call(api.reports.transactions, { market: known.id })
    await office.call(api.users.transactions, { userId: meera.id })
    await office.call(api.users.bids, { userId: meera.id })
    for (const search of ['', 'Looked at']) {
      const figures = await office.call(api.reports.bids, { statisticsOnly: true, search })
      expect(figures).toMatchObject({ data: [], statistics: { totalBids: expect.any(Number) } })
      expect(figures.statistics.totalBids).toBeGreaterThanOrEqual(1)
    }
  }
  expect(await rowsOf(decided)).toEqual([])
})

test('a file leaves a row: who, by which filters, how many rows; never what was searched for', async () => {
  const devi = await office.user('Exported', 100, { mobile: '7555500001' })
  const rows = await rowsOf(() => office.call(api.users.listCsv, { search: devi.mobile, isApproved: true }))
  expect(rows).toMatchObject([
    {
      act: api.users.listCsv.path,
      actor: 'admin:1',
      thing: 'export',
      after: { rows: 1, isApproved: true, search: '…' },
    },
  ])
  expect(JSON.stringify(rows)).not.toContain(devi.mobile)
})

test('a save that changes nothing leaves no row, of a player a look', async () => {
  const asha = await office.user('Asha')
  const market = await office.market('AUDITED AS IT WAS')
  const { data: notice } = await office.call(api.notifications.send, {
    title: 'As it was',
    description: 'So it is',
  })
  await office.call(api.player.feedback, { feedback: 'All is well' }, { as: asha })
  const feedback = (await office.call(api.feedbacks.list, { limit: 1 })).data.feedbacks[0]!
  const { data: user } = await office.call(api.users.get, { id: asha.id })
  const { data: details } = await office.call(api.markets.get, { id: String(market.id) })
  const { data: settings } = await office.call(api.settings.get, {})
  const { name, open_time, close_time, market_off_day } = details
  const saves: readonly (readonly [Endpoint, object])[] = [
    [
      api.users.update,
      { id: asha.id, user_name: user.user_name, mobile: user.mobile, betting: user.betting },
    ],
    [api.users.update, { id: asha.id, mpin: user.mpin }],
    [api.users.update, { id: asha.id, mpin: MPIN_MASK }],
    [api.markets.update, { id: market.id, name, open_time, close_time, market_off_day }],
    [
      api.markets.update,
      {
        id: market.id,
        name,
        open_time,
        close_time,
        market_off_day: { sunday: { state: market_off_day.sunday!.state } },
      },
    ],
    [api.settings.update, { betting_max: settings.betting_max, whatsapp: settings.whatsapp }],
    [api.settings.updateRates, { rates: { sp_2: settings.rates.global.sp_2 } }],
    [api.notifications.update, { id: notice.id, title: 'As it was', description: 'So it is' }],
    [api.feedbacks.update, { id: feedback.id, isReadByAdmin: false }],
  ]
  for (const [{ path }, body] of saves) {
    const rows = await rowsOf(async () => expect(await office.call(path, body)).toMatchObject({ code: 200 }))
    // What a save of a player answers is a look at bank details.
    const looks = path === api.users.update.path ? [[api.users.get.path, 'look', `user ${asha.id}`]] : []
    expect(
      rows.map(({ act, thing, thing_id }) => [act, thing, thing_id]),
      path,
    ).toEqual(looks)
  }
})

test('of a personal field the audit keeps its name and whether it changed, never what it says', async () => {
  const asha = await office.user('Asha')
  const personal = {
    user_name: 'Canary Devi',
    mobile: '6999988887',
    whatsapp: '6999977776',
    telegram: '@canary',
    account_no: 'CANARY50100',
    account_holder_name: 'Canary Holder',
    bank_name: 'Canary Bank',
    branch_name: 'Canary Branch',
    ifsc_code: 'CNRB0000001',
    upi_id: 'canary@upi',
    phone_pay_no: '6999966665',
    google_pay_no: '6999955554',
    paytm_no: '6999944443',
    address: '7 Canary Lane',
  }
  const secret = { password: 'canary-secret-1', mpin: '7359' }
  const change = (body: object) => office.call(api.users.update.path, { id: asha.id, ...body })
  const rows = [
    ...(await rowsOf(() => change({ ...personal, ...secret }))),
    ...(await rowsOf(() => change({ upi_id: 'other@upi' }))),
    ...(await rowsOf(() => change({ upi_id: 'canary@upi', betting: false }))),
    ...(await rowsOf(() => office.call(api.users.remove, { id: asha.id }))),
  ]
  expect(rows).toHaveLength(4)
  const written = JSON.stringify(rows)
  for (const value of [...Object.values(personal), ...Object.values(secret), 'other@upi']) {
    expect(written).not.toContain(value)
  }
  expect(Object.keys(rows[0]!.after).sort()).toEqual(
    [...Object.keys(personal), ...Object.keys(secret)].sort(),
  )
  expect(rows[0]!.after).toMatchObject({ password: 'changed', mpin: 'changed' })
  expect(rows[2]!.after).toMatchObject({ betting: false })
  // The same words have the same mark, so that a change back can be seen.
  expect(rows[2]!.after.upi_id).toBe(rows[0]!.after.upi_id)
  expect(rows[1]!.after.upi_id).not.toBe(rows[0]!.after.upi_id)
})

test('the rows are one chain without a gap, also where thirty-two acts come at once', async () => {
  const asha = await office.user('Asha')
  const rows = await rowsOf(() =>
    Promise.all(
      Array.from({ length: 32 }, () => office.call(api.users.addFunds, { id: asha.id, amount: 1 })),
    ),
  )
  expect(rows).toHaveLength(32)
  expect(await brokenIn(office.database)).toEqual([])
})

test.each([
  ['update', sql`update audit set after = '{}' where id = 1`],
  ['an update of nothing', sql`update audit set actor = 'nobody' where false`],
  ['delete', sql`delete from audit where id = 1`],
  ['truncate', sql`truncate audit`],
])('the database refuses %s of the audit', async (_what, statement) => {
  const before = await office.database.many(sql`select * from audit order by id`)
  await expect(office.owner.run(statement)).rejects.toThrow()
  expect(await office.database.many(sql`select * from audit order by id`)).toEqual(before)
})

test.each([
  ['a changed row', sql`update audit set after = '{"amount": 1}' where id = 2`, 2],
  ['a missing row', sql`delete from audit where id = 2`, 3],
  [
    'a row written over with a hash of its own',
    sql`
    update audit set actor = 'admin:2', hash = audit_hash(previous, id, at, 'admin:2', act, thing, thing_id, before,
      after, address) where id = 2`,
    3,
  ],
])('%s shows in the chain, even to who switched the guard off', async (_what, tampering, shows) => {
  const undone = new Error('undone')
  const look = office.owner.transaction(async (db) => {
    await db.run(sql`alter table audit disable trigger audit_only_grows`)
    await db.run(tampering)
    expect(await brokenIn(db)).toEqual([{ id: shows }])
    throw undone
  })
  await expect(look).rejects.toBe(undone)
  expect(await brokenIn(office.database)).toEqual([])
})

test('one connection writes rows of a moment that is told and rows of now', async () => {
  const act = { actor: 'admin:1', address: '127.0.0.1', trail: [{ subject: 'user', id: 1 }] } as const
  const undone = new Error('undone')
  const written = office.database.transaction(async (db) => {
    await writeTrail(fixedAt(db, new Date()), 'blockUser', act)
    await writeTrail(db, 'blockUser', act)
    throw undone
  })
  await expect(written).rejects.toBe(undone)
})

test('the audit is narrowed to administrators by a part of their name, in any case, with its signs as they are', async () => {
  const people = await office.database.many<{ id: number }>(sql`
    insert into admins (user_name, password_hash, role_id, created_at, updated_at)
    select n, '', r.id, clock_timestamp(), clock_timestamp()
    from unnest(array['Meena', 'ram_eena', 'rameena']) n, roles r where r.is_owner returning id`)
  for (const { id } of people) {
    const trail = [{ subject: 'settings' as const, id: 'settings', after: { betting_max: id } }]
    const act = { actor: `admin:${id}`, address: '127.0.0.1', trail }
    await office.database.transaction((db) => writeTrail(db, api.settings.update.path, act))
  }
  const names = async (administrator: string) =>
    (await office.call(api.reports.audit, { administrator })).data.map(({ actorName }) => actorName)
  expect(await names('EENA')).toEqual(['rameena', 'ram_eena', 'Meena'])
  expect(await names('m_e')).toEqual(['ram_eena'])
  expect(await names('nobody')).toEqual([])
  expect(new Set(await names(office.admin.userName))).toEqual(new Set([office.admin.userName]))
})

test('every field that the acts of this file changed has words in the panel', async () => {
  const fields = await office.database.many<{ thing: string; field: string }>(sql`
    select distinct a.thing, f.field from audit a, jsonb_object_keys(a.before || a.after) as f (field) order by 1, 2`)
  expect(fields.length).toBeGreaterThan(40)
  expect(fields.filter(({ thing, field }) => fieldInWords(thing, field).isUnknown)).toEqual([])
})
