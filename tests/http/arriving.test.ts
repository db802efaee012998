/** Calls that take long to arrive, or wait before they are done: what who calls may no longer do meanwhile is refused. */
import { setTimeout as pause } from 'node:timers/promises'
import { api, lacking, PROOF_HEADER } from '@munim/contract'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { hashOf } from '../../server/src/http/caller.ts'
import { backOffice } from '../support/office.ts'
import { PNG } from '../support/upload-files.ts'
import { until, untilLocked } from '../support/waits.ts'

const office = await backOffice()
const { database } = office
/** Longer than what was read of who calls counts. */
const LONG_MS = 1_100
const PROOF = 'a proof of this page'
const GONE = { code: 401, message: 'Please sign in again' }

const role = await database.only<{ id: number }>(sql`
  insert into roles (name, rights) values ('All of it', '{see,export,funds,payee}') returning id`)
let as: { readonly id: number; readonly token: string }
beforeEach(async () => {
  await database.run(sql`update roles set rights = '{see,export,funds,payee}' where id = ${role.id}`)
  as = await office.administrator('Meera', 'All of it')
})

const block = () => office.call(api.administrators.update, { id: as.id, isActive: false })
const takeAway = () => database.run(sql`update roles set rights = '{see}' where id = ${role.id}`)
const end = () => database.run(sql`delete from sessions where token_hash = ${hashOf(as.token)}`)

/** Whoever is read at the door is noted as seen; the next such note is seen by this. */
const forgetLastUse = () =>
  database.run(sql`
    update sessions set last_used_at = last_used_at - interval '2 minutes' where token_hash = ${hashOf(as.token)}`)
const untilLetIn = () =>
  until(async () => {
    const session = await database.maybe<{ is_seen: boolean }>(sql`
      select last_used_at > clock_timestamp() - interval '1 minute' as is_seen from sessions
      where token_hash = ${hashOf(as.token)}`)
    return session!.is_seen
  })

/** A body of which the second half comes long after the first; what happens `meanwhile` is after who calls was let in. */
async function send(path: string, body: Response, meanwhile: () => Promise<unknown>) {
  const bytes = Buffer.from(await body.arrayBuffer())
  await forgetLastUse()
  async function* halves() {
    yield bytes.subarray(0, 10)
    await untilLetIn()
    await meanwhile()
    await pause(LONG_MS)
    yield bytes.subarray(10)
  }
  const response = await fetch(office.host + path, {
    method: 'POST',
    headers: {
      'content-type': body.headers.get('content-type')!,
      authorization: as.token,
      [PROOF_HEADER]: PROOF,
    },
    body: ReadableStream.from(halves()),
    duplex: 'half',
  })
  const text = await response.text()
  return { code: response.status, ...(text.startsWith('{') && JSON.parse(text)) }
}

const qrImage = () => {
  const form = new FormData()
  form.append('image', new Blob([PNG as Buffer<ArrayBuffer>], { type: 'image/png' }), 'qr.png')
  return new Response(form)
}

test.each([
  ['is blocked', () => block(), GONE],
  ['lost the right', () => takeAway(), { code: 403, message: lacking('funds') }],
  ['has signed out', () => end(), GONE],
  ['may do it still', async () => {}, { code: 200 }],
])(
  'a call is answered as at the door where its administrator %s while it arrives',
  async (_how, meanwhile, expected) => {
    const asha = await office.user('Asha', 100)
    const said = await send(api.users.addFunds.path, Response.json({ id: asha.id, amount: 5 }), meanwhile)
    expect(said).toMatchObject(expected)
    expect(await office.walletOf(asha)).toBe(expected.code === 200 ? 105 : 100)
  },
)

test('a file whose sender is blocked while it arrives is not kept', async () => {
  const before = await office.call(api.settings.get, {})
  expect(await send(api.settings.updateQr.path, qrImage(), block)).toMatchObject(GONE)
  expect(await office.call(api.settings.get, {})).toEqual(before)
})

test('a factor that was fresh as a file began to arrive is fresh for it', async () => {
  await database.run(sql`
    insert into factors (admin_id, kind, name, secret, last_step, created_at)
    values (${as.id}, 'totp', 'Phone', '\\x00', 0, clock_timestamp())`)
  const age = (by: string) =>
    database.run(sql`
      update sessions set proof_hash = ${hashOf(PROOF)}, factor_at = clock_timestamp() - ${by}::interval
      where token_hash = ${hashOf(as.token)}`)
  await age('1 minute')
  expect(await send(api.settings.updateQr.path, qrImage(), () => age('6 minutes'))).toMatchObject({
    code: 200,
  })
  await database.run(sql`delete from factors where admin_id = ${as.id}`)
})

test.each([
  ['file', api.users.listCsv.path],
  ['stream', api.live.follow.path],
])('a %s is not begun for who was blocked while its call arrived', async (_what, path) => {
  expect(await send(path, Response.json({ unread: ' '.repeat(20) }), block)).toMatchObject(GONE)
})

test('a call that waited for one before it is not done for who was blocked meanwhile', async () => {
  const bala = await office.user('Bala', 100)
  const add = (options: object) => office.call(api.users.addFunds, { id: bala.id, amount: 5 }, options)
  await forgetLastUse()
  const calls: ReturnType<typeof add>[] = []
  await database.transaction(async (db) => {
    await db.run(sql`select from wallets where user_id = ${bala.id} for update`)
    calls.push(add({}))
    await untilLocked(database)
    calls.push(add({ as }))
    await untilLetIn()
    await database.run(sql`update admins set is_active = false where id = ${as.id}`)
    await pause(LONG_MS)
  })
  const [before, after] = await Promise.all(calls)
  expect([before, after]).toMatchObject([{ code: 200 }, GONE])
  expect(await office.walletOf(bala)).toBe(105)
})
