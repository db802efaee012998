/** Users: finding them, changing them, approving and blocking them. Their money is in users-funds, their end in users-delete. */
import { api } from '@munim/contract'
import { expect, test } from 'vitest'
import { type Db, sql } from '../../server/src/database/db.ts'
import { listUsers } from '../../server/src/users/list.ts'
import { removeUser } from '../../server/src/users/remove.ts'
import { backOffice, PASSWORD, type Player } from '../support/office.ts'
import { answeredOrLocked, crossing } from '../support/waits.ts'

const office = await backOffice()

const namesOf = async (body: object) => {
  const said = await office.call(api.users.list, { limit: 100, ...body })
  return said.data.map((user) => user.user_name)
}
const read = async (player: Player) => (await office.call(api.users.get, { id: player.id })).data
const change = (player: Player, body: object) =>
  office.call(api.users.update.path, { id: player.id, ...body })

test('the list shows the newest first, with totals over all that match and not over the page', async () => {
  for (const [name, rupees] of [
    ['Lata A', 10],
    ['Lata B', 20.5],
    ['Lata C', 0],
  ] as const) {
    await office.user(name, rupees)
  }
  const said = await office.call(api.users.list, { search: ' lata ', page: 1, limit: 2 })
  expect(said).toMatchObject({ code: 200, total: 3, totalPages: 2, totalWalletBalance: 30.5, counts: null })
  const { id } = await office.user('Lata D', 0, { approved: false })
  for (const isApproved of [undefined, true, false]) {
    const { counts, total } = await office.call(api.users.list, { isApproved })
    const of = {
      all: counts!.approved + counts!.unapproved,
      true: counts!.approved,
      false: counts!.unapproved,
    }
    expect(total).toBe(of[`${isApproved ?? 'all'}`])
    expect(counts!.unapproved).toBe(1)
  }
  await office.call(api.users.update, { id, isApproved: true })
  expect(said.data.map(({ user_name, wallet }) => [user_name, wallet])).toEqual([
    ['Lata C', 0],
    ['Lata B', 20.5],
  ])
})

test('a page past the end is empty and knows the true totals', async () => {
  await office.user('Zarina', 5)
  const said = await office.call(api.users.list, { search: 'Zarina', page: 1_000_000, limit: 100 })
  expect(said).toMatchObject({ code: 200, data: [], total: 1, totalPages: 1, totalWalletBalance: 5 })
})

test('the filters Approved, Unapproved and Blocked hold together with the search', async () => {
  await office.user('Filter one')
  await office.user('Filter two', 0, { approved: false })
  const three = await office.user('Filter three')
  await change(three, { isBlocked: true })
  const search = 'filter'
  expect(await namesOf({ search, isApproved: true })).toEqual(['Filter three', 'Filter one'])
  expect(await namesOf({ search, isApproved: false })).toEqual(['Filter two'])
  await office.user('Filter four', 0, { approved: false })
  expect(await namesOf({ search, isApproved: false })).toEqual(['Filter two', 'Filter four']) // a queue: the oldest first
  expect(await namesOf({ isApproved: false, limit: 1 })).toEqual(['Filter two'])
  expect(await namesOf({ search, isBlocked: true })).toEqual(['Filter three'])
  expect(await namesOf({ search, isApproved: null, isBlocked: '' })).toHaveLength(4) // no filters
})

test('without a search the wallets are added up and the approved counted as the flags say', async () => {
  for (const approved of [true, false]) {
    await office.user('Flags', 3, { approved })
    const blocked = await office.user('Flags', 7, { approved })
    await change(blocked, { isBlocked: true })
  }
  for (const isApproved of [undefined, true, false])
    for (const isBlocked of [undefined, true, false]) {
      const told = await office.database.only(sql`
        select coalesce(sum(w.balance) filter (where u.is_approved = coalesce(${isApproved ?? null}, u.is_approved)), 0)
          / 100.0::float8 as wallets, count(*) filter (where u.is_approved) as approved,
          count(*) filter (where not u.is_approved) as unapproved
        from users u join wallets w on w.user_id = u.id
        where u.deleted_at is null and u.is_blocked = coalesce(${isBlocked ?? null}, u.is_blocked)`)
      const { totalWalletBalance: wallets, counts } = await office.call(api.users.list, {
        isApproved,
        isBlocked,
      })
      expect([isApproved, isBlocked, { wallets, ...counts }]).toEqual([isApproved, isBlocked, told])
    }
})

test.each([
  // search, how many of forty it finds
  ['Kin', 40], // nearly everybody
  ['Kin 1', 11],
  ['Kin 17', 1],
])('a search for %s finds the same, wallets looked up or gone through', async (search, found) => {
  for (let nth = found === 40 ? 0 : 40; nth < 40; nth++)
    await office.user(`Kin ${nth}`, nth / 4, { approved: nth % 3 > 0 })
  const everyone = (await office.call(api.users.list, { search, limit: 100 })).data
  expect(everyone).toHaveLength(found)
  for (const isApproved of [undefined, true, false]) {
    const found = everyone.filter((user) => isApproved === undefined || user.isApproved === isApproved)
    const rows = isApproved === false ? found.toReversed() : found // Who waits longest comes first.
    const totals = {
      total: rows.length,
      totalWalletBalance: rows.reduce((sum, user) => sum + user.wallet, 0),
    }
    for (const page of [1, 2, 3, 4, 5, 6]) {
      const filter = { search, isApproved, isBlocked: undefined, page, limit: 7 }
      const data = rows.slice(page * 7 - 7, page * 7)
      for (const lookedUpAtMost of [0, 1000])
        expect(await listUsers(office.database, filter, lookedUpAtMost)).toMatchObject({ data, ...totals })
    }
  }
})

test('every page without a search is the next part of the whole, across thousands of ids', async () => {
  for (const first of [5_000, 5_999, 9_000]) {
    await office.owner.run(sql.raw(`alter table users alter column id restart with ${first}`))
    for (let nth = 0; nth < 5; nth++) await office.user(`Far ${first + nth}`, 1, { approved: nth % 2 === 0 })
  }
  for (const isApproved of [undefined, true, false]) {
    const whole = await office.database.many<{ id: number }>(sql`
      select id from users where deleted_at is null and is_approved is not distinct from coalesce(${isApproved}, is_approved)
      order by case when ${isApproved === false} then id else -id end`)
    const ids = whole.map(({ id }) => id)
    const rising = ids.toSorted((a, b) => a - b)
    for (const [limit, order, expected] of [
      [2, undefined, ids],
      [7, undefined, ids],
      [2, 'oldest', rising],
      [7, 'newest', rising.toReversed()],
    ] as const) {
      const walked: number[] = []
      for (let page = 1; page <= Math.ceil(whole.length / limit) + 1; page++) {
        const said = await listUsers(office.database, {
          isApproved,
          isBlocked: undefined,
          order,
          page,
          limit,
        })
        expect(said.total).toBe(whole.length)
        walked.push(...said.data.map(({ id }) => id))
      }
      expect(walked).toEqual(expected)
    }
  }
})

test('what is typed in the search means itself, wildcards too', async () => {
  for (const name of ['50% off', '50 off', 'a_b', 'axb', 'back\\slash', "o'hara", 'आशा'])
    await office.user(name)
  expect(await namesOf({ search: '50%' })).toEqual(['50% off'])
  expect(await namesOf({ search: 'A_B' })).toEqual(['a_b'])
  expect(await namesOf({ search: 'k\\s' })).toEqual(['back\\slash'])
  expect(await namesOf({ search: "O'H" })).toEqual(["o'hara"])
  expect(await namesOf({ search: 'आशा' })).toEqual(['आशा'])
  expect(await namesOf({ search: '%' })).toEqual(['50% off'])
})

test('users are found by mobile and by account details', async () => {
  const meena = await office.user('Meena', 0, { mobile: '9812345670' })
  await change(meena, { account_no: 'ACC-778', upi_id: 'meena@okbank', ifsc_code: 'HDFC0001234' })
  for (const search of ['9812345670', '12345', 'acc-778', 'meena@ok', 'hdfc0001']) {
    expect(await namesOf({ search })).toEqual(['Meena'])
  }
})

test.each([
  // body                        the field that is named
  [{ page: 0 }, 'page must be at least 1'],
  [{ page: -1 }, 'page must be at least 1'],
  [{ page: 1.5 }, 'page must be a whole number'],
  [{ page: '1' }, 'page must be a number'],
  [{ page: 9e18 }, 'page must be'], // its offset would overflow
  [{ limit: 0 }, 'limit must be at least 1'],
  [{ limit: 101 }, 'limit must be at most 100'],
  [{ limit: 1e9 }, 'limit must be at most 100'],
  [{ search: 'x\0y' }, 'search'], // PostgreSQL has no NUL
  [{ search: '\ud800' }, 'search'], // half of a surrogate pair
  [{ search: 'x'.repeat(101) }, 'search'],
  [{ search: ['x'] }, 'search'],
  [{ isApproved: 'true' }, 'isApproved'],
  [{ isBlocked: 1 }, 'isBlocked'],
])('a list with %j is refused', async (body, field) => {
  const said = await office.call(api.users.list.path, body)
  expect(said).toMatchObject({ code: 400, status: 'error' })
  expect(said.message).toContain(field)
})

test('unknown keys are ignored and never reach SQL', async () => {
  const said = await office.call(api.users.list.path, {
    sort: 'wallet; delete from users',
    __proto__: { x: 1 },
  })
  expect(said).toMatchObject({ code: 200 })
})

test('one user is shown in full, with secrets only as whether they are set', async () => {
  const asha = await office.user('Asha', 12.34)
  expect(await read(asha)).toMatchObject({
    id: asha.id,
    user_name: 'Asha',
    wallet: 12.34,
    total_bets: 0,
    total_win: 0,
    mpin: '',
    fcm: '',
    isApproved: true,
    betting: true,
    transfer: true,
    verified: false,
    status: true,
  })
  await office.call(api.player.pushToken, { token: 'token-of-a-phone' }, { as: asha })
  await change(asha, { mpin: '1234' })
  expect(await read(asha)).toMatchObject({ mpin: '••••', fcm: 'Configured' })
})

test('ids are whole numbers, also as their digits in text', async () => {
  const asha = await office.user('Text id')
  const said = await office.call(api.users.get, { id: String(asha.id) })
  expect(said.data.user_name).toBe('Text id')
  for (const id of [undefined, null, '', 'abc', 0, -1, 1.5, '01', '1e3', ' 1', true, [asha.id], {}]) {
    const refused = await office.call(api.users.get.path, { id })
    expect(refused, JSON.stringify(id)).toMatchObject({ code: 400, message: 'User ID is missing' })
  }
  const unknown = await office.call(api.users.get, { id: 999_999_999 })
  expect(unknown).toMatchObject({ code: 404, message: 'User not found' })
})

test('a change writes what is sent and leaves the rest', async () => {
  const asha = await office.user('Asha Rao', 50)
  const said = await change(asha, {
    user_name: ' Asha R ',
    bank_name: 'SBI',
    betting: false,
    transfer: false,
  })
  expect(said).toMatchObject({ code: 200, data: { user_name: 'Asha R', bank_name: 'SBI', betting: false } })
  expect(await read(asha)).toMatchObject({
    mobile: asha.mobile,
    wallet: 50,
    transfer: false,
    isApproved: true,
  })
})

test('keys that are only read cannot be written', async () => {
  const asha = await office.user('Mass', 50)
  const before = await read(asha)
  const sent = {
    wallet: 999_999,
    total_bets: 9,
    total_win: 9,
    fcm: 'x',
    createdAt: '2001-01-01',
    deleted_at: '2001-01-01',
  }
  expect(await change(asha, { ...sent, mpin_hash: 'x', password_hash: 'x', referred_by: 1 })).toMatchObject({
    code: 200,
  })
  expect(await read(asha)).toEqual(before)
  expect(await office.postingsOf(asha)).toEqual([])
})

test('the mask of an mpin that comes back changes nothing, and an empty one takes it away', async () => {
  const asha = await office.user('Pin')
  const stored = async () =>
    (
      await office.database.only<{ pin: string }>(
        sql`select mpin_hash as pin from users where id = ${asha.id}`,
      )
    ).pin
  await change(asha, { mpin: '4711' })
  const hash = await stored()
  await change(asha, { mpin: '••••' })
  expect(await stored()).toBe(hash)
  expect(hash).not.toContain('4711')
  await change(asha, { mpin: '' })
  expect(await stored()).toBe('')
})

test.each([
  // body                                  sentence
  [{ mobile: '123456789012' }, 'mobile must be at most 11 characters'],
  [{ mobile: 'abc' }, 'Mobile must be 5 to 11 digits'],
  [{ mpin: '12345' }, 'MPIN must be 4 digits'],
  [{ mpin: '१२३४' }, 'MPIN must be 4 digits'], // Devanagari figures
  [{ mpin: 1234 }, 'mpin must be text'],
  [{ password: '' }, 'Please enter a new password'],
  [{ password: 'abcde' }, 'Password must be at least 6 characters long'],
  [{ user_name: '  ' }, 'Name is required'],
  [{ user_name: 'x'.repeat(61) }, 'user_name must be at most 60 characters'],
  [{ isBlocked: 'yes' }, 'isBlocked must be true or false'],
  [{ isBlocked: null }, 'isBlocked must be true or false'], // would unblock where null is false
  [{ betting: 0 }, 'betting must be true or false'],
  [{ address: { a: { b: 1 } } }, 'address must be text'],
  [{ bank_name: null }, 'bank_name must be text'],
  [{ bank_name: 'a\0b' }, 'bank_name holds a character that cannot be stored'],
])('a change to %j is refused and writes nothing: %s', async (body, message) => {
  const asha = await office.user('Refused')
  const before = await office.fingerprint()
  expect(await change(asha, body)).toMatchObject({ code: 400, message })
  expect(await office.fingerprint()).toBe(before)
})

test('a change without an id changes nobody', async () => {
  const before = await office.fingerprint()
  const said = await office.call(api.users.update.path, { user_name: 'Everybody' })
  expect(said).toMatchObject({ code: 400, message: 'User ID is missing' })
  expect(await office.fingerprint()).toBe(before)
})

test('a mobile number belongs to one user, also when two ask for it at once', async () => {
  const [asha, ravi] = [await office.user('Asha M'), await office.user('Ravi M')]
  const taken = { code: 409, message: 'This mobile number belongs to another user' }
  expect(await change(ravi, { mobile: asha.mobile })).toMatchObject(taken)
  for (let round = 0; round < 8; round++) {
    const both = await Promise.all([asha, ravi].map((each) => change(each, { mobile: `900000010${round}` })))
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(both.find(({ code }) => code === 409)).toMatchObject(taken)
  }
})

test('approval goes one way', async () => {
  const ravi = await office.user('Ravi', 0, { approved: false })
  expect(await change(ravi, { isApproved: false })).toMatchObject({ code: 200, data: { isApproved: false } })
  expect(await change(ravi, { isApproved: true })).toMatchObject({ code: 200, data: { isApproved: true } })
  expect(await change(ravi, { isApproved: false, user_name: 'Not written' })).toMatchObject({
    code: 409,
    message: 'An approved user cannot be set back to pending',
  })
  expect(await read(ravi)).toMatchObject({ isApproved: true, user_name: 'Ravi' })
})

test('who is deleted while a player whom they brought is approved is paid no referral bonus', async () => {
  await office.call(api.settings.update, { joining_bonus: 0, referral_bonus: 10.5 })
  const asha = await office.user('Leaving')
  const body = { user_name: 'Brought', mobile: '9000000003', password: PASSWORD, referral: asha.mobile }
  const { data: joined } = await office.call(api.player.register, body)
  const { data: other } = await office.call(api.player.register, { ...body, mobile: '9000000006' })
  const approve = () => office.call(api.users.update, { id: joined.id, isApproved: true })
  const removed = (db: Db) => removeUser(db, { id: asha.id, actor: 'admin:1' })
  expect(await crossing(office.database, removed, approve)).toMatchObject({ code: 200 })
  const { data: known } = await office.call(api.users.payouts, { id: other.id })
  expect(known.bonuses).toEqual({ joining: 0, referral: 0 }) // Nor is it told that it would be.
  await office.call(api.settings.update, { referral_bonus: 0 })
  expect(await office.postingsOf(asha)).toEqual([])
  expect(await office.database.many(sql`select from wallets where is_closed and balance <> 0`)).toEqual([])
})

test('approving pays the joining bonus and the referral bonus once, however often it is sent', async () => {
  await office.call(api.settings.update, { joining_bonus: 25, referral_bonus: 10.5 })
  const asha = await office.user('Referrer')
  const body = {
    user_name: 'New',
    mobile: '9000000002',
    password: PASSWORD,
    mpin: '1234',
    referral: asha.mobile,
  }
  const { data: joined } = await office.call(api.player.register, body)
  expect(joined).toMatchObject({ isApproved: false, wallet: 0 })
  const toPay = async () => (await office.call(api.users.payouts, { id: joined.id })).data.bonuses
  const [both, none] = [
    { joining: 25, referral: 10.5 },
    { joining: 0, referral: 0 },
  ]
  expect(await toPay()).toEqual(both)
  const { data } = await office.call(api.desk.getCase, { kind: 'users', id: joined.id })
  expect(data.payouts).toMatchObject({ bonuses: both })

  const approvals = await Promise.all(
    Array.from({ length: 4 }, () => office.call(api.users.update, { id: joined.id, isApproved: true })),
  )
  expect(approvals.map(({ code }) => code)).toEqual([200, 200, 200, 200])
  const paid = approvals.map(({ bonuses }) => bonuses)
  expect(paid.sort((one, other) => other.joining - one.joining)).toEqual([both, none, none, none])
  expect(await toPay()).toEqual(none)
  await office.call(api.settings.update, { joining_bonus: 0, referral_bonus: 0 })

  expect(await office.walletOf(joined)).toBe(25)
  expect(await office.postingsOf(asha)).toEqual(['bonus +10.5 leaves 35.5'])
})

test.each([
  ['blocking', { isBlocked: true }, 401],
  ['switching the account off', { status: false }, 401],
  ['a new password', { password: 'another1' }, 401],
  ['switching betting off', { betting: false }, 200],
  ['a new name', { user_name: 'Renamed' }, 200],
])('%s: the sessions of the player end or stay', async (_name, body, code) => {
  const asha = await office.user('Session')
  expect(await office.call(api.player.me, {}, { as: asha })).toMatchObject({ code: 200 })
  await change(asha, body)
  expect(await office.call(api.player.me, {}, { as: asha })).toMatchObject({ code })
})

test('a player is blocked and unblocked again', async () => {
  const asha = await office.user('Blocked')
  const signIn = () => office.call(api.player.login, { mobile: asha.mobile, password: PASSWORD })
  expect(await change(asha, { isBlocked: true })).toMatchObject({ data: { isBlocked: true } })
  expect(await signIn()).toMatchObject({ code: 403, message: 'This account is blocked' })
  expect(await change(asha, { isBlocked: false })).toMatchObject({ data: { isBlocked: false } })
  expect(await signIn()).toMatchObject({ code: 200 })
})

test('a field that was changed meanwhile is not written over by who saw it before', async () => {
  const asha = await office.user('Asha')
  await office.call(api.users.update, { id: asha.id, account_no: '111', mpin: '1234' })
  const save = (body: object) => office.call(api.users.update.path, { id: asha.id, ...body })
  const seen = { account_no: '111', mpin: '••••' }
  await office.call(api.users.update, { id: asha.id, account_no: '222' }) // in the app
  const message = 'The player was changed meanwhile: see what is stored now, and save again.'
  const refused = { code: 409, message, errors: { basedOn: message } }
  expect(await save({ account_no: '333', telegram: '@a', basedOn: seen })).toMatchObject(refused)
  expect((await office.call(api.users.get, { id: asha.id })).data).toMatchObject({
    account_no: '222',
    telegram: '',
  })
  // Another field than those that were changed.
  expect(await save({ telegram: '@a', basedOn: { telegram: '' } })).toMatchObject({ code: 200 })
  const both = await Promise.all(
    ['4', '5'].map((account_no) => save({ account_no, basedOn: { account_no: '222' } })),
  )
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
})

test('what a change is judged and audited by is what it replaces, also where another is under way', async () => {
  const asha = await office.user('Asha')
  let saving: ReturnType<typeof change> | undefined
  await office.database.transaction(async (db) => {
    await db.run(sql`update users set betting = false where id = ${asha.id}`)
    saving = change(asha, { betting: true })
    await answeredOrLocked(office.database, saving)
  })
  expect(await saving).toMatchObject({ data: { betting: true } })
  const kept = await office.database.maybe(sql`
    select before, after from audit where thing = 'user' and thing_id = ${String(asha.id)} order by id desc limit 1`)
  expect(kept).toEqual({ before: { betting: false }, after: { betting: true } })
})
