/** Payments that the provider confirms: what is credited without approval, what is kept, and what is refused. */
import { api } from '@munim/contract'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { LOCKS } from '../../server/src/database/locks.ts'
import { lockReference } from '../../server/src/wallet/requests.ts'
import { backOffice, type Player } from '../support/office.ts'
import { PROVIDER_SECRET, signatureOf } from '../support/provider.ts'
import { untilLocked } from '../support/waits.ts'

const office = await backOffice()
const without = await backOffice({ depositHookSecret: undefined })
const { path } = api.wallet.confirmDeposit

beforeEach(() => office.call(api.settings.update, { autoDeposit: true, auto_deposit: true }))

const confirm = (ref_id: string, amount: number) =>
  office.call(api.wallet.confirmDeposit, { ref_id, amount }, { signedWith: PROVIDER_SECRET })
const ask = async (player: Player, ref_id: string, amount: number) => {
  const said = await office.call(
    api.player.requestDeposit,
    { amount, transfer_type: 'upi', ref_id },
    { as: player },
  )
  expect(said.code).toBe(200)
  return said.data
}
const rowOf = async (id: number) => {
  const { data } = await office.call(api.wallet.deposits, { limit: 100 })
  return data.find((row) => row.id === id)
}

test('a confirmed deposit is credited without approval, as an approval would, and says who did it', async () => {
  const asha = await office.user('Asha')
  await office.call(api.settings.update, { bonus: 10, bonus_show: true })
  const { id } = await ask(asha, ' utr 100 ', 500)
  const said = await confirm('UTR100', 500)
  await office.call(api.settings.update, { bonus_show: false })
  expect(said).toEqual({
    code: 200,
    status: 'success',
    data: { ref_id: 'UTR100', amount: 500, status: 'credited' },
  })
  expect(await office.postingsOf(asha)).toEqual(['deposit +500 leaves 500', 'bonus +50 leaves 550'])
  expect(await rowOf(id)).toMatchObject({ status: 'completed', confirmed: 500 })
  const { data } = await office.call(api.reports.audit, { thing: 'request', thing_id: String(id) })
  expect(data).toMatchObject([
    {
      actor: 'provider',
      act: path,
      before: { status: 'pending' },
      after: { status: 'completed', amount: 500 },
    },
  ])
})

test('who claims many payments that nobody confirmed is credited by an administrator', async () => {
  const guesser = await office.user('Guesser')
  for (const number of [1, 2, 3, 4, 5]) await ask(guesser, `6328951100${number}0`, 500)
  expect(await confirm('632895110010', 500)).toMatchObject({ code: 200, data: { status: 'credited' } })
  for (const number of [6, 7]) await ask(guesser, `6328951100${number}0`, 500)
  expect(await confirm('632895110020', 500)).toMatchObject({ code: 200, data: { status: 'credited' } })
  for (const number of [8, 9]) await ask(guesser, `6328951100${number}0`, 500)
  expect(await confirm('632895110090', 500)).toMatchObject({ code: 200, data: { status: 'kept' } })
  expect(await office.walletOf(guesser)).toBe(1000)
  const asha = await office.user('Asha') // Who guesses keeps nobody from what they paid.
  await ask(asha, '632895110030', 500)
  await ask(guesser, '632895110100', 500)
  expect(await confirm('632895110030', 500)).toMatchObject({ code: 200, data: { status: 'credited' } })
  expect(await office.walletOf(asha)).toBe(500)
  const { data } = await office.call(api.wallet.deposits, { search: '632895110090' })
  expect(data).toMatchObject([{ status: 'pending', confirmed: 500 }])
  expect(await office.call(api.desk.confirmed, {})).toMatchObject({ data: [], total: 0 }) // Not with others, either.
  const transactionId = data[0]!.id
  const asked = { kind: 'deposits', id: transactionId } as const
  expect(await office.call(api.desk.getCase, asked)).toMatchObject({ data: { manyClaims: 6 } })
  await office.call(api.wallet.decideDeposit, { transactionId, status: 'completed' })
  expect(await office.walletOf(guesser)).toBe(1500)
  expect(await office.call(api.desk.getCase, asked)).toMatchObject({ data: { manyClaims: null } }) // It is decided.
  const { data: claims } = await office.call(api.wallet.deposits, { search: 'Guesser', status: 'pending' })
  for (const { id } of claims) await office.decide(id, 'deposit', 'rejected')
  await ask(guesser, '632895110110', 500) // What is decided is claimed no more.
  expect(await confirm('632895110110', 500)).toMatchObject({ code: 200, data: { status: 'credited' } })
})

test('a confirmation that comes first is kept, and credits the request with its reference as it comes', async () => {
  const asha = await office.user('Asha')
  expect(await confirm('utr 200', 250.5)).toMatchObject({ code: 200, data: { status: 'kept' } })
  expect(await ask(asha, 'UTR200', 250.5)).toMatchObject({ status: 'completed' })
  expect(await office.postingsOf(asha)).toEqual(['deposit +250.5 leaves 250.5'])
  const again = await ask(asha, 'UTR200', 250.5)
  expect(again).toMatchObject({ status: 'pending' })
  expect(
    await office.call(api.wallet.decideDeposit, { transactionId: again.id, status: 'completed' }),
  ).toMatchObject({ code: 409 })
})

test('who has a deposit that is confirmed as paid is not deleted before it is decided', async () => {
  const asha = await office.user('Asha')
  const { id } = await ask(asha, 'UTR250', 250)
  expect(await confirm('UTR250', 200)).toMatchObject({ code: 200, data: { status: 'kept' } })
  const before = await office.fingerprint()
  for (const call of [api.users.previewRemove, api.users.remove])
    expect(await office.call(call, { id: asha.id })).toMatchObject({
      code: 409,
      message: `Deposit #${id} is confirmed as paid. Approve or reject it first.`,
    })
  expect(await office.fingerprint()).toBe(before)
  await office.decide(id, 'deposit', 'rejected')
  // What was credited, and is claimed once more, can't be approved: it goes with its player.
  const claims = [
    await ask(asha, 'UTR260', 260),
    await confirm('UTR260', 260),
    await ask(asha, 'UTR260', 260),
  ]
  expect(claims).toMatchObject([{}, { data: { status: 'credited' } }, { status: 'pending' }])
  expect(await office.call(api.users.remove, { id: asha.id })).toMatchObject({ code: 200 })
})

test('a confirmation sent again says the same and moves nothing; with another amount it is refused', async () => {
  const asha = await office.user('Asha')
  await ask(asha, 'UTR300', 300)
  const first = await confirm('UTR300', 300)
  const before = await office.fingerprint()
  expect(await confirm('utr300', 300)).toEqual(first)
  for (const another of [30, 3000])
    expect(await confirm('UTR300', another)).toMatchObject({
      code: 409,
      message: 'The reference UTR300 was confirmed with another amount',
    })
  expect(await office.fingerprint()).toBe(before)
})

test('another amount credits nothing, and the administrator sees what was confirmed', async () => {
  const asha = await office.user('Asha')
  const { id } = await ask(asha, 'UTR400', 5000)
  expect(await confirm('UTR400', 500)).toMatchObject({ code: 200, data: { status: 'kept' } })
  expect(await office.postingsOf(asha)).toEqual([])
  expect(await rowOf(id)).toMatchObject({ status: 'pending', amount: 5000, confirmed: 500 })
  await ask(asha, 'UTR400', 500) // typed right the second time
  expect(await office.postingsOf(asha)).toEqual(['deposit +500 leaves 500'])
})

test('a deposit is decided as it was shown: what the provider or another player says since stops it', async () => {
  await office.call(api.settings.update, { autoDeposit: false })
  const [asha, ravi] = [await office.user('Asha'), await office.user('Ravi')]
  type Shown = { readonly confirmed: number | null; readonly sameReference: number }
  const decide = (transactionId: number, status: 'completed' | 'rejected', basedOn: Shown) =>
    office.call(api.wallet.decideDeposit, { transactionId, status, basedOn })
  const isRefused = async (id: number, status: 'completed' | 'rejected', shown: Shown) => {
    const message = `What is known of the payment of request #${id} changed meanwhile: look at it again.`
    const before = await office.fingerprint()
    expect(await decide(id, status, shown)).toMatchObject({
      code: 409,
      message,
      errors: { basedOn: message },
    })
    expect(await office.fingerprint()).toBe(before)
  }
  const unconfirmed = { confirmed: null, sameReference: 0 }
  const paid = await ask(asha, 'UTR450', 100)
  await confirm('UTR450', 100)
  await isRefused(paid.id, 'rejected', unconfirmed)
  expect(await decide(paid.id, 'completed', unconfirmed)).toMatchObject({ code: 200 }) // What was hoped for.
  const other = await ask(asha, 'UTR451', 1000)
  await confirm('UTR451', 100)
  for (const status of ['completed', 'rejected'] as const) await isRefused(other.id, status, unconfirmed)
  await ask(ravi, 'UTR451', 100)
  await isRefused(other.id, 'completed', { confirmed: 100, sameReference: 0 })
  expect(await decide(other.id, 'rejected', { confirmed: 100, sameReference: 0 })).toMatchObject({
    code: 200,
  })
})

test('where two players ask for one payment, neither is credited before the administrator has decided', async () => {
  const [asha, ravi] = [await office.user('Asha'), await office.user('Ravi')]
  const ids = [(await ask(asha, 'UTR500', 100)).id, (await ask(ravi, 'UTR500', 100)).id]
  expect(await confirm('UTR500', 100)).toMatchObject({ data: { status: 'kept' } })
  expect((await office.walletOf(asha)) + (await office.walletOf(ravi))).toBe(0)
  await office.call(api.wallet.decideDeposit, { transactionId: ids[0]!, status: 'rejected' })
  expect(await confirm('UTR500', 100)).toMatchObject({ data: { status: 'credited' } })
  expect(await office.postingsOf(ravi)).toEqual(['deposit +100 leaves 100'])
})

test.each([
  { autoDeposit: true, auto_deposit: false },
  { autoDeposit: false, auto_deposit: true },
  { autoDeposit: false, auto_deposit: false },
])('with %j a confirmation is kept and credits nothing, before or after the request', async (switches) => {
  await office.call(api.settings.update, switches)
  const asha = await office.user('Asha')
  const mark = `${switches.autoDeposit}${switches.auto_deposit}`
  const { id } = await ask(asha, `BEFORE${mark}`, 100)
  expect(await confirm(`BEFORE${mark}`, 100)).toMatchObject({ data: { status: 'kept' } })
  await confirm(`AFTER${mark}`, 100)
  expect(await ask(asha, `AFTER${mark}`, 100)).toMatchObject({ status: 'pending' })
  await office.call(api.settings.update, { autoDeposit: true, auto_deposit: true })
  expect(await office.postingsOf(asha)).toEqual([])
  expect(await rowOf(id)).toMatchObject({ status: 'pending', confirmed: 100 })
})

test('an empty reference is nobody’s, and a rejected request stays rejected', async () => {
  const asha = await office.user('Asha')
  expect(await ask(asha, '', 100)).toMatchObject({ status: 'pending' })
  const { id } = await ask(asha, 'UTR600', 100)
  await office.call(api.wallet.decideDeposit, { transactionId: id, status: 'rejected' })
  expect(await confirm('UTR600', 100)).toMatchObject({ data: { status: 'kept' } })
  expect(await office.postingsOf(asha)).toEqual([])
})

test('what an approval has credited is confirmed afterwards, and is not credited again', async () => {
  const asha = await office.user('Asha')
  const { id } = await ask(asha, 'UTR700', 100)
  await office.call(api.wallet.decideDeposit, { transactionId: id, status: 'completed' })
  expect(await confirm('UTR700', 100)).toMatchObject({ data: { status: 'credited' } })
  expect(await office.postingsOf(asha)).toEqual(['deposit +100 leaves 100'])
})

test('confirmations, approvals and requests at once credit a reference once', async () => {
  for (let round = 1; round <= 6; round++) {
    const asha = await office.user('Asha')
    const reference = `RACE${round}`
    const { id } = await ask(asha, reference, 100)
    const all = await Promise.all([
      ...Array.from({ length: 4 }, () => confirm(reference, 100)),
      ...Array.from({ length: 4 }, () =>
        office.call(api.wallet.decideDeposit, { transactionId: id, status: 'completed' }),
      ),
      ...Array.from({ length: 2 }, () => ask(asha, reference, 100).then(() => ({ code: 200 }))),
    ])
    expect(all.slice(0, 4).map(({ code }) => code)).toEqual([200, 200, 200, 200])
    expect(all.slice(4, 8).every(({ code }) => code === 200 || code === 409)).toBe(true)
    expect(await office.postingsOf(asha)).toEqual(['deposit +100 leaves 100'])
  }
})

test('a confirmation that crosses its request on the way credits it, whichever comes first', async () => {
  for (let round = 1; round <= 12; round++) {
    const asha = await office.user('Asha')
    await Promise.all([confirm(`CROSS${round}`, 100), ask(asha, `CROSS${round}`, 100)])
    expect(await office.postingsOf(asha)).toEqual(['deposit +100 leaves 100'])
  }
})

test('a request takes its reference before its wallet, as a confirmation does: neither waits for the other in a circle', async () => {
  const asha = await office.user('Asha')
  await ask(asha, 'CIRCLE', 100)
  const { asked, rest } = await office.database.transaction(async (db) => {
    await lockReference(db, 'CIRCLE')
    const asked = ask(asha, 'CIRCLE', 100)
    await untilLocked(office.database, 1, LOCKS.reference)
    const rest = await db.many(sql`select from wallets where user_id = ${asha.id} for update skip locked`)
    return { asked, rest }
  })
  expect(rest).toHaveLength(1)
  expect(await asked).toMatchObject({ status: 'pending' })
})

test('a confirmation beside a rejection: one of them decides', async () => {
  for (let round = 1; round <= 6; round++) {
    const asha = await office.user('Asha')
    const { id } = await ask(asha, `REJECT${round}`, 100)
    const [confirmed, rejected] = await Promise.all([
      confirm(`REJECT${round}`, 100),
      office.call(api.wallet.decideDeposit, { transactionId: id, status: 'rejected' }),
    ])
    expect(confirmed.code).toBe(200)
    const isCredited = confirmed.data.status === 'credited'
    expect(rejected.code).toBe(isCredited ? 409 : 200)
    expect(await office.walletOf(asha)).toBe(isCredited ? 100 : 0)
  }
})

const body = '{"ref_id":"UTR900","amount":100}'
const signature = signatureOf(body, PROVIDER_SECRET)
test.each([
  // X-Signature                                       why it is refused
  [undefined, 'none'],
  ['', 'empty'],
  [signatureOf(body, 'another secret'), 'another secret'],
  [signatureOf(`${body} `, PROVIDER_SECRET), 'of another text, though of the same JSON'],
  [signatureOf('', PROVIDER_SECRET), 'of nothing'],
  [signature.replace('sha256=', ''), 'without its scheme'],
  [signature.replace('sha256=', 'sha1='), 'another scheme'],
  [signature.slice(0, -2), 'cut short'],
  [`${signature}00`, 'too long'],
  [`${signature}, ${signature}`, 'two'],
  ['sha256=zz', 'no hex'],
])('X-Signature %s is refused: %s', async (given, _why) => {
  const before = await office.fingerprint()
  const headers = given === undefined ? {} : { 'x-signature': given }
  const said = await office.send(path, body, { headers })
  expect(said.code).toBe(401)
  expect(JSON.parse(said.text)).toEqual({
    status: 'error',
    message: 'The signature is not that of this body',
  })
  expect(await office.fingerprint()).toBe(before)
})

test('a token is no signature, and neither is an empty header', async () => {
  expect(await office.send(path, undefined)).toMatchObject({ code: 401 })
  const asha = await office.user('Asha')
  for (const as of [office.admin, asha]) {
    expect(await office.call(path, { ref_id: 'UTR901', amount: 100 }, { as })).toMatchObject({ code: 401 })
  }
})

test.each([
  // signed body                                       sentence
  ['', 'Reference is missing'],
  ['{}', 'Reference is missing'],
  ['{"ref_id":"UTR902"', 'The request could not be read'],
  ['{"ref_id":"  ","amount":1}', 'Reference is missing'],
  ['{"ref_id":["UTR902"],"amount":1}', 'Reference is missing'],
  [`{"ref_id":"${'x'.repeat(61)}","amount":1}`, 'ref_id must be at most 60 characters'],
  ['{"ref_id":"UTR902"}', 'Please enter a valid amount'],
  ['{"ref_id":"UTR902","amount":"1"}', 'Please enter a valid amount'],
  ['{"ref_id":"UTR902","amount":0}', 'Please enter a valid amount'],
  ['{"ref_id":"UTR902","amount":-1}', 'Please enter a valid amount'],
  ['{"ref_id":"UTR902","amount":1.005}', 'Please enter a valid amount'],
])('a signed body of %s is refused and keeps nothing: %s', async (text, message) => {
  const before = await office.fingerprint()
  const said = await office.send(path, text, { signedWith: PROVIDER_SECRET })
  expect(said.code).toBe(400)
  expect(JSON.parse(said.text).message).toBe(message)
  expect(await office.fingerprint()).toBe(before)
})

test('a body that is too large or no JSON is refused', async () => {
  const large = JSON.stringify({ ref_id: 'UTR903', amount: 1, more: 'x'.repeat(17_000) })
  expect(await office.send(path, large, { signedWith: PROVIDER_SECRET })).toMatchObject({ code: 413 })
  const form = { signedWith: PROVIDER_SECRET, headers: { 'content-type': 'text/plain' } }
  expect(await office.send(path, body, form)).toMatchObject({ code: 415 })
})

test('a confirmation stays as it came', async () => {
  await confirm('UTR904', 100)
  const change = (statement: ReturnType<typeof sql>) => office.owner.run(statement)
  await expect(change(sql`update confirmations set amount = 1`)).rejects.toThrow('facts are written once')
  await expect(change(sql`delete from confirmations`)).rejects.toThrow('facts are written once')
  await expect(change(sql`truncate confirmations`)).rejects.toThrow('facts are written once')
})

test('without a secret no provider is connected, and the settings say so', async () => {
  const said = await without.call(path, { ref_id: 'UTR905', amount: 100 }, { signedWith: '' })
  expect(said).toEqual({ code: 404, status: 'error', message: 'No payment provider is connected' })
  expect((await without.call(api.settings.get, {})).data.provider_connected).toBe(false)
  expect((await office.call(api.settings.get, {})).data.provider_connected).toBe(true)
  expect((await without.call(api.settings.update, { play_text: 'x' })).data.provider_connected).toBe(false)
  const asha = await without.user('Asha')
  const shown = await without.call(api.player.appSettings, {}, { as: asha })
  expect(shown.data).not.toHaveProperty('provider_connected')
})
