/** The pages of single things: a bid, a request, a posting. */
import { api } from '@munim/contract'
import { expect, test } from 'vitest'
import { backOffice, bidOn } from '../support/office.ts'
import { PROVIDER_SECRET } from '../support/provider.ts'

const office = await backOffice()

test('a bid tells when it was placed and until when it could be, its slip, its draw, and each posting', async () => {
  const asha = await office.user('Asha', 1000)
  const market = await office.market('DISPUTE')
  const picks = ['single_digit:1:-:-:-', 'single_digit:-:-:4:-', 'jodi_digit:1:-:4:-']
  const placed = await office.call(
    api.player.placeBids,
    { bids: picks.map((pick) => bidOn(market, pick, 50)) },
    { as: asha },
  )
  const [open, close, jodi] = placed.data.map(({ id }) => id)
  const draw = (await office.call(api.markets.get, { id: market.id })).data
  const read = async (betId: number) => (await office.call(api.bids.get, { betId })).data
  expect(await read(open!)).toMatchObject({
    id: open,
    status: 'running',
    ends_at: draw.open_ends_at,
    declarations: [],
  })
  expect((await read(close!)).ends_at).toBe(draw.close_ends_at)
  expect((await read(jodi!)).ends_at).toBe(draw.open_ends_at) // it is of both halves, and ends with the first
  const { data: listed } = await office.call(api.bids.list, { market: market.id })
  expect(listed.map(({ id, ends_at }) => [id, ends_at])).toEqual([
    [jodi, draw.open_ends_at],
    [close, draw.close_ends_at],
    [open, draw.open_ends_at],
  ])
  expect((await read(open!)).slip.map(({ id }) => id).sort()).toEqual([close, jodi].sort())

  await office.declare(market, '128-1')
  const won = await read(open!)
  expect(won).toMatchObject({ status: 'win', cancelled: null })
  expect(won.declarations).toMatchObject([
    { half: 'open', digit: '1', panna: '128', withdrawnAt: null, actorName: 'admin' },
  ])
  expect(won.postings.map(({ kind }) => kind)).toEqual(['stake', 'win'])

  await office.cancel(open!)
  const reverted = await read(open!)
  expect(reverted).toMatchObject({
    status: 'cancelled',
    cancelled: { actorName: 'admin', reason: 'Reverted by admin' },
  })
  expect(reverted.postings.map(({ kind }) => kind).sort()).toEqual(['refund', 'stake', 'win', 'win_reversed'])
  const back = reverted.postings.find(({ kind }) => kind === 'win_reversed')!
  const win = reverted.postings.find(({ kind }) => kind === 'win')!
  const posting = async (id: number) => (await office.call(api.reports.posting, { id })).data
  expect(await posting(back.id)).toMatchObject({ takesBack: win.id, takenBackBy: null, bidId: open })
  const taken = await posting(win.id)
  expect(taken).toMatchObject({
    takenBackBy: back.id,
    from: { account: 'game', User: null, before: null, after: null },
    to: { account: 'player', User: { id: asha.id, user_name: 'Asha' } },
    draw: { marketId: market.id, market_name: 'DISPUTE', market_date: market.day },
  })
  expect(taken.to.after! - taken.to.before!).toBeCloseTo(taken.amount)
})

test('a request tells the payee then and now, who decided it, the provider, and the same reference elsewhere', async () => {
  const [devi, lata] = [await office.user('Devi', 500), await office.user('Lata')]
  const ask = async (as: typeof devi, ref_id: string) =>
    (await office.call(api.player.requestDeposit, { amount: 100, transfer_type: 'upi', ref_id }, { as })).data
      .id
  const [first, second] = [await ask(devi, '777188890001'), await ask(lata, 'UTR 7771 8889 0001')]
  await office.call(
    api.wallet.confirmDeposit,
    { ref_id: '777188890001', amount: 100 },
    { signedWith: PROVIDER_SECRET },
  )
  const read = async (transactionId: number) => (await office.call(api.wallet.get, { transactionId })).data
  expect(await read(first)).toMatchObject({
    kind: 'deposit',
    status: 'pending',
    decidedBy: null,
    confirmed: 100,
    postings: [],
  })
  expect((await read(first)).confirmedAt).not.toBeNull()
  expect((await read(first)).others).toMatchObject([{ id: second, user_name: 'Lata', status: 'pending' }])
  await office.call(api.wallet.decideDeposit, { transactionId: first, status: 'completed' })
  expect(await read(first)).toMatchObject({
    status: 'completed',
    decidedBy: 'admin',
    postings: [{ kind: 'deposit', amount: 100 }],
  })

  const out = await office.requestWithdrawal(devi, 200)
  await office.call(api.users.update, { id: devi.id, upi_id: 'changed@upi' })
  const asked = await read(out)
  expect(asked).toMatchObject({
    kind: 'withdraw',
    payeeNow: { upi_id: 'changed@upi' },
    changedSince: ['upi_id'],
    others: [],
  })
  expect(asked.User.upi_id).toBe(`${devi.mobile}@upi`)
  await office.call(api.wallet.decideWithdrawal, { transactionId: out, status: 'rejected', note: 'Not now' })
  expect((await read(out)).postings.map(({ kind }) => kind)).toEqual(['withdraw_hold', 'withdraw_return'])
})

test.each([
  [api.bids.get, { betId: 999_999 }, 'Bid not found'],
  [api.wallet.get, { transactionId: 999_999 }, 'Request not found'],
  [api.reports.posting, { id: 999_999 }, 'Posting not found'],
] as const)('what there is not is not found', async ({ path }, body, message) => {
  expect(await office.call(path, body)).toMatchObject({ code: 404, message })
})

test('looking at a bid before its result and at a payee leaves a look, once', async () => {
  const meena = await office.user('Meena', 500)
  const market = await office.market('LOOKED')
  const betId = await office.place(meena, market, 'single_digit:2:-:-:-', 20)
  const transactionId = await office.requestWithdrawal(meena, 100)
  const looks = async (act: string) =>
    (await office.call(api.reports.audit, { act, thing: 'look' })).data.map(({ thing_id }) => thing_id)
  for (let nth = 0; nth < 2; nth++) {
    await office.call(api.bids.get, { betId })
    await office.call(api.wallet.get, { transactionId })
  }
  expect((await looks(api.bids.get.path)).filter((id) => id === `bid ${betId}`)).toHaveLength(1)
  expect((await looks(api.wallet.get.path)).filter((id) => id === `request ${transactionId}`)).toHaveLength(1)
})
