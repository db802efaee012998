/** In which language a call is answered (decision 59). */
import { api, type Endpoint } from '@munim/contract'
import { dayOf } from '@munim/core'
import { describe, expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { openSession } from '../../server/src/http/caller.ts'
import { backOffice } from '../support/office.ts'

const office = await backOffice()

async function ask(path: string, body: object, language?: string) {
  const response = await fetch(`${office.host}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: office.admin.token,
      ...(language && { 'accept-language': language }),
    },
    body: JSON.stringify(body),
  })
  return response.text()
}

const NOBODY = { id: 999_999 }
const IN_ENGLISH = '"message":"User not found"'
const IN_HINDI = '"message":"यूज़र नहीं मिला"'

test.each([
  [undefined, IN_ENGLISH],
  ['en', IN_ENGLISH],
  ['*', IN_ENGLISH],
  ['fr', IN_ENGLISH],
  ['not a language; at all', IN_ENGLISH],
  ['hi', IN_HINDI],
  ['hi-IN', IN_HINDI],
  ['hi-IN,hi;q=0.9,en-IN;q=0.8,en;q=0.7', IN_HINDI],
  ['fr, hi;q=0.5', IN_HINDI],
  ['en-IN,en;q=0.9,hi;q=0.8', IN_ENGLISH],
])('a refusal to who asks for %s', async (language, message) => {
  expect(await ask(api.users.get.path, NOBODY, language)).toContain(message)
})

test('what a body lacks is said in Hindi, whole and field by field', async () => {
  const answer = await ask(api.users.addFunds.path, {}, 'hi')
  expect(JSON.parse(answer)).toEqual({
    status: 'error',
    message: 'यूज़र ID नहीं है',
    errors: { id: 'यूज़र ID नहीं है', amount: 'कृपया सही रकम डालें' },
  })
})

test('what a filter can be is said in Hindi', async () => {
  const answer = await ask(api.bids.list.path, { status: 'won', limit: 101 }, 'hi')
  expect(JSON.parse(answer).errors).toEqual({
    status: 'status इनमें से एक हो: running, win, loss, cancelled, completed, pending',
    limit: 'limit ज़्यादा से ज़्यादा 100 हो',
  })
})

test('calls that are answered at the same time are each in their own language', async () => {
  const languages = Array.from({ length: 40 }, (_, nth) => (nth % 2 ? 'hi' : 'en'))
  const answers = await Promise.all(languages.map((each) => ask(api.users.get.path, NOBODY, each)))
  expect(answers.map((answer) => (answer.includes(IN_HINDI) ? 'hi' : 'en'))).toEqual(languages)
})

test('a file has its heads and the words of its cells in Hindi, and in English as the calls have them', async () => {
  const asha = await office.user('Asha', 500)
  await office.place(asha, await office.market('KALYAN'), 'single_digit:4:-:-:-', 20)
  await office.requestWithdrawal(asha, 100)
  await office.call(api.users.update, { id: asha.id, transfer: false })
  const rowsOf = async ({ path }: Endpoint, body: object, language: string) =>
    (await ask(path, body, language)).replace('\ufeff', '').split('\r\n')
  const [head, row] = await rowsOf(api.users.listCsv, {}, 'hi')
  expect(head).toMatch(/^ID,नाम,मोबाइल,वॉलेट,/)
  expect(row).toMatch(/,Asha,/)

  const cells = async (call: Endpoint, body: object, language: string) =>
    (await rowsOf(call, body, language)).slice(1).join(' ').split(/[, ]/)
  const month = { month: dayOf(new Date()).slice(0, 7) }
  const of = { id: asha.id, userId: asha.id }
  for (const [call, body, words] of [
    [api.bids.listCsv, {}, { open: 'ओपन', running: 'जारी' }],
    [api.wallet.withdrawalsCsv, {}, { pending: 'पेंडिंग' }],
    [api.reports.transactionsCsv, {}, { debit: 'डेबिट', credit: 'क्रेडिट', completed: 'पूरा', bid: 'बिड' }],
    [api.users.transactionsCsv, of, { debit: 'डेबिट', pending: 'पेंडिंग', withdraw: 'निकासी', bid: 'बिड' }],
    [api.users.storyCsv, of, { bid: 'बिड', registered: 'रजिस्टर', 'Transfer:': 'ट्रांसफ़र:', off: 'बंद' }],
    [
      api.daybook.monthCsv,
      month,
      { Day: 'दिन', Market: 'मार्केट', Account: 'खाता', stake: 'लगी', held: 'होल्ड' },
    ],
  ] as const) {
    const [english, hindi] = [await cells(call, body, 'en'), await cells(call, body, 'hi')]
    for (const [inEnglish, inHindi] of Object.entries(words)) {
      expect(english, call.path).toContain(inEnglish)
      expect(english, call.path).not.toContain(inHindi)
      expect(hindi, call.path).toContain(inHindi)
      expect(hindi, call.path).not.toContain(inEnglish)
    }
  }
})

test('what a draw was bet on is named in English, for who compares it', async () => {
  const ravi = await office.user('Ravi', 500)
  const market = await office.market('LABELS')
  await office.place(ravi, market, 'single_digit:4:-:-:-', 20)
  const asked = { marketId: market.id }
  const [english, hindi] = [
    await ask(api.bids.analytics.path, asked, 'en'),
    await ask(api.bids.analytics.path, asked, 'hi'),
  ]
  expect(JSON.parse(english).data.distributions).toEqual({
    gameMode: [{ label: 'Single Digit', count: 1, total_amount: 20 }],
    session: [{ label: 'Open', count: 1, total_amount: 20 }],
  })
  expect(hindi).toBe(english)
})

test('what is stored is in English, whoever acts', async () => {
  const { id } = await office.user('Ravi', 0)
  await ask(api.users.addFunds.path, { id, amount: 5 }, 'hi')
  const [act] = await office.database.many<{ text: string }>(
    sql`select row_to_json(a)::text as text from audit a order by id desc limit 1`,
  )
  expect(act!.text).not.toMatch(/[\u0900-\u097f]/)
})

describe('the language of an administrator', () => {
  const own = async (as: { token: string }) => (await office.call(api.auth.whoAmI, {}, { as })).data.language
  const keep = (language: string, as: { token: string }) =>
    office.call(api.auth.setLanguage, { language } as { language: 'hi' }, { as })

  test('is kept for all their sessions, and for nobody else', async () => {
    const other = { token: await openSession(office.database, { adminId: 1 }, 7) }
    const meera = await office.administrator('Meera', 'Auditor')
    expect(await own(office.admin)).toBeNull()
    await keep('hi', office.admin)
    expect([await own(office.admin), await own(other), await own(meera)]).toEqual(['hi', 'hi', null])
    await keep('en', meera) // An auditor, who changes nothing else.
    expect([await own(office.admin), await own(meera)]).toEqual(['hi', 'en'])
  })

  test('leaves no trace, and does not change in which a call is answered', async () => {
    const kept = () =>
      office.database.only(
        sql`select (select count(*) from audit) as acts, updated_at from admins where id = 1`,
      )
    const before = await kept()
    await keep('hi', office.admin)
    expect(await kept()).toEqual(before)
    expect(await ask(api.users.get.path, NOBODY, 'en')).toContain(IN_ENGLISH)
  })

  test('is one that there is', async () => {
    await keep('hi', office.admin)
    for (const language of ['fr', 'en-XA', '', null])
      expect(await keep(language as string, office.admin)).toMatchObject({
        code: 400,
        message: 'Language is missing',
      })
    expect(await own(office.admin)).toBe('hi')
  })
})
