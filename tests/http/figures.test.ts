/** The figures of the house at /metrics, and that the rules and the dashboard that are shipped ask only for what is there. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@munim/contract'
import { POSTING_KINDS } from '@munim/core'
import { Registry } from 'prom-client'
import { beforeEach, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { sql } from '../../server/src/database/db.ts'
import { FIGURES, serveHouseFigures } from '../../server/src/figures/house.ts'
import { listAudiences } from '../../server/src/push/enqueue.ts'
import { backOffice } from '../support/office.ts'

const office = await backOffice()
const { database } = office
const asha = await office.user('Asha', 1000)
const market = await office.market('FIGURES')
const shipped = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../deploy/prometheus', name), 'utf8')

const textOf = async () => (await office.send('/metrics', undefined, { method: 'GET' })).text
let ahead = 0
/** The value of each series, by its name with labels. */
async function figures(): Promise<Record<string, number>> {
  // One reading is kept for five seconds.
  ahead += 6_000
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + ahead)
  const lines = (await textOf()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  clock.mockRestore()
  return Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  )
}

beforeEach(() => office.owner.run(sql`truncate proofs`))

test('books: whether they agree and when they were checked, and nothing where they never were', async () => {
  expect(await figures()).not.toHaveProperty('munim_books_agree')
  const proof = (isFull: boolean, differences: string[]) =>
    database.run(sql`
      insert into proofs (at, is_full, differences, wallets, ledger, players, whole_since)
      values ('2026-11-25T04:00:00Z', ${isFull}, ${JSON.stringify(differences)}, 0, 0, 0, '2026-11-24T04:00:00Z')`)
  await proof(true, [])
  const at = Date.parse('2026-11-25T04:00:00Z') / 1000
  expect(await figures()).toMatchObject({
    munim_books_agree: 1,
    munim_books_checked_timestamp_seconds: at,
    munim_books_proven_timestamp_seconds: at,
    munim_books_read_whole_timestamp_seconds: at - 86_400,
  })
  await proof(false, ['one'])
  expect(await figures()).toMatchObject({ munim_books_agree: 0 })
  await proof(true, ['of a law'])
  await proof(false, [])
  expect(await figures()).toMatchObject({ munim_books_agree: 0 })
  await proof(true, [])
  expect(await figures()).toMatchObject({ munim_books_agree: 1 })
})

test('where no backup was made its age is told from the installation on, of real money only', async () => {
  const { owner } = office
  const moment = Date.parse('2026-11-25T04:00:00Z') / 1000
  await owner.run(sql`update last_backup set at = null, noted_since = '2026-11-25T04:00:00Z'`)
  expect((await figures()).munim_backup_timestamp_seconds).toBe(moment)
  await owner.run(sql`update settings set is_demonstration = true`)
  expect(await figures()).not.toHaveProperty('munim_backup_timestamp_seconds')
  await owner.run(sql`update settings set is_demonstration = false`)
  await owner.run(sql`update last_backup set at = '2026-11-25T05:00:00Z'`)
  expect((await figures()).munim_backup_timestamp_seconds).toBe(moment + 3_600)
})

test('what is to be told by a way that was removed waits for nobody', async () => {
  const message = (number: number, hoursAgo: number) =>
    office.owner.run(sql`
      insert into alert_messages (alert, mark, way, kind, sentence, since, found_at, next_at)
      select 'disk', ${number}, 'mail', 'disk', 'The disk', n.at, n.at, n.at - make_interval(hours => ${hoursAgo})
      from (select clock_timestamp() as at) n`)
  await message(1, 3)
  expect(await figures()).toMatchObject({ munim_alert_messages_waiting: 0 })
  await message(2, 1)
  expect(await figures()).toMatchObject({ munim_alert_messages_waiting: 1 })
  await office.owner.run(sql`delete from alert_messages`)
})

test('push messages wait where the server has credentials; without, they are kept', async () => {
  await office.owner.run(sql`
    insert into push_devices (user_id, token, token_hash, since)
    values (${asha.id}, 'good', sha256('good'), clock_timestamp())`)
  await office.call(api.push.sendToAll, { title: 'Diwali bonus' })
  expect(await figures()).not.toHaveProperty('munim_push_waiting')
  const waiting = () => {
    const connected = new Registry()
    serveHouseFigures(connected, database, true)
    return connected.getSingleMetricAsString('munim_push_waiting')
  }
  expect(await waiting()).toMatch(/^munim_push_waiting 1$/m) // From the message: its devices are many rows.
  await listAudiences(database)
  expect(await waiting()).toMatch(/^munim_push_waiting 1$/m)
  await database.run(sql`update push_messages set sent = 1, finished_at = clock_timestamp()`)
  expect(await waiting()).toMatch(/^munim_push_waiting 0$/m)
})

test('bids are counted one by one, money by kind, and what waits with its age', async () => {
  const before = await figures()
  await office.place(asha, market, 'single_digit:1:-:-:-', 100)
  await office.place(asha, market, 'single_digit:2:-:-:-', 50)
  await office.requestWithdrawal(asha, 500)
  await database.run(sql`select 1`)
  const after = await figures()
  const grown = (name: string) => after[name]! - (before[name] ?? 0)
  expect(grown('munim_postings_total{kind="stake"}')).toBe(2)
  expect(grown('munim_posted_rupees_total{kind="stake"}')).toBe(150)
  expect(after['munim_requests_waiting{kind="withdraw"}']).toBe(1)
  expect(after['munim_requests_waiting{kind="deposit"}']).toBe(0)
  expect(after['munim_requests_oldest_seconds{kind="withdraw"}']).toBeGreaterThanOrEqual(0)
  await office.declare(market, '128-1')
  expect((await figures())['munim_declarations_total{source="manual"}']).toBe(1)
  await office.call(api.results.voidDraw, { marketId: market.id, date: market.day, reason: 'It never came' })
  expect(await figures()).toMatchObject({
    'munim_declarations_total{source="manual"}': 1,
    'munim_declarations_total{source="void"}': 1,
  })
})

test('of due halves those that auto declare left to a person are told while it is on, as in the bell', async () => {
  const isOn = (on: boolean) => database.run(sql`update settings set auto_declare = ${on}`)
  const stopped = async () => (await figures())['munim_due_halves{state="stopped"}']
  const reverted = await office.market('REVERTED', { opensIn: -2, closesIn: 4 })
  await office.declare(reverted, '128-1')
  await office.revert(reverted)
  expect(await stopped()).toBe(0)
  await isOn(true)
  expect(await stopped()).toBe(1)
  const off = await office.market('OFF', { opensIn: -2, closesIn: 4 })
  expect(await stopped()).toBe(1) // It is tried.
  await database.run(sql`update markets set is_active = false where id = ${off.id}`)
  expect(await stopped()).toBe(2)
  await isOn(false)
})

test('each kind of posting has its figures', async () => {
  const before = await figures()
  const kinds = sql.join(POSTING_KINDS.map((kind) => sql`(${kind}::posting_kind)`))
  await office.owner.run(sql`
    insert into day_totals (kind, day, slot, postings, amount) select k.kind, '2020-01-01', 0, 3, 700 from (values ${kinds}) k (kind)`)
  const after = await figures()
  await office.owner.run(sql`delete from day_totals where day = '2020-01-01'`)
  for (const kind of POSTING_KINDS) {
    const grown = (name: string) =>
      after[`${name}{kind="${kind}"}`]! - (before[`${name}{kind="${kind}"}`] ?? 0)
    expect([kind, grown('munim_postings_total'), grown('munim_posted_rupees_total')]).toEqual([kind, 3, 7])
  }
})

test('refusals are counted by status and reason, without what was typed', async () => {
  await office.call(api.users.get.path, { id: 999_999 })
  await office.call(api.player.placeBids.path, { bids: [] }, { as: asha })
  await office.call(api.users.addFunds.path, { id: 'secret word' })
  const text = await textOf()
  expect(text).toContain('munim_refusals_total{status="404",reason="User not found"} 1')
  expect(text).toContain('munim_refusals_total{status="400",reason="The request is wrong"}')
  expect(text).not.toContain('secret word')
})

test('connections are told by pool, and who waits for a lock', async () => {
  const found = await figures()
  for (const pool of ['reading', 'writing', 'quick'])
    expect(found[`munim_connections{pool="${pool}",state="open"}`]).toBeGreaterThanOrEqual(
      found[`munim_connections{pool="${pool}",state="resting"}`]!,
    )
  expect(found.munim_locks_waiting).toBe(0)
  await database.transaction(async (db) => {
    await db.run(sql`select 1 from wallets where user_id = ${asha.id} for update`)
    const waiting = database.transaction((other) =>
      other.run(sql`select 1 from wallets where user_id = ${asha.id} for update`),
    )
    await vi.waitFor(async () => expect((await figures()).munim_locks_waiting).toBe(1), { timeout: 1_200 })
    void waiting.catch(() => {})
  })
})

const SHIPPED: readonly [name: string, expressions: () => string[]][] = [
  [
    'rules.yml',
    () => parse(shipped('rules.yml')).groups.flatMap(({ rules }: Rules) => rules.map(({ expr }) => expr)),
  ],
  [
    'dashboard.json',
    () =>
      JSON.parse(shipped('dashboard.json')).panels.flatMap(({ targets }: Panel) =>
        targets.map(({ expr }) => expr),
      ),
  ],
]

test.each(SHIPPED)(
  '%s adds up no figure that each of the servers tells of the whole house',
  (_name, read) => {
    const house = read().filter((expression) => FIGURES.some(({ name }) => expression.includes(name)))
    expect(house.length).toBeGreaterThan(5)
    expect(house.filter((expression) => !/\b(min|max|absent)\b/.test(expression))).toEqual([])
    expect(house.filter((expression) => /\b(sum|avg|count)\b/.test(expression))).toEqual([])
  },
)

test.each(SHIPPED)('%s asks only for figures that there are', async (_name, read) => {
  const text = await textOf()
  const asked = read().flatMap((expression) => expression.match(/\b(munim|nodejs|process)_\w+/g) ?? [])
  expect(asked.length).toBeGreaterThan(10)
  const known = [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  )
  expect([...new Set(asked)].filter((name) => !known.includes(name))).toEqual([])
})

interface Rules {
  readonly rules: readonly { readonly expr: string }[]
}
interface Panel {
  readonly targets: readonly { readonly expr: string }[]
}
