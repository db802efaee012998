/** What holds for every call: the envelope, the codes, repeated calls, and what comes over the wire instead of a call. */
import { connect } from 'node:net'
import { ANSWERED_AT, api } from '@munim/contract'
import { expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { everyCall } from '../support/contract.ts'
import { backOffice, bidOn, formOf, type Player } from '../support/office.ts'

const office = await backOffice()

const { path } = api.users.addFunds
const send = (body: string, options: object = {}) => office.send(path, body, { as: office.admin, ...options })
const add = (player: Player, amount: number, key: string) =>
  office.send(path, JSON.stringify({ id: player.id, amount }), { as: office.admin, key })

test('a success says so beside what it answers, and is kept by no cache', async () => {
  const said = await office.send(api.users.list.path, '{"limit":1}', { as: office.admin })
  const [first, ...answered] = Object.keys(JSON.parse(said.text))
  expect(first).toBe('status')
  expect(new Set(answered)).toEqual(new Set(['data', 'total', 'totalPages', 'totalWalletBalance', 'counts']))
  expect(JSON.parse(said.text).status).toBe('success')
  expect(said.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(said.headers.get('cache-control')).toBe('no-store')
})

test('a refusal is a sentence, and nothing of the inside comes along', async () => {
  const said = await send('{"id":999999,"amount":1}')
  expect(said).toMatchObject({ code: 404, text: '{"status":"error","message":"User not found"}' })
  expect(said.headers.get('cache-control')).toBe('no-store')
})

test('where several fields are wrong each has its sentence, where one is, the message is enough', async () => {
  const two = await office.call(path, { id: 'x', amount: true })
  expect(two).toEqual({
    code: 400,
    status: 'error',
    message: 'User ID is missing',
    errors: { id: 'User ID is missing', amount: 'Please enter a valid amount' },
  })
  expect(await office.call(path, { id: 1, amount: true })).not.toHaveProperty('errors')
})

test.each([
  [
    api.bids.list,
    { status: 'won' },
    'status must be one of running, win, loss, cancelled, completed, pending',
  ],
  [api.bids.list, { status: 5 }, 'status must be one of running, win, loss, cancelled, completed, pending'],
  [api.bids.list, { limit: 101 }, 'limit must be at most 100'],
  [api.bids.list, { from: '27-11-2026' }, 'Date must be a day of the calendar, as YYYY-MM-DD'],
  [api.bids.list, { from: 27 }, 'from must be text'],
  [api.bids.list, { slip: 'that' }, 'slip must be an ID'],
  [api.bids.list, { market: 'KALYAN' }, 'market must be an ID'],
  [api.reports.audit, { userId: {} }, 'userId must be an ID'],
  [api.users.list, { order: 'first' }, 'order must be one of newest, oldest'],
  [api.users.list, { isBlocked: 'yes' }, 'isBlocked must be true or false'],
  [api.users.list, { search: ['Asha'] }, 'search must be text'],
  [api.users.story, { id: 1, before: { posting: -1 } }, 'before.day is required'],
  [api.users.story, { id: 1, kinds: ['bids', 'tea'] }, /^kinds\.1 must be one of money, bids, /],
  [api.reports.audit, { thing_id: 1.5 }, 'The ID must be text or a whole number'],
  [
    api.desk.makeBatch,
    { bank: 'icici', ids: [1], again: 'yes' },
    'again must be true, false or a list of at most 200 IDs',
  ],
  [
    api.markets.update,
    { id: 1, name: 'NOW', open_time: '10:00', close_time: '11:00', basedOn: 'now' },
    'basedOn must be a moment in UTC, as ISO 8601 has it',
  ],
])('a wrong field says what is allowed: %#', async (endpoint, body, message) => {
  const said = await office.call(endpoint.path, body)
  expect(said).toMatchObject({ code: 400, message: expect.stringMatching(message) })
  expect(Object.values(said.errors ?? [said.message]).join()).not.toContain('valid')
})

const PLACE = { day: '2026-11-20', posting: 1, moment: '2026-11-20T12:00:00Z' }

test.each(['\0', '\ud800'])('a text that PostgreSQL cannot hold is refused: %j', async (tie) => {
  const message = 'before.tie holds a character that cannot be stored'
  expect(await office.call(api.users.story, { id: 1, before: { ...PLACE, tie } })).toMatchObject({ message })
})

const CONTROLS = '\u0002\u0007\u001b\u007f\u0085'

test('a text is kept without control characters, a title in one line, and a password as it was typed', async () => {
  const asha = await office.user('Asha')
  await office.call(api.notifications.send, {
    title: `Closed${CONTROLS}\u2028 today\r\nat noon\n`,
    description: `One\n${CONTROLS}\ttwo`,
  })
  const [sent] = await office.database.many(
    sql`select title, description from notifications order by id desc`,
  )
  expect(sent).toEqual({ title: 'Closed today at noon', description: 'One\n\ttwo' })
  const account_no = `4444${CONTROLS}\u200b555`
  expect(await office.call(api.users.update, { id: asha.id, account_no })).toMatchObject({ code: 200 })
  expect((await office.call(api.users.get, { id: asha.id })).data).toMatchObject({ account_no: '4444555' })
  const password = `secret${CONTROLS}`
  await office.call(api.users.update, { id: asha.id, password })
  const signIn = (typed: string) => office.call(api.player.login, { mobile: asha.mobile, password: typed })
  expect(await signIn(password)).toMatchObject({ code: 200 })
  expect(await signIn('secret')).toMatchObject({ code: 401 })
})

test('a note has its lines and tabs as they were typed', async () => {
  const asha = await office.user('Asha')
  const text = 'Called twice:\r\n\tno answer'
  expect(await office.call(api.users.addNote, { id: asha.id, text })).toMatchObject({ code: 200 })
  const notes = await office.database.many(sql`select text from player_notes where user_id = ${asha.id}`)
  expect(notes).toEqual([{ text }])
})

test('a body that is no UTF-8 is refused, and nothing of it is stored', async () => {
  const asha = await office.user('Asha')
  const body = Buffer.from(`{"id":${asha.id},"text":"Paid late \xff"}`, 'latin1')
  expect(await office.send(api.users.addNote.path, body, { as: office.admin })).toMatchObject({
    code: 400,
    text: '{"status":"error","message":"The text of the request is not UTF-8"}',
  })
  expect(await office.database.many(sql`select from player_notes where user_id = ${asha.id}`)).toEqual([])
})

test('helmet guards every answer', async () => {
  const { headers } = await send('{}')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(headers.get('content-security-policy')).not.toContain("script-src 'self' 'unsafe-inline'")
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

test('a repeated key with the same body gets the stored answer byte for byte, and moves nothing', async () => {
  const asha = await office.user('Asha')
  const first = await add(asha, 10, 'click-1')
  await add(asha, 5, 'click-2')
  const again = await add(asha, 10, 'click-1')
  expect(again).toMatchObject({ code: 200, text: first.text })
  expect(first.headers.get(ANSWERED_AT)).toBeNull()
  expect(again.headers.get(ANSWERED_AT)).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  expect(await office.walletOf(asha)).toBe(15)
})

test('a repeated key with another body is refused and moves nothing', async () => {
  const asha = await office.user('Asha')
  await add(asha, 10, 'reused')
  expect(await add(asha, 11, 'reused')).toMatchObject({ code: 409 })
  expect(await office.walletOf(asha)).toBe(10)
})

test('of sixteen copies at once one moves money, and all get the same answer', async () => {
  const asha = await office.user('Asha')
  const all = await Promise.all(Array.from({ length: 16 }, () => add(asha, 10, 'double-click')))
  expect(new Set(all.map(({ code, text }) => `${code} ${text}`)).size).toBe(1)
  expect(await office.postingsOf(asha)).toEqual(['fund_add +10 leaves 10'])
})

test('of what a player sets again and again no answer is kept', async () => {
  const asha = await office.user('Asha')
  for (const key of ['1', '2'])
    await office.call(api.player.updateProfile.path, { telegram: 'asha' }, { as: asha, key })
  const kept = await office.database.many(sql`select from answers where caller = ${`player:${asha.id}`}`)
  expect(kept).toEqual([])
})

test('a refusal leaves no key: the same call may be sent again when it can be done', async () => {
  const asha = await office.user('Asha', 5)
  const deduct = () => office.call(api.users.deductFunds, { id: asha.id, amount: 10 }, { key: 'not-enough' })
  expect(await deduct()).toMatchObject({ code: 409 })
  await office.call(api.users.addFunds, { id: asha.id, amount: 5 })
  expect(await deduct()).toMatchObject({ code: 200, data: { wallet: 0 } })
  expect(await deduct()).toMatchObject({ code: 200, data: { wallet: 0 } })
  expect(await office.walletOf(asha)).toBe(0)
})

test('what a call was decided on is no part of it: without that it is the same call, as 0.2.0 reads it', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('DECIDED ON')
  const bids = [bidOn(market, 'single_digit:1:-:-:-', 10)]
  const { rates, version } = (await office.call(api.settings.get, {})).data
  for (const basedOn of [rates.global, undefined]) {
    const said = await office.call(api.player.placeBids, { bids, basedOn }, { as: asha, key: 'seen' })
    expect(said).toMatchObject({ code: 200, wallet: 90 })
  }
  for (const over of [version, undefined]) {
    const body = { rates: { sp_2: 141 }, version: over }
    const said = await office.call(api.settings.updateRates.path, body, { key: 'seen' })
    expect(said).toMatchObject({ code: 200, data: { version: version + 1 } })
  }
  await office.declare(market, '128-1')
  for (const toldToBank of [0, undefined]) {
    const body = { marketId: market.id, date: market.day, toldToBank }
    expect(await office.call(api.results.revert, body, { key: 'seen' })).toMatchObject({ code: 200 })
  }
})

test('a key belongs to its caller and its call', async () => {
  const [asha, ravi] = [await office.user('Asha', 100), await office.user('Ravi', 100)]
  const market = await office.market('KEYS')
  const bids = [bidOn(market, 'single_digit:1:-:-:-', 10)]
  for (const player of [asha, ravi, asha]) {
    const said = await office.call(api.player.placeBids, { bids }, { as: player, key: 'mine' })
    expect(said).toMatchObject({ code: 200, wallet: 90 })
  }
  const funds = { id: asha.id, amount: 1 }
  expect(await office.call(api.users.addFunds, funds, { key: 'mine' })).toMatchObject({
    data: { wallet: 91 },
  })
  expect(await office.call(api.users.deductFunds, funds, { key: 'mine' })).toMatchObject({
    data: { wallet: 90 },
  })
})

test('what was sent is kept as a hash made with its key', async () => {
  const asha = await office.user('Asha')
  for (const key of ['hashed', 'otherwise']) await add(asha, 10, key)
  const kept = await office.database.many(sql`
    select distinct body_hash from answers
    where key in (encode(sha256('hashed'), 'hex'), encode(sha256('otherwise'), 'hex'))`)
  expect(kept).toHaveLength(2)
})

test('after a day a key is free again', async () => {
  const asha = await office.user('Asha')
  await add(asha, 10, 'yesterday')
  await office.database.run(
    sql`update answers set at = at - interval '24 hours 1 second' where key = encode(sha256('yesterday'), 'hex')`,
  )
  expect(await add(asha, 11, 'yesterday')).toMatchObject({ code: 200 })
  expect(await office.walletOf(asha)).toBe(21)
  // So is one that was taken where the transaction then did not begin: it is there without an answer.
  await office.database.run(
    sql`update answers set answer = null where key = encode(sha256('yesterday'), 'hex')`,
  )
  expect(await add(asha, 11, 'yesterday')).toMatchObject({ code: 200 })
  expect(await office.walletOf(asha)).toBe(32)
})

test.each(['', 'a b', 'x'.repeat(201), 'ключ', '\u0001'].map((key) => [key]))('%j is no key', async (key) => {
  const asha = await office.user('Asha')
  const said = await add(asha, 10, key).catch(() => ({ code: 400 })) // some cannot even be sent
  expect(said.code).toBe(400)
  expect(await office.postingsOf(asha)).toEqual([])
})

test('a repeated declaration pays once, and after a revert it needs a new key', async () => {
  const asha = await office.user('Asha', 10)
  const market = await office.market('REPEATED')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  for (const _ of [1, 2])
    expect(await office.declare(market, '128-1', { key: 'd1' })).toMatchObject({ code: 200 })
  await office.revert(market)
  expect(await office.declare(market, '128-1', { key: 'd1' })).toMatchObject({ code: 200 }) // the old answer
  expect(await office.walletOf(asha)).toBe(0)
  expect(await office.declare(market, '128-1', { key: 'd2' })).toMatchObject({ code: 200 })
  expect(await office.walletOf(asha)).toBe(90)
})

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

test.each([
  // body                                        code    why this row is here
  ['not json', 400],
  ['{"id":1', 400],
  ['null', 400],
  ['5', 400],
  ['"text"', 400],
  ['[]', 400],
  ['{"__proto__":{"amount":5},"id":1}', 400],
  ['{"constructor":{"prototype":{"x":1}},"id":1,"amount":5}', 400],
  [deep(100_000), 400],
  [`{"id":1,"amount":"${'9'.repeat(300_000)}"}`, 413], // over 256 KiB
])('a body of %.40s is answered with %i', async (body, code) => {
  expect((await send(body)).code).toBe(code)
})

test('depth that nobody asked for does no harm, with a key and without', async () => {
  const asha = await office.user('Asha')
  const body = `{"id":${asha.id},"amount":1,"x":${deep(100_000)}}`
  for (const key of [undefined, 'deep']) {
    const said = await send(body, { ...(key && { key }) })
    expect([200, 400]).toContain(said.code)
  }
  expect(await send(`{"id":${asha.id},"amount":1}`)).toMatchObject({ code: 200 })
})

test('an empty body is an empty object', async () => {
  expect(await office.send(api.markets.list.path, '', { as: office.admin })).toMatchObject({ code: 200 })
  expect(await send('')).toMatchObject({ code: 400 })
})

test.each([
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/xml',
])('a body of %s is refused: such a form needs no permission from the browser', async (type) => {
  const asha = await office.user('Asha')
  const said = await send(`{"id":${asha.id},"amount":5}`, { headers: { 'content-type': type } })
  expect(said).toMatchObject({
    code: 415,
    text: '{"status":"error","message":"Content-Type must be application/json"}',
  })
  expect(await office.postingsOf(asha)).toEqual([])
})

test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD'])(
  'nothing that writes is called by %s',
  async (method) => {
    for (const [name, { path, alsoGet }] of everyCall) {
      if (alsoGet && (method === 'GET' || method === 'HEAD')) continue
      const said = await office.send(path, undefined, { method, as: office.admin })
      expect([404, 405], name).toContain(said.code)
    }
  },
)

test.each([
  ['/admin/nothing', 404],
  ['/admin/user/getall', 404],
  ['/admin/user/getAll/', 404],
  ['/player/nothing', 404],
  ['/hooks/nothing', 404],
])('%s is no call', async (address, code) => {
  for (const method of ['GET', 'POST']) {
    const said = await office.send(address, method === 'POST' ? '{}' : undefined, {
      method,
      as: office.admin,
    })
    expect(said.code).toBe(code)
    expect(JSON.parse(said.text)).toEqual({ status: 'error', message: 'There is no such call' })
  }
})

/** What fetch would mend before sending it. */
function sendRaw(text: string): Promise<string> {
  const { port } = new URL(office.host)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text))
    socket.once('data', (data) => {
      resolve(String(data))
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

test.each([
  ['/uploads/%00', /40[04]/],
  ['/%', /400/],
  ['/%ff', /40[04]/],
  ['/uploads/../../etc/passwd', /40[04]/],
  ['/uploads/%2e%2e/%2e%2e/etc/passwd', /40[04]/],
  ['//evil.example/admin', /40[04]/],
  ['/demo-source?marketId=%00&date=2026-11-20', /404/],
  ['/demo-source?marketId=1&marketId=2&date=2026-11-20', /404/],
  [`/${'a'.repeat(20_000)}`, /4[0-9][0-9]/],
])('the address %.40s is refused calmly', async (address, expected) => {
  const [head] = (await sendRaw(`GET ${address} HTTP/1.1\r\nHost: x\r\n\r\n`)).split('\r\n')
  expect(head).toMatch(expected)
})

test('an address that cannot be read is refused in the words of every other call', async () => {
  const said = await office.send(`${path}%`, '{}')
  expect([said.code, JSON.parse(said.text)]).toEqual([
    400,
    { status: 'error', message: 'The request could not be read' },
  ])
})

const UNREADABLE = [400, 'The request could not be read'] as const

test.each([
  ['GARBAGE\r\n\r\n', ...UNREADABLE],
  [`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n`, ...UNREADABLE],
  [
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ...UNREADABLE,
  ],
  [`POST ${path} HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'The request is too large'],
])('what is no HTTP is refused as a call is, and the next one is answered', async (text, code, message) => {
  const [head, body] = (await sendRaw(text)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${code} `))
  expect(JSON.parse(body!)).toEqual({ status: 'error', message })
  expect(await office.call(api.auth.whoAmI, {})).toMatchObject({ code: 200 })
})

const part = (name: string, length: number) =>
  `--b\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${'x'.repeat(length)}\r\n`
const tooManyFields = `${part('"f"', 9000).repeat(40)}${part('"image"; filename="a.png"', 900_000)}--b--\r\n`

test.each([
  [413, api.wallet.confirmDeposit.path, 'application/json', 'x'.repeat(200_000)],
  [400, api.banners.create.path, 'multipart/form-data; boundary=b', tooManyFields],
])(
  'a body that is refused (%i) in its middle leaves its connection to the next call',
  async (code, to, type, body) => {
    const socket = connect(Number(new URL(office.host).port), '127.0.0.1')
    const post = (to: string, type: string, body: string) => {
      const headers = { Host: 'x', Authorization: office.admin.token, 'Content-Type': type }
      const lines = Object.entries({ ...headers, 'Content-Length': body.length }).map((each) =>
        each.join(': '),
      )
      socket.write([`POST ${to} HTTP/1.1`, ...lines, '', body].join('\r\n'))
    }
    post(to, type, body)
    post(api.auth.whoAmI.path, 'application/json', '{}')
    let said = ''
    socket.on('data', (data) => {
      said += String(data)
    })
    await expect.poll(() => said.match(/HTTP\/1.1 \d+/g)).toEqual([`HTTP/1.1 ${code}`, 'HTTP/1.1 200'])
    socket.destroy()
  },
)

test.each([
  ['says that it is large', 'Content-Length: 1000000000', 'x'],
  ['does not end', 'Transfer-Encoding: chunked', `10000\r\n${'x'.repeat(65_536)}\r\n`],
])(
  'a signed body that %s is refused at once, and its connection closed',
  async (_how, length, more) => {
    const socket = connect(Number(new URL(office.host).port), '127.0.0.1')
    let said = ''
    socket.on('data', (data) => {
      said += String(data)
    })
    socket.on('error', () => {})
    const closed = new Promise((resolve) => socket.on('close', resolve))
    const head = ['POST /hooks/deposit HTTP/1.1', 'Host: x', 'Content-Type: application/json', length]
    socket.write([...head, '', more].join('\r\n'))
    const writing = setInterval(() => said === '' && socket.writableLength === 0 && socket.write(more), 10)
    await closed.finally(() => clearInterval(writing))
    expect(said).toMatch(/^HTTP\/1.1 413 .*\r\nconnection: close\r\n.*The request is too large/is)
  },
  10_000,
)

test('the server says whether it lives and whether it can serve', async () => {
  for (const address of ['/health/live', '/health/ready']) {
    const said = await office.send(address, undefined, { method: 'GET' })
    expect(said).toMatchObject({ code: 200, text: '{"status":"success"}' })
  }
})

test('the old names of the panel lead to the new ones', async () => {
  for (const [old, now] of [
    ['/admin', '/'],
    ['/admin/login', '/login'],
    ['/admin/pushNotification', '/push-notifications'],
  ]) {
    const said = await office.send(old!, undefined, { method: 'GET' })
    expect([said.code, said.headers.get('location')]).toEqual([302, now])
  }
})

test('declaring again with another key is refused, not repeated', async () => {
  const market = await office.market('ANOTHER KEY')
  const body = { marketId: market.id, date: market.day, ...formOf('128-1') }
  expect(await office.call(api.results.declare, body, { key: 'one' })).toMatchObject({ code: 200 })
  expect(await office.call(api.results.declare, body, { key: 'two' })).toMatchObject({ code: 409 })
})
