/**
 * Erasure is whole: a canary in every personal field, told again wherever people write; then the player is deleted and a day
 * goes by, and none is in any table, file or line of the log.
 */
import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { api } from '@munim/contract'
import {
  columnOf,
  FIELD_NAMES,
  fieldsFor,
  isFlag,
  isSecret,
  isText,
  PLAYER_FIELDS,
  type PlayerField,
} from '@munim/core'
import { expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { purge } from '../../server/src/database/purge.ts'
import { databaseAt } from '../support/clock.ts'
import { backOffice, bidOn } from '../support/office.ts'

const log: string[] = []
const office = await backOffice({ logLevel: 'trace', log: { write: (line) => void log.push(line) } })
const dataDir = dirname(office.app.waitingFolder)
const DAY = 86_400_000

const personal = FIELD_NAMES.filter((name) => !isFlag(name))
/** None is part of another, and none says anything but itself. */
const CANARIES = Object.fromEntries(
  personal.map((name, nth) => {
    const { kind } = PLAYER_FIELDS[name]
    const figures = `98${String(70_413_629 + nth * 1_048_573).padStart(8, '0')}`
    if (kind === 'mpin') return [name, '7391']
    return [
      name,
      kind === 'mobile' || kind === 'number'
        ? figures
        : `Canary${nth}q ${name.replaceAll('_', '').slice(0, 5)}z`,
    ]
  }),
) as Record<PlayerField, string>
const TOKEN = 'canary-token-of-the-phone'
const all = personal
  .filter(isText)
  .map((name) => CANARIES[name])
  .join(' / ')

/** What may be found of each: the whole of it, and of an mpin, which is in any number, only what names it. */
const wanted = personal.map((name) => (name === 'mpin' ? `"mpin":"${CANARIES.mpin}"` : CANARIES[name]))
const found = (text: string) => {
  const lower = text.toLowerCase()
  return wanted.filter((canary) =>
    [canary, Buffer.from(canary).toString('hex'), Buffer.from(canary).toString('base64')].some((each) =>
      lower.includes(each.toLowerCase()),
    ),
  )
}

let keys = 0
/** With a key of its own, so that the answer is kept. */
const told = async (endpoint: { readonly path: string }, body: unknown, as?: { readonly token: string }) => {
  const said = await office.call(endpoint.path, body, { key: `told-${keys++}`, ...(as && { as }) })
  expect(said.code, `${endpoint.path} ${said.message}`).toBe(200)
  return said as typeof said & { data: { id: number } & Record<string, unknown>; token: string }
}

/** One player who fills every field, and of whom everybody writes. */
async function live(): Promise<number> {
  const { user_name, mobile, password, mpin } = CANARIES
  const made = await told(api.player.register, { user_name, mobile, password, mpin }, { token: '' })
  const { id } = made.data
  await office.call(api.player.login.path, { mobile, password: `${password}!` }, { as: { token: '' } })
  const theirs = fieldsFor('by player').filter((name) => !isFlag(name as PlayerField))
  await told(
    api.player.updateProfile,
    Object.fromEntries(theirs.map((name) => [name, CANARIES[name as PlayerField]])),
    { token: made.token },
  )
  await told(api.users.update, { id, ...CANARIES, isApproved: true }) // A new password ends the session.
  const own = { token: (await told(api.player.login, { mobile, password }, { token: '' })).token }
  await told(api.users.addFunds, { id, amount: 1000, note: all.slice(0, 190) })
  await told(api.player.pushToken, { token: TOKEN }, own)
  await told(api.push.sendToUser, { userId: id, title: user_name, description: all.slice(0, 190) })
  await told(api.player.feedback, { feedback: all }, own)
  const feedback = (await office.call(api.feedbacks.list, {})).data.feedbacks[0]!
  await told(api.feedbacks.update, {
    id: feedback.id,
    isReadByAdmin: true,
    adminComment: `Hello ${user_name}, ${mobile}`,
  })
  for (const transfer_type of ['bank', 'upi', 'phonepe', 'gpay', 'paytm'])
    await told(api.player.requestWithdrawal, { amount: 100, transfer_type }, own)
  const [withdrawal] = (await office.call(api.wallet.withdrawals, { limit: 1 })).data
  await told(api.wallet.decideWithdrawal, {
    transactionId: withdrawal!.id,
    status: 'rejected',
    note: all.slice(0, 190),
  })
  await told(api.player.requestDeposit, { amount: 100, transfer_type: 'upi', ref_id: '432100009999' }, own)
  const friend = await office.user('Friend', 100)
  await told(api.player.transfer, { mobile, amount: 10 }, friend)
  await told(api.player.transfer, { mobile: friend.mobile, amount: 10 }, own)
  await suspect(own)
  await office.call(api.users.list, { search: mobile })
  await office.call(api.users.listCsv.path, { search: user_name })
  await office.call(api.wallet.withdrawalsCsv.path, { search: CANARIES.account_no })
  return id
}

/** What is to be looked at names the player, as its own or as a winner, and who looks writes of them. */
async function suspect(own: { readonly token: string }): Promise<void> {
  const market = await office.market('EARLY')
  await told(api.player.placeBids, { bids: [bidOn(market, 'single_digit:1:-:-:-', 10)] }, own)
  expect(await office.declare(market, '128-1')).toMatchObject({ code: 200 })
  const { data } = await office.call(api.reports.suspicions, {})
  expect(data.map(({ kind }) => kind)).toEqual(['early_result', 'unplayed_payout'])
  for (const each of data) await told(api.reports.lookAt, { id: each.id, note: all })
}

/** Every row of every schema of ours, as text; what is kept as bytes is there in hex. */
async function rowsWithCanaries(): Promise<string[]> {
  const tables = await office.owner.many<{ schema: string; name: string }>(sql`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'pgboss') order by 1, 2`)
  const texts = tables.map(
    ({ schema, name }) => sql`
      select ${`${schema}.${name}`}::text as name, t::text as text from ${sql.table(`${schema}.${name}`)} t`,
  )
  const rows = await office.owner.many<{ name: string; text: string }>(sql.join(texts, sql` union all `))
  return rows.flatMap(({ name, text }) => found(text).map((canary) => `${name}: ${canary}`))
}

const filesWithCanaries = () =>
  globSync('**', { cwd: dataDir }).flatMap((name) => {
    const path = join(dataDir, name)
    if (!statSync(path).isFile()) return []
    return found(`${name}\n${readFileSync(path, 'latin1')}`).map((canary) => `${name}: ${canary}`)
  })

test('a day after the player is deleted no personal field is found in any table, file or log', async () => {
  const id = await live()
  const before = await rowsWithCanaries()
  for (const name of personal.filter((each) => !isSecret(each)))
    expect(before, columnOf(name)).toContain(`public.users: ${CANARIES[name]}`)
  expect(await told(api.users.remove, { id })).toMatchObject({ code: 200 })
  await purge(databaseAt(office.database, new Date(Date.now() + DAY)))
  expect(await rowsWithCanaries()).toEqual([])
  expect(filesWithCanaries()).toEqual([])
  expect(log.length).toBeGreaterThan(20)
  expect(log.flatMap((line) => found(line).map((canary) => `${canary} in ${line}`))).toEqual([])
})
