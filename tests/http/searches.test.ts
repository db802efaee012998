/** The searches of lists: they find by the spellings of screens and of people, and what no list found before. */
import { api } from '@munim/contract'
import { expect, test } from 'vitest'
import { type NotNull, sql } from '../../server/src/database/db.ts'
import { fillDemonstration } from '../../server/src/demo/fill.ts'
import { backOffice } from '../support/office.ts'

const office = await backOffice()
const { database, owner } = office
await fillDemonstration(owner, { days: 3 })

const groups = (number: string) => number.match(/.{1,4}/g)!.join(' ')

test('the lists find by the spellings of screens and of people', async () => {
  const nasreen = await office.user('Nasreen Searched', 500, { mobile: '9650099123' })
  const transactionId = await office.requestDeposit(nasreen, 100)
  await office.call(api.users.update, { id: nasreen.id, account_no: '998877665544' })
  const first = async (endpoint: typeof api.users.list, search: string) =>
    (await office.call(endpoint, { search })).data.map(({ id }) => id)
  const byMobile = ['96500 99123', '+91 96500 99123', '+919650099123', '096500-99123', 'Searched Nasreen']
  for (const search of [...byMobile, `#${nasreen.id}`, '9988 7766 5544'])
    expect(await first(api.users.list, search), search).toContain(nasreen.id)
  const asked = { data: [{ id: transactionId }], total: 1, totalPages: 1 }
  for (const search of [...byMobile, `user ${nasreen.id}`, '9988 7766 5544', `request ${transactionId}`])
    expect(await office.call(api.wallet.deposits, { search }), search).toMatchObject(asked)
  for (const search of byMobile)
    expect((await office.call(api.reports.transactions, { search })).total, search).toBe(1)
})

test('a search of deposits finds a reference whatever became of it; of withdrawals the UTR of a payout', async () => {
  const { refs } = await database.only<{ refs: { id: number; ref_id: string }[] } & NotNull<'refs'>>(sql`
    select json_agg(json_build_object('id', id, 'ref_id', ref_id)) as refs from (
      select distinct on (status) id, ref_id from requests where kind = 'deposit' and ref_id ~ '^[0-9]{12}$'
      order by status, id desc) r`)
  expect(refs).toHaveLength(3)
  for (const { id, ref_id } of refs) {
    const { data } = await office.call(api.wallet.deposits, { search: groups(ref_id) })
    expect(data.map((request) => request.id)).toContain(id)
  }
  const asha = await office.user('Asha Payout', 500)
  const transactionId = await office.requestWithdrawal(asha, 200)
  await office.call(api.wallet.decideWithdrawal, {
    transactionId,
    status: 'completed',
    note: 'UTR 452110000411',
  })
  const { data } = await office.call(api.wallet.withdrawals, { search: '4521-1000-0411' })
  expect(data.map(({ note }) => note)).toEqual(['UTR 452110000411'])
  const file = await office.call(api.wallet.withdrawalsCsv, { search: '452110000411' })
  expect(file).toMatchObject({ code: 200, text: expect.stringMatching(/UTR 452110000411/) })
})

test('a search of bets finds a bid and a player, with the figures of what it finds', async () => {
  const { player, name, bid } = await database.only<{ player: number; name: string; bid: number }>(sql`
    select b.user_id as player, u.user_name as name, max(b.id) as bid from bids b join users u on u.id = b.user_id
    group by 1, 2 order by count(*) desc limit 1`)
  const own = await office.call(api.bids.list, { search: `user ${player}` })
  const { counted, staked } = await database.only<{ counted: number; staked: number }>(sql`
    select count(*) as counted, coalesce(sum(points) filter (where cancelled_at is null), 0) / 100.0::float8 as staked
    from bids where user_id = ${player}`)
  const { activeBidsCount, winBidsCount, lossBidsCount, totalBetAmount } = own.stats
  expect(own.total).toBe(counted)
  expect(own.data.every(({ User }) => User.user_name === name)).toBe(true)
  const { voided } = await database.only<{ voided: number }>(sql`
    select count(*) as voided from declarations where is_void`)
  if (voided === 0) expect(totalBetAmount).toBe(staked)
  const losses = await office.call(api.bids.list, { search: `user ${player}`, status: 'loss' })
  expect([losses.total, losses.stats]).toEqual([lossBidsCount, own.stats])
  expect(activeBidsCount + winBidsCount + lossBidsCount).toBeLessThanOrEqual(own.total)
  expect((await office.call(api.bids.list, { search: `#${bid}` })).data[0]!.id).toBe(bid)
})
