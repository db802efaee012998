/** System settings, game rates, and the two files that go with them. What a setting does is tested where it acts. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@munim/contract'
import { multiplierOf, RATE_KEYS, rupeesOf } from '@munim/core'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { readSettings, writeSettings } from '../../server/src/settings/queries.ts'
import { backOffice } from '../support/office.ts'
import { FIRST_RATES } from '../support/rates.ts'
import { APK, GIF_AND_SCRIPT, PNG, ZIP_BOMB, zipOf } from '../support/upload-files.ts'
import { answeredOrLocked } from '../support/waits.ts'

const office = await backOffice()
const read = async () => (await office.call(api.settings.get, {})).data
const update = (body: object) => office.call(api.settings.update.path, body)
const updateRates = (rates: unknown) => office.call(api.settings.updateRates.path, { rates })

const fresh = await read()
beforeEach(async () => {
  const { version: _, rates, merchant_qr: _qr, app_link: _link, ...settings } = fresh
  await office.call(api.settings.update, settings)
  await office.call(api.settings.updateRates, { rates } as never)
})

test('a fresh installation has the limits and rates of the specification, no bonuses, and pays out at any hour', () => {
  expect(fresh).toMatchObject({
    deposit_min: 100,
    deposit_max: 10_000,
    withdraw_min: 100,
    withdraw_max: 50_000,
    betting_min: 10,
    betting_max: 5000,
    transfer_min: 10,
    transfer_max: 10_000,
    bonus: 25,
    bonus_show: false,
    joining_bonus: 0,
    referral_bonus: 0,
    withdraw_open: '00:00',
    withdraw_close: '23:59',
    maintainence: false,
    autoDeclareResult: false,
    version: 1,
  })
  expect(fresh.rates.global).toEqual(
    Object.fromEntries(
      Object.entries(FIRST_RATES).flatMap(([key, { min, multiplier }]) => [
        [`${key}_1`, rupeesOf(min)],
        [`${key}_2`, multiplierOf(multiplier)],
      ]),
    ),
  )
})

test('a part of the settings is enough; what is not sent stays', async () => {
  const before = await read()
  const said = await update({ deposit_min: 50.5, whatsapp_text: ' नमस्ते ', autoDeclareResult: true })
  expect(said).toMatchObject({ code: 200 })
  expect(await read()).toEqual({
    ...before,
    deposit_min: 50.5,
    whatsapp_text: 'नमस्ते',
    autoDeclareResult: true,
    version: before.version + 1,
  })
})

test('all settings go along as they came, and equal values change nothing', async () => {
  const before = await read()
  expect(await update(before)).toMatchObject({ code: 200 })
  expect(await read()).toEqual(before)
})

test('rates, files and unknown keys among the settings are ignored', async () => {
  const before = await read()
  const sent = {
    app_link: '/uploads/evil.apk',
    merchant_qr: '../../etc/passwd',
    is_demonstration: true,
    constructor: 1,
  }
  expect(
    await update({ ...sent, rates: { global: { single_digit_2: 99 } }, play_text: before.play_text }),
  ).toMatchObject({ code: 200 })
  expect(await read()).toEqual(before)
})

test('who saves over somebody else’s settings is told so', async () => {
  const { version } = await read()
  expect(await update({ version, play_text: 'mine' })).toMatchObject({ code: 200 })
  expect(await update({ version, play_text: 'yours' })).toMatchObject({
    code: 409,
    message: 'The settings were saved by somebody else meanwhile. Reload and try again.',
  })
  expect((await read()).play_text).toBe('mine')
  const { version: now } = await read()
  const both = await Promise.all(['one', 'two'].map((play_text) => update({ version: now, play_text })))
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
  // Calls of one server wait for each other in their lane; this is what another server's does.
  const { version: last } = await read()
  let beside: ReturnType<typeof update>
  await office.told(async (db) => {
    await readSettings(db, 'lock')
    beside = update({ version: last, play_text: 'beside' })
    await answeredOrLocked(office.database, beside)
    await writeSettings(db, { play_text: 'first' })
  })
  expect(await beside!).toMatchObject({ code: 409 })
})

test('who saves over somebody else’s rates is told so; rates without a version are taken', async () => {
  const { version } = await read()
  const save = (rates: object, over?: number) =>
    office.call(api.settings.updateRates.path, { rates, version: over })
  expect(await save({ sp_2: 141 }, version)).toMatchObject({ code: 200, data: { version: version + 1 } })
  const message = 'The settings were saved by somebody else meanwhile. Reload and try again.'
  const refused = { code: 409, message, errors: { version: message } }
  expect(await save({ sp_2: 142 }, version)).toMatchObject(refused)
  expect(await update({ play_text: 'over rates', version })).toMatchObject(refused)
  expect((await read()).rates.global.sp_2).toBe(141)
  const { rates, version: now } = await read()
  expect(await save(rates.global, now)).toMatchObject({ code: 200, data: { version: now } }) // nothing changed
  const both = await Promise.all([143, 144].map((sp_2) => save({ ...rates.global, sp_2 }, now)))
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
  expect(await save({ sp_2: 150 })).toMatchObject({ code: 200 })
})

test.each([
  // body                                    sentence
  [{}, 'There is no setting to change'],
  [{ version: 1 }, 'There is no setting to change'],
  [{ deposit_min: 0 }, 'deposit_min must be at least 1'],
  [{ deposit_min: '100' }, 'deposit_min must be a number'],
  [{ deposit_min: true }, 'deposit_min must be a number'],
  [{ deposit_min: null }, 'deposit_min must be a number'],
  [{ deposit_min: 1.001 }, 'Amount must have at most two decimals'],
  [{ joining_bonus: -1 }, 'joining_bonus must be at least 0'],
  [{ bonus: 101 }, 'bonus must be at most 100'],
  [{ payee_wait_hours: 1.5 }, 'payee_wait_hours must be a whole number'],
  [{ payee_wait_hours: 721 }, 'payee_wait_hours must be at most 720'],
  [{ turnover_deposits: -1 }, 'turnover_deposits must be at least 0'],
  [{ turnover_bonus: 1.005 }, 'Times must have at most two decimals'],
  [{ withdraw_open: '99:99' }, 'Time must be HH:mm'],
  [{ withdraw_close: '' }, 'Withdraw close time is required'],
  [{ maintainence: 'true' }, 'maintainence must be true or false'],
  [{ email_1: 'no address' }, 'Email'],
  [{ facebook: 'javascript:alert(1)' }, 'Link must begin with https://'],
  [{ mobile: 'abc' }, 'Number must be digits'],
  [{ app_version: '1.2.x' }, 'App version must be numbers with dots'],
  [{ share_message: 'x'.repeat(2001) }, 'share_message must be at most 2,000 characters'],
  [{ share_message: 'a\0b' }, 'share_message holds a character that cannot be stored'],
  [{ deposit_min: 10_001 }, 'deposit_min must not be above deposit_max'],
  [{ withdraw_max: 99 }, 'withdraw_min must not be above withdraw_max'],
  [{ betting_max: 9 }, 'betting_min must not be above betting_max'],
  [{ transfer_max: 9 }, 'transfer_min must not be above transfer_max'],
])('settings of %j are refused and nothing is written: %s', async (body, sentence) => {
  const before = await office.fingerprint()
  const said = await update(body)
  expect(said.code).toBe(400)
  expect(said.message).toContain(sentence)
  expect(await office.fingerprint()).toBe(before)
})

test('a list is no settings', async () => {
  expect(await update([])).toMatchObject({ code: 400 })
})

test('rates are changed in either shape, and each game has its pair', async () => {
  await updateRates({ global: { single_digit_1: 20, single_digit_2: 9.95 } })
  await updateRates({ jodi_digit_2: 90 })
  const { global } = (await read()).rates
  expect(global).toMatchObject({
    single_digit_1: 20,
    single_digit_2: 9.95,
    jodi_digit_1: 10,
    jodi_digit_2: 90,
  })
  expect(Object.keys(global).sort()).toEqual(RATE_KEYS.flatMap((key) => [`${key}_1`, `${key}_2`]).sort())
})

test.each([
  // rates                                      sentence
  [undefined, 'rates'],
  [null, 'rates'],
  [{}, 'There is no rate to change'],
  [{ global: {} }, 'There is no rate to change'],
  [{ global: null }, 'rates'],
  [{ single_digit_1: 0 }, 'rates.single_digit_1 must be at least 1'],
  [{ single_pana_2: 'ten' }, 'rates.single_pana_2 must be a number'],
  [{ single_digit_2: 0.5 }, 'Multiplier must be 1 to 10,00,000'],
  [{ single_digit_2: 9.123 }, 'Multiplier must be 1 to 10,00,000'],
  [{ single_digit_2: 1_000_001 }, 'Multiplier must be 1 to 10,00,000'],
  [{ single_digit_1: null }, 'rates.single_digit_1 must be a number'],
  [{ triple_pana_2: 700 }, "rates can't hold triple_pana_2"], // the wire spells it tripple
  [{ roulette_1: 10 }, "rates can't hold roulette_1"],
])('rates of %j are refused and nothing is written: %s', async (rates, sentence) => {
  const before = await office.fingerprint()
  const said = await updateRates(rates)
  expect(said.code).toBe(400)
  expect(said.message).toContain(sentence)
  expect(await office.fingerprint()).toBe(before)
})

test('without a source nothing is declared by itself, except over demonstration data; the settings say so', async () => {
  const isConnected = async () => (await read()).source_connected
  const invented = (is: boolean) => office.database.run(sql`update settings set is_demonstration = ${is}`)
  expect(await isConnected()).toBe(false)
  await invented(true)
  expect(await isConnected()).toBe(true)
  await invented(false)
})

test('every setting is read back as it was written, also those that are called alike', async () => {
  const settings = await read()
  const {
    version: _,
    rates: _rates,
    merchant_qr: _qr,
    app_link: _link,
    provider_connected: _provider,
    source_connected: _source,
    ...stored
  } = settings
  const texts: Record<string, string> = {
    withdraw_open: '10:30',
    withdraw_close: '18:45',
    email_1: 'one@munim.in',
    email_2: 'two@munim.in',
    mobile: '98290 41177',
    whatsapp: '+91 98290-41178',
    app_version: '4.2.1',
    video_link: 'https://munim.in/video',
  }
  const numbers: Record<string, number> = {
    bonus: 8.29, // 828.9999999999999 hundredths, as a float.
    payee_wait_hours: 24,
    turnover_deposits: 1.5,
    turnover_bonus: 3,
  }
  const links = ['facebook', 'twitter', 'youtube', 'instagram']
  const written = Object.fromEntries(
    Object.entries(stored).map(([key, value], index) => {
      if (typeof value === 'boolean') return [key, !value]
      if (typeof value === 'number') return [key, numbers[key] ?? value + index + 0.25]
      return [key, texts[key] ?? (links.includes(key) ? `https://munim.in/${key}` : `the ${key}`)]
    }),
  )
  expect(await update(written)).toMatchObject({ code: 200, data: written })
  expect(await read()).toMatchObject(written)
  for (const only of ['autoDeposit', 'auto_deposit']) {
    await update({ autoDeposit: false, auto_deposit: false })
    await update({ [only]: true })
    const { autoDeposit, auto_deposit } = await read()
    expect({ autoDeposit, auto_deposit }).toEqual({ autoDeposit: false, auto_deposit: false, [only]: true })
  }
})

test('two wrong settings are both named, and a right one beside them is not saved', async () => {
  const before = await read()
  const said = await update({ deposit_min: 0, facebook: 'munim', play_text: 'new' })
  expect(said).toMatchObject({
    code: 400,
    message: 'deposit_min must be at least 1',
    errors: { deposit_min: 'deposit_min must be at least 1', facebook: 'Link must begin with https://' },
  })
  expect(await read()).toEqual(before)
})

const OPENED = ['telegram', 'facebook', 'twitter', 'youtube', 'instagram', 'video_link']

test.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'http://munim.in',
  '//munim.in',
  't.me/munim',
  'file:///etc/passwd',
  'intent://munim#Intent;end',
  'vbscript:x',
  'https:munim.in',
  'https://',
  'https:///munim.in',
  'https://munim.in official',
])('%j is no address that the player’s app could open, and is not saved', async (address) => {
  const before = await office.fingerprint()
  for (const key of OPENED) {
    const said = await update({ [key]: address, play_text: 'beside it' })
    expect(said).toMatchObject({ code: 400, message: expect.stringContaining('https://') })
  }
  expect(await office.fingerprint()).toBe(before)
})

test('https addresses are saved, and a name for Telegram; two wrong ones are both named', async () => {
  for (const telegram of ['@munim', 'Munim official', '+91 98290-41178', 'HTTPS://t.me/munim', '']) {
    expect(await update({ telegram })).toMatchObject({ code: 200, data: { telegram } })
  }
  expect(await update({ telegram: 'tg://x', facebook: 'http://munim.in' })).toMatchObject({
    code: 400,
    errors: {
      facebook: 'Link must begin with https://',
      telegram: 'Telegram must be a name, such as @munim, or a link that begins with https://',
    },
  })
})

test('an address from before is read and saved beside others, but not written anew', async () => {
  await office.database.run(sql`update settings set facebook = 'http://munim.in', telegram = 'tg://munim'`)
  const { facebook, telegram } = await read()
  expect({ facebook, telegram }).toEqual({ facebook: 'http://munim.in', telegram: 'tg://munim' })
  expect(await update({ facebook, telegram, play_text: 'whole' })).toMatchObject({ code: 200 })
  expect(await update({ facebook: 'http://munim.in/new' })).toMatchObject({ code: 400 })
  expect(await update({ facebook: '', telegram: '' })).toMatchObject({ code: 200 })
})

test('a minimum and its maximum may be moved past each other in one save, and be equal', async () => {
  expect(await update({ deposit_min: 20_000, deposit_max: 20_000 })).toMatchObject({ code: 200 })
  expect(await update({ deposit_min: 1 })).toMatchObject({ code: 200 })
  expect(await update({ joining_bonus: 0, referral_bonus: 0 })).toMatchObject({ code: 200 })
})

test('a bid keeps the multiplier it was placed at', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('RATES')
  await updateRates({ single_digit_2: 9 })
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await updateRates({ single_digit_2: 9.55 })
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await updateRates({ single_digit_2: 1 })
  await office.declare(market, '128-1')
  const { data } = await office.call(api.users.bids, { userId: asha.id })
  expect(data.map(({ multiplier, win }) => [multiplier, win])).toEqual([
    [9.55, 95.5],
    [9, 90],
  ])
})

/** A form with a file and its fields. */
function form(field: string, content: Buffer, name: string, fields: Record<string, string> = {}): FormData {
  const made = new FormData()
  for (const [key, value] of Object.entries(fields)) made.append(key, value)
  made.append(field, new Blob([new Uint8Array(content)]), name)
  return made
}
async function upload(endpoint: { path: string }, sent: FormData, options: object = {}) {
  const { code, text } = await office.send(endpoint.path, sent, { as: office.admin, ...options })
  return { code, ...JSON.parse(text) }
}
const get = (address: string) => office.send(address, undefined, { method: 'GET' })
/** What was received is removed just after the answer. */
const nothingWaits = () => expect.poll(() => readdirSync(office.app.waitingFolder)).toEqual([])

test('a QR image is kept as a picture of ours under a name of ours, and shown at its path', async () => {
  const said = await upload(api.settings.updateQr, form('image', PNG, '../../../evil name.png'))
  expect(said).toMatchObject({
    code: 200,
    data: { merchant_qr: expect.stringMatching(/^\/uploads\/qr\/[0-9a-f-]{36}\.png$/) },
  })
  const { merchant_qr } = await read()
  expect(merchant_qr).toBe(said.data.merchant_qr)
  const shown = await get(merchant_qr)
  expect(shown.code).toBe(200)
  expect(shown.headers.get('content-type')).toBe('image/png')
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
  await nothingWaits()
})

test('the same image with the same key is one call, and another image is another', async () => {
  const send = (image: Buffer) => upload(api.settings.updateQr, form('image', image, 'qr.png'), { key: 'qr' })
  const first = await send(PNG)
  expect(await send(PNG)).toEqual(first)
  expect(await send(Buffer.concat([PNG, Buffer.of(0)]))).toMatchObject({
    code: 409,
    message: 'This Idempotency-Key was used with another body',
  })
})

test.each([
  ['nothing', Buffer.alloc(0), 'Please select a QR code image'],
  ['text', Buffer.from('hello'), 'This file is not an image that can be read'],
  ['a script in a GIF', GIF_AND_SCRIPT, 'This file is not an image that can be read'],
  [
    'SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'This file is not an image that can be read',
  ],
  ['half a picture', PNG.subarray(0, 40), 'This file is not an image that can be read'],
])('%s is no QR image', async (_name, content, message) => {
  const before = await office.fingerprint()
  expect(await upload(api.settings.updateQr, form('image', content, 'qr.png'))).toMatchObject({
    code: 400,
    message,
  })
  expect(await office.fingerprint()).toBe(before)
  await nothingWaits()
})

test('a form without a file, a file of another name and no form at all are refused', async () => {
  const message = 'Please select a QR code image'
  const empty = new FormData()
  empty.append('imageUrl', 'http://169.254.169.254/latest/meta-data/')
  expect(await upload(api.settings.updateQr, empty)).toMatchObject({ code: 400, message })
  expect(await upload(api.settings.updateQr, form('file', PNG, 'qr.png'))).toMatchObject({
    code: 400,
    message,
  })
  expect(await office.call(api.settings.updateQr.path, {})).toMatchObject({ code: 400, message })
})

test('an image larger than ten megabytes is refused', async () => {
  const said = await upload(
    api.settings.updateQr,
    form('image', Buffer.alloc(10 * 1024 * 1024 + 1), 'qr.png'),
  )
  expect(said).toMatchObject({ code: 413, message: 'The file is too large' })
  await nothingWaits()
})

test('the app and its version are switched together, and the version only grows', async () => {
  const send = (app_version: string) =>
    upload(api.settings.uploadApp, form('app', APK, 'munim.apk', { app_version }))
  expect(await send('1.2')).toMatchObject({ code: 200, data: { app_version: '1.2' } })
  const { app_link } = await read()
  expect(app_link).toMatch(/^\/uploads\/app\/munim-1\.2-[0-9a-f]{8}\.apk$/)
  const shown = await get(app_link)
  expect(shown.headers.get('content-type')).toBe('application/vnd.android.package-archive')
  expect(shown.headers.get('content-disposition')).toMatch(/^attachment/)
  for (const older of ['1.2', '1.1.9', '0.9', '1.2.0.0']) {
    expect(await send(older)).toMatchObject({ code: 400, message: 'App version must be greater than 1.2' })
  }
  expect(await read()).toMatchObject({ app_link, app_version: '1.2' })
  for (const newer of ['1.2.0.1', '1.10']) expect(await send(newer)).toMatchObject({ code: 200 })
  await nothingWaits()
})

test.each([
  // file, its name, version                        sentence
  [Buffer.alloc(0), 'a.apk', '99', 'Please select an APK file to upload.'],
  [APK, 'a.exe', '99', 'Only .apk files can be uploaded'],
  [Buffer.from('PK'), 'a.apk', '99', 'This file is not an Android app'],
  [PNG, 'a.apk', '99', 'This file is not an Android app'],
  [zipOf({ name: 'readme.txt', content: 'hello' }), 'a.apk', '99', 'This file is not an Android app'],
  [APK, 'a.apk', '', 'Please enter the app version before uploading.'],
  [APK, 'a.apk', '1.x', 'App version must be numbers with dots, such as 1.4.2'],
  [APK, 'a.apk', '../../99', 'App version must be numbers with dots, such as 1.4.2'],
])(
  'an upload of the app that is refused leaves nothing behind',
  async (content, name, app_version, message) => {
    const before = await office.fingerprint()
    const files = readdirSync(join(office.app.waitingFolder, '..', 'uploads', 'app'))
    expect(await upload(api.settings.uploadApp, form('app', content, name, { app_version }))).toMatchObject({
      code: 400,
      message,
    })
    expect(await office.fingerprint()).toBe(before)
    expect(readdirSync(join(office.app.waitingFolder, '..', 'uploads', 'app'))).toEqual(files)
    await nothingWaits()
  },
)

test('an archive that claims gigabytes is never unpacked', async () => {
  const said = await upload(api.settings.uploadApp, form('app', ZIP_BOMB, 'a.apk', { app_version: '98' }))
  expect([200, 400]).toContain(said.code)
})

test.each([
  '/uploads/../first-password',
  '/uploads/qr/..%2f..%2ffirst-password',
  '/uploads/qr/',
  '/uploads/qr/%00.png',
  '/uploads/waiting/x.png',
])('%s shows no file', async (address) => {
  expect([400, 404]).toContain((await get(address)).code)
})

test('every save is told in the audit, with what it was before', async () => {
  await update({ betting_max: 4000 })
  await updateRates({ sp_2: 140 })
  const acts = await office.database.many<{ act: string; before: object; after: object }>(sql`
    select act, before, after from audit where thing in ('settings', 'rates') order by id desc limit 2`)
  expect(acts).toEqual([
    { act: api.settings.updateRates.path, before: { sp_2: 150 }, after: { sp_2: 140 } },
    { act: api.settings.update.path, before: { betting_max: 5000 }, after: { betting_max: 4000 } },
  ])
})
