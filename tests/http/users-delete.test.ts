/** Deleting a user: the account is closed for good, the person is erased, and the books still balance. */
import { api, TO_LOOK_AT_FIRST } from '@munim/contract'
import { fieldsFor, isText, PLAYER_FIELDS } from '@munim/core'
import { expect, test } from 'vitest'
import { placeBids } from '../../server/src/bids/place.ts'
import { type NotNull, sql } from '../../server/src/database/db.ts'
import { lockDraw } from '../../server/src/markets/schedule.ts'
import { removeUser } from '../../server/src/users/remove.ts'
import { backOffice, bidOn, formOf, PASSWORD, type Player } from '../support/office.ts'
import { answeredOrLocked, crossing, untilLocked } from '../support/waits.ts'

const office = await backOffice()

const remove = (player: { id: number }) => office.call(api.users.remove, { id: player.id })
async function removeLookedAt(player: Player) {
  await office.lookAtAll()
  return remove(player)
}

/** What the history under the number still says, where the person is gone. */
const read = (player: Player) => office.call(api.users.get, { id: player.id })

test('running bids are refunded, pending requests rejected, and the rest goes to the house', async () => {
  const asha = await office.user('Asha', 500)
  const market = await office.market('KALYAN')
  await office.place(asha, market, 'single_digit:1:-:-:-', 100)
  await office.place(asha, market, 'jodi_digit:1:-:4:-', 50)
  await office.requestWithdrawal(asha, 200)
  await office.requestDeposit(asha, 70)

  const preview = await office.call(api.users.previewRemove, { id: asha.id })
  expect(preview.data).toEqual({
    wallet: 150,
    runningBids: 2,
    refunded: 150,
    pendingRequests: 2,
    returned: 200,
    toldToBank: 0,
  })
  const removing = { id: asha.id, basedOn: preview.data }
  await office.call(api.users.addFunds, { id: asha.id, amount: 1 })
  const before = await office.fingerprint()
  expect(await office.call(api.users.remove, removing)).toMatchObject({
    code: 409,
    message: 'What deleting this user does has changed meanwhile: read it, and confirm again.',
  })
  expect(await office.fingerprint()).toBe(before)
  await office.call(api.users.deductFunds, { id: asha.id, amount: 1 })
  expect(await office.call(api.users.remove, removing)).toMatchObject({ code: 200, status: 'success' })

  expect(await office.postingsOf(asha)).toEqual([
    'stake -100 leaves 400',
    'stake -50 leaves 350',
    'withdraw_hold -200 leaves 150',
    'fund_add +1 leaves 151',
    'fund_deduct -1 leaves 150',
    'refund +100 leaves 250',
    'refund +50 leaves 300',
    'withdraw_return +200 leaves 500',
    'closing -500 leaves 0',
  ])
  const requests = await office.database.many(
    sql`select kind, status, note from requests where user_id = ${asha.id} order by id`,
  )
  expect(requests).toEqual([
    { kind: 'withdraw', status: 'rejected', note: 'Account closed' },
    { kind: 'deposit', status: 'rejected', note: 'Account closed' },
  ])
  const { id: transactionId } = await office.database.only<{ id: number }>(
    sql`select id from requests where user_id = ${asha.id} and kind = 'withdraw'`,
  )
  // A server of the release before may have left a field that it did not know.
  await office.owner.run(sql`update users set upi_id = 'left@upi' where id = ${asha.id}`)
  const { changedSince, payeeNow } = (await office.call(api.wallet.get, { transactionId })).data
  expect([changedSince, Object.values(payeeNow).join('')]).toEqual([[], ''])
})

test('who is deleted is found nowhere, and a second time there is nobody to delete', async () => {
  const asha = await office.user('Nowhere', 10)
  await remove(asha)
  const gone = { code: 404, message: 'User not found' }
  expect(await read(asha)).toMatchObject(gone)
  expect(await remove(asha)).toMatchObject(gone)
  expect(await office.call(api.users.previewRemove, { id: asha.id })).toMatchObject(gone)
  expect(await office.call(api.users.update, { id: asha.id, betting: false })).toMatchObject(gone)
  expect(await office.call(api.users.addFunds, { id: asha.id, amount: 1 })).toMatchObject(gone)
  expect(await office.call(api.users.deductFunds, { id: asha.id, amount: 1 })).toMatchObject(gone)
  expect(await office.call(api.users.transactions, { userId: asha.id })).toMatchObject(gone)
  expect(await office.call(api.users.bids, { userId: asha.id })).toMatchObject(gone)
  expect(await office.call(api.users.list, { search: 'Nowhere' })).toMatchObject({ total: 0 })
  expect(await office.call(api.users.list, { search: asha.mobile })).toMatchObject({ total: 0 })
})

test('nobody is deleted before what they were paid unplayed, or won by an early result, is looked at', async () => {
  const [asha, ravi, meena] = [
    await office.user('Asha', 100),
    await office.user('Ravi', 100),
    await office.user('Meena', 100),
  ]
  const market = await office.market('EARLY')
  await office.place(ravi, market, 'single_digit:1:-:-:-', 100)
  await office.place(meena, market, 'single_digit:2:-:-:-', 100)
  await office.declare(market, '128-1')
  await office.decide(await office.requestWithdrawal(asha, 50), 'withdraw', 'completed')
  const before = await office.fingerprint()
  for (const { id } of [asha, ravi])
    for (const ask of [api.users.previewRemove, api.users.remove])
      expect(await office.call(ask, { id })).toMatchObject({ code: 409, message: TO_LOOK_AT_FIRST })
  expect(await office.fingerprint()).toBe(before)
  expect(await remove(meena)).toMatchObject({ code: 200 })
  for (const { id, kind } of (await office.call(api.reports.suspicions, { looked: false })).data)
    await office.call(api.reports.lookAt, { id, note: kind })
  for (const player of [asha, ravi]) expect(await remove(player)).toMatchObject({ code: 200 })
})

test('deleting needs to say whom', async () => {
  const before = await office.fingerprint()
  for (const id of [undefined, null, '', 'all', true, {}]) {
    const said = await office.call(api.users.remove.path, { id })
    expect(said).toMatchObject({ code: 400, message: 'User ID is missing' })
  }
  expect(await office.fingerprint()).toBe(before)
})

test('the player is signed out, cannot sign in, and the mobile number is free again', async () => {
  const asha = await office.user('Asha', 10)
  await remove(asha)
  expect(await office.call(api.player.me, {}, { as: asha })).toMatchObject({ code: 401 })
  const signIn = { mobile: asha.mobile, password: PASSWORD }
  expect(await office.call(api.player.login, signIn)).toMatchObject({ code: 401 })
  const again = await office.call(api.player.register, { ...signIn, user_name: 'New Asha', mpin: '1234' })
  expect(again).toMatchObject({ code: 200, data: { wallet: 0 } })
  expect(again.data.id).not.toBe(asha.id)
  const broughtBy = sql`select referred_by as by from users where id = ${again.data.id}`
  expect(await office.database.only(broughtBy), 'no number is not that of the deleted').toEqual({ by: null })
})

test('of the person nothing is kept but a number and the last figures of where money was asked for', async () => {
  const asha = await office.user('Secretive Asha', 100)
  const details = {
    account_holder_name: 'Asha Secretive',
    account_no: '99887766554433',
    bank_name: 'Axis',
    upi_id: 'secretive@okbank',
    whatsapp: asha.mobile,
    address: 'Secret Street 5',
    mpin: '1234',
  }
  await office.call(api.users.update, { id: asha.id, ...details })
  await office.decide(await office.requestWithdrawal(asha, 50), 'withdraw', 'completed')
  await removeLookedAt(asha)
  const left = await office.database.many<{ text: string }>(sql`
    select row_to_json(u)::text as text from users u where id = ${asha.id}
    union all select row_to_json(r)::text from requests r where user_id = ${asha.id}`)
  const text = left.map((row) => row.text).join('\n')
  expect(text).toContain(`Deleted user #${asha.id}`)
  expect(text).toContain('"account_no": "4433"')
  for (const secret of ['ecret', 'Axis', asha.mobile, '998877', 'argon2']) expect(text).not.toContain(secret)
})

test('a bid that was decided stays as it is', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('DECIDED')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.place(asha, market, 'single_digit:2:-:-:-', 10)
  await office.declare(market, '128-1')
  await removeLookedAt(asha)
  expect((await office.postingsOf(asha)).slice(2)).toEqual(['win +90 leaves 170', 'closing -170 leaves 0'])
})

test('what a deleted player loses by a revert and wins again is closed out at once', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('LATER')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.declare(market, '128-1')
  await removeLookedAt(asha)

  const { data: foreseen } = await office.call(api.results.previewRevert, {
    marketId: market.id,
    date: market.day,
  })
  expect(foreseen).toMatchObject({ paid: 90, ofDeleted: 90, belowZero: 0 })
  expect(await office.revert(market)).toMatchObject({
    code: 200,
    data: { winningBids: 1, paid: 90, belowZero: 0 },
  })
  expect(await office.declare(market, '137-1')).toMatchObject({
    code: 200,
    data: { winningBids: 1, paid: 90 },
  })

  expect((await office.postingsOf(asha)).slice(2)).toEqual([
    'closing -180 leaves 0',
    'win_reversed -90 leaves -90',
    'closing +90 leaves 0',
    'win +90 leaves 90',
    'closing -90 leaves 0',
  ])
})

test('who owes is closed too: the house writes it off', async () => {
  const asha = await office.user('Asha', 10)
  const market = await office.market('OWES')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.declare(market, '128-1')
  await office.call(api.users.deductFunds, { id: asha.id, amount: 90 })
  await office.revert(market)
  expect(await office.walletOf(asha)).toBe(-90)
  expect(await removeLookedAt(asha)).toMatchObject({ code: 200 })
  // The bid runs again after the revert, so its stake comes back before the account is closed.
  expect((await office.postingsOf(asha)).slice(-2)).toEqual(['refund +10 leaves -80', 'closing +80 leaves 0'])
})

test('a player is deleted once, however many ask at once, and no money is made beside funds', async () => {
  const asha = await office.user('Asha', 100)
  const funds = Array.from({ length: 4 }, () => office.call(api.users.addFunds, { id: asha.id, amount: 10 }))
  const all = await Promise.all([...funds, remove(asha), remove(asha), remove(asha)])
  expect(all.slice(4).filter(({ code }) => code === 200)).toHaveLength(1)
  expect(all.every(({ code }) => code === 200 || code === 404)).toBe(true)
  expect(await office.walletOf(asha)).toBe(0)
  const ravi = await office.user('Ravi')
  const added = await crossing(
    office.database,
    (db) => removeUser(db, { id: ravi.id, actor: 'admin:1' }),
    () => office.call(api.users.addFunds, { id: ravi.id, amount: 10 }),
  )
  expect(added).toMatchObject({ code: 404, message: 'User not found' })
})

test('deleting beside a declaration leaves no bid both refunded and paid', async () => {
  for (let round = 1; round <= 6; round++) {
    const asha = await office.user('Asha', 100)
    const market = await office.market(`BESIDE ${round}`)
    await office.place(asha, market, 'single_digit:1:-:-:-', 10)
    await office.database.run(
      sql`update draws set opens_at = clock_timestamp() where market_id = ${market.id}`, // Not early.
    )
    const [removed, declared] = await Promise.all([remove(asha), office.declare(market, '128-1')])
    expect([removed.code, declared.code]).toEqual([200, 200])
    const kinds = (await office.postingsOf(asha)).map((line) => line.split(' ')[0])
    expect(kinds.filter((kind) => kind === 'refund' || kind === 'win')).toHaveLength(1)
    expect(await office.walletOf(asha)).toBe(0)
  }
})

test('a bid that was placed as its player is deleted is refunded with its draw held, too', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('PLACED BESIDE')
  const bid = { ...bidOn(market, 'single_digit:1:-:-:-', 10), marketId: String(market.id) }
  const draw = await office.database.only<{ id: number }>(sql`
    select id from draws where market_id = ${market.id}`)
  let isRemoved = false
  const { removing, holding } = await office.database.transaction(async (db) => {
    await placeBids(db, { userId: asha.id, bids: [bid] })
    const removing = remove(asha).finally(() => {
      isRemoved = true
    })
    await untilLocked(office.database)
    const holding = office.database.transaction(async (other) => {
      await other.run(lockDraw(draw.id))
      await answeredOrLocked(office.database, removing)
      return isRemoved
    })
    await untilLocked(office.database, 2)
    return { removing, holding }
  })
  expect(await holding).toBe(false)
  expect(await removing).toMatchObject({ code: 200 })
  expect((await office.postingsOf(asha)).map((line) => line.split(' ')[0])).toContain('refund')
})

/** The tables that hold one of these texts anywhere, the queue's too. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const tables = await office.database.many<{ schema: string; name: string } & NotNull<'name'>>(sql`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`)
  const counts = tables.map(
    ({
      schema,
      name,
    }) => sql`select ${name}::text as name, (select count(*) from ${sql.table(`${schema}.${name}`)} t
      where t::text ilike any(${texts.map((text) => `%${text}%`)}::text[])) as rows`,
  )
  const rows = await office.database.many<{ name: string; rows: number }>(sql.join(counts, sql` union all `))
  return rows.filter((table) => table.rows > 0).map(({ name }) => name)
}

/** The tables with a row of this player's number. */
async function tablesOf({ id }: Player): Promise<string[]> {
  const tables = await office.database.many<{ name: string }>(sql`
    select c.table_name as name from information_schema.columns c join pg_tables t on t.tablename = c.table_name
    where c.table_schema = 'public' and t.schemaname = 'public' and c.column_name = 'user_id' order by 1`)
  const counts = tables.map(
    ({ name }) =>
      sql`select ${name}::text as name, count(*) as rows from ${sql.table(name)} t
        where to_jsonb(t) ->> 'user_id' = ${String(id)}`,
  )
  const rows = await office.database.many<{ name: string; rows: number }>(sql.join(counts, sql` union all `))
  return rows.filter((table) => table.rows > 0).map(({ name }) => name)
}

test('of a deleted player only what the books need keeps their number', async () => {
  const asha = await office.user('Kept', 500)
  const as = { as: asha }
  const limit = { kind: 'stake', period: 'day', amount: 100 } as const
  await office.call(api.player.setLimit, limit, as)
  await office.call(api.player.updateProfile, { upi_id: 'kept@ybl' }, as)
  await office.call(api.player.updateProfile, { upi_id: 'kept2@ybl' }, as)
  await office.place(asha, await office.market('KEPT'), 'single_digit:1:-:-:-', 10)
  await office.requestWithdrawal(asha, 20)
  await office.call(api.player.feedback, { feedback: 'Good' }, as)
  await office.call(api.player.pushToken, { token: 'Kept1' }, as)
  await office.call(api.player.login, { mobile: asha.mobile, password: PASSWORD })
  await office.call(api.users.addNote, { id: asha.id, text: 'A note' })
  const words = { title: 'Dear', description: 'all', notificationType: 'personal' as const }
  await office.call(api.push.sendToUser, { userId: asha.id, ...words })
  await office.call(api.player.pausePlay, { days: 1 }, as)
  const gone = ['payee_changes', 'play_changes', 'play_limits', 'play_pauses', 'player_notes', 'sessions']
  const before = await tablesOf(asha)
  expect(before).toEqual(expect.arrayContaining(gone))
  await remove(asha)
  const kept = ['bids', 'desk_rows', 'feedbacks', 'push_messages', 'requests', 'wallets']
  expect(await tablesOf(asha)).toEqual(kept)
})

test('no table keeps a copy of what a deleted player told of themselves, whoever wrote it down', async () => {
  const asha = await office.user('Canary Devi', 500)
  const details = Object.fromEntries(
    fieldsFor('by player')
      .filter(isText)
      .map((name, index) =>
        PLAYER_FIELDS[name].kind === 'number'
          ? [name, `98700654${30 + index}`]
          : [name, `Canary${name.slice(0, 9)}1`],
      ),
  )
  const own = [...Object.values(details), asha.name, asha.mobile]
  const all = own.join(' / ')
  const market = await office.market('COPIES')
  const bid = await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  const accepted = (said: { code: number }) => expect(said).toMatchObject({ code: 200 })
  const as = { as: asha }
  const keyed = (key: string) => ({ key })

  accepted(await office.call(api.player.updateProfile, details, { ...as, key: 'profile' }))
  accepted(await office.call(api.player.feedback, { feedback: all }, { ...as, key: 'feedback' }))
  accepted(await office.call(api.player.pushToken, { token: 'CanaryToken1' }, as))
  accepted(await office.call(api.player.login, { mobile: asha.mobile, password: PASSWORD }))
  accepted(
    await office.call(
      api.users.update,
      { id: asha.id, user_name: asha.name, verified: true },
      keyed('update'),
    ),
  )
  accepted(
    await office.call(
      api.users.addFunds,
      { id: asha.id, amount: 5, note: own.slice(-9).join(' ') },
      keyed('add'),
    ),
  )
  accepted(await office.call(api.users.addNote, { id: asha.id, text: all.slice(-500) }, keyed('note')))
  accepted(
    await office.call(api.users.deductFunds, { id: asha.id, amount: 5, note: `to +91 ${asha.mobile}` }),
  )
  const { feedbacks } = (await office.call(api.feedbacks.list, { search: 'canary' })).data
  const response = {
    id: feedbacks[0]!.id,
    isReadByAdmin: true,
    adminComment: `We wrote to ${asha.name}, ${asha.mobile}`,
  }
  accepted(await office.call(api.feedbacks.update, response, keyed('response')))
  const words = { title: `Dear ${asha.name}`, description: all, notificationType: 'personal' as const }
  accepted(await office.call(api.push.sendToUser, { userId: asha.id, ...words }, keyed('push')))
  accepted(await office.call(api.push.sendToMany, { userIds: [asha.id, asha.id], ...words }, keyed('pushes')))
  for (const status of ['completed', 'rejected'] as const) {
    const decision = { transactionId: await office.requestWithdrawal(asha, 20), status, note: all }
    accepted(await office.call(api.wallet.decideWithdrawal, decision, keyed(status)))
  }
  const day = { marketId: String(market.id), date: market.day, ...formOf('128-1') }
  accepted(await office.call(api.results.predict, day, keyed('predict')))
  accepted(
    await office.call(api.bids.revert, { betId: bid, reason: `Asked by ${asha.name}, ${asha.mobile}` }),
  )

  expect(await tablesWith(own)).toEqual(
    expect.arrayContaining(['answers', 'feedbacks', 'player_notes', 'push_messages', 'requests', 'users']),
  )
  accepted(await removeLookedAt(asha))
  expect(await tablesWith([...own, 'canary'])).toEqual([])
  const attempts = await office.database.only<{ rows: number }>(sql`
    select count(*) as rows from attempts where name_hash = sha256(convert_to(${`player ${asha.mobile}`}, 'utf8'))`)
  expect(attempts.rows).toBe(0)
})

test('notes keep what they say of the money, and lose the player', async () => {
  const asha = await office.user('Asha Patil', 100)
  const mobile = asha.mobile
  await office.call(api.users.update, {
    id: asha.id,
    account_no: '50100123456789',
    ifsc_code: '-',
    bank_name: 'SB',
  })
  const note = (rest: string) => `Seen UTR 4417, ASHA PATIL ${rest} 5010 0123 4567 89, SB`
  const spaced = `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`
  await office.call(api.users.addFunds, { id: asha.id, amount: 1, note: note(spaced) })
  const id = await office.requestWithdrawal(asha, 20)
  const said = await office.call(api.wallet.decideWithdrawal, {
    transactionId: id,
    status: 'rejected',
    note: note(mobile),
  })
  expect(said.data.note).toBe(note(mobile))
  const kept = `Seen UTR 4417, … …${mobile.slice(-4)} …67 89, SB`
  const notes = () =>
    office.database.many(sql`
      select note from postings where note like 'Seen%' and to_user = ${asha.id}
      union all select note from requests where id = ${id}
      union all select after->>'note' from audit where thing = 'request' and thing_id = ${String(id)}`)
  expect(await notes()).toEqual([{ note: kept }, { note: note(mobile) }, { note: kept }])
  await remove(asha)
  expect(await notes()).toEqual([{ note: kept }, { note: kept }, { note: kept }])
})

test('the answers kept for other players and administrators stay', async () => {
  const [asha, ravi] = [await office.user('Asha', 100), await office.user('Ravi', 100)]
  const change = () => office.call(api.users.update, { id: ravi.id, telegram: '@ravi' }, { key: 'of-ravi' })
  const first = await change()
  await remove(asha)
  await office.call(api.users.update, { id: ravi.id, telegram: '@other' })
  expect(await change()).toEqual(first)
})

test('what a player writes while they are deleted is refused, and leaves nothing', async () => {
  const asha = await office.user('Asha')
  const sent = await crossing(
    office.database,
    (db) => removeUser(db, { id: asha.id, actor: 'admin:1' }),
    () => office.call(api.player.feedback, { feedback: `I am ${asha.mobile}` }, { as: asha }),
  )
  expect(sent).toMatchObject({ code: 403, message: 'This account is blocked' })
  const written = sql`select count(*) as rows from feedbacks where user_id = ${asha.id}`
  expect(await office.database.only(written)).toEqual({ rows: 0 })
})

test('a transfer to a player who is deleted while it waits is refused', async () => {
  const [asha, ravi] = [await office.user('Asha', 100), await office.user('Ravi')]
  const sent = await crossing(
    office.database,
    (db) => removeUser(db, { id: ravi.id, actor: 'admin:1' }),
    () => office.call(api.player.transfer, { mobile: ravi.mobile, amount: 10 }, { as: asha }),
  )
  expect(sent).toMatchObject({ code: 409, message: 'This player cannot receive a transfer now' })
  expect(await office.walletOf(asha)).toBe(100)
})
