/** Payees of a release before are stamped once; then what the server writes is right, and nothing makes a wrong one right. */
import { rm } from 'node:fs/promises'
import { api } from '@munim/contract'
import { columnOf, PAYEE_FIELDS } from '@munim/core'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Anchors } from '../../server/src/anchors/folder.ts'
import { findKey } from '../../server/src/anchors/key.ts'
import { nameOfStampKey, stampKeyOf } from '../../server/src/anchors/stamp.ts'
import { readSigned } from '../../server/src/books/verify-anchors.ts'
import { checkStamps } from '../../server/src/books/verify-stamps.ts'
import { type Database, sql } from '../../server/src/database/db.ts'
import { testFolder } from '../support/database.ts'
import { fillPlayers } from '../support/fill.ts'
import { backOffice, type Player } from '../support/office.ts'
import { signWhatIsNew } from '../support/sign.ts'
import { verifyBooks } from '../support/verify-books.ts'

/** More than are stamped at once. */
const PLAYERS = 5_100

const office = await backOffice({}, verifyBooks)
const { database } = office
const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

/** A server with a DATA_DIR of its own. */
async function server(more: Partial<Anchors> = {}): Promise<Anchors> {
  const dataDir = await testFolder()
  folders.push(dataDir)
  return { dataDir, key: office.signingKey, ...more }
}

const first = await server()
/** Once more where the payees are stamped after a line. */
async function sign(anchors: Anchors, db = database) {
  const added = await signWhatIsNew(db, anchors)
  return !added || added.line.anchor.stamped?.payees ? added : signWhatIsNew(db, anchors)
}
const check = async (anchors = first) => checkStamps(database, await readSigned(database, anchors))
const named = async () => (await check()).differences.map(({ what, found }) => `${what}: found ${found}`)
const nameOf = ({ key }: Pick<Anchors, 'key'>) => nameOfStampKey(stampKeyOf(key))
const unstamped = async () => {
  const rows = await database.many<{ name: string }>(sql`
    select user_name as name from users where payee_stamp is null order by id`)
  return rows.map(({ name }) => name)
}
const update = (player: Player, changes: Readonly<Record<string, string>>) =>
  office.call(api.users.update, { id: player.id, ...changes })

let asha: Player
let ravi: Player
beforeAll(async () => {
  await fillPlayers(database, PLAYERS)
  asha = await office.user('Asha')
  ravi = await office.user('Ravi')
  await update(ravi, { upi_id: 'ravi@ybl' })
  await office.call(api.player.register, {
    user_name: 'Bare',
    mobile: '6000000001',
    password: 'a long password',
  })
  await database.run(sql`update users set payee_stamp = null`)
})

test('before the first anchor none is asked for, and a change of one detail stamps nothing that was not read', async () => {
  expect(await check()).toMatchObject({ wrong: 0, checked: 0 })
  await update(asha, { paytm_no: '9876543210' })
  expect(await unstamped()).toContain('Asha')
})

test('the first anchor stamps every player who has a payee, or had one, and writes no other', async () => {
  const writtenBy = () => database.only(sql`select xmin::text from users where user_name = 'Bare'`)
  const before = await writtenBy()
  expect((await sign(first))!.line.anchor.stamped).toMatchObject({ payees: true })
  expect(await unstamped()).toEqual(['Bare'])
  expect(await writtenBy()).toEqual(before)
  expect(await check()).toMatchObject({ wrong: 0, checked: PLAYERS + 2 })
})

test('a later start stamps none, nor does a server that joins with a DATA_DIR of its own', async () => {
  await database.run(sql`update users set payee_stamp = null, upi_id = 'thief@upi' where id = ${asha.id}`)
  const second = await server()
  expect((await sign(second))!.line.anchor.stamped).toMatchObject({ payees: true })
  expect(await unstamped()).toEqual(['Asha', 'Bare'])
  expect(await named()).toEqual([`payee of player ${asha.id}: found none`])
  expect(await check(second)).toMatchObject({ wrong: 1 })
})

test('what was changed in the database stays named after a change, until all of the payee is sent', async () => {
  await update(asha, { google_pay_no: '9876543210' })
  await office.call(api.player.updateProfile, { bank_name: 'HDFC' }, { as: asha })
  expect(await named()).toEqual([`payee of player ${asha.id}: found none`])
  const all = Object.fromEntries(PAYEE_FIELDS.map((name) => [name, '']))
  await office.call(api.player.updateProfile, { ...all, upi_id: 'asha@ybl' }, { as: asha })
  expect(await named()).toEqual([])
})

test.each(PAYEE_FIELDS)('%s is in the stamp: a change in the database is named', async (name) => {
  const column = sql.ref(columnOf(name))
  const before = await database.only<{ text: string }>(
    sql`select ${column} as text from users where id = ${asha.id}`,
  )
  const write = (text: string) =>
    database.run(sql`update users set ${column} = ${text} where id = ${asha.id}`)
  await write('4321')
  const found = await named()
  await write(before.text)
  expect(found).toEqual([`payee of player ${asha.id}: found that of another row, or the row was changed`])
  expect(await named()).toEqual([])
})

test('many changes by players and administrators, and deletions, leave no difference', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2_147_483_647)
  const players = await Promise.all(['A', 'B', 'C', 'D'].map((name) => office.user(`Player ${name}`)))
  const step = fc.record({
    player: fc.constantFrom(...players),
    by: fc.constantFrom('player', 'admin'),
    changes: fc.dictionary(fc.constantFrom(...PAYEE_FIELDS), fc.constantFrom('', '1234567890', '9876543210')),
    isDeletion: fc.nat(40).map((nth) => nth === 0),
  })
  const steps = fc.sample(step, { numRuns: 120, seed })
  // Several at once: changes of one player wait for each other.
  for (const three of Array.from({ length: 40 }, (_, nth) => steps.slice(nth * 3, nth * 3 + 3)))
    await Promise.all(
      three.map(({ player, by, changes, isDeletion }) => {
        if (isDeletion) return office.call(api.users.remove, { id: player.id })
        const isOwn = by === 'player'
        return isOwn
          ? office.call(api.player.updateProfile, changes, { as: player })
          : update(player, changes)
      }),
    )
  await office.call(api.users.remove, { id: players[0]!.id })
  expect(await named(), `SEED=${seed}`).toEqual([])
})

test('a new key stamps all anew; servers with keys of their own leave what others stamped', async () => {
  const stamps = () =>
    database.many(sql`select payee_stamp from users where payee_stamp is not null order by id limit 9`)
  const before = await stamps()
  const beside = await server({ key: (await findKey('', Buffer.alloc(32, 8)))!, hasOtherKeys: true })
  await sign(beside)
  expect(await stamps()).toEqual(before)
  expect(await check(beside)).toMatchObject({
    wrong: 0,
    notes: [expect.stringMatching(/stamps of another key/)],
  })
  // Nor does one stamp again what it had stamped, though another did since.
  await sign(await server({ key: (await findKey('', Buffer.alloc(32, 7)))!, hasOtherKeys: true }))
  await database.run(sql`update users set payee_stamp = null where id = ${ravi.id}`)
  await sign(await server({ key: beside.key, hasOtherKeys: true }))
  expect(await unstamped()).toContain('Ravi')
  const renewed = { ...first, key: (await findKey('', Buffer.alloc(32, 9)))! }
  await sign(renewed)
  expect(await stamps()).not.toEqual(before)
  expect(await check(renewed)).toMatchObject({ wrong: 0, notes: [] })
  // What another key stamped can't be judged: a change stamps it with its own.
  await update(ravi, { bank_name: 'HDFC' })
  const { name } = await database.only<{ name: Buffer | null }>(
    sql`select substring(payee_stamp for 4) as name from users where id = ${ravi.id}`,
  )
  expect(name).toEqual(nameOf(first))
})

test('a key that was another for a while stamps all anew again, once', async () => {
  await sign(first)
  expect(await check()).toMatchObject({ wrong: 0, notes: [] })
  await database.run(sql`update users set payee_stamp = null where id = ${ravi.id}`)
  await sign(await server())
  expect(await named()).toEqual([`payee of player ${ravi.id}: found none`])
})

test.each(['some', 'all'])(
  'a wrong key that ends once %s are stamped is made good by the next',
  async (those) => {
    await sign(first)
    const wrong = { ...first, key: (await findKey('', Buffer.alloc(32, 6)))! }
    const ending: Database = {
      ...database,
      async transaction(work) {
        const { all, some } = await database.only<{ all: boolean; some: boolean }>(sql`
        select coalesce(bool_and(substring(payee_stamp for 4) = ${nameOf(wrong)}), false) as all,
          coalesce(bool_or(substring(payee_stamp for 4) = ${nameOf(wrong)}), false) as some from users`)
        if (those === 'all' ? all : some) throw new Error('it ends')
        return database.transaction(work)
      },
    }
    await expect(sign(wrong, ending)).rejects.toThrow('it ends')
    await sign(first)
    expect(await check()).toMatchObject({ wrong: 0, notes: [] })
  },
)

test.each(['first', 'last'])('what 0.2.0 kept %s of two keys is known as that', async (place) => {
  const { key } = first
  const other = (await findKey('', Buffer.alloc(32, 9)))!
  await office.owner.run(sql`delete from secrets where name like 'payees %'`)
  for (const kept of place === 'first' ? [key, other] : [other, key])
    await database.run(sql`
      insert into secrets (name, value)
      values (${`payees stamped with ${nameOf({ key: kept }).toString('hex')}`}, ${nameOf({ key: kept })})`)
  await database.run(sql`update users set payee_stamp = null where id = ${ravi.id}`)
  await sign(await server())
  expect(await named()).toEqual(place === 'first' ? [] : [`payee of player ${ravi.id}: found none`])
})

test('a server that began beside another and ended early makes nothing right that was changed since', async () => {
  const key = (await findKey('', Buffer.alloc(32, 5)))!
  const [one, beside, later] = [await server({ key }), await server({ key }), await server({ key })]
  const dying: Database = { ...database, transaction: () => Promise.reject(new Error('it ends')) }
  let isBeside = false
  await sign(one, {
    ...database,
    async transaction(work) {
      if (!isBeside) await expect(sign(beside, dying)).rejects.toThrow('it ends')
      isBeside = true
      return database.transaction(work)
    },
  })
  await database.run(sql`update users set payee_stamp = null where id = ${ravi.id}`)
  await sign(later)
  expect(await unstamped()).toContain('Ravi')
})
