/** A request, a confirmation or a payee that the server did not write, or not so, is named, though every law among rows holds. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@munim/contract'
import { beforeAll, expect, test } from 'vitest'
import { identityOf } from '../../server/src/anchors/facts.ts'
import { addLine, readLast } from '../../server/src/anchors/folder.ts'
import { findKey } from '../../server/src/anchors/key.ts'
import { writeLine } from '../../server/src/anchors/line.ts'
import { checkAll, proveAll } from '../../server/src/books/prove.ts'
import type { Law } from '../../server/src/books/verify.ts'
import { readSigned } from '../../server/src/books/verify-anchors.ts'
import { checkStamps } from '../../server/src/books/verify-stamps.ts'
import { type Database, type Db, sql } from '../../server/src/database/db.ts'
import { backOffice, type Player, superuserOf } from '../support/office.ts'
import { PROVIDER_SECRET } from '../support/provider.ts'
import { signedFolder, signWhatIsNew } from '../support/sign.ts'

const office = await backOffice()
const { database } = office
const superuser = superuserOf(office.url)
const anchors = await signedFolder(office.signingKey)
const { dataDir } = anchors

const STAMPS = 'requests, confirmations and payees are as the server wrote them'
const sign = () => signWhatIsNew(database, anchors)
const wrongIn = (laws: readonly Law[]) => laws.filter(({ wrong }) => wrong > 0)
const confirm = (ref_id: string, amount: number) =>
  office.call(api.wallet.confirmDeposit, { ref_id, amount }, { signedWith: PROVIDER_SECRET })

let asha: Player
let gone: Player
beforeAll(async () => {
  asha = await office.user('Asha', 1000)
  gone = await office.user('Gone', 1000)
  await office.user('Ravi')
  await office.call(api.player.register, {
    user_name: 'Bare',
    mobile: '6000000001',
    password: 'a long password',
  })
  // What the release before wrote has no stamp.
  await database.run(sql`
    insert into requests (user_id, kind, transfer_type, amount, ref_id, created_at)
    values (${asha.id}, 'deposit', 'upi', 10000, 'UTR0', clock_timestamp())`)
  await database.run(sql`
    insert into confirmations (ref_id, amount, confirmed_at, address)
    values ('532198765000', 10000, clock_timestamp(), '127.0.0.1')`)
  expect((await sign())!.line.anchor.stamped).toEqual({ requests: 2, confirmations: 2, payees: true })
  await office.requestDeposit(asha, 100, '532198765001')
  await office.requestDeposit(asha, 100, '532198765002')
  await office.requestWithdrawal(asha, 50)
  await office.requestWithdrawal(gone, 50)
  await office.decide(await office.requestDeposit(asha, 100), 'deposit', 'completed')
  await confirm('532198765003', 100)
  await confirm('532198765004', 200)
  const changes = { account_no: '50100111', ifsc_code: 'HDFC0000123' }
  await office.call(api.users.update, { id: asha.id, ...changes })
})

test('what the server wrote agrees, also once its player is erased, and what has no stamp from before', async () => {
  await office.call(api.users.remove, { id: gone.id })
  const laws = await proveAll(database, { anchors })
  expect(wrongIn(laws)).toEqual([])
  expect(laws.find(({ law }) => law === STAMPS)).toMatchObject({ checked: 8, of: 'stamps', notes: [] })
})

const request = (set = '') => `
  insert into requests (user_id, kind, transfer_type, amount, ref_id, payee, created_at${set && ', stamp'})
  select user_id, kind, transfer_type, amount, ref_id, payee, clock_timestamp()${set && `, ${set}`}
  from requests where id = `
const lastDeposit = `(select max(id) from requests where kind = 'deposit' and status = 'pending')`
const withdrawal = `(select max(id) from requests where kind = 'withdraw' and status = 'pending')`
const NONE = 'found none'
const OTHER = 'found that of another row, or the row was changed'

test.each([
  ['a pending deposit put in whole', `${request()} ${lastDeposit}`, /^request \d+: found none$/],
  [
    'a pending withdrawal put in whole, with its posting and the held account',
    `with asked as (${request()} ${withdrawal} returning *),
    held as (
      insert into postings (kind, from_user, to_house, amount, from_after, request_id, actor, at)
      select 'withdraw_hold', a.user_id, 'held', a.amount, w.balance - a.amount, a.id, 'player:' || a.user_id, a.created_at
      from asked a join wallets w using (user_id))
    update wallets w set balance = w.balance - a.amount from asked a where w.user_id = a.user_id`,
    NONE,
  ],
  [
    'a confirmation put in whole',
    `insert into confirmations (ref_id, amount, confirmed_at, address)
    values ('532198765002', 10000, clock_timestamp(), '127.0.0.1')`,
    /^confirmation \d+: found none$/,
  ],
  ['a stamp copied from another row', `${request('stamp')} ${lastDeposit}`, OTHER],
  [
    "a confirmation's stamp copied",
    `insert into confirmations (ref_id, amount, confirmed_at, address, stamp)
    select '532198765002', amount, confirmed_at, address, stamp from confirmations where stamp is not null limit 1`,
    OTHER,
  ],
  [
    'a stamp made with another key',
    `${request(`'\\x0102030405'`)} ${lastDeposit}`,
    'found that of another key',
  ],
  ['all stamps nulled', `update requests set stamp = null`, NONE],
  [
    "a player's UPI ID",
    `update users set upi_id = 'thief@upi' where id = 1`,
    /^payee of player 1: found that/,
  ],
  [
    "a player's account, with the stamp of another player",
    `update users set account_no = '666', payee_stamp = (select payee_stamp from users where id = 3) where id = 1`,
    OTHER,
  ],
  [
    "all of another player's payee with its stamp",
    `update users u set account_no = o.account_no, ifsc_code = o.ifsc_code, upi_id = o.upi_id, payee_stamp = o.payee_stamp
    from users o where u.user_name = 'Bare' and o.id = 3`,
    OTHER,
  ],
  [
    "a player's payee and no stamp",
    `update users set upi_id = 'x@upi', payee_stamp = null where id = 1`,
    NONE,
  ],
  [
    'the stamps of all players nulled',
    `update users set payee_stamp = null`,
    /^payee of player 1: found none\n/,
  ],
  [
    "a player's payee emptied",
    `update users set upi_id = '', account_no = '', ifsc_code = '' where id = 1`,
    /^payee of player 1: found that/,
  ],
  [
    'a payee of who had none',
    `insert into users (user_name, mobile, password_hash, upi_id, created_at, updated_at)
    select 'New', '6000000000', 'none', 'new@upi', now(), now();
    insert into wallets (user_id) select max(id) from users`,
    NONE,
  ],
  ['a change of a payee deleted', `delete from payee_changes where user_id = 1`, OTHER],
  [
    'a change of a payee put in',
    `insert into payee_changes (user_id, fields, actor, at) values (1, '{upi_id}', 'player:1', now())`,
    OTHER,
  ],
  [
    'a change of a payee put in of who has none',
    `insert into payee_changes (user_id, fields, actor, at) select id, '{upi_id}', 'player:1', now() from users where user_name = 'Bare'`,
    /^payee of player \d+: found none$/,
  ],
])('with the role of the server, %s is named', async (_what, statement, expected) => {
  expect(await planted(database, statement)).toMatch(expected)
})

test.each([
  ['who changed a payee', `update payee_changes set actor = 'player:1' where user_id = 1`, OTHER],
  ['when', `update payee_changes set at = at - interval '8 days' where user_id = 1`, OTHER],
  ['what of it', `update payee_changes set fields = '{upi_id}' where user_id = 1`, OTHER],
  [
    'whose change it is',
    `update payee_changes set user_id = 3 where user_id = 1`,
    /player 1: .*\n.*player 3: /,
  ],
  [
    'the amount of a pending deposit',
    `update requests set amount = amount * 2 where id = ${lastDeposit}`,
    OTHER,
  ],
  ['its reference', `update requests set ref_id = '532198765999' where id = ${lastDeposit}`, OTHER],
  ['whose it is', `update requests set user_id = 2 where id = ${lastDeposit}`, OTHER],
  [
    'the payee of a pending withdrawal',
    `update requests set payee = payee || '{"upi_id": "thief@upi"}' where id = ${withdrawal}`,
    'found that of another payee',
  ],
  [
    'the amount of a confirmation',
    `update confirmations set amount = amount * 2 where stamp is not null`,
    OTHER,
  ],
  ['its reference', `update confirmations set ref_id = '532198765002' where id = 2`, OTHER],
  ['where it came from', `update confirmations set address = '10.0.0.1' where id = 2`, OTHER],
  ['all stamps of confirmations nulled', `update confirmations set stamp = null`, NONE],
  [
    'a request and its stamp under another number',
    `alter table requests alter column id set generated by default; update requests set id = nextval('requests_id_seq') where id = ${lastDeposit};
      alter table requests alter column id set generated always`,
    OTHER,
  ],
])('with every guard off, %s is named', async (_what, statement, expected) => {
  expect(await planted(superuser, `set local session_replication_role = replica; ${statement}`)).toMatch(
    expected,
  )
})

/** Changes the books, looks at them by every law, and takes the change back. Only the stamps tell. */
async function planted(by: Database, statement: string): Promise<string> {
  const signed = await readSigned(database, anchors)
  const { differences } = await undone(by, statement, async (db) => {
    const wrong = wrongIn(await checkAll(db, signed))
    expect(wrong.map(({ law }) => law)).toEqual([STAMPS])
    return wrong[0]!
  })
  return differences.map(({ what, found }) => `${what}: found ${found}`).join('\n')
}

async function undone<T>(by: Database, statement: string, look: (db: Db) => Promise<T>): Promise<T> {
  let seen: T | undefined
  const change = by.transaction(async (db) => {
    await db.run(sql.raw(statement))
    seen = await look(db)
    throw new Error('taken back')
  })
  await expect(change).rejects.toThrow('taken back')
  return seen!
}

test('after a line of the release before the next one says from where on all are stamped', async () => {
  const identity = await identityOf(database)
  const { anchor } = (await readLast(dataDir, identity))!
  const { stamped: _stamped, ...before } = anchor
  const { confirmations: _head, ...heads } = anchor.heads
  const { confirmations: _segments, ...segments } = anchor.segments
  await rm(join(dataDir, 'anchors'), { recursive: true })
  await addLine(dataDir, identity, writeLine({ ...before, heads, segments }, office.signingKey))
  expect(wrongIn(await proveAll(database, { anchors }))).toEqual([])
  const next = (await sign())!.line.anchor
  expect(next).toMatchObject({ nth: 2, stamped: { requests: 2, confirmations: 2 } })
  expect(next.segments.confirmations).toHaveLength(1)
  expect(wrongIn(await proveAll(database, { anchors }))).toEqual([])
  expect(await planted(database, `update requests set stamp = null`)).toContain(NONE)
})

test('stamps of other servers are told where each has a key of its own', async () => {
  const signed = await readSigned(database, { ...anchors, hasOtherKeys: true })
  const law = await undone(database, `${request(`'\\x0102030405'`)} ${lastDeposit}`, (db) =>
    checkStamps(db, signed),
  )
  expect(law).toMatchObject({ wrong: 0, notes: [expect.stringMatching(/^1 stamps of another key/)] })
})

test('with another key the rows before need none of its stamps, those after do', async () => {
  const other = { dataDir, key: (await findKey('', Buffer.alloc(32, 7)))! }
  expect((await signWhatIsNew(database, other))!.line.anchor.stamped).not.toHaveProperty('payees')
  expect((await signWhatIsNew(database, other))!.line.anchor.stamped).toMatchObject({ payees: true })
  const signed = await readSigned(database, other)
  expect(await checkStamps(database, signed)).toMatchObject({ wrong: 0, checked: 2 }) // The payees, stamped anew.
  const law = await undone(database, `${request()} ${lastDeposit}`, (db) => checkStamps(db, signed))
  expect(law).toMatchObject({ wrong: 1 })
})

test('where the key is not, that is said', async () => {
  expect(await checkStamps(database, undefined)).toMatchObject({
    wrong: 0,
    checked: 0,
    notes: ['the key that stamps are made with is not here'],
  })
})
