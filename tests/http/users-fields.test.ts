/** A player's fields: what core declares of each is checked against the table, every call, the audit, the files and a deletion. */
import { api, MPIN_MASK } from '@munim/contract'
import {
  columnOf,
  FIELD_NAMES,
  fieldsFor,
  isFlag,
  isSecret,
  isText,
  PAYEE_FIELDS,
  PLAYER_FIELDS,
  type PlayerField,
} from '@munim/core'
import { expect, test } from 'vitest'
import { type NotNull, sql } from '../../server/src/database/db.ts'
import { eraseLeft } from '../../server/src/users/erase.ts'
import { ACCOUNT_FIELDS } from '../../server/src/wallet/marks.ts'
import { backOffice, type Player } from '../support/office.ts'

const office = await backOffice()

let figures = 6_100_000_000

/** Something new that this field may say: no two are the same, and none is what a field says at first. */
function sampleOf(name: PlayerField): string {
  const { kind } = PLAYER_FIELDS[name]
  figures += 1
  if (kind === 'mobile' || kind === 'number') return String(figures)
  if (kind === 'mpin') return String(figures).slice(-4)
  return `Own ${name.slice(0, 4)} ${figures}`
}

/** What the table holds of this player, by column; a deleted one's too. */
const rowOf = async ({ id }: { readonly id: number }) =>
  (
    await office.database.only<{ row: Record<string, unknown> }>(
      sql`select row_to_json(u) as row from users u where id = ${id}`,
    )
  ).row
const storedIn = async (player: Player, name: PlayerField) => (await rowOf(player))[columnOf(name)]

const read = async ({ id }: Player) => (await office.call(api.users.get, { id })).data
const change = (player: Player, body: object) =>
  office.call(api.users.update.path, { id: player.id, ...body })

/** A flag the other way round, and anything else anew. */
const otherThan = (before: unknown, name: PlayerField) => (isFlag(name) ? !before : sampleOf(name))

/** The rows of this player's in the audit that name this field. */
const auditOf = (player: Player, name: PlayerField) =>
  office.database.many<{ before: Record<string, unknown>; after: Record<string, unknown> }>(sql`
    select before, after from audit where thing = 'user' and thing_id = ${String(player.id)} and after ? ${name}
    order by id`)

test('each column of the table is a declared field, or one of the row itself', async () => {
  const columns = await office.database.many<{ name: string; type: string } & NotNull<'name' | 'type'>>(sql`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = 'users'`)
  const own = ['id', 'created_at', 'updated_at', 'deleted_at', 'referred_by', 'search_text', 'payee_stamp']
  expect(columns.map(({ name }) => name).sort()).toEqual([...FIELD_NAMES.map(columnOf), ...own].sort())
  for (const name of FIELD_NAMES) {
    const type = columns.find((column) => column.name === columnOf(name))?.type
    expect([name, type]).toEqual([name, isFlag(name) ? 'boolean' : 'text'])
  }
})

test('the index of who is paid to one account is over the fields that are declared so', async () => {
  const { index } = await office.database.only<{ index: string }>(sql`
    select pg_get_indexdef('users_by_payee'::regclass) as index`)
  const named = index.slice(index.indexOf('payee_keys(')).match(/\w+/g)!
  expect(named.filter((word) => word.includes('_')).slice(1)).toEqual(ACCOUNT_FIELDS.map(columnOf))
})

test.each(FIELD_NAMES)(
  '%s is written by the administrator, read back, audited, and masked there',
  async (name) => {
    const player = await office.user('Of fields', 0, { approved: false })
    const [before, row] = [await read(player), await rowOf(player)]
    const value = otherThan(row[columnOf(name)], name)
    const said = await change(player, { [name]: value })
    expect(said).toMatchObject({ code: 200 })

    const shown = isSecret(name) ? (name === 'mpin' ? { mpin: MPIN_MASK } : {}) : { [name]: value }
    const after = await read(player)
    expect(after).toEqual({ ...before, ...shown, updatedAt: after.updatedAt })
    expect(said).toMatchObject({ data: after })
    const written = await rowOf(player)
    expect(written[columnOf(name)]).not.toEqual(row[columnOf(name)])
    if (isSecret(name)) expect(written[columnOf(name)]).toMatch(/^\$argon2/)

    const [traced, ...more] = await auditOf(player, name)
    expect(more).toEqual([])
    expect(Object.keys(traced!.after)).toEqual([name])
    if (isFlag(name)) expect(traced).toEqual({ before: { [name]: !value }, after: { [name]: value } })
    else if (isSecret(name)) expect(traced!.after[name]).toBe('changed')
    else expect(traced!.after[name]).toMatch(/^#[0-9a-f]{16}$/)
    if (!isFlag(name)) {
      const clear = [value, row[columnOf(name)]].filter((text) => text !== '')
      for (const text of clear) expect(JSON.stringify(traced)).not.toContain(text)
    }
  },
)

test.each(FIELD_NAMES)(
  '%s is changed by the player where it is declared so, and nowhere else',
  async (name) => {
    const player = await office.user('Of own fields')
    const row = await rowOf(player)
    const value = otherThan(row[columnOf(name)], name)
    for (const { path } of [api.player.updateProfile, api.player.preferences]) {
      expect(await office.call(path, { [name]: value }, { as: player })).toMatchObject({ code: 200 })
    }
    const isTheirs = (fieldsFor('by player') as readonly PlayerField[]).includes(name)
    expect(await rowOf(player)).toEqual({
      ...row,
      updated_at: expect.anything(),
      search_text: expect.anything(),
      payee_stamp: expect.anything(),
      ...(isTheirs && { [columnOf(name)]: value }),
    })
    if (isTheirs && isFlag(name)) {
      expect(await office.call(api.player.preferences, {}, { as: player })).toMatchObject({
        data: { [name]: value },
      })
    }
  },
)

test.each(FIELD_NAMES.filter(isText))(
  '%s is searched, and copied into files, as it is declared',
  async (name) => {
    const player = await office.user('Of found fields', 100)
    const value = sampleOf(name)
    await change(player, { [name]: value })
    const uses: readonly string[] = PLAYER_FIELDS[name].uses
    const found = await office.call(api.users.list, { search: value })
    expect(found.data.map(({ id }) => id)).toEqual(uses.includes('searched') ? [player.id] : [])
    const { players } = (await office.call(api.find.anything, { text: value })).data
    expect(players.map(({ id, by, holds }) => [id, by, holds])).toEqual(
      uses.includes('searched') ? [[player.id, name, value]] : [],
    )
    const inRow = (row: object) => name in row && Object.values(row).includes(value)
    const listed = await office.call(api.users.list, { limit: 1 })
    expect(inRow(listed.data[0]!)).toBe(uses.includes('listed'))

    const { text: users } = (await office.call(api.users.listCsv.path, {})) as unknown as { text: string }
    expect(users.includes(value)).toBe(uses.includes('users file'))
    await office.requestWithdrawal(player, 10)
    const { text: requests } = (await office.call(api.wallet.withdrawalsCsv.path, {})) as unknown as {
      text: string
    }
    expect(requests.includes(value)).toBe(
      uses.includes('requests file') || name === 'user_name' || name === 'mobile',
    )
  },
)

test('what signs a player in, and whom a withdrawal pays, changes with a fresh factor', () => {
  const signIn = FIELD_NAMES.filter((name) => /^(mobile|mpin|password)$/.test(PLAYER_FIELDS[name].kind))
  expect(api.users.update).toMatchObject({ freshFields: [...signIn, ...PAYEE_FIELDS] })
})

test('what money is sent to is kept in plain signs, however it is typed', async () => {
  const player = await office.user('Plain', 0)
  const typed = {
    account_no: ' ५०१०० 2345\u200b678',
    ifsc_code: 'ＳＢＩＮ0031024',
    upi_id: 'ravi\u200e@ybl',
    paytm_no: '૯૮૭65',
  }
  const kept = {
    account_no: '50100 2345678',
    ifsc_code: 'SBIN0031024',
    upi_id: 'ravi@ybl',
    paytm_no: '98765',
  }
  expect(await change(player, { ...typed, bank_name: 'बैंक ५' })).toMatchObject({ code: 200 })
  expect(await read(player)).toMatchObject({ ...kept, bank_name: 'बैंक ५' })
})

test('a request keeps every payee field as it was, and names every one that was changed since', async () => {
  const player = await office.user('Of payees', 100)
  const were = Object.fromEntries(PAYEE_FIELDS.map((name) => [name, sampleOf(name)]))
  await change(player, were)
  await office.requestWithdrawal(player, 10)
  const listed = async () => (await office.call(api.wallet.withdrawals, { limit: 1 })).data[0]!
  const unchanged = await listed()
  expect(unchanged.changedSince).toEqual([])
  const person = { id: player.id, user_name: player.name, mobile: player.mobile }
  expect(unchanged.User).toEqual({ ...person, ...were })

  await change(player, Object.fromEntries(FIELD_NAMES.filter(isText).map((name) => [name, sampleOf(name)])))
  const changed = await listed()
  expect(changed.changedSince).toEqual(PAYEE_FIELDS)
  expect(changed.User).toMatchObject(were)
  const { changes } = (await office.call(api.users.payouts, { id: player.id })).data
  expect(changes.map(({ fields }) => fields)).toEqual([PAYEE_FIELDS, PAYEE_FIELDS])
})

test.each(FIELD_NAMES)('%s is erased with the player unless it is a flag', async (name) => {
  const player = await office.user('Of erased fields')
  await change(player, { [name]: otherThan(await storedIn(player, name), name) })
  const row = await rowOf(player)
  expect(await office.call(api.users.remove, { id: player.id })).toMatchObject({ code: 200 })
  const left = await storedIn(player, name)
  if (isFlag(name)) expect(left).toBe(row[columnOf(name)])
  else expect(left).toBe(name === 'user_name' ? `Deleted user #${player.id}` : '')
})

test('a field that a server of before did not know is erased from a deleted player', async () => {
  const player = await office.user('Half erased')
  await office.call(api.users.remove, { id: player.id })
  const due = await rowOf(player)
  for (const name of FIELD_NAMES.filter((each) => !isFlag(each) && each !== 'user_name')) {
    const set = sql`${sql.ref(columnOf(name))} = ${sampleOf(name)}`
    await office.owner.run(sql`update users set ${set} where id = ${player.id}`)
    await eraseLeft(office.database)
    expect(await rowOf(player)).toEqual(due)
  }
})

test('who brought the player is forgotten with them', async () => {
  const [player, other] = [await office.user('Brought'), await office.user('Bringing')]
  await office.database.run(sql`update users set referred_by = ${other.id} where id = ${player.id}`)
  await office.call(api.users.remove, { id: player.id })
  expect((await rowOf(player)).referred_by).toBeNull()
})
