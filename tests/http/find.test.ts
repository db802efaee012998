/** Find anything: whatever a screen prints or a person types is found in one step. */
import { type Answer, api } from '@munim/contract'
import { expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { fillDemonstration } from '../../server/src/demo/fill.ts'
import { backOffice } from '../support/office.ts'

const office = await backOffice()
const { database, owner } = office
await fillDemonstration(owner, { days: 3 })

type Found = Answer<typeof api.find.anything>['data']
type Group = Exclude<keyof Found, 'more'>

const find = async (text: string): Promise<Found> => {
  const said = await office.call(api.find.anything, { text })
  expect([text, said.code]).toEqual([text, 200])
  return said.data
}
const isIn = (found: Found, group: Group, id: number) =>
  (found[group] as { id: number }[]).some((hit) => hit.id === id)
const groups = (number: string) => number.match(/.{1,4}/g)!.join(' ')

/** What was typed, and which record of which group it means. */
type Identifier = readonly [typed: string, group: Group, id: number]

/** Of players who are alone in having their name, as the panel prints them and as people write them. */
async function identifiersOfPlayers(): Promise<Identifier[]> {
  const players = await database.many<{
    id: number
    user_name: string
    mobile: string
    account_no: string
    upi_id: string
    ifsc_code: string
  }>(sql`
    select id, user_name, mobile, account_no, upi_id, ifsc_code from users u
    where account_no <> '' and upi_id <> '' and deleted_at is null
      and (select count(*) from users o where lower(o.user_name) = lower(u.user_name)) = 1
    order by id limit 12`)
  expect(players).toHaveLength(12)
  return players.flatMap(({ id, user_name, mobile, account_no, upi_id, ifsc_code }) => {
    const [five, rest] = [mobile.slice(0, 5), mobile.slice(5)]
    return [
      user_name,
      user_name.split(' ').reverse().join(' '),
      user_name.toUpperCase(),
      `#${id}`,
      `user ${id}`,
      `${user_name} #${id}`,
      mobile,
      `${five} ${rest}`,
      `+91 ${five}-${rest}`,
      `0${mobile}`,
      account_no,
      groups(account_no),
      account_no.slice(-6),
      upi_id.toUpperCase(),
      ifsc_code.toLowerCase(),
    ].map((typed): Identifier => [typed, 'players', id])
  })
}

async function identifiersOfRequests(): Promise<Identifier[]> {
  const requests = await database.many<{ id: number; ref_id: string; status: string }>(sql`
    select id, ref_id, status from (
      select id, ref_id, status, row_number() over (partition by status order by id) as nth from requests
      where kind = 'deposit' and ref_id ~ '^[0-9]{12}$') r where nth <= 6 order by id`)
  expect(new Set(requests.map(({ status }) => status)).size).toBe(3)
  return requests.flatMap(({ id, ref_id }) =>
    [ref_id, `UTR ${groups(ref_id)}`, `request #${id}`, `#${id}`].map(
      (typed): Identifier => [typed, 'requests', id],
    ),
  )
}

async function identifiersOfTheRest(): Promise<Identifier[]> {
  const bids = await database.many<{ id: number }>(sql`select id from bids order by id limit 6`)
  const postings = await database.many<{ id: number }>(sql`select id from postings order by id desc limit 6`)
  const draws = await database.many<{
    id: number
    name: string
    name_hindi: string
    day: string
    market: number
  }>(sql`
    select d.id, m.id as market, m.name, m.name_hindi, d.market_date as day from draws d join markets m on m.id = d.market_id
    where d.market_date = (select min(market_date) from draws) order by d.id limit 4`)
  return [
    ...bids.flatMap(({ id }) => [`#${id}`, `bid ${id}`].map((typed): Identifier => [typed, 'bids', id])),
    ...postings.map(({ id }): Identifier => [`posting #${id}`, 'postings', id]),
    ...draws.flatMap(({ id, name, day }): Identifier[] => [
      [`${name} ${day}`, 'draws', id],
      [`${name.toLowerCase()} ${day.split('-').reverse().join('/')}`, 'draws', id],
    ]),
    ...draws.flatMap(({ market, name, name_hindi }): Identifier[] => [
      [name, 'markets', market],
      [`Market #${market}`, 'markets', market],
      [name_hindi, 'markets', market],
    ]),
  ]
}

test('why a player was found is said, and an account that led there leaves a look', async () => {
  const rows = async () =>
    (await office.call(api.reports.audit, { act: api.find.anything.path, thing: 'look' })).total
  const { id, account_no, mobile } = await database.only<{
    id: number
    account_no: string
    mobile: string
  }>(sql`
    select id, account_no, mobile from users where account_no <> '' order by id desc limit 1`)
  const before = await rows()
  expect((await find(mobile)).players).toMatchObject([{ id, by: 'mobile', holds: mobile }])
  expect((await find(`user ${id}`)).players).toMatchObject([{ id, by: 'id', holds: '' }])
  expect(await rows()).toBe(before)
  expect((await find(account_no)).players).toMatchObject([{ id, by: 'account_no', holds: account_no }])
  expect(await rows()).toBe(before + 1)
})

test('two hundred identifiers, as screens print them and people type them, are each found in one step', async () => {
  const all = [
    ...(await identifiersOfPlayers()),
    ...(await identifiersOfRequests()),
    ...(await identifiersOfTheRest()),
  ]
  expect(all.length).toBeGreaterThanOrEqual(200)
  const missed: Identifier[] = []
  for (const identifier of all) {
    const [typed, group, id] = identifier
    if (!isIn(await find(typed), group, id)) missed.push(identifier)
  }
  expect(missed).toEqual([])
})

test('a payout is found by the UTR that it was approved with, and says so', async () => {
  const asha = await office.user('Asha Payout', 500)
  const transactionId = await office.requestWithdrawal(asha, 200)
  expect((await find('452110000411')).requests).toEqual([])
  await office.call(api.wallet.decideWithdrawal, {
    transactionId,
    status: 'completed',
    note: 'UTR 452110000411',
  })
  for (const typed of ['452110000411', '4521 1000 0411', 'Utr no. 452110000411']) {
    expect((await find(typed)).requests, typed).toMatchObject([
      { id: transactionId, by: 'note', note: 'UTR 452110000411', status: 'completed', kind: 'withdraw' },
    ])
  }
})

test('an account is found whole however it is kept', async () => {
  const kept = await office.user('Kept with gaps')
  await office.call(api.users.update, { id: kept.id, account_no: '7788-5544 3322 11' })
  expect((await find('77885544332211')).players).toMatchObject([{ id: kept.id, by: 'account_no' }])
})

test('five of a group are answered, and that there are more', async () => {
  for (let nth = 0; nth < 7; nth++) await office.user(`Zuleikha ${'ABCDEFG'[nth]}`)
  const found = await find('zuleikha')
  expect([found.players.length, found.more]).toEqual([5, ['players']])
  expect((await find('zuleikha a')).players[0]!.user_name).toBe('Zuleikha A') // its whole name
})

test('a player named in Hindi is found by the whole name, by a word of it and by its beginning', async () => {
  const names = ['मोहित', 'आशा', 'राजू', 'सुनीता देवी']
  const players = await Promise.all(names.map((name) => office.user(name)))
  const [mohit, asha, raju, sunita] = players.map(({ id }) => id)
  const typed: [string, number][] = [
    ['मोहित', mohit!],
    ['मोहि', mohit!],
    ['आशा', asha!],
    ['राजू', raju!],
    ['सुनीता देवी', sunita!],
    ['देवी सुनीता', sunita!],
    ['देवी', sunita!],
  ]
  const missed: string[] = []
  for (const [text, id] of typed) if (!isIn(await find(text), 'players', id)) missed.push(text)
  expect(missed).toEqual([])
})

test('a number that says what it is of finds that alone; two letters find no name', async () => {
  const bid = await database.only<{ id: number }>(sql`select id from bids order by id limit 1`)
  const { players, requests, postings, bids } = await find(`bid ${bid.id}`)
  expect([players, requests, postings]).toEqual([[], [], []])
  expect(bids.map(({ id }) => id)).toEqual([bid.id])
  expect((await find('zu')).players).toEqual([])
  expect(await find('nobody is called that')).toEqual({
    players: [],
    requests: [],
    bids: [],
    postings: [],
    draws: [],
    markets: [],
    more: [],
  })
})

test.each(['market', 'draw', 'player', 'request', 'bid', 'posting'])(
  'a %s of a number that none can have is not found',
  async (word) => {
    expect(Object.values(await find(`${word} 99999999999`)).flat()).toEqual([])
  },
)

test.each([{}, { text: '' }, { text: '  ' }, { text: 'x'.repeat(101) }, { text: 'a\0b' }])(
  '%j is refused',
  async (body) => {
    expect(await office.call(api.find.anything.path, body)).toMatchObject({ code: 400 })
  },
)
