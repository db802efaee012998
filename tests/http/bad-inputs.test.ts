/** Requests that must be refused, from data/bad-inputs.json, each with what it must leave as it was. */
import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { api } from '@munim/contract'
import { addDays } from '@munim/core'
import { afterAll, expect, test } from 'vitest'
import inputs from '../data/bad-inputs.json' with { type: 'json' }
import { everyCall } from '../support/contract.ts'
import { backOffice, type Options } from '../support/office.ts'
import { APK, GIF_AND_SCRIPT, PNG, ZIP_BOMB } from '../support/upload-files.ts'

const office = await backOffice()

interface Input {
  readonly id: string
  readonly call: string
  readonly why: string
  readonly body: unknown
  readonly raw_body?: string
  readonly multipart?: readonly {
    field: string
    filename?: string
    type?: string
    value?: string
    content?: string
  }[]
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly auth?: 'none' | 'garbage' | 'tampered' | 'jwt_alg_none' | 'player' | 'huge'
  readonly expect_status: readonly number[]
  readonly expect_message?: string
  readonly nothing_changed?: true | string
}

const ADDRESSES: Record<string, string> = {
  '{{path.results}}': '/admin/result',
  '{{path.bidRevert}}': '/admin/bet/revertBid',
  '{{path.deleteNotification}}': '/admin/notifications/deleteNotification',
}
const addressOf = ({ call }: Input) => call.replace(/\{\{path\.\w+\}\}/, (name) => ADDRESSES[name]!)

/** Calls that the contract holds; the rest of the list waits for its areas. Addresses of no call are walked too. */
const paths = new Set<string>(everyCall.map(([, { path }]) => path))
const isCall = (address: string) => /^\/(admin|player)\//.test(address)
const walked = (inputs as Input[]).filter((input) => !isCall(addressOf(input)) || paths.has(addressOf(input)))

// The values of the placeholders.

const asha = await office.user('Asha', 100)
const zero = await office.user('Zero')
const rich = await office.user('Rich', 1000)
const gone = await office.user('Gone')
await office.call(api.users.remove, { id: gone.id })
const markets = {
  'market.ok': await office.market('OK'),
  'market.open_no_result': await office.market('NO RESULT'),
  'market.partial': await office.market('PARTIAL'),
  'market.declared': await office.market('DECLARED'),
}
await office.place(asha, markets['market.open_no_result'], 'single_digit:6:-:-:-', 10)
await office.declare(markets['market.partial'], '123-6')
await office.declare(markets['market.declared'], '123-6')
const running = await office.place(asha, markets['market.ok'], 'single_digit:6:-:-:-', 10)
const cancelled = await office.place(asha, markets['market.ok'], 'single_digit:6:-:-:-', 10)
await office.cancel(cancelled)

const asked = {
  deposit: () => office.requestDeposit(asha, 10),
  withdraw: () => office.requestWithdrawal(asha, 10),
}
const decided = async (kind: 'deposit' | 'withdraw', status: 'completed' | 'rejected') => {
  const id = await asked[kind]()
  await office.decide(id, kind, status)
  return id
}

/** A value, or what makes it when the first input asks for it. */
const FIXTURES: Record<string, unknown> = {
  ...Object.fromEntries(Object.entries(markets).map(([name, { id }]) => [name, id])),
  'user.ok': asha.id,
  'user.zero': zero.id,
  'user.wallet_1000': rich.id,
  'user.deleted': gone.id,
  'bid.running': running,
  'bid.cancelled': cancelled,
  'deposit.pending': await asked.deposit(),
  'deposit.completed': await decided('deposit', 'completed'),
  'deposit.rejected': await decided('deposit', 'rejected'),
  'withdraw.pending': await asked.withdraw(),
  'withdraw.completed': await decided('withdraw', 'completed'),
  'withdraw.rejected': await decided('withdraw', 'rejected'),
  'feedback.unread': unreadFeedback,
  'settings.full': async () =>
    ((await office.call('/admin/settings/getSettings', {})) as never as { data: object }).data,
  'rates.full': async () => ((await fixture('settings.full')) as { rates: { global: object } }).rates.global,
  'id.unknown': 987_654_321,
  'admin.user': office.admin.userName,
  'admin.password': office.admin.password,
  today: markets['market.ok'].day,
  'today-8': addDays(markets['market.ok'].day, -8),
  'file:empty': Buffer.alloc(0),
  'file:png_ok': PNG,
  'file:gif_js_polyglot': GIF_AND_SCRIPT,
  'file:apk_ok': APK,
  'file:zip_bomb_10GB': ZIP_BOMB,
}

async function unreadFeedback() {
  await office.call('/player/feedback', { feedback: 'The market opened late' }, { as: asha })
  const said = await office.call('/admin/feedback/getFeedbacks', {})
  return (said as never as { data: { feedbacks: { id: number }[] } }).data.feedbacks[0]!.id
}

async function fixture(name: string): Promise<unknown> {
  const [, repeated, times] = /^repeat:(.):(\d+)$/.exec(name) ?? []
  if (repeated) return repeated.repeat(Number(times))
  if (!(name in FIXTURES)) throw new Error(`Nothing makes {{${name}}} yet: add it to FIXTURES`)
  const made = FIXTURES[name]
  if (typeof made === 'function') FIXTURES[name] = await made()
  return FIXTURES[name]
}

/** Text with its placeholders replaced; one that is all of a text becomes the value itself. */
async function fill(text: string): Promise<unknown> {
  const whole = /^\{\{([^}]+)\}\}$/.exec(text)
  if (whole) return fixture(whole[1]!)
  let filled = text
  for (const [placeholder, name] of text.matchAll(/\{\{([^}]+)\}\}/g))
    filled = filled.replace(placeholder, String(await fixture(name!)))
  return filled
}

async function fillIn(body: unknown): Promise<unknown> {
  if (typeof body === 'string') return fill(body)
  if (Array.isArray(body)) return Promise.all(body.map(fillIn))
  if (typeof body !== 'object' || body === null) return body
  const entries = await Promise.all(
    Object.entries(body).map(async ([key, value]) => {
      const merged = /^\{\{(.+)\}\}$/.exec(key)?.[1]
      return merged
        ? Object.entries((await fixture(merged)) as object)
        : [[key, await fillIn(value)] as const]
    }),
  )
  return Object.fromEntries(entries.flat())
}

const jwt = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"1"}')}.`
const { token } = office.admin
const TOKENS: Record<NonNullable<Input['auth']> | 'admin', Options['as'] & {}> = {
  admin: office.admin,
  none: 'nobody',
  garbage: { token: 'garbage' },
  tampered: { token: (token[0] === 'A' ? 'B' : 'A') + token.slice(1) },
  jwt_alg_none: { token: jwt },
  player: asha,
  huge: { token: 'A'.repeat(20_000) },
}

/** How many go at once, and what each sends. */
async function textsOf({
  raw_body,
  body,
  method,
  multipart,
}: Input): Promise<(string | FormData | undefined)[]> {
  if (method === 'GET') return [undefined]
  if (multipart) return [await formOf(multipart)]
  if (raw_body !== undefined) return [String(await fill(raw_body))]
  const { concurrent = 1, each } = (body ?? {}) as { concurrent?: number; each?: unknown }
  const text = JSON.stringify(await fillIn(each ?? body ?? {}))
  return Array.from({ length: concurrent }, () => text)
}

/** Says in a file's placeholder that the connection ends in the middle of it. */
const CUT = /\|cut at 50%.*\}\}$/

async function formOf(parts: NonNullable<Input['multipart']>): Promise<FormData> {
  const form = new FormData()
  for (const { field, filename, type, value, content } of parts) {
    if (content === undefined) form.append(field, String(await fill(value!)))
    else
      form.append(
        field,
        new Blob([(await fill(content.replace(CUT, '}}'))) as Buffer<ArrayBuffer>], { type: type! }),
        filename!,
      )
  }
  return form
}

/** Sends half of a form and closes the connection. */
async function sendHalf(input: Input): Promise<void> {
  const whole = new Response(await formOf(input.multipart!))
  const body = Buffer.from(await whole.arrayBuffer())
  const type = whole.headers.get('content-type')
  const { host, hostname, port } = new URL(office.host)
  const head = [
    `POST ${addressOf(input)} HTTP/1.1`,
    `host: ${host}`,
    `authorization: ${token}`,
    `content-type: ${type}`,
    `content-length: ${body.length}`,
  ].join('\r\n')
  const socket = connect(Number(port), hostname)
  await new Promise((resolve) =>
    socket.write(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body.subarray(0, body.length / 2)]), resolve),
  )
  socket.destroy()
  await new Promise((resolve) => setTimeout(resolve, 100)) // until the server has noticed
}

type Texts = Awaited<ReturnType<typeof textsOf>>

async function sendAll(input: Input, texts: Texts): Promise<{ code: number; text: string }[]> {
  if (input.multipart?.some(({ content }) => content && CUT.test(content))) {
    await sendHalf(input)
    return [{ code: 0, text: '' }]
  }
  const { method, headers, auth = 'admin' } = input
  const options = { as: TOKENS[auth], ...(method && { method }), ...(headers && { headers }) }
  return Promise.all(
    texts.map((text) =>
      office.send(addressOf(input), text, options).catch((error: Error) => {
        if (error.message.includes(' answered ')) throw error
        return { code: 0, text: '' } // the connection was closed
      }),
    ),
  )
}

/** What else holds, where an input says it in words. */
const EXTRAS: Record<string, () => Promise<unknown>> = {
  'RAC-01': async () => expect(await office.postingsOf(rich)).toEqual(['fund_deduct -1000 leaves 0']),
  'RAC-04': async () =>
    expect((await office.postingsOf(asha)).filter((line) => /^win/.test(line))).toHaveLength(1),
  'UPL-07': async () => expect(existsSync('/tmp/pwned.png')).toBe(false),
  'UPL-19': async () => expect.poll(() => readdirSync(office.app.waitingFolder)).toEqual([]),
  'TRN-07': async () => expect(await office.call(api.auth.whoAmI, {})).toMatchObject({ code: 200 }),
}

/** What an accepted request may not have written. */
async function looksOf() {
  const { data } = await office.call(api.users.get, { id: asha.id })
  return { wallet: data.wallet, createdAt: data.createdAt, postings: await office.postingsOf(asha) }
}

test.each(walked)('$id $call: $why', async (input) => {
  const texts = await textsOf(input) // makes the values of its placeholders
  // A failed sign-in is an entry of the audit, and nothing else.
  const seen = { withAudit: input.call !== api.auth.login.path }
  const [before, looks] = [await office.fingerprint(seen), await looksOf()]
  const answers = await sendAll(input, texts)
  for (const { code, text } of answers) {
    expect(input.expect_status, text).toContain(code)
    if (input.expect_message) expect(JSON.parse(text).message).toBe(input.expect_message)
  }
  const isRefused = answers.every(({ code }) => code !== 200)
  if (input.nothing_changed && isRefused) expect(await office.fingerprint(seen)).toBe(before)
  if (input.nothing_changed && !isRefused) expect(await looksOf()).toEqual(looks)
  if (input.id.startsWith('RAC')) expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  await EXTRAS[input.id]?.()
})

afterAll(() => {
  const left = inputs.length - walked.length
  if (left > 0)
    console.info(`${left} of ${inputs.length} bad inputs wait for calls that are not in the contract yet`)
})
