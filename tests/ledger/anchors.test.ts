/** What was signed outside the database names every rewrite of it, by whoever holds it; what is done rightly stays unnamed. */

import { once } from 'node:events'
import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { api } from '@munim/contract'
import { addDays, type Day, dayOf, momentOf, type Paise, type Time } from '@munim/core'
import { beforeAll, expect, test, vi } from 'vitest'
import { ensureKey, findKey } from '../../server/src/anchors/key.ts'
import type { AnchorState } from '../../server/src/anchors/state.ts'
import { watchAnchors } from '../../server/src/anchors/watch.ts'
import { proveAll } from '../../server/src/books/prove.ts'
import type { Law } from '../../server/src/books/verify.ts'
import { checkAnchors, checkSignedDay, readSigned } from '../../server/src/books/verify-anchors.ts'
import { type Db, fixedAt, sql } from '../../server/src/database/db.ts'
import { type Files, openFiles } from '../../server/src/http/files.ts'
import { requestDeposit } from '../../server/src/wallet/requests.ts'
import { databaseAt } from '../support/clock.ts'
import { startObjectStore } from '../support/object-store.ts'
import { backOffice, type Player, superuserOf } from '../support/office.ts'
import { signedFolder, signWhatIsNew } from '../support/sign.ts'
import { until } from '../support/waits.ts'

const office = await backOffice()
const { database } = office
const owner = superuserOf(office.url)
const anchors = await signedFolder(office.signingKey)
const { dataDir, key } = anchors

const sign = () => signWhatIsNew(database, anchors)
const signAt = (at: Date) => signWhatIsNew(databaseAt(database, at), anchors, [])
const lawOn = async (db: Db): Promise<Law> => checkAnchors(db, await readSigned(database, anchors))
const named = ({ differences }: Law) =>
  differences.map(({ what, expected, found }) => `${what}: ${expected}; ${found}`).join('\n')

let asha: Player
beforeAll(async () => {
  asha = await office.user('Asha', 1000)
  const ravi = await office.user('Ravi', 1000)
  const market = await office.market('KALYAN')
  for (const pick of ['single_digit:1:-:-:-', 'single_digit:-:-:2:-', 'jodi_digit:1:-:4:-'])
    await office.place(asha, market, pick, 10)
  await office.cancel(await office.place(ravi, market, 'single_digit:3:-:-:-', 10))
  await office.declare(market, '128-1')
  const running = await office.market('RUNNING')
  await office.place(ravi, running, 'single_digit:5:-:-:-', 10)
  await office.requestDeposit(ravi, 100, 'UTR1').then((id) => office.decide(id, 'deposit', 'completed'))
  await office.requestDeposit(ravi, 100, 'UTR2')
  await office.requestWithdrawal(asha, 50).then((id) => office.decide(id, 'withdraw', 'completed'))
  await office.requestWithdrawal(asha, 50)
  await office.call(api.users.deductFunds, { id: ravi.id, amount: 5 })
  expect((await sign())!.line.anchor).toMatchObject({ nth: 1, begins: 'it was signed for the first time' })
  await office.place(asha, running, 'single_digit:6:-:-:-', 10)
  await office.call(api.settings.update, { whatsapp: '9000000001' })
  expect((await sign())!.line.anchor.nth).toBe(2)
})

test('the key is made once, and only its user can read it', async () => {
  const key = await ensureKey(dataDir, undefined)
  expect((await ensureKey(dataDir, undefined)).name).toBe(key.name)
  expect((await findKey(dataDir, undefined))!.name).toBe(key.name)
  expect((await findKey(dataDir, Buffer.alloc(32, 1)))!.name).not.toBe(key.name)
  expect(JSON.stringify(await database.many(sql`select * from secrets`))).not.toContain(key.name)
})

test('books that are as they were signed agree, also where they went on since', async () => {
  const before = await lawOn(database)
  expect(before).toMatchObject({ wrong: 0, checked: 2 })
  expect(before.notes!.join()).toMatch(/^signed since .*, when it was signed for the first time; last at /)

  await office.call(api.settings.update, { whatsapp: '9000000002', betting_max: 4000 })
  await office.requestWithdrawal(asha, 10)
  expect(await lawOn(database)).toMatchObject({ wrong: 0 })
  await sign()
  expect(await lawOn(database)).toMatchObject({ wrong: 0, checked: 3 })
  expect(await sign()).toBeUndefined()
  expect((await proveAll(database, { anchors })).filter(({ wrong }) => wrong > 0)).toEqual([])
})

/** The chain of the audit made right again, as whoever holds the database can. */
const RECHAIN = `
  do $$ declare r audit; last bytea := ''; n bigint := 0; begin
    for r in select * from audit order by id loop
      n := n + 1;
      update audit set id = n, previous = last, hash = audit_hash(last, n, r.at, r.actor, r.act, r.thing, r.thing_id, r.before, r.after, r.address)
      where id = r.id returning hash into last;
    end loop;
  end $$`

const first = (table: string, where = 'true') => `(select min(id) from ${table} where ${where})`

test.each([
  // what is rewritten, how, what names it
  [
    'the moment of a posting',
    `update postings set at = at - interval '10 minutes' where id = 1`,
    'postings 1 to',
  ],
  ['who posted', `update postings set actor = 'admin:2' where id = 1`, 'postings 1 to'],
  ['a note', `update postings set note = 'x' where id = 1`, 'postings 1 to'],
  ['an amount', `update postings set amount = amount + 1 where id = 2`, 'postings 1 to'],
  ['the last posting cut out', `delete from postings where id = (select max(id) from postings)`, 'postings'],
  [
    'the last ten postings cut out',
    `delete from postings where id > (select max(id) - 10 from postings)`,
    'postings',
  ],
  [
    'a posting put in between',
    `insert into postings overriding system value select 0, kind, from_user, from_house, to_user, to_house, amount,
    from_after, to_after, draw_id, null, null, null, null, actor, note, at from postings where kind = 'fund_add' limit 1`,
    'postings 1 to',
  ],
  [
    'two postings swapped',
    `update postings a set note = b.note || '.', at = b.at from postings b where a.id = 1 and b.id = 2`,
    'postings 1 to',
  ],
  ['a pick', `update bids set open_digit = '9' where id = ${first('bids', "open_digit = '5'")}`, 'bids 1 to'],
  ['the points of a bid', `update bids set points = points * 2 where id = 1`, 'bids 1 to'],
  ['the rate of a bid', `update bids set multiplier = 9500 where id = 1`, 'bids 1 to'],
  ['whose bid it is', `update bids set user_id = 2 where id = 1`, 'bids 1 to'],
  [
    'when a bid was placed',
    `update bids set placed_at = placed_at - interval '1 hour' where id = 1`,
    'bids 1 to',
  ],
  ['the last bid cut out', `delete from bids where id = (select max(id) from bids)`, 'bids'],
  ['another draw', `update bids set draw_id = draw_id + 1 where id = 1`, 'bids 1 to'],
  ['the declared panna', `update declarations set panna = '245' where id = 1`, 'declarations 1 to'],
  ['who declared', `update declarations set actor = 'admin:2' where id = 1`, 'declarations 1 to'],
  ['by itself', `update declarations set source = 'auto', actor = 'auto' where id = 1`, 'declarations 1 to'],
  [
    'when it was declared',
    `update declarations set at = at - interval '1 second' where id = 1`,
    'declarations 1 to',
  ],
  ['its place in the ledger', `update declarations set ledger_end = 1 where id = 1`, 'declarations 1 to'],
  ['its picks', `update declarations set picks = '{}' where id = 1`, 'declarations 1 to'],
  ['a declaration cut out', `delete from declarations where id = 1`, 'declarations 1 to'],
  ['the amount of a request', `update requests set amount = amount * 2 where id = 1`, 'requests 1 to'],
  ['its reference', `update requests set ref_id = 'OTHER' where id = 1`, 'requests 1 to'],
  ['whose request it is', `update requests set user_id = 1 where id = 1`, 'requests 1 to'],
  [
    'when it was asked for',
    `update requests set created_at = created_at - interval '1 day' where id = 1`,
    'requests 1 to',
  ],
  [
    'a pending request cut out',
    `delete from requests where id = ${first('requests', "status = 'pending'")}`,
    'requests 1 to',
  ],
  ['a deposit as a withdrawal', `update requests set kind = 'withdraw' where id = 2`, 'requests 1 to'],
  [
    'the payee of a pending withdrawal',
    `update requests set payee = payee || '{"upi_id": "thief@upi"}' where id = ${first('requests', "kind = 'withdraw' and status = 'pending'")}`,
    'the payee of request',
  ],
  [
    'the payee of a paid one',
    `update requests set payee = payee || '{"account_no": "1"}' where id = ${first('requests', "kind = 'withdraw' and status = 'completed'")}`,
    'the payee of request',
  ],
  [
    'a payee emptied',
    `update requests set payee = '{}' where id = ${first('requests', "kind = 'withdraw'")}`,
    'the payee of request',
  ],
  [
    'what was done, chained anew',
    `update audit set after = '{"wallet": 9}' where id = 3; ${RECHAIN}`,
    'audit 1 to',
  ],
  ['who did it, chained anew', `update audit set actor = 'admin:2' where id = 3; ${RECHAIN}`, 'audit 1 to'],
  ['an act cut out, chained anew', `delete from audit where id = 3; ${RECHAIN}`, 'audit 1 to'],
  ['the first act', `delete from audit where id = 1; ${RECHAIN}`, 'audit 1 to'],
  ['the last act', `delete from audit where id = (select max(id) from audit)`, 'audit'],
  ['the last three acts', `delete from audit where id > (select max(id) - 3 from audit)`, 'audit'],
  ['the whole audit', `delete from audit`, 'audit 1 to'],
  [
    'the last act rewritten with its hash',
    `update audit set address = '10.0.0.1',
    hash = audit_hash(previous, id, at, actor, act, thing, thing_id, before, after, '10.0.0.1') where id = (select max(id) from audit)`,
    'audit',
  ],
  [
    'an act put in, chained anew',
    `update audit set id = id + 1000000; insert into audit select 1, at, actor, act, thing, thing_id, before, after,
    address, '', '' from audit limit 1; ${RECHAIN}`,
    'audit 1 to',
  ],
  [
    'when a draw opens',
    `update draws set opens_at = opens_at + interval '1 hour' where id = 1`,
    'the moments of draw 1',
  ],
  [
    'when a draw closes',
    `update draws set closes_at = closes_at + interval '1 hour' where id = 2`,
    'the moments of draw 2',
  ],
  ['a draw cut out', `delete from draws where id = 2`, 'the moments of draw 2'],
  ['a suspicion cut out', `delete from suspicions where id = 1`, 'suspicions 1 to'],
  ['who is suspected', `update suspicions set actor = 'admin:2' where id = 1`, 'suspicions 1 to'],
  ['a rate', `update rates set multiplier = 99900 where rate_key = 'single_digit'`, 'what is set: rates'],
  ['a limit', `update settings set withdraw_max = withdraw_max * 2`, 'what is set: settings'],
  ['whom deposits are paid to', `update settings set merchant_upi = 'thief@upi'`, 'what is set: settings'],
  [
    'a second administrator',
    `insert into admins (user_name, password_hash, created_at, updated_at) select 'thief', password_hash, now(), now() from admins`,
    'what is set: admin',
  ],
  ['another role', `update admins set role_id = 2`, 'what is set: admin'],
  [
    'more rights of a role',
    `update roles set rights = '{declare,revert,funds}' where id = 4`,
    'what is set: admin',
  ],
  ["an administrator's password", `update admins set password_hash = 'x'`, 'what is set: admin'],
  ["a market's times", `update markets set close_time = '23:59' where id = 1`, 'what is set: market'],
  ["a market's games", `update markets set games = '{jodi_digit}' where id = 1`, 'what is set: market'],
  [
    'a day of a market',
    `update market_days set state = not state where market_id = 1 and weekday = 'monday'`,
    'what is set: market',
  ],
  ['a market deleted', `update markets set deleted_at = now() where id = 2`, 'what is set: market'],
  ['everything emptied', `delete from postings; delete from bids; delete from audit`, 'postings 1 to'],
] as const)('%s is named', async (_what, statement, where) => {
  const seen = await planted(statement)

  expect(named(seen)).toContain(where)
  expect(seen.wrong).toBeGreaterThan(0)
})

/** Changes the database with every guard off, looks at it, and takes the change back. */
async function planted(statement: string): Promise<Law> {
  let seen: Law | undefined
  const change = owner.transaction(async (db) => {
    await db.run(sql`set local session_replication_role = replica`)
    await db.run(sql.raw(statement))
    seen = await lawOn(db)
    throw new Error('taken back')
  })
  await expect(change).rejects.toThrow('taken back')
  return seen!
}

test.each([
  // the migrations while it is signed, and those after it
  [
    "insert into kysely_migration values ('9999_x', '2026-12-01')",
    "delete from kysely_migration where name = '9999_x'",
  ],
  ["update kysely_migration set name = '0000_x' where name = (select max(name) from kysely_migration)", ''],
])('a migration that was not excuses no change of what is set: %s', async (made, unmade) => {
  const migrations = await database.many<{ name: string; timestamp: string }>(
    sql`select * from kysely_migration`,
  )
  const { upi } = await database.only<{ upi: string }>(sql`select merchant_upi as upi from settings`)
  await owner.transaction((db) => db.run(sql.raw(`${made}; update settings set merchant_upi = 'thief@upi'`)))
  await sign()
  if (unmade) {
    await owner.transaction((db) => db.run(sql.raw(unmade)))
    expect(await sign()).toBeDefined() // Though nothing else is new.
  }
  const seen = named(await lawOn(database))
  await owner.transaction(async (db) => {
    await db.run(sql`delete from kysely_migration`)
    await db.run(
      sql`insert into kysely_migration select * from json_populate_recordset(null::kysely_migration, ${JSON.stringify(migrations)})`,
    )
    await db.run(sql`update settings set merchant_upi = ${upi}`)
  })
  await forget()

  expect(seen).toContain('what is set: settings')
  expect(seen).toContain('the last migration')
})

test('a migration that is there may change the form of what is set', async () => {
  const made = "insert into kysely_migration values ('9999-later', '2026-12-01')"
  expect(named(await planted(`alter table settings add column later text; ${made}`))).toBe('')
})

test('what is written now and says that it is of yesterday is named once it is signed', async () => {
  const [posting] = await owner.transaction((db) =>
    db.many<{ id: number }>(sql`
    insert into postings (kind, from_house, to_user, amount, to_after, actor, at)
    values ('closing', 'closed', ${asha.id}, 1, 1, 'x', clock_timestamp() - interval '1 day') returning id`),
  )
  await sign()
  expect(named(await lawOn(database))).toMatch(
    new RegExp(`postings \\d+ to ${posting!.id}: rows written from .* that say`),
  )
  const cut = async (db: Db) => {
    await db.run(sql`set local session_replication_role = replica`)
    await db.run(sql`delete from postings where id = ${posting!.id}`)
    await db.run(
      sql`update day_totals set postings = postings - 1, amount = amount + 1 where kind = 'closing' and slot <> 999`,
    )
  }
  await owner.transaction(cut)
  expect(named(await lawOn(database))).toContain(`to ${posting!.id}: as signed`)
  await forget()
})

/** Begins anew, as after a database was restored: the folder is moved away. */
async function forget(): Promise<void> {
  await rm(join(dataDir, 'anchors'), { recursive: true })
  await sign()
  expect(await lawOn(database)).toMatchObject({ wrong: 0, checked: 1 })
}

test('acts that are cut off within the minute are named by who wrote them, and put back are not', async () => {
  await forget()
  await office.call(api.users.update, { id: asha.id, betting: false })
  await office.call(api.users.update, { id: asha.id, betting: true })
  const cut = async (statement: string) => {
    await owner.transaction(async (db) => {
      await db.run(sql`set local session_replication_role = replica`)
      await db.run(sql.raw(statement))
    })
  }
  const last = await database.only<{ id: number }>(sql`select coalesce(max(id), 0) as id from audit`)
  await cut(
    'create table kept as select * from audit; delete from audit where id > (select max(id) - 2 from audit)',
  )
  await sign()
  const seen = await lawOn(database)
  expect(named(seen)).toContain(`row ${last.id - 1} of the audit: as the server wrote it before`)
  expect(seen.wrong).toBe(2)
  await office.call(api.settings.update, { whatsapp: '9000000009' })
  await sign()
  expect((await lawOn(database)).wrong).toBe(2)
  await cut(
    'delete from audit where id > (select max(id) - 1 from audit); insert into audit select * from kept k where not exists (select from audit a where a.id = k.id); drop table kept',
  )
  expect(named(await lawOn(database))).not.toContain('as the server wrote it')
  await forget()
})

test('what was rolled back is no act, and what was signed is not asked for again', async () => {
  await office.call(api.users.deductFunds, { id: asha.id, amount: 1_000_000 })
  await office.call(api.settings.update, { whatsapp: '9000000010' })
  expect(database.acts.length).toBeGreaterThan(0)
  const { line } = (await sign())!
  expect(line.anchor.lost).toBeUndefined()
  expect(database.acts).toEqual([])
})

test.each(['and others are over since', 'and none is over since'])(
  'a transaction that began before is waited for, %s, and what it writes is signed',
  async (others) => {
    const { promise: released, resolve: end } = Promise.withResolvers<void>()
    let isWritten = false
    const addFunds = () => office.call(api.users.addFunds, { id: asha.id, amount: 1 })
    await addFunds()
    const writing = database.transaction(async (db) => {
      await db.run(sql`
      insert into postings (kind, from_house, to_user, amount, to_after, actor, at)
      values ('closing', 'closed', ${asha.id}, 1, 1, 'late', clock_timestamp())`)
      isWritten = true
      await released
      throw new Error('rolled back')
    })
    await until(() => isWritten)
    if (others === 'and others are over since') await addFunds()
    const signing = sign()
    expect(await Promise.race([signing, new Promise((done) => setTimeout(done, 1500, 'waits'))])).toBe(
      'waits',
    )
    end()
    await expect(writing).rejects.toThrow('rolled back')
    expect(await signing).toBeDefined()
    expect(await lawOn(database)).toMatchObject({ wrong: 0 })
  },
)

test('while a transaction does not end nothing is signed, and that is a failure', async () => {
  const { promise: isEnding, resolve: end } = Promise.withResolvers<void>()
  let isBegun = false
  const open = database.transaction(async (db) => {
    await db.run(sql`select pg_current_xact_id()`)
    isBegun = true
    await isEnding
  })
  await until(() => isBegun)
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() * 100) // It gives up after half a second.
  const state: AnchorState = { signedAt: 1 }
  const faults: unknown[] = []
  const log = { error: (fault: unknown) => void faults.push(fault) }
  const to = { files: undefined, host: 'one', url: undefined, log, state }
  const watch = watchAnchors({ ...anchors, acts: database.acts, database, ...to })
  try {
    await until(() => state.signedAt !== 1 || faults.length > 0)
  } finally {
    await watch.stop()
    clock.mockRestore()
    end()
    await open
  }
  const fault = 'a transaction of the database does not end'
  expect(state).toEqual({ signedAt: 1, failing: { what: 'signing', since: expect.any(Number), fault } })
  expect(faults).toHaveLength(1)
})

test('a stop waits for no bucket and no address that hangs, and what they did not take waits for the next start', async () => {
  const asked: string[] = []
  const files = { put: (name: string) => new Promise(() => void asked.push(name)) } as unknown as Files
  const silent = createServer(() => void asked.push('address')).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const state: AnchorState = {}
  const log = { error: () => {} }
  for (const to of [
    { host: '1', files, url: undefined },
    { host: '2', files: undefined, url },
  ]) {
    await office.call(api.settings.update, { whatsapp: `900000003${to.host}` })
    const watch = watchAnchors({ ...anchors, acts: database.acts, database, ...to, log, state })
    const before = asked.length
    await until(() => asked.length > before)
    await watch.stop()
  }
  silent.closeAllConnections()
  silent.close()
  expect(state).toEqual({ signedAt: expect.any(Number) })
  await forget()
})

test('a draw that is committed after a later one was signed is signed, too', async () => {
  await office.market('FIRST')
  const { id: market } = await database.only<{ id: number }>(
    sql`select id from markets order by id desc limit 1`,
  )
  await sign()
  const make = (db: Db, day: string) =>
    db.only<{ id: number }>(sql`
      insert into draws (market_id, market_date, opens_at, closes_at)
      values (${market}, ${day}, '2030-01-01T10:00Z', '2030-01-01T11:00Z') returning id`)
  const begin = async <T>(work: (db: Db) => Promise<T>) => {
    const { promise: isEnding, resolve: end } = Promise.withResolvers<void>()
    let made: { readonly of: T } | undefined
    const over = database.transaction(async (db) => {
      made = { of: await work(db) }
      await isEnding
    })
    await until(() => made !== undefined)
    const endIt = () => {
      end()
      return over
    }
    return { of: made!.of, end: endIt }
  }
  await office.call(api.settings.update, { whatsapp: '9000000012' })
  const old = await begin((db) => make(db, '2029-12-31'))
  const asked = vi.spyOn(database, 'only')
  const signing = sign()
  await until(() => asked.mock.calls.length >= 4) // The numbers are read, and it waits for the old transaction.
  asked.mockRestore()
  const early = await begin((db) => make(db, '2030-01-01'))
  await make(database, '2030-01-02')
  await old.end()
  expect(await signing).toBeDefined()
  await early.end()
  await sign()

  const statement = `update draws set closes_at = closes_at + interval '1 hour' where id = ${early.of.id}`
  expect(named(await planted(statement))).toContain(`the moments of draw ${early.of.id}`)
  await owner.transaction((db) => db.run(sql`delete from draws where market_id = ${market}`))
  await forget()
})

test('what was written and done before the clock was set back, and signed after it, is as it was signed', async () => {
  await forget()
  await office.call(api.settings.update, { whatsapp: '9000000013' })
  await signAt(new Date((await database.now()).getTime() - 3_600_000))
  expect(named(await lawOn(database))).toBe('')
  await forget()
})

test('numbers that are set back take back nothing of what is signed', async () => {
  const { anchor } = (await sign())?.line ?? (await readSigned(database, anchors)).lines!.at(-1)!
  const setTo = (postings: number, draws: number) =>
    owner.transaction((db) =>
      db.run(sql`
        select setval(pg_get_serial_sequence('postings', 'id'), ${postings}),
          setval(pg_get_serial_sequence('draws', 'id'), ${draws})`),
    )
  await setTo(1, 1)
  await office.call(api.settings.update, { whatsapp: '9000000014' })
  const { heads, draws } = (await sign())!.line.anchor
  await setTo(anchor.heads.postings, anchor.draws)
  expect([heads.postings, draws]).toEqual([anchor.heads.postings, anchor.draws])
})

test('a clock that is set back over midnight, or years off for a line, leaves one chain', async () => {
  await forget()
  const ask = (at: Date) =>
    database.transaction((db) =>
      requestDeposit(fixedAt(db, at), {
        userId: asha.id,
        amount: 1000 as Paise,
        transferType: 'upi',
        refId: '',
      }),
    )
  const running = await office.market('CLOCK')
  const today = dayOf(await database.now())
  const dayBefore = momentOf(addDays(today, -1), '23:50' as Time)
  const longAgo = momentOf('2015-01-01' as Day, '05:30' as Time)
  const farAhead = momentOf(addDays(today, 40), '12:00' as Time)
  for (const at of [dayBefore, dayBefore, longAgo, farAhead]) {
    await office.place(asha, running, 'single_digit:6:-:-:-', 10)
    await sign()
    await ask(at)
    await signAt(at)
    expect(named(await lawOn(database))).toBe('')
  }
  await office.place(asha, running, 'single_digit:6:-:-:-', 10)
  await signAt(longAgo)
  await sign()
  expect(await lawOn(database)).toMatchObject({ wrong: 0, checked: 11 })
  expect(await checkSignedDay(database, anchors, addDays(today, -1))).toMatchObject({ wrong: 0, checked: 3 })
  // The lines of today that came after the one far ahead are in its file.
  expect(await checkSignedDay(database, anchors, today)).toMatchObject({ wrong: 0, checked: 11 })
  await forget()
})

test('acts that change nothing of what is set excuse no change of it', async () => {
  const { id: marketId } = await database.only<{ id: number }>(
    sql`select id from markets order by id limit 1`,
  )
  await forget()
  await office.call(api.desk.saveReasons, { kind: 'deposits', reasons: ['No such payment'] })
  const limits = [{ game: 'jodi_digit', amount: 5000, refuses: false }] as const
  await office.call(api.risk.saveLimits, { limits: [...limits] })
  await office.call(api.risk.saveLimits, { limits: [...limits], marketId })
  const statement =
    "update settings set merchant_upi = 'thief@upi'; update markets set close_time = '23:59' where id = 1"
  const seen = named(await planted(statement))
  expect(seen).toContain('what is set: settings')
  expect(seen).toContain('what is set: market')
})

test('lines that are cut out, changed or signed by another are named; a half-written one is not', async () => {
  await office.call(api.settings.update, { whatsapp: '9000000003' })
  await sign()
  const folder = join(dataDir, 'anchors', (await readdir(join(dataDir, 'anchors')))[0]!)
  const file = join(folder, (await readdir(folder)).at(-1)!)
  const text = await readFile(file, 'utf8')
  const lines = text.trimEnd().split('\n')
  const withLines = async (changed: string) => {
    await writeFile(file, changed)
    return named(await lawOn(database))
  }
  expect(lines.length).toBeGreaterThan(1)
  expect(await withLines(lines.slice(1).join('\n'))).toContain('after none')
  expect(await withLines(text.replace('"actor"', '"x"').replace('"seen"', '"sees"'))).not.toBe('')
  const last = lines.at(-1)!
  expect(await withLines(text.replace(last, last.replace(/"draws":\d+/, '"draws":0')))).toContain('not so')
  expect(await withLines(text)).toBe('')
  await appendFile(file, last.slice(0, 100))
  expect(named(await lawOn(database))).toBe('')
  await office.call(api.settings.update, { whatsapp: '9000000004' })
  const after = (await sign())!.line.text
  expect((await readFile(file, 'utf8')).split('\n').slice(-2)).toEqual([after, ''])
  expect(named(await lawOn(database))).toBe('')

  const other = { dataDir, key: (await findKey(dataDir, Buffer.alloc(32, 7)))! }
  expect((await signWhatIsNew(database, other))!.line.anchor.begins).toContain('another key')
  expect(named(await lawOn(database))).toContain('not so')
  expect(await checkAnchors(database, await readSigned(database, other))).toMatchObject({ wrong: 0 })
})

test('each line goes into the bucket and to the address, again where that failed', async () => {
  const store = await startObjectStore()
  const posted: string[] = []
  const statuses = [500]
  const receiver = createServer(async (request, response) => {
    const status = statuses.shift() ?? 200
    const line = Buffer.concat(await request.toArray()).toString()
    if (status === 200) posted.push(line)
    response.writeHead(status).end()
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const { port } = receiver.address() as AddressInfo
  const faults: unknown[] = []
  const states: AnchorState[] = []
  const state: AnchorState = {}
  const log = { error: (fault: unknown) => void (faults.push(fault) && states.push({ ...state })) }
  const files = await openFiles({ dataDir, bucket: store.bucket, database })
  const url = `http://127.0.0.1:${port}/anchors`
  await rm(join(dataDir, 'anchors'), { recursive: true })
  const watch = watchAnchors({
    ...anchors,
    acts: database.acts,
    database,
    files,
    host: 'one',
    url,
    log,
    state,
  })
  await until(() => state.handedOnAt !== undefined)
  await watch.stop()
  receiver.close()
  await store.close()

  expect(JSON.parse(posted[0]!)).toMatchObject({ nth: 1, key: key.name })
  const [object, { bytes }] = [...store.objects][0]!
  expect(object).toMatch(/^one\/anchors\/[0-9a-f]{12}\/\d{4}-\d\d-\d\d\.jsonl$/)
  expect(bytes.toString()).toBe(`${posted[0]}\n`)
  expect(String((faults[0] as { err: unknown }).err)).toContain('ANCHOR_URL answered 500')
  expect(states[0]).toEqual({
    signedAt: expect.any(Number),
    failing: { what: 'handing on', since: expect.any(Number), fault: 'ANCHOR_URL answered 500' },
  })
  expect(state).toEqual({ signedAt: expect.any(Number), handedOnAt: expect.any(Number) })
})

test('what a server could not hand on is handed on by the next start, which signs meanwhile', async () => {
  const store = await startObjectStore()
  const posted: number[] = []
  const signed: number[] = []
  let away: 200 | 302 | 500 = 500
  /** Each line takes the address as long as is handed on at a time. */
  let late = 0
  const receiver = createServer(async (request, response) => {
    const line = JSON.parse(Buffer.concat(await request.toArray()).toString() || '{}')
    if (away === 200) {
      signed.push((await readSigned(database, anchors)).lines!.length)
      if (posted.push(line.nth) === 1) await owner.run(sql`update settings set whatsapp = '9000000025'`)
      late += 20_000
    }
    if (request.url === '/elsewhere') response.writeHead(200).end()
    else response.writeHead(away, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const { port } = receiver.address() as AddressInfo
  const files = await openFiles({ dataDir, bucket: store.bucket, database })
  await rm(join(dataDir, 'anchors'), { recursive: true })
  /** A start that signs what is new; until it has handed on, or could not. */
  const start = async (whatsapp: string) => {
    await office.call(api.settings.update, { whatsapp })
    const state: AnchorState = {}
    const log = { error: () => {} }
    const url = `http://127.0.0.1:${port}/anchors`
    const beside = { acts: database.acts, database, files, host: 'two', url, log, state }
    const watch = watchAnchors({ ...anchors, ...beside })
    await until(() => state.handedOnAt !== undefined || state.failing?.what === 'handing on')
    await watch.stop()
    return state
  }
  const linesInBucket = () =>
    [...store.objects.values()].at(-1)!.bytes.toString().trimEnd().split('\n').length

  expect((await start('9000000021')).failing).toMatchObject({ fault: 'ANCHOR_URL answered 500' })
  away = 302
  expect((await start('9000000022')).failing).toMatchObject({ fault: 'ANCHOR_URL answered 302' })
  expect(linesInBucket()).toBe(2)
  away = 200
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + late)
  await start('9000000023').finally(() => clock.mockRestore())
  expect(posted).toEqual([1, 2, 3, 4])
  expect(signed).toEqual([3, 4, 4, 4])
  await start('9000000024')
  expect(posted).toEqual([1, 2, 3, 4, 5])
  expect(linesInBucket()).toBe(5)
  receiver.close()
  await store.close()
})

test('a database that says it is another one while the server runs is not signed', async () => {
  await forget()
  const rename = (to: string) =>
    owner.transaction((db) => db.run(sql`update kysely_migration set timestamp = ${sql.raw(to)}`))
  const receiver = createServer(async (request, response) => {
    await request.toArray()
    await rename("'1999' || timestamp")
    response.writeHead(500).end() // It signs again soon.
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const { port } = receiver.address() as AddressInfo
  const state: AnchorState = {}
  const faults: unknown[] = []
  await office.call(api.settings.update, { whatsapp: '9000000011' })
  const watch = watchAnchors({
    ...anchors,
    acts: database.acts,
    database,
    files: undefined,
    host: 'one',
    url: `http://127.0.0.1:${port}/anchors`,
    log: { error: (fault: unknown) => void faults.push(fault) },
    state,
  })
  await until(() => faults.length === 2)
  await watch.stop()
  receiver.close()
  const seen = named(await lawOn(database))
  await rename('substring(timestamp from 5)')

  expect(state.failing).toMatchObject({
    what: 'signing',
    fault: 'the database says that it is another one than when this server began',
  })
  expect(await readdir(join(dataDir, 'anchors'))).toHaveLength(1)
  expect(seen).toBe('this database: one that was signed here; another')
  expect(named(await lawOn(database))).toBe('')
})

test('without anchors nothing is checked against them, and that is said', async () => {
  const none = await checkAnchors(database, undefined)
  expect(none).toMatchObject({ wrong: 0, checked: 0 })
  expect(none.notes!.join()).toContain('nothing is signed here')
  await owner
    .transaction(async (db) => {
      await db.run(sql`update kysely_migration set timestamp = '2020-01-01'`)
      const signed = await readSigned(db, anchors)
      expect(named(await checkAnchors(db, signed))).toBe('this database: one that was signed here; another')
      throw new Error('taken back')
    })
    .catch((error) => expect(String(error)).toContain('taken back'))
})
