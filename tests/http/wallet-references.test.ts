/** One payment is credited once, however its reference is written: by hand, by the provider, and as it is asked for. */
import { api } from '@munim/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { backOffice, type Player } from '../support/office.ts'
import { PROVIDER_SECRET } from '../support/provider.ts'

const office = await backOffice()
await office.call(api.settings.update, { autoDeposit: true, auto_deposit: true })

const seed = Number(process.env.SEED ?? Date.now() % 2_147_483_647)
console.info(`Spellings from seed ${seed} (SEED overrides)`)

const keyOf = async (written: string) => {
  const { key } = await office.database.only<{ key: string }>(sql`select reference_key(${written}) as key`)
  return key
}
const ask = (as: Player, ref_id: string, amount = 100) =>
  office.call(api.player.requestDeposit, { amount, transfer_type: 'upi', ref_id }, { as })
const confirm = (ref_id: string, amount = 100) =>
  office.call(api.wallet.confirmDeposit, { ref_id, amount }, { signedWith: PROVIDER_SECRET })
const approve = (transactionId: number) =>
  office.call(api.wallet.decideDeposit, { transactionId, status: 'completed' })

/** As many at once as the server has connections, so that none waits too long on a slow machine; in their order. */
async function atOnce<T, R>(list: readonly T[], call: (each: T, nth: number) => Promise<R>): Promise<R[]> {
  const said: R[] = []
  const left = list.entries()
  const worker = async () => {
    for (const [nth, each] of left) said[nth] = await call(each, nth)
  }
  await Promise.all(Array.from({ length: 10 }, worker))
  return said
}

const SCRIPTS = ['0123456789', '０１２３４５６７８９', '०१२३४५६७८९']
const BEFORE = [
  ...['', '', 'UTR', 'UTR ', 'UTR: ', 'Utr No. ', 'UTR-', 'UTR NUMBER:', 'RRN ', 'Ref no ', 'Ref. No. - '],
  ...[
    'Reference number: ',
    'UPI Ref No ',
    'UPI/',
    'IMPS ',
    'Txn ID ',
    'Transaction ID: ',
    'my UTR is ',
    'ＵＴＲ：',
  ],
]
const AFTER = ['', '', '.', ',', ' ;', '/', ' UPI', ' (paid)', ' PhonePe', ' - Asha', '\u00a0']

/** Ways in which people and banks write this number of twelve digits. */
const spellings = (digits: string) => {
  const number = fc.record({
    script: fc.constantFrom(...SCRIPTS),
    cuts: fc.subarray([2, 4, 6, 8, 10]),
    between: fc.constantFrom('', '-', ' ', '.', ' - ', '–'),
    zeros: fc.constantFrom('', '', '0', '00'),
  })
  const typed = fc.record({
    number,
    before: fc.constantFrom(...BEFORE),
    after: fc.constantFrom(...AFTER),
    size: fc.constantFrom('as it is', 'lower', 'upper'),
  })
  const narrations = fc.constantFrom(
    `UPI/CR/${digits}/ASHA PATIL/SBIN/asha@ybl`,
    `UPI/${digits}/919876543210/deposit`,
    `IMPS/P2A/${digits}/ASHA`,
    `UPI-ASHA-9876543210@ybl-SBIN0001234-${digits}-PAYMENT`,
    `IMPS-${digits}-ASHA PATIL-HDFC-XX1234`,
  )
  const inWords = typed.map(({ number: { script, cuts, between, zeros }, before, after, size }) => {
    const groups = [0, ...cuts].map((from, nth) => digits.slice(from, cuts[nth])).join(between)
    const text = before + (zeros + groups).replace(/\d/g, (digit) => script[Number(digit)]!) + after
    return size === 'lower' ? text.toLowerCase() : size === 'upper' ? text.toUpperCase() : text
  })
  return fc.oneof({ weight: 12, arbitrary: inWords }, { weight: 1, arbitrary: narrations })
}

/** A hundred different ones, the plainest first. */
function hundredOf(digits: string): string[] {
  const sampled = fc.sample(spellings(digits), { numRuns: 400, seed })
  const all = [...new Set([digits, ...sampled])].filter((text) => text.length <= 60)
  expect(all.length).toBeGreaterThanOrEqual(100)
  return all.slice(0, 100)
}

test('a hundred spellings of one reference are asked for and approved at once, and credited once', async () => {
  const players = await Promise.all(['Asha', 'Ravi', 'Meera'].map((name) => office.user(name)))
  const asked = await Promise.all(hundredOf('432198765012').map((text, nth) => ask(players[nth % 3]!, text)))
  expect(asked.map(({ code, message }) => message ?? code)).toEqual(Array(100).fill(200))
  const { data } = await office.call(api.wallet.deposits, { status: 'pending', limit: 100 })
  expect(data.map(({ sameReference }) => sameReference)).toEqual(Array(100).fill(99))
  const approved = await atOnce(asked, ({ data }) => approve(data.id))
  expect(approved.map(({ code }) => code).sort()).toEqual([200, ...Array(99).fill(409)])
  const wallets = await Promise.all(players.map((player) => office.walletOf(player)))
  expect(wallets.sort()).toEqual([0, 0, 100])
  const credited = approved.find(({ code }) => code === 200)!.data.id
  const left = await office.call(api.wallet.deposits, { status: 'pending', limit: 100 })
  expect(left.data.map(({ creditedAs }) => creditedAs)).toEqual(Array(99).fill(credited))
  expect(await confirm('Ref 4321 9876 5012')).toMatchObject({ data: { status: 'credited' } })
  expect((await Promise.all(players.map((player) => office.walletOf(player)))).sort()).toEqual([0, 0, 100])
})

test('the provider confirms a hundred spellings at once, and credits the request once', async () => {
  const asha = await office.user('Asha')
  await ask(asha, 'UTR 532198765012')
  const said = await atOnce(hundredOf('532198765012'), (text) => confirm(text))
  expect(said.map(({ message, data }) => message ?? data.status)).toEqual(Array(100).fill('credited'))
  expect(await office.postingsOf(asha)).toEqual(['deposit +100 leaves 100'])
  const kept = sql`select ref_id from confirmations where ref_key = '532198765012'`
  expect(await office.database.many(kept)).toHaveLength(1)
  expect(await confirm('UTR: 5321.9876.5012', 1000)).toMatchObject({ code: 409 })
})

test('of a hundred requests for a confirmed payment one is credited as it comes', async () => {
  const asha = await office.user('Asha')
  expect(await confirm('632198765012')).toMatchObject({ data: { status: 'kept' } })
  const asked = await atOnce(hundredOf('632198765012'), (text) => ask(asha, text))
  expect(asked.map(({ data }) => data.status).sort()).toEqual(['completed', ...Array(99).fill('pending')])
  expect(await office.postingsOf(asha)).toEqual(['deposit +100 leaves 100'])
})

test('approvals, confirmations and requests in different spellings at once credit a payment once', async () => {
  for (let round = 1; round <= 4; round++) {
    const [asha, digits] = [await office.user('Asha'), `73219876500${round}`]
    const all = hundredOf(digits)
    const { data } = await ask(asha, all[1]!)
    await Promise.all([
      ...all.slice(2, 8).map((text) => confirm(text)),
      ...all.slice(8, 12).map((text) => ask(asha, text)),
      ...Array.from({ length: 4 }, () => approve(data.id)),
    ])
    expect(await office.postingsOf(asha)).toEqual(['deposit +100 leaves 100'])
  }
})

test('a credited deposit is found by any spelling of its reference, and by a part of it', async () => {
  const asha = await office.user('Asha')
  await approve((await ask(asha, 'Ref no 8472-9163-0582')).data.id)
  const found = async (search: string) =>
    (await office.call(api.reports.transactions, { search })).data.map(({ ref_id }) => ref_id)
  for (const search of [
    '847291630582',
    'UTR 8472 9163 0582',
    '８４７２',
    '8472-91',
    '729163058',
    'refno8472',
  ])
    expect(await found(search)).toEqual(['REFNO8472-9163-0582'])
  expect(await found('8472916305829')).toEqual([])
  expect(await found('--')).toEqual([])
})

test.each([
  // one reference                 another
  ['432198765012', '432198765013'],
  ['UTR1', 'UTR2'],
  ['SBINH26326000123', 'PUNBH26326000123'], // the numbers of banks count on from one
  ['SBIN432198765012', 'PUNB432198765012'],
  ['HDFCR52026112200000123', 'ICICR52026112200000123'],
  ['T2611221530123456789012', 'T2611221530123456789013'],
  ['UPI/432198765012/A/919876543210', 'UPI/432198765013/A/919876543210'], // one mobile pays twice
  ['43219876501', '432198765012'],
  ['1234567890123456', '123456789012'],
  ['UTRONE', 'UTRTWO'],
])('%s and %s are two payments', async (one, other) => {
  expect(await keyOf(one)).not.toBe(await keyOf(other))
})

test('whatever the number, its spellings are one reference and another number is another', async () => {
  const digits = fc.stringMatching(/^[1-9][0-9]{11}$/).filter((text) => !/^91[6-9]/.test(text))
  await fc.assert(
    fc.asyncProperty(
      digits.chain((one) => fc.tuple(fc.constant(one), spellings(one))),
      digits,
      async ([one, written], other) => {
        fc.pre(one !== other && written.length <= 60)
        const asha = await office.user('Asha')
        const { data } = await ask(asha, written)
        const { key } = await office.database.only<{ key: string }>(
          sql`select ref_key as key from requests where id = ${data.id}`,
        )
        expect(key).toBe(one)
        expect(await keyOf(other)).not.toBe(key)
      },
    ),
    { seed, numRuns: 60 },
  )
})

test.each(['-', '...', '0', '000', '०', ' / '])(
  'a reference of %j is none: kept as none, shared by nobody, and no confirmation',
  async (nothing) => {
    const asha = await office.user('Asha')
    const asked = [await ask(asha, nothing), await ask(asha, nothing)]
    for (const { data } of asked) {
      expect(data.ref_id).toBe('')
      expect(await approve(data.id)).toMatchObject({
        code: 200,
        data: { sameReference: 0, creditedAs: null },
      })
    }
    expect(await confirm(nothing)).toMatchObject({ code: 400, message: 'Reference is missing' })
  },
)
