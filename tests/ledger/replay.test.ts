/** The replay: what an honest server paid agrees with it, and whatever is changed behind its back is named by its bid. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { api } from '@munim/contract'
import { addDays, type Day, GAME_MODES, momentOf, type Time } from '@munim/core'
import fc from 'fast-check'
import pg from 'pg'
import { beforeAll, expect, inject, test } from 'vitest'
import { type Replay, replayDays } from '../../scripts/replay/compare.ts'
import { Books } from '../../scripts/replay/read.ts'
import { linesOf } from '../../scripts/replay/report.ts'
import { sql } from '../../server/src/database/db.ts'
import { backOffice, type Market, type Player } from '../support/office.ts'

const office = await backOffice()
const name = await office.database.only<{ name: string }>(sql`select current_database() as name`)
const pathname = `/${name.name}`
const adminUrl = Object.assign(new URL(inject('databaseServer').adminUrl), { pathname }).href

const seed = Number(process.env.SEED ?? Date.now() % 2_147_483_647)
console.info(`A day from seed ${seed} (SEED overrides)`)

/** Every game, on numbers that some of the results have; the digit of a result may not be its panna's. */
const PICKS = [
  'single_digit:1:-:-:-',
  'single_digit:-:-:4:-',
  'odd_even:1:-:-:-',
  'odd_even:-:-:6:-',
  'single_panna:-:128:-:-',
  'sp:-:-:-:149',
  'double_panna:-:-:-:455',
  'dp:-:-:-:880',
  'triple_panna:-:777:-:-',
  'tp:-:-:-:000',
  'jodi_digit:1:-:4:-',
  'red_bracket:1:-:6:-',
  'half_sangam:-:128:4:-',
  'half_sangam:1:-:-:455',
  'full_sangam:-:137:-:880',
]
const RESULTS = ['128-14-455', '137-16-880', '777-16-149', '128-14-000', '321-14-455', '128-36-880']
/** Every game, each on a pick that the result makes win, and what ₹10 on all of them win at the first rates, in paise. */
const WINNERS = [
  [
    '128-16-880',
    [
      'single_digit:1:-:-:-',
      'odd_even:-:-:6:-',
      'single_panna:-:128:-:-',
      'sp:-:128:-:-',
      'double_panna:-:-:-:880',
      'dp:-:-:-:880',
      'jodi_digit:1:-:6:-',
      'red_bracket:1:-:6:-',
      'half_sangam:-:128:6:-',
      'half_sangam:1:-:-:880',
      'full_sangam:-:128:-:880',
    ],
    1000n * (9n + 9n + 150n + 150n + 300n + 300n + 95n + 95n + 1000n + 1000n + 10_000n),
  ],
  ['777-10-000', ['triple_panna:-:777:-:-', 'tp:-:-:-:000'], 1000n * (700n + 700n)],
] as const

const who = fc.nat(2)
const where = fc.nat(2)
const what = fc.constantFrom(...RESULTS).chain((text) => fc.constantFrom(text, text.slice(0, 5)))
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('bet' as const),
      who,
      where,
      pick: fc.constantFrom(...PICKS),
      points: fc.integer({ min: 10, max: 60 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('declare' as const), where, what }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('revert' as const),
      where,
      session: fc.constantFrom(undefined, 'close' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(200) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('rate' as const), rate: fc.constantFrom(9, 9.25, 9.5) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

let today: Day
let yesterday: Day
let night: Market
let asha: Player
let ravi: Player

/** Each step is a call, which may be refused. */
async function tell(
  steps: readonly Step[],
  players: readonly Player[],
  markets: readonly Market[],
): Promise<void> {
  const placed: number[] = []
  for (const step of steps) {
    if (step.do === 'bet') {
      const [game_mode, open_digit, open_panna, close_digit, close_panna] = step.pick.split(':')
      const session = open_digit !== '-' || open_panna !== '-' ? ('open' as const) : ('close' as const)
      const fields = { open_digit, open_panna, close_digit, close_panna, session, points: step.points }
      const bid = { ...fields, marketId: String(markets[step.where]!.id), game_mode: game_mode as 'sp' }
      const said = await office.call(api.player.placeBids, { bids: [bid] }, { as: players[step.who]! })
      if (said.code === 200) placed.push(said.data[0]!.id)
    } else if (step.do === 'declare') await office.declare(markets[step.where]!, step.what)
    else if (step.do === 'revert')
      await office.revert(markets[step.where]!, step.session && { session: step.session })
    else if (step.do === 'rate')
      await office.call(api.settings.updateRates, { rates: { single_digit_2: step.rate } })
    else if (placed.length > 0)
      await office.call(api.bids.revert, { betId: placed[step.which % placed.length]! })
  }
}

beforeAll(async () => {
  await office.keepTheDay()
  asha = await office.user('Asha', 20_000)
  ravi = await office.user('Ravi', 20_000)
  const gone = await office.user('Gone', 20_000)
  night = await office.market('NIGHT', { open_time: '21:40', close_time: '00:05', draw: 'untouched' })
  today = night.day
  yesterday = addDays(today, -1)
  await acrossMidnight()
  for (const [result, picks] of WINNERS) {
    const market = await office.market(result)
    for (const pick of picks) await office.place(ravi, market, pick, 10)
    await office.declare(market, result)
  }

  const markets = [await office.market('ONE'), await office.market('TWO'), await office.market('THREE')]
  await tell(fc.sample(step, { seed, numRuns: 150 }), [asha, ravi, gone], markets)
  await known(gone)
})

/** Bids of yesterday's draw, the last of them today, and its result. */
async function acrossMidnight(): Promise<void> {
  const at = (day: Day, time: string) => momentOf(day, time as Time)
  const bids = [
    await office.placeAt(at(yesterday, '21:00'), asha, night, 'jodi_digit:1:-:4:-'),
    await office.placeAt(at(yesterday, '23:59'), ravi, night, 'double_panna:-:-:-:455'),
    await office.placeAt(at(today, '00:04'), asha, night, 'single_digit:-:-:4:-'),
  ]
  expect(bids.map(({ day }) => day)).toEqual([yesterday, yesterday, yesterday])
  expect((await office.declare(night, '128-14-455', { date: yesterday })).code).toBe(200)
}

/** What the planted faults are planted in, whatever the random steps did. */
async function known(gone: Player): Promise<void> {
  const open = await office.market('KNOWN')
  await office.call(api.settings.updateRates, { rates: { single_digit_2: 9.75 } })
  await office.place(asha, open, 'single_digit:1:-:-:-', 10)
  await office.place(ravi, open, 'single_digit:2:-:-:-', 20)
  await office.place(ravi, open, 'jodi_digit:1:-:4:-', 30)
  await office.cancel(await office.place(asha, open, 'sp:-:128:-:-', 40))
  await office.place(gone, open, 'dp:-:-:-:114', 50)
  await office.lookAtAll()
  await office.call(api.users.remove, { id: gone.id })
  await office.declare(open, '128-1')
  await office.revert(open)
  await office.declare(open, '128-1')

  const voided = await office.market('VOID')
  await office.place(asha, voided, 'single_digit:1:-:-:-', 10)
  await office.place(ravi, voided, 'tp:-:-:-:777', 10)
  await office.declare(voided, '128-1')
  await office.call(api.results.voidDraw, { marketId: voided.id, date: voided.day, reason: 'It never came' })
}

const days = () => ({ from: yesterday, to: today })

/** As another transaction sees the books, or, where something is planted, that one; it is taken back. */
async function replay(planted?: string): Promise<{ named: string; replayed: Replay }> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    for (const guard of ['one_stake_one_refund', 'one_win_a_declaration', 'taken_back_once'])
      await client.query(`drop index ${guard}`)
    await client.query('alter table declarations drop constraint a_result_or_a_void')
    const { rows } = planted === undefined ? { rows: [{ named: '' }] } : await client.query(planted)
    expect(rows).toHaveLength(1)
    return { named: String(rows[0].named), replayed: await replayDays(new Books(client), days()) }
  } finally {
    await client.end()
  }
}

test('whatever a day was, the replay comes to what the ledger paid', async () => {
  const { replayed } = await replay()
  expect(replayed.named).toEqual([])
  expect(replayed.differences).toBe(0)
  expect(replayed.bids).toBe(
    (await office.database.only<{ bids: number }>(sql`select count(*) as bids from bids`)).bids,
  )
  const accounts = [...replayed.accounts.values()]
  for (const { won, refund, paid } of accounts) expect(paid).toBe(won + refund)
  const across = accounts.find(({ row }) => row.market === 'NIGHT' && row.day === yesterday)!
  // ₹10 each: a jodi at 95, a double panna at 300, a digit at 9.
  expect(across).toMatchObject({ bids: 3, stake: 3000n, won: 404_000n, refund: 0n, paid: 404_000n })
})

test('each of the twelve games wins', async () => {
  const { replayed } = await replay()
  for (const [result, picks, won] of WINNERS) {
    const account = [...replayed.accounts.values()].find(({ row }) => row.market === result)
    expect(account).toMatchObject({ bids: picks.length, won, refund: 0n, paid: won })
  }
  const games = WINNERS.flatMap(([, picks]) => picks.map((pick) => pick.split(':')[0]))
  expect([...new Set(games)].toSorted()).toEqual(GAME_MODES.toSorted())
})

const bid = (market: string, game: string, more = 'true') =>
  `(select b.id from bids b join draws d on d.id = b.draw_id join markets m on m.id = d.market_id
    where m.name = '${market}' and b.game_mode = '${game}' and ${more} order by b.id limit 1)`
const asBid = `returning 'bid ' || bid_id as named`
const copied = `kind, from_user, from_house, to_user, to_house, amount, from_after, to_after, draw_id, bid_id, request_id,
  declaration_id, reverses, actor, note, at`
const again = (posting: string) =>
  `insert into postings (${copied}) select ${copied} from postings where ${posting} order by id desc limit 1 ${asBid}`
const won = bid('KNOWN', 'single_digit', `b.open_digit = '1'`)
const lost = bid('KNOWN', 'single_digit', `b.open_digit = '2'`)
const running = bid('KNOWN', 'jodi_digit')
const cancelled = bid('KNOWN', 'sp')
const theWin = `(select max(id) from postings where kind = 'win' and bid_id = ${won})`
const KNOWN = `(select d.id from draws d join markets m on m.id = d.market_id where m.name = 'KNOWN')`
const theOpen = `draw_id = ${KNOWN} and withdrawn_at is null`

test.each<[planted: string, statement: string, said: RegExp]>([
  [
    'a win and its wallet of a paisa more',
    `with more as (update postings set amount = amount + 1, to_after = to_after + 1 where id = ${theWin} returning *),
      richer as (update wallets w set balance = balance + 1 from more where w.user_id = more.to_user)
    select 'bid ' || bid_id as named from more`,
    /expected stake ₹10, win ₹97.50, refund ₹0; found stake ₹10, win ₹97.51, refund ₹0$/m,
  ],
  ['a win that is missing', `delete from postings where id = ${theWin} ${asBid}`, /found stake ₹10, win ₹0,/],
  ['a win paid twice', again(`id = ${theWin}`), /found stake ₹10, win ₹195,/],
  [
    'a win too many',
    `insert into postings (kind, from_house, to_user, amount, to_after, draw_id, bid_id, declaration_id, actor, at)
    select 'win', 'game', b.user_id, 100, 0, b.draw_id, b.id, (select id from declarations where ${theOpen}), 'admin:1', now()
    from bids b where b.id = ${lost} ${asBid}`,
    /expected stake ₹20, win ₹0, refund ₹0; found stake ₹20, win ₹1, refund ₹0/,
  ],
  [
    'a win of a bid without a draw',
    `insert into postings (kind, from_house, to_user, amount, to_after, bid_id, declaration_id, actor, at)
    select 'win', 'game', b.user_id, 100, 0, b.id, 999999, 'admin:1', now() from bids b where b.id = ${lost} ${asBid}`,
    /found stake ₹20, win ₹1/,
  ],
  [
    'a win of no bid',
    `update postings set bid_id = 999999 where id = ${theWin} ${asBid}`,
    /expected a bid of these days; found only stake ₹0, win ₹9/,
  ],
  [
    'a win paid to another player',
    `update postings set to_user = 999999 where id = ${theWin} ${asBid}`,
    /expected all of it with player \d+; found player \d+ and 999999/,
  ],
  [
    'a win that was not taken back with its declaration',
    `delete from postings where kind = 'win_reversed' and bid_id = ${won} ${asBid}`,
    /found stake ₹10, win ₹195,/,
  ],
  [
    'a refund twice',
    again(`kind = 'refund' and bid_id = ${cancelled}`),
    /refund ₹40; found stake ₹40, win ₹0, refund ₹80/,
  ],
  [
    'a refund of a bid that runs',
    `update postings set bid_id = ${running} where kind = 'refund' and bid_id = ${cancelled} ${asBid}`,
    /refund ₹0; found stake ₹30, win ₹0, refund ₹40/,
  ],
  [
    'a refund of a void that is missing',
    `delete from postings where kind = 'refund' and bid_id = ${bid('VOID', 'tp')} ${asBid}`,
    /refund ₹10; found stake ₹10, win ₹0, refund ₹0/,
  ],
  [
    'a refund that was paid and is owed',
    `insert into refund_batches (run_id, nth, bid_ids, user_ids, halves, points)
    select r.id, 99, array[b.id], array[b.user_id], array['close'::half], array[b.points]
    from refund_runs r join bids b on b.draw_id = r.draw_id where b.id = ${bid('VOID', 'tp')}
    returning 'bid ' || bid_ids[1] as named`,
    /refund ₹10; found stake ₹10, win ₹0, refund ₹20/,
  ],
  [
    'a pick that loses changed to the one that won',
    `update bids set open_digit = '1' where id = ${lost} returning 'bid ' || id as named`,
    /expected stake ₹20, win ₹195, refund ₹0; found stake ₹20, win ₹0,/,
  ],
  [
    'a pick that won changed to one that loses',
    `update bids set open_digit = '3' where id = ${won} returning 'bid ' || id as named`,
    /win ₹0, refund ₹0; found stake ₹10, win ₹97.50,/,
  ],
  [
    'a pick that its game has not',
    `update bids set game_mode = 'red_bracket' where id = ${running} returning 'bid ' || id as named`,
    /expected a pick of red_bracket in its session; found one in the close that is none/,
  ],
  [
    'the points of a bid',
    `update bids set points = points + 1000 where id = ${running} returning 'bid ' || id as named`,
    /expected stake ₹40, win ₹0, refund ₹0; found stake ₹30,/,
  ],
  [
    'the multiplier of a bid that runs',
    `update bids set multiplier = multiplier + 1 where id = ${running} returning 'bid ' || id as named`,
    /expected the rate of .*Z, × 95; found × 95.01/,
  ],
  [
    'the multiplier of a bid that won',
    `update bids set multiplier = 10000 where id = ${won} returning 'bid ' || id as named`,
    /win ₹1,000, refund ₹0; found stake ₹10, win ₹97.50,/,
  ],
  [
    'a bid moved to another day',
    `update bids set market_date = market_date - 9 where id = ${lost} returning 'bid ' || id as named`,
    /expected a bid of these days; found only stake ₹20/,
  ],
  [
    'a bid moved to another draw',
    `update bids set draw_id = draw_id - 1 where id = ${lost} returning 'bid ' || id as named`,
    /expected all of it in draw \d+; found draw \d+/,
  ],
  [
    'a bid whose stake is missing',
    `delete from postings where kind = 'stake' and bid_id = ${running} ${asBid}`,
    /expected stake ₹30, win ₹0, refund ₹0; found stake ₹0/,
  ],
  [
    'winning picks of a declaration',
    `update declarations set picks = picks || array['single_digit:2:-:-:-'] where ${theOpen}
    returning 'declaration ' || id as named`,
    /expected the picks odd_even:1:-:-:- .*; found odd_even:1:-:-:- .* single_digit:2:-:-:-/,
  ],
  [
    'the digit of a result',
    `update declarations set digit = '2' where ${theOpen} returning 'declaration ' || id as named`,
    /single_digit:2:-:-:-.*; found .*single_digit:1:-:-:-/,
  ],
  [
    'a void with a winning pick',
    `update declarations set picks = array['tp:-:-:-:777'] where is_void
    and draw_id = (select draw_id from bids where id = ${bid('VOID', 'tp')}) returning 'declaration ' || id as named`,
    /expected the picks none; found tp:-:-:-:777/,
  ],
  [
    'an open taken from under its close',
    `update declarations set withdrawn_at = now() where half = 'open'
    and draw_id = (select draw_id from bids where market_date < (select max(market_date) from bids) limit 1) returning 'declaration' as named`,
    /the close of NIGHT on .*: expected a declared open; found none/,
  ],
  [
    'a rate that no act changed',
    `update rates set multiplier = 9999 where rate_key = 'single_digit' returning 'the rate single_digit' as named`,
    /expected its history whole; found × 9.75 by the audit, then × 99.99/,
  ],
  [
    'a rate that no act ever changed',
    `update rates set multiplier = 9999 where rate_key = 'jodi_digit' returning 'bid ' || ${running} as named`,
    /expected the rate of .*Z, × 99.99; found × 95/,
  ],
  [
    'what is kept of the draw',
    `update draw_postings set amount = amount + 1 where draw_id = ${KNOWN} and kind = 'refund' returning 'the sums of KNOWN' as named`,
    /expected win ₹97.50, refund ₹90; found win ₹97.50, refund ₹90.01$/,
  ],
])('%s: it is named', async (_planted, statement, said) => {
  const { named, replayed } = await replay(statement)
  expect(replayed.differences).toBeGreaterThan(0)
  const lines = replayed.named.filter((each) => new RegExp(`^${named}\\b`).test(each))
  expect(lines.join('\n'), replayed.named.join('\n')).toMatch(said)
})

test('refunds that a void under way has listed are no difference, and are told', async () => {
  const { replayed } = await replay(`
    with unpaid as (delete from postings where kind = 'refund' and bid_id = ${bid('VOID', 'tp')} returning *),
      less as (update draw_postings k set amount = k.amount - u.amount from unpaid u where k.draw_id = u.draw_id and k.kind = 'refund')
    insert into refund_batches (run_id, nth, bid_ids, user_ids, halves, points)
    select r.id, 1, array[u.bid_id], array[u.to_user], array['close'::half], array[u.amount]
    from refund_runs r join unpaid u on u.draw_id = r.draw_id returning 'owed' as named`)
  expect(replayed.named).toEqual([])
  const account = [...replayed.accounts.values()].find(({ row }) => row.market === 'VOID')!
  expect(account).toMatchObject({ won: 9750n, refund: 1000n, paid: 9750n, owed: 1000n })
  const lines = linesOf(replayed)
  expect(lines).toContain(`  note: VOID on ${today}: ₹10 of its void is still being refunded`)
  expect(lines.find((line) => / VOID /.test(line))).toMatch(/₹107.50 +₹97.50 +₹0$/)
})

test('of many differences the first twenty are named, with how many more there are', async () => {
  const { replayed } = await replay(`
    with changed as (update bids set multiplier = multiplier + 1 returning id) select count(*) as named from changed`)
  expect(replayed.named).toHaveLength(20)
  expect(linesOf(replayed).at(-1)).toBe(`  … and ${replayed.differences - 20} more`)
  expect(replayed.differences).toBeGreaterThanOrEqual(replayed.bids)
})

/** The program as it is typed, over these books as they are. */
async function run(args: readonly string[]): Promise<{ code: number; said: string }> {
  const url = Object.assign(new URL(inject('databaseServer').url), { pathname }).href
  const env = { ...process.env, DATABASE_URL: url }
  return promisify(execFile)(process.execPath, ['scripts/replay.ts', ...args], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      said: error.stdout + error.stderr,
    }),
  )
}

test('the program prints each draw and its sums, and ends with 0 where they agree, else with 1', async () => {
  const good = await run(['--from', yesterday, '--to', today])
  expect(good.said).toMatch(
    /^Day +Market +Result +Bids +Stake +Paid by the replay +Paid by the ledger +Difference$/m,
  )
  expect(good.said).toMatch(new RegExp(`^${yesterday} +NIGHT +128-14-455 +3 +₹30 `, 'm'))
  expect(good.said).toMatch(/ KNOWN +128-1 +5 +₹150 +₹187.50 +₹187.50 +₹0\n/)
  expect(good.said).toMatch(/bids of \S+ to \S+ replayed, they agree\. \d/)
  expect(good.code).toBe(0)

  const wins = (by: number) =>
    office.owner.run(sql`
    update draw_postings set amount = amount + ${by}::bigint
    where kind = 'win' and draw_id = (select id from draws where market_id = ${night.id} and market_date = ${yesterday})`)
  await wins(1)
  const wrong = await run(['--day', yesterday]).finally(() => wins(-1))
  expect(wrong.said).toMatch(
    /^✗ the sums of NIGHT on \S+: expected win ₹4,040, refund ₹0; found win ₹4,040.01,/m,
  )
  expect(wrong.said).toMatch(/3 bids of \S+ replayed, they do not agree: 1 difference\. \d/)
  expect(wrong.code).toBe(1)
})

test('without a day it is today, and a day without draws is no difference', async () => {
  expect(await run([])).toMatchObject({
    code: 0,
    said: expect.stringContaining(`bids of ${today} replayed, they agree`),
  })
  const empty = await run(['--day', '2020-02-29'])
  expect(empty).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^0 bids of 2020-02-29 replayed, they agree\./),
  })
})

test.each([
  [['--day', '2026-02-30'], /^"2026-02-30" is no day\. npm run replay/],
  [['--day', 'today'], /^"today" is no day/],
  [['--from', '2026-02-02'], /^One day, or the first and the last of several/],
  [['--from', '2026-02-02', '--to', '2026-02-01'], /^One day/],
  [['--days', '3'], /^Unknown option '--days'.* npm run replay -- --day/],
])('%j is refused in a sentence', async (args, words) => {
  expect(await run(args)).toMatchObject({ code: 1, said: expect.stringMatching(words) })
})
