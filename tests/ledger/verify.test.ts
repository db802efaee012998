/** Verify: good books agree, and whatever is changed behind the ledger's back is named under the law it breaks. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { api } from '@munim/contract'
import { type Day, momentOf, type Time } from '@munim/core'
import { beforeAll, expect, test } from 'vitest'
import { checkAll, proveAll } from '../../server/src/books/prove.ts'
import type { Law } from '../../server/src/books/verify.ts'
import { fixedAt, type NotNull, sql } from '../../server/src/database/db.ts'
import { openSession } from '../../server/src/http/caller.ts'
import { writeTrail } from '../../server/src/http/trail.ts'
import { declareResult } from '../../server/src/results/declare.ts'
import { effectOf, traceOfDeclaring } from '../../server/src/results/trace.ts'
import { registerPlayer } from '../../server/src/users/register.ts'
import { backOffice, type Market, type Player, superuserOf } from '../support/office.ts'
import { PROVIDER_SECRET } from '../support/provider.ts'

const office = await backOffice()
const superuser = superuserOf(office.url)

/** One of everything that can happen to money. */
beforeAll(async () => {
  const asha = await office.user('Asha', 1000)
  const ravi = await office.user('Ravi', 1000)
  const gone = await office.user('Gone', 500)
  await office.user('Still', 300)
  await requestAll(asha)
  await confirmOne(ravi)
  await giveBonuses(asha)
  await office.call(api.player.transfer, { mobile: ravi.mobile, amount: 20 }, { as: asha })

  const open = await office.market('OPEN DECLARED')
  for (const player of [asha, ravi, asha]) await office.place(player, open, 'single_digit:1:-:-:-', 10)
  await office.place(asha, open, 'single_panna:-:137:-:-', 20)
  await office.place(ravi, open, 'jodi_digit:1:-:4:-', 30)
  await office.place(gone, open, 'single_digit:-:-:7:-', 40)
  await office.cancel(await office.place(ravi, open, 'half_sangam:1:-:-:455', 50))
  await office.call(api.users.remove, { id: gone.id })
  await office.declare(open, '128-1')
  await office.cancel(await winningBid(ravi, open))

  const both = await office.market('BOTH DECLARED')
  await office.place(ravi, both, 'red_bracket:1:-:6:-', 10)
  await office.place(asha, both, 'full_sangam:-:128:-:556', 10)
  await office.declare(both, '128-16-556')

  const reverted = await office.market('REVERTED')
  const spender = await office.user('Spender', 10)
  await office.place(spender, reverted, 'odd_even:1:-:-:-', 10)
  await office.declare(reverted, '128-1')
  await office.requestWithdrawal(spender, 40).then((id) => office.decide(id, 'withdraw', 'completed'))
  await office.revert(reverted)

  const voided = await office.market('VOIDED')
  await office.place(ravi, voided, 'single_digit:1:-:-:-', 10)
  await office.place(asha, voided, 'single_digit:-:-:2:-', 15)
  await office.cancel(await office.place(asha, voided, 'single_digit:-:-:3:-', 10))
  await office.declare(voided, '128-1')
  await office.call(api.results.voidDraw, { marketId: voided.id, date: voided.day, reason: 'It never came' })
  await office.database.transaction((db) => {
    // As where it is asked for again while refunds of it go on.
    const trail = [
      { subject: 'draw', id: `${voided.id} ${voided.day}`, after: { refundsAwaited: {} } },
    ] as const
    return writeTrail(db, api.results.voidDraw.path, { actor: 'admin:1', address: '127.0.0.1', trail })
  })
  const [seen] = (await office.call(api.reports.suspicions, {})).data
  await office.call(api.reports.lookAt, { id: seen!.id, note: 'Seen' })
  await confirmBySecond(await office.user('Confirmed'))
})

/** Funds that one administrator added and another confirmed, and some that were declined; then there is one again. */
async function confirmBySecond({ id }: Player): Promise<void> {
  const second = await office.database.only<{ id: number }>(sql`
    insert into admins (user_name, password_hash, created_at, updated_at)
    values ('Second', '', clock_timestamp(), clock_timestamp()) returning id`)
  const as = { token: await openSession(office.database, { adminId: second.id }, 1) }
  await office.database.run(sql`update security set funds = 0`)
  for (const call of [api.acts.confirm, api.acts.decline] as const) {
    await office.call(api.users.addFunds, { id, amount: 10 })
    const [waiting] = (await office.call(api.acts.list, {}, { as })).data
    expect(await office.call(call, { id: waiting!.id, note: 'Seen' }, { as })).toMatchObject({ code: 200 })
  }
  await office.database.run(sql`update security set funds = null`)
  await office.database.run(sql`update admins set is_active = false where id = ${second.id}`)
}

/** Deposits and withdrawals in every state they can be in. */
async function requestAll(player: Player): Promise<void> {
  for (const status of ['completed', 'rejected', 'pending'] as const) {
    const ids = [
      ['deposit', await office.requestDeposit(player, 100)],
      ['withdraw', await office.requestWithdrawal(player, 50)],
    ] as const
    for (const [kind, id] of ids) if (status !== 'pending') await office.decide(id, kind, status)
  }
}

/** A deposit that the payment provider confirms. */
async function confirmOne(player: Player): Promise<void> {
  await office.call(api.settings.update, { autoDeposit: true, auto_deposit: true })
  await office.requestDeposit(player, 100, 'UTR1')
  const payment = { ref_id: 'UTR1', amount: 100 }
  await office.call(api.wallet.confirmDeposit, payment, { signedWith: PROVIDER_SECRET })
}

/** One for a deposit, one for joining, one for who brought the player. */
async function giveBonuses(player: Player): Promise<void> {
  await office.call(api.settings.update, {
    joining_bonus: 10,
    referral_bonus: 5,
    bonus: 10,
    bonus_show: true,
  })
  await office.decide(await office.requestDeposit(player, 100), 'deposit', 'completed')
  const joining = { user_name: 'Joining', mobile: '7999999999', password: 'secret1', referral: player.mobile }
  const { data } = await office.call(api.player.register, joining)
  await office.call(api.users.update, { id: data.id, isApproved: true })
  await office.call(api.settings.update, { joining_bonus: 0, referral_bonus: 0, bonus_show: false })
}

async function winningBid(player: Player, market: Market): Promise<number> {
  const { id } = await office.database.only<{ id: number } & NotNull<'id'>>(sql`
    select p.bid_id as id from postings p join draws d on d.id = p.draw_id
    where p.kind = 'win' and p.to_user = ${player.id} and d.market_id = ${market.id}`)
  return id
}

const text = readFileSync(new URL('../data/corruptions.sql', import.meta.url), 'utf8')
const [functions, ...laws] = text.split('\n-- # ') as [string, ...string[]]
const corruptions = laws.flatMap((section) => {
  const [law, ...planted] = section.split('\n\n-- ')
  return planted.map((each) => {
    const [corruption, ...statement] = each.split('\n')
    return [corruption!, law!, statement.join('\n')] as const
  })
})

test.each(corruptions)('%s: %s', async (_corruption, law, statement) => {
  const { named, laws } = await plant(statement)

  const { differences, wrong } = laws.find((each) => each.law === law)!
  expect(differences.map(({ what }) => what).join('\n')).toContain(named)
  expect(wrong).toBeGreaterThan(0)
})

/** Changes the books with every guard of the database off, looks at them, and takes the change back. */
async function plant(statement: string): Promise<{ named: string; laws: readonly Law[] }> {
  let seen: { named: string; laws: readonly Law[] } | undefined
  const planted = superuser.transaction(async (db) => {
    await db.run(sql`set local session_replication_role = replica`)
    for (const guard of [
      'one_stake_one_refund',
      'one_win_a_declaration',
      'taken_back_once',
      'one_posting_a_decision',
    ])
      await db.run(sql`drop index ${sql.ref(guard)}`)
    await db.run(
      sql`alter table postings drop constraint not_overdrawn, drop constraint reference_of_a_reversal`,
    )
    await db.run(sql`alter table waiting_acts drop constraint waiting_acts_check1`)
    await db.run(
      sql`alter table declarations drop constraint a_result_or_a_void, drop constraint a_void_stays`,
    )
    for (const table of ['bids', 'postings'])
      await db.run(sql`alter table ${sql.ref(table)} alter column id set generated by default`)
    await db.run(sql.raw(functions))
    const rows = await db.many(sql.raw(statement))
    expect(rows).not.toEqual([])
    seen = { ...(rows[0] as { named: string }), laws: await checkAll(db) }
    throw new Error('taken back')
  })
  await expect(planted).rejects.toThrow('taken back')
  return seen!
}

test('the books of a house where everything happened agree', async () => {
  const laws = await proveAll(office.database)

  expect(laws.flatMap(({ law, differences }) => differences.map((each) => ({ law, ...each })))).toEqual([])
  expect(laws.filter(({ checked }) => checked === 0).map(({ law }) => law)).toEqual([
    'the books are as they were signed', // Where none are: tests/ledger/anchors.test.ts.
    'requests, confirmations and payees are as the server wrote them', // Without the key: tests/ledger/stamps.test.ts.
    'the sheets of closed days are what the books say', // Without any: tests/http/daybook-closing.test.ts.
    'second factors and recovery codes = acts of the audit', // Without any: tests/ledger/factors.test.ts
  ])
})

test('a clock that is set back between a bid and its result leaves no difference behind', async () => {
  const market = await office.market('CLOCK SET BACK')
  const player = await office.user('Early', 100)
  await office.place(player, market, 'single_digit:1:-:-:-', 10)
  await office.place(player, market, 'single_digit:-:-:2:-', 10)
  const earlier = momentOf(market.day as Day, '00:00' as Time) // Of the same day, at any hour of the tests.
  const typed = {
    manualOpenDigit: '3',
    manualOpenPanna: '120',
    manualCloseDigit: '4',
    manualClosePanna: '130',
  }
  await declareAt(earlier, market, typed)
  const early = await office.database.many(sql`
    select b.id from bids b join declarations c on c.draw_id = b.draw_id and c.half = b.session
    where b.user_id = ${player.id} and b.placed_at > c.at`)
  expect(early).toHaveLength(2)

  const laws = await proveAll(office.database)
  expect(laws.flatMap(({ differences }) => differences)).toEqual([])
})

test('a clock that is set back between a result and the revert of a bid it paid leaves no difference behind', async () => {
  const market = await office.market('CLOCK SET BACK LATER')
  const player = await office.user('Late', 100)
  const bid = await office.place(player, market, 'single_digit:1:-:-:-', 10)
  const typed = { manualOpenDigit: '1', manualOpenPanna: '128' }
  const later = new Date((await office.database.now()).getTime() + 600_000)
  await declareAt(later, market, typed)
  await office.cancel(bid)

  const laws = await proveAll(office.database)
  expect(laws.flatMap(({ differences }) => differences)).toEqual([])
})

/** Declares by hand at this moment, with its act. */
async function declareAt(at: Date, market: Market, typed: Readonly<Record<string, string>>): Promise<void> {
  await office.database.transaction(async (db) => {
    const facts = {
      marketId: String(market.id),
      date: market.day,
      typed,
      actor: 'admin:1',
      source: 'manual',
    } as const
    const declared = await declareResult(fixedAt(db, at), facts)
    const effect = effectOf({ belowZero: 0, withdrawalsCancelled: 0, ...declared })
    const trail = [traceOfDeclaring(facts.marketId, typed, effect)]
    await writeTrail(fixedAt(db, at), api.results.declare.path, { ...facts, address: '127.0.0.1', trail })
  })
}

test.each(['bonus', 'bonus_show'])('where %s was set by hand, no deposit is held against it', async (key) => {
  const { laws } = await plant(`
    with set as (update settings set bonus = bonus + ${Number(key === 'bonus')}, bonus_show = bonus_show <> ${key === 'bonus_show'})
    update postings set amount = amount + 1 where kind = 'bonus' and request_id is not null returning '' as named`)
  const { differences, notes } = laws.find(({ law }) => law === 'a bonus is what the settings gave then')!
  expect({ differences, notes }).toEqual({
    differences: [],
    notes: [`the audit does not tell what ${key} was set to between its changes`],
  })
})

test('a bonus of joining that is set while a player registers is what was set then', async () => {
  const set = (joining_bonus: number) =>
    office.call(api.settings.update, { joining_bonus, auto_verified: true })
  await set(10)
  const began = await office.database.now()
  await set(30)
  await office.database.transaction((db) =>
    registerPlayer(fixedAt(db, began), {
      user_name: 'Meanwhile',
      mobile: '7999999998',
      referral: undefined,
      passwordHash: '',
      mpinHash: '',
    }),
  )
  expect(
    await office.database.many(sql`select from postings where kind = 'bonus' and amount = 3000`),
  ).toHaveLength(1)

  const laws = await proveAll(office.database)
  expect(laws.flatMap(({ differences }) => differences)).toEqual([])
})

test('several connections read one moment, and name what one would', async () => {
  const [alone, together] = [
    await proveAll(office.database),
    await proveAll(office.database, { connections: 3 }),
  ]
  expect(together).toEqual(alone)
})

test('a program says so, and ends with 1 when they do not', async () => {
  const good = await runVerify()
  expect(good).toMatchObject({ code: 0 })
  expect(good.said).toMatch(/✓ wallet = last posting = sum of postings +\d+ wallets\n.*The books agree\. \d/s)

  const asha = await office.database.only<{ id: number }>(sql`select id from users where user_name = 'Asha'`)
  const raise = (by: number) =>
    office.database.run(sql`update wallets set balance = balance + ${by}::bigint where user_id = ${asha.id}`)
  await raise(100)
  const wrong = await runVerify().finally(() => raise(-100))

  expect(wrong).toMatchObject({ code: 1 })
  expect(wrong.said).toMatch(
    new RegExp(
      `✗ wallet = last.*wallet of player ${asha.id}: expected ₹.* by the sum.*; found ₹.*2 differences`,
      's',
    ),
  )
})

async function runVerify(): Promise<{ code: number; said: string }> {
  const { url } = office
  const env = { ...process.env, DATABASE_URL: url }
  return promisify(execFile)(process.execPath, ['server/src/programs/verify.ts'], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, said: error.stdout }),
  )
}
