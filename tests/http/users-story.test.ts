/** A player's story: lines, days with their accounts, pages, and the internal notes. */
import { type Answer, api, type Body, PLAYER_NOTE_MAX, STORY_KINDS } from '@munim/contract'
import { addDays, type Day, dayOf, momentOf, type Time } from '@munim/core'
import { expect, test } from 'vitest'
import { fixedAt, sql } from '../../server/src/database/db.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { moveFunds } from '../../server/src/users/funds.ts'
import { readStory } from '../../server/src/users/story.ts'
import { demonstrationDatabase, freshDatabase } from '../support/database.ts'
import { backOffice, bidOn, type Player } from '../support/office.ts'
import { watched } from '../support/plans.ts'
import { verifyBooks } from '../support/verify-books.ts'

// Funds are moved here at moments of days that are over, by the verb: they leave no act.
const office = await backOffice({}, verifyBooks)

type Story = Answer<typeof api.users.story>['data']
type StoryDay = Story['days'][number]
type Asked = Omit<Body<typeof api.users.story>, 'id'>

const tell = async ({ id }: { readonly id: number }, asked: Asked = {}): Promise<Story> => {
  const said = await office.call(api.users.story, { id, ...asked })
  expect(said).toMatchObject({ code: 200 })
  return said.data
}

/** `stake −30 leaves 70, 2 postings`, the latest first. */
const linesOf = ({ days }: { readonly days: readonly StoryDay[] }) =>
  days
    .flatMap(({ lines }) => lines)
    .map((line) => {
      if (line.is === 'request') return `${line.kind} ${line.step} ${line.amount}`
      if (line.is === 'changed') return `${line.what} ${Object.keys(line.after).join()}`.trim()
      if (line.is !== 'moved') return line.is
      const sign = line.type === 'credit' ? '+' : '−'
      const of = line.postings.length > 1 ? `, ${line.postings.length} postings` : ''
      return `${line.kind} ${sign}${line.amount} leaves ${line.balance}${of}`
    })

const slip = (player: Player, ...bids: ReturnType<typeof bidOn>[]) =>
  office.call(api.player.placeBids, { bids: bids as never }, { as: player })

test('one story tells of money, slips, results, requests, changes and notes, each as it happened', async () => {
  await office.keepTheDay()
  const asha = await office.user('Asha', 500)
  const market = await office.market('KALYAN')
  await slip(asha, bidOn(market, 'single_digit:1:-:-:-', 10), bidOn(market, 'single_digit:2:-:-:-', 20))
  await office.place(asha, market, 'single_digit:3:-:-:-', 40)
  await office.declare(market, '128-1')
  await office.decide(await office.requestDeposit(asha, 70, '452110000411'), 'deposit', 'rejected')
  await office.decide(await office.requestWithdrawal(asha, 100), 'withdraw', 'completed')
  await office.call(api.users.update, { id: asha.id, betting: false })
  await office.call(api.users.addNote, { id: asha.id, text: 'Called about a win.' })

  const story = await tell(asha)
  expect(linesOf(story)).toEqual([
    'note',
    'account betting',
    'withdraw paid 100',
    'withdraw_hold −100 leaves 420',
    'deposit rejected 70',
    'deposit asked 70',
    'win +90 leaves 520',
    'stake −40 leaves 430',
    'stake −30 leaves 470, 2 postings',
    'fund_add +500 leaves 500',
    'account isApproved',
    'registered',
  ])
  expect(story).toMatchObject({ wallet: 420, running: 0, next: null })
  expect(story.days).toMatchObject([
    { day: dayOf(new Date()), opening: 0, came: 590, went: 170, closing: 420 },
  ])
  const both = story.days[0]!.lines.find((line) => line.is === 'moved' && line.postings.length === 2)
  expect(both).toMatchObject({
    actorName: `player:${asha.id}`,
    postings: [
      { amount: 20, balance: 470, bid: { market_name: 'KALYAN', open_digit: '2', status: 'loss' } },
      { amount: 10, balance: 490, bid: { market_name: 'KALYAN', open_digit: '1', status: 'win' } },
    ],
  })
  expect(story.days[0]!.lines[0]).toMatchObject({ text: 'Called about a win.', actorName: 'admin' })
})

test.each([
  ['money', ['withdraw_hold −50 leaves 40', 'fund_add +100 leaves 100']],
  ['bids', ['stake −10 leaves 90']],
  ['results', []],
  ['requests', ['withdraw_hold −50 leaves 40']],
  ['changes', ['account isApproved', 'registered']],
  ['sign_ins', []],
  ['notes', ['note']],
] as const)('asked for %s it tells of them alone, and the day keeps its account', async (kind, lines) => {
  await office.keepTheDay()
  const asha = await office.user('Asha', 100)
  await office.place(asha, await office.market(`ONLY ${kind}`), 'single_digit:3:-:-:-', 10)
  await office.requestWithdrawal(asha, 50)
  await office.call(api.users.addNote, { id: asha.id, text: 'x' })
  const story = await tell(asha, { kinds: [kind] })
  expect(linesOf(story)).toEqual(lines)
  expect(story.running).toBe(10)
  expect(story.days.map(({ opening, came, went, closing }) => [opening, came, went, closing])).toEqual(
    lines.length === 0 ? [] : [[0, 100, 60, 40]],
  )
})

test('a sign-in and what the player changed of the payment details are told', async () => {
  const asha = await office.user('Signs in')
  await office.call(api.player.login, { mobile: asha.mobile, password: 'secret1' })
  await office.call(api.player.updateProfile, { upi_id: 'other@upi' }, { as: asha })
  expect(linesOf(await tell(asha))).toEqual(['payee upi_id', 'signed in', 'account isApproved', 'registered'])
})

/** Moves the player's money at these moments, one after another; the ledger's numbers are in that order. */
async function moveAt(
  asha: Player,
  ...moves: readonly (readonly [day: Day, time: string, rupees: number])[]
) {
  for (const [day, time, rupees] of moves) {
    const [kind, amount] = rupees > 0 ? (['fund_add', rupees] as const) : (['fund_deduct', -rupees] as const)
    const funds = { userId: asha.id, amount, note: undefined, actor: 'admin:1' }
    const done = await office.told((db) => moveFunds(fixedAt(db, momentOf(day, time as Time)), kind, funds))
    expect(done.code).toBe(200)
  }
}

const accounts = ({ days }: Story) =>
  days.map(({ day, opening, came, went, closing }) => [day, opening, came, went, closing])

test('days are asked for by their ends, and each begins with what the one before it left', async () => {
  const asha = await office.user('Days')
  const [one, two, three] = ['2026-01-10', '2026-01-11', '2026-01-20'] as [Day, Day, Day]
  await moveAt(asha, [one, '00:00', 100], [one, '23:59', -30], [two, '12:00', 5], [three, '09:00', -75])
  const money: Asked = { kinds: ['money'] }
  const all = [
    [three, 75, 0, 75, 0],
    [two, 70, 5, 0, 75],
    [one, 0, 100, 30, 70],
  ]
  expect(accounts(await tell(asha, money))).toEqual(all)
  expect(accounts(await tell(asha, { ...money, to: two }))).toEqual(all.slice(1))
  expect(accounts(await tell(asha, { ...money, from: two }))).toEqual(all.slice(0, 2))
  expect(accounts(await tell(asha, { ...money, from: two, to: two }))).toEqual([all[1]])
  expect(accounts(await tell(asha, { ...money, from: '2026-01-12', to: '2026-01-19' }))).toEqual([])
})

test('a day without a posting holds what the one before it left', async () => {
  const asha = await office.user('Quiet')
  await moveAt(asha, ['2026-01-10' as Day, '10:00', 100])
  await office.call(api.users.addNote, { id: asha.id, text: 'Nothing moved.' })
  const story = await tell(asha, { kinds: ['notes', 'money'] })
  expect(accounts(story)).toEqual([
    [dayOf(new Date()), 100, 0, 0, 100],
    ['2026-01-10', 0, 100, 0, 100],
  ])
})

test('a posting whose moment is of a later day than that of one after it counts on the earlier day', async () => {
  const asha = await office.user('Midnight')
  const [one, two] = ['2026-01-10', '2026-01-11'] as [Day, Day]
  // As two that wait for one wallet over midnight: the first to have it read the clock last.
  await moveAt(asha, [one, '12:00', 100], [two, '00:00', 7], [one, '23:59', -50], [two, '10:00', 1])
  for (const asked of [{}, { to: two }, { from: one }] as const)
    expect(accounts(await tell(asha, { kinds: ['money'], ...asked }))).toEqual([
      [two, 57, 1, 0, 58],
      [one, 0, 107, 50, 57],
    ])
  expect(accounts(await tell(asha, { kinds: ['money'], to: one }))).toEqual([[one, 0, 107, 50, 57]])
  expect(accounts(await tell(asha, { kinds: ['money'], from: two }))).toEqual([[two, 57, 1, 0, 58]])
  // Also where a page ends between the two.
  const [, { lines } = { lines: [] }] = (await tell(asha, { kinds: ['money'] })).days
  const [line] = lines
  const posting = line?.is === 'moved' ? line.postings[0]!.id : 0
  const before = { day: one, posting, moment: '2026-01-10T18:29:00.000000Z', tie: '~' }
  expect((await tell(asha, { kinds: ['money'], before })).days.map(({ day }) => day)).toEqual([one])
})

/** All pages after one another, the parts of a day put together. */
async function wholeOf(read: (before?: Story['next']) => Promise<Story>) {
  const days = new Map<string, StoryDay>()
  let pages = 0
  for (let before: Story['next'] | undefined; ; pages++) {
    const story: Story = await read(before ?? undefined)
    expect(story.running === null).toBe(pages > 0)
    for (const day of story.days) {
      const known = days.get(day.day)
      days.set(day.day, known ? { ...known, lines: [...known.lines, ...day.lines] } : day)
    }
    if (story.next === null) return { days: [...days.values()], pages: pages + 1 }
    before = story.next
  }
}

test('page after page tells all there is once, in its order, also where a day goes on over the end of one', async () => {
  const asha = await office.user('Pages')
  const first = '2026-01-10' as Day
  const moves = Array.from(
    { length: 230 },
    (_, nth) => [addDays(first, Math.floor(nth / 90)), '10:00', 1] as const,
  )
  await moveAt(asha, ...moves)
  for (let nth = 0; nth < 3; nth++) await office.call(api.users.addNote, { id: asha.id, text: `${nth}` })
  const { days, pages } = await wholeOf((before) => tell(asha, { before }))
  expect(pages).toBe(3)
  const today = dayOf(new Date())
  expect(days.map(({ day, lines }) => [day, lines.length])).toEqual([
    [today, 5],
    [addDays(first, 2), 50],
    [addDays(first, 1), 90],
    [first, 90],
  ])
  const left = days
    .flatMap(({ lines }) => lines)
    .flatMap((line) => (line.is === 'moved' ? [line.balance] : []))
  expect(left).toEqual(Array.from({ length: 230 }, (_, nth) => 230 - nth))
})

test('what happened at one moment is told whole where a page ends in it', async () => {
  const asha = await office.user('At once')
  await office.database.run(sql`
    insert into player_notes (user_id, admin_id, at, text)
    select ${asha.id}, 1, timestamptz '2026-01-10 10:00Z' + greatest(nth - 3, 0) * interval '1 ms', 'x'
    from generate_series(1, 102) nth`)
  const { days, pages } = await wholeOf((before) => tell(asha, { kinds: ['notes'], before }))
  expect([pages, days.flatMap(({ lines }) => lines).length]).toEqual([2, 102])
})

test('what happens after a page of postings alone is not on the pages behind it', async () => {
  const asha = await office.user('Goes on')
  const today = dayOf(new Date())
  const moves = (day: Day) => Array.from({ length: 60 }, () => [day, '00:00', 1] as const)
  await moveAt(asha, ...moves(addDays(today, -1)), ...moves(today))
  const kinds: Asked['kinds'] = ['money', 'notes']
  const first = await tell(asha, { kinds })
  await office.call(api.users.addNote, { id: asha.id, text: 'After the first page' })
  const second = await tell(asha, { kinds, before: first.next ?? undefined })
  expect([first, second].map(({ days }) => days.map(({ day, lines }) => [day, lines.length]))).toEqual([
    [
      [today, 60],
      [addDays(today, -1), 40],
    ],
    [[addDays(today, -1), 20]],
  ])
  expect(second.next).toBeNull()
})

test('neither a slip nor what a declaration pays is cut by the end of a page', async () => {
  const asha = await office.user('Slips', 100_000)
  const market = await office.market('SLIPS')
  for (let nth = 0; nth < 6; nth++)
    await slip(asha, ...Array.from({ length: 90 }, () => bidOn(market, 'single_digit:3:-:-:-', 10)))
  const { days, pages } = await wholeOf((before) => tell(asha, { kinds: ['bids'], before }))
  expect(pages).toBe(2)
  const slips = days.flatMap(({ lines }) => lines).map((line) => line.is === 'moved' && line.postings.length)
  expect(slips).toEqual([90, 90, 90, 90, 90, 90])
  await office.declare(market, '120-3')
  const won = ['win +48600 leaves 143200, 540 postings']
  expect(linesOf(await tell(asha, { kinds: ['results'] }))).toEqual(won)
})

test('who is no player, or is no more, has no story', async () => {
  const gone = await office.user('Gone')
  await office.call(api.users.remove, { id: gone.id })
  for (const id of [gone.id, 999_999]) {
    expect(await office.call(api.users.story, { id })).toMatchObject({ code: 404, message: 'User not found' })
    expect(await office.call(api.users.addNote, { id, text: 'x' })).toMatchObject({ code: 404 })
  }
  expect(await office.call(api.users.story.path, { kinds: ['money'] })).toMatchObject({ code: 400 })
})

test('the file holds each day around its lines, and no note', async () => {
  const asha = await office.user('File')
  await moveAt(asha, ['2026-01-10' as Day, '10:00', 100], ['2026-01-11' as Day, '11:00', -30])
  await office.call(api.users.addNote, { id: asha.id, text: 'Never exported' })
  const said = await office.call(api.users.storyCsv.path, { id: asha.id, to: '2026-01-31' })
  const { text } = said as unknown as { text: string }
  expect(text.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'Day,Date,What,Details,By,In,Out,Balance',
    '2026-01-11,,closing,,,,,70.00',
    '2026-01-11,2026-01-11T11:00:00+05:30,admin,Deducted by admin,admin,,30.00,70.00',
    '2026-01-11,,opening,,,,,100.00',
    '2026-01-10,,closing,,,,,100.00',
    '2026-01-10,2026-01-10T10:00:00+05:30,admin,Added by admin,admin,100.00,,100.00',
    '2026-01-10,,opening,,,,,0.00',
  ])
  const whole = (await office.call(api.users.storyCsv.path, { id: asha.id, kinds: ['notes'] })) as unknown
  expect((whole as { text: string }).text).not.toContain('Never')
})

test('the file says which way a flag was changed, and of other fields that they were', async () => {
  const asha = await office.user('Flags')
  for (const betting of [false, true]) await office.call(api.users.update, { id: asha.id, betting })
  await office.call(api.users.update, { id: asha.id, isBlocked: true, upi_id: 'flags@upi' })
  const said: unknown = await office.call(api.users.storyCsv.path, { id: asha.id, kinds: ['changes'] })
  const rows = (said as { text: string }).text.trim().split('\r\n').slice(2, -1)
  expect(rows.map((row) => /account,"?(.*?)"?,admin,/.exec(row)?.[1] ?? row)).toEqual([
    'UPI ID, Blocked: on',
    'Betting: on',
    'Betting: off',
    'Approved: on',
    expect.stringContaining('registered'),
  ])
})

test('notes are written by and told to who acts on players; the audit knows that there is one, not what it says', async () => {
  const asha = await office.user('Noted')
  expect(await office.call(api.users.addNote, { id: asha.id, text: ' ' })).toMatchObject({
    code: 400,
    message: 'Note is empty',
  })
  const long = 'x'.repeat(PLAYER_NOTE_MAX + 1)
  expect(await office.call(api.users.addNote, { id: asha.id, text: long })).toMatchObject({ code: 400 })
  const cashier = await office.withRights('see', 'deposits')
  expect(
    await office.call(api.users.addNote, { id: asha.id, text: 'Pays late' }, { as: cashier }),
  ).toMatchObject({ code: 200 })
  const told = (as: { readonly token: string }) =>
    office.call(api.users.story, { id: asha.id, kinds: ['notes'] }, { as })
  expect((await told(cashier)).data.days[0]!.lines).toMatchObject([{ is: 'note', text: 'Pays late' }])
  const auditor = await office.withRights('see', 'export')
  expect((await told(auditor)).data.days).toEqual([])
  expect(await office.call(api.users.addNote, { id: asha.id, text: 'x' }, { as: auditor })).toMatchObject({
    code: 403,
  })
  const { data } = await office.call(api.reports.audit, { act: api.users.addNote.path, thing_id: asha.id })
  expect(data).toMatchObject([{ thing: 'user', before: {}, after: { note: expect.any(Number) } }])
})

test('a look at bids before their result is told to the audit', async () => {
  const [asha, ravi] = [await office.user('Looked at', 100), await office.user('Not looked at', 100)]
  await office.place(asha, await office.market('LOOK'), 'single_digit:3:-:-:-', 10)
  await tell(asha)
  await tell(ravi)
  const { data } = await office.call(api.reports.audit, { act: api.users.story.path })
  const looks = data.map(({ thing, thing_id, after }) => [thing, thing_id, after])
  expect(looks).toContainEqual(['look', `user ${asha.id}`, { rows: 1 }])
  expect(looks.map(([, id]) => id)).not.toContain(`user ${ravi.id}`)
})

test('of a hundred players with thirty days behind them each day adds up, and the last leaves the wallet', async () => {
  const { ownerUrl, drop } = await demonstrationDatabase()
  const database = connect(ownerUrl, { max: 2 })
  try {
    const players = await database.many<{ id: number; wallet: number; postings: number }>(sql`
      select w.user_id as id, w.balance / 100.0::float8 as wallet,
        (select count(*) from postings where from_user = w.user_id) + (select count(*) from postings where to_user = w.user_id) as postings
      from wallets w join users u on u.id = w.user_id where u.deleted_at is null order by random() limit 100`)
    expect(players).toHaveLength(100)
    const cents = (rupees: number) => Math.round(rupees * 100)
    for (const { id, wallet, postings } of players) {
      const { days } = await wholeOf((before) =>
        readStory(database, { id, kinds: STORY_KINDS, before: before ?? undefined }),
      )
      let [left, told] = [0, 0]
      for (const { day, opening, came, went, closing, lines } of days.toReversed()) {
        const moved = lines.flatMap((line) => (line.is === 'moved' ? [line] : []))
        const sum = (type: 'credit' | 'debit') =>
          moved.reduce((all, line) => all + (line.type === type ? cents(line.amount) : 0), 0)
        told += moved.reduce((all, line) => all + line.postings.length, 0)
        const said = [opening, came, went, closing].map(cents)
        const due = [left, sum('credit'), sum('debit'), left + sum('credit') - sum('debit')]
        expect([id, day, ...said]).toEqual([id, day, ...due])
        left = cents(closing)
      }
      expect([id, left, told]).toEqual([id, cents(wallet), postings])
    }
  } finally {
    await database.close()
    await drop()
  }
})

test('a page of a player with very many postings reads those of its days, not all', async () => {
  const { ownerUrl, drop } = await freshDatabase()
  const database = connect(ownerUrl, { max: 2 })
  try {
    const postings = 60_000
    await database.run(sql`
      insert into users (user_name, mobile, password_hash, created_at, updated_at)
      values ('Busy', '7000000001', 'none', now() - interval '400 days', now())`)
    await database.run(sql`insert into wallets (user_id, balance) select id, ${postings} from users`)
    await database.run(sql`
      insert into postings (kind, from_house, to_user, amount, to_after, actor, at)
      select 'fund_add', 'cash', u.id, 1, n, 'admin:1', now() - interval '300 days' + n * interval '7 minutes'
      from users u, generate_series(1, ${postings}::int) n order by n`)
    await database.run(sql`vacuum analyze`)
    let rows = 0
    const watching = watched(database, (read) => {
      rows += read.rows
    })
    const read = async (before?: Story['next']) => {
      rows = 0
      return readStory(watching, { id: 1, kinds: STORY_KINDS, before: before ?? undefined })
    }
    for (let page = 1, before: Story['next'] | undefined; page <= 3; page++) {
      const { days, next } = await read(before)
      expect(days.flatMap(({ lines }) => lines)).toHaveLength(100)
      // Each row is counted by every step that hands it on, some twenty.
      expect(rows).toBeLessThan(postings / 2)
      before = next
    }
  } finally {
    await database.close()
    await drop()
  }
})
