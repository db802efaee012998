/** The day book: what the house made on a day, by market, and the ways to its draws and postings. */
import { type Answer, api } from '@munim/contract'
import { addDays } from '@munim/core'
import type { Page } from '@playwright/test'
import { declared, newPlayer, RUNNING, today } from './draws.ts'
import {
  answerWith,
  asNarrow,
  expect,
  expectNoSidewaysScroll,
  expectSound,
  expectSoundOnBoth,
  lineOf,
  type Office,
  savedBy,
  test,
} from './support.ts'

type Book = Answer<typeof api.daybook.get>['data']

const main = (page: Page) => page.getByRole('main')

/** A market with ₹100.00 on the open digit 1. */
async function marketWithBid(office: Office, word: string) {
  const market = await office.newMarket(word, RUNNING)
  const player = await newPlayer(office, market.id)
  return { market, player }
}

test('a day shows what each market kept, and its name leads to the draw @both', async ({ page, office }) => {
  const { market } = await marketWithBid(office, 'BOOK')
  await page.goto('/reports')
  await page.getByRole('link', { name: 'Day book' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Day book' })).toBeVisible()
  await expect(lineOf(page, market.name)).toContainText('100')
  await expect(lineOf(page, market.name)).toContainText('0.00')

  await declared(office.call, market.id, today(), '1-128')
  await page.reload()
  await expect(lineOf(page, market.name)).toContainText('−800.00')
  await expect(main(page).getByRole('heading', { name: 'Cash by way' })).toBeVisible()
  await expectSound(page)
  await main(page).getByRole('link', { name: market.name }).click()
  await expect(page).toHaveURL(new RegExp(`/results/details/${market.id}\\?date=${today()}$`))
})

test('markets are sorted by each figure, and the sum of all is at the foot', async ({ page, office }) => {
  const { data } = await office.call(api.daybook.get, {})
  const market = (name: string, kept: number): Book['markets'][number] => ({
    ...data.result,
    ...{ marketId: kept, market_name: name, bids: 1, stake: 100 + kept, refunded: 0, paid: 100, running: 0 },
    ...{ kept, hold: kept },
  })
  const markets = [market('FIRST', 1), market('SECOND', 30), market('THIRD', 20)]
  const result = { ...data.result, stake: 351, paid: 300, kept: 51, hold: 14.53, running: 0, refunded: 0 }
  await answerWith(page, api.daybook.get, { status: 'success', data: { ...data, markets, result } })
  await page.goto('/reports/day')
  const names = main(page)
    .getByRole('table', { name: 'What the house made, by market' })
    .getByRole('rowheader')
  await expect(names).toHaveText(['SECOND', 'THIRD', 'FIRST'])
  const table = main(page).getByRole('table', { name: 'What the house made, by market' })
  await table.getByRole('button', { name: 'Kept' }).click()
  await expect(names).toHaveText(['FIRST', 'THIRD', 'SECOND'])
  await expect(page).toHaveURL(/\?sort=-kept$/)
  await expect(table.getByRole('row').last()).toContainText('In all')
  await expect(table.getByRole('row').last()).toContainText('351.00')
  await expect(table.getByRole('row').last()).toContainText('51.00')
})

test('figures of one kind are below each other in all tables, closings beside each other', async ({
  page,
  office,
}) => {
  await marketWithBid(office, 'BELOW')
  for (const path of ['/reports/day', '/reports/month']) {
    await page.goto(path)
    const endsOf = (name: string) =>
      main(page)
        .getByRole('table', { name })
        .getByRole('columnheader')
        .evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().right)))
    await expect(main(page).getByRole('heading', { name: 'By game' })).toBeVisible()
    const [byMarket, byGame] = await Promise.all(
      ['by market', 'by game'].map((by) => endsOf(`What the house made, ${by}`)),
    )
    expect(byMarket).toEqual(byGame)
    const closings = await main(page)
      .getByText('Closing', { exact: true })
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)))
    expect(new Set(closings.slice(0, 3)).size).toBe(1)
  }
})

test('a figure of an account leads to exactly its postings', async ({ page, office }) => {
  await marketWithBid(office, 'POSTINGS')
  await page.goto('/reports/day')
  const wallets = main(page).getByRole('region', { name: 'All wallets' })
  await wallets
    .locator('div')
    .filter({ hasText: /^Bid placed/ })
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(new RegExp(`/reports\\?from=${today()}&to=${today()}&kind=stake$`))
  await expect(page.getByLabel('Kind')).toHaveValue('stake')
  const listed = main(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
  await expect(listed.first()).toContainText('Bid placed')
})

test('what was paid out leads to the withdrawals approved on the day', async ({ page, office }) => {
  const asha = await office.player('Asha', 500)
  const transactionId = await office.withdrawal(asha, 150)
  await office.call(api.wallet.decideWithdrawal, { transactionId, status: 'completed' })
  await page.goto('/reports/day')
  const held = main(page).getByRole('region', { name: 'Held for withdrawals' })
  const paid = held.locator('div').filter({ hasText: /^Withdrawal paid out/ })
  const postings = Number(/\d+/.exec((await paid.getByRole('term').textContent())!)![0])
  const answered = page.waitForResponse(`**${api.wallet.withdrawals.path}`)
  await paid.getByRole('link').click()
  expect(((await (await answered).json()) as { total: number }).total).toBeGreaterThanOrEqual(postings)
  await expect(page.getByLabel('Approved on')).not.toHaveValue('')
  await expect(
    main(page)
      .getByRole('row')
      .filter({ hasText: asha.mobile.slice(-5) }),
  ).toContainText('150.00')
})

test('one day back, one on, and today again', async ({ page }) => {
  await page.goto('/reports/day')
  await expect(page.getByRole('button', { name: 'The day after' })).toBeDisabled()
  await page.getByRole('button', { name: 'The day before' }).click()
  await expect(page).toHaveURL(new RegExp(`\\?day=${addDays(today(), -1)}$`))
  await page.getByRole('button', { name: 'The day before' }).click()
  await expect(page).toHaveURL(new RegExp(`\\?day=${addDays(today(), -2)}$`))
  await page.getByRole('button', { name: 'The day after' }).click()
  await expect(page).toHaveURL(new RegExp(`\\?day=${addDays(today(), -1)}$`))
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page).toHaveURL(/\/reports\/day$/)
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await expect(page).toHaveURL(new RegExp(`\\?day=${addDays(today(), -1)}$`))
  await asNarrow(page, () => expectNoSidewaysScroll(page))
})

test('cash by a way leads to exactly its requests, by hand to its postings', async ({ page, office }) => {
  const asha = await office.player('Asha', 500)
  const transactionId = await office.withdrawal(asha, 150)
  await office.call(api.wallet.decideWithdrawal, { transactionId, status: 'completed' })
  await page.goto('/reports/day')
  const way = lineOf(page, 'UPI')
  await expect(way).toBeVisible()
  const { data } = await office.call(api.daybook.get, {})
  const upi = data.cash.find(({ way: each }) => each === 'upi')!
  const answered = page.waitForResponse(`**${api.wallet.withdrawals.path}`)
  await way.getByRole('link').last().click()
  expect(((await (await answered).json()) as { total: number }).total).toBeGreaterThanOrEqual(
    upi.out.postings,
  )
  await expect(page.getByLabel('Way')).toHaveValue('upi')
  await page.goBack()
  await lineOf(page, 'By hand, in Manage Funds').getByRole('link').first().click()
  await expect(page).toHaveURL(/kind=fund_add/)
})

test('a day without draws says so, and one that could not be read is asked for again', async ({ page }) => {
  await page.goto('/reports/day?day=2001-01-01')
  await expect(main(page).getByText('No draws on this day')).toBeVisible()
  await expect(main(page).getByText('No bids on this day')).toHaveCount(2)
  await expect(main(page).getByRole('button', { name: 'Export CSV' })).toBeDisabled()
  const failed = { status: 'error', message: api.daybook.get.failed }
  await answerWith(page, api.daybook.get, failed, 500)
  await page.goto('/reports/day?day=2001-01-02')
  await expect(main(page).getByRole('alert')).toContainText('Failed to fetch the day book')
  await page.unroute(`**${api.daybook.get.path}`)
  await main(page).getByRole('button', { name: 'Retry' }).click()
  await expect(main(page).getByText('No draws on this day')).toBeVisible()
})

test('a day that can not be read after another says why, and can be asked for again', async ({ page }) => {
  await page.goto('/reports/day?day=2001-01-01')
  await expect(main(page).getByText('No draws on this day')).toBeVisible()
  await answerWith(page, api.daybook.get, { status: 'error', message: 'Not read' }, 500)
  await page.getByRole('button', { name: 'The day before' }).click()
  await expect(main(page).getByRole('alert')).toContainText('Not read')
  await expect(main(page)).not.toContainText('Shown below')
  await page.unroute(`**${api.daybook.get.path}`)
  await main(page).getByRole('button', { name: 'Retry' }).click()
  await expect(main(page).getByText('No draws on this day')).toBeVisible()
})

test('the hours of another day are not shown while those of this one are asked for', async ({ page }) => {
  await page.route(`**${api.daybook.hours.path}`, async (route) => {
    if (route.request().postDataJSON().day !== today()) return // It is never answered.
    const data = [{ at: `${today()}T04:30:00.000Z`, bids: 3, stake: 50 }]
    await route.fulfill({ json: { status: 'success', data } })
  })
  const hours = main(page).getByRole('list', { name: 'Stake of each hour' })
  await page.goto('/reports/day')
  await expect(hours).toBeVisible()
  for (let visit = 1; visit <= 2; visit++) {
    await page.getByRole('button', { name: 'The day before' }).click()
    await expect(page).toHaveURL(/\?day=/)
    await expect(main(page).getByRole('heading', { name: 'By hour of betting' })).toBeVisible()
    await expect(hours).toHaveCount(0)
    await page.getByRole('button', { name: 'Today' }).click()
    await expect(hours).toBeVisible()
  }
})

const yesterday = () => addDays(today(), -1)
const OPEN: Book['closing'] = { sheet: null, obstacle: null, first: null, undecided: [], corrected: [] }

/** Yesterday, which is over, as an office that has lived longer would answer it. */
async function answerYesterday(page: Page, office: Office, closing: Partial<Book['closing']>): Promise<void> {
  const { data } = await office.call(api.daybook.get, { day: yesterday() })
  const told = { ...data, closing: { ...OPEN, ...closing } }
  await answerWith(page, api.daybook.get, { status: 'success', data: told })
}

test('a day that is decided is closed once it is confirmed, and then says so @both', async ({
  page,
  office,
}) => {
  await answerYesterday(page, office, { first: yesterday() })
  await answerWith(page, api.daybook.close, { status: 'success', data: { number: 7 } })
  await page.goto(`/reports/day?day=${yesterday()}`)
  await expect(main(page).getByText('Not closed', { exact: true })).toBeVisible()
  await expect(main(page)).toContainText('The days beside it are as they are now, corrections included.')
  const button = main(page).getByRole('button', { name: 'Close the day' })
  page.once('dialog', (asked) => void asked.dismiss())
  await button.click()
  await expect(button).toBeVisible()

  const sheet = { number: 7, at: new Date().toISOString(), actorName: 'auto', corrections: [], waiting: [] }
  const asked = page.waitForRequest(`**${api.daybook.close.path}`)
  page.once('dialog', (question) => {
    expect(question.message()).toContain('Its sheet is kept as it is now.')
    void question.accept()
  })
  await page.unroute(`**${api.daybook.get.path}`)
  await answerYesterday(page, office, { sheet })
  await button.click()
  expect((await asked).postDataJSON()).toEqual({ day: yesterday() })
  await expect(page.getByText('The day is closed: sheet 7')).toBeVisible()
  await expect(main(page).getByText('Closed', { exact: true })).toBeVisible()
  await expect(main(page).getByText(/Sheet 7, closed by itself/)).toBeVisible()
  await expect(main(page)).toContainText('The days beside it are as they were when this one was closed.')
  await expect(button).toBeHidden()
  await expect(main(page).getByText('All requests were decided')).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('a day that another administrator closed meanwhile says so as it is refused', async ({
  page,
  office,
}) => {
  await answerYesterday(page, office, { first: yesterday() })
  await answerWith(page, api.daybook.close, { message: 'The day is closed already' }, 409)
  await page.goto(`/reports/day?day=${yesterday()}`)
  const button = main(page).getByRole('button', { name: 'Close the day' })
  await expect(button).toBeVisible()
  const sheet = { number: 7, at: new Date().toISOString(), actorName: 'other', corrections: [], waiting: [] }
  await page.unroute(`**${api.daybook.get.path}`)
  await answerYesterday(page, office, { sheet })
  page.once('dialog', (question) => void question.accept())
  await button.click()
  await expect(page.getByRole('alert')).toHaveText('The day is closed already')
  await expect(main(page).getByText(/Sheet 7, closed by other/)).toBeVisible()
  await expect(button).toBeHidden()
})

test('what is in the way of closing is named, with the way there', async ({ page, office }) => {
  const { market } = await marketWithBid(office, 'WAITS')
  const undecided = [{ marketId: market.id, market_name: market.name }]
  await answerYesterday(page, office, { obstacle: '1 market waits for a result.', undecided })
  await page.goto(`/reports/day?day=${yesterday()}`)
  await expect(main(page).getByText('1 market waits for a result.')).toBeVisible()
  await expect(main(page).getByRole('button', { name: 'Close the day' })).toBeHidden()
  await main(page).getByRole('link', { name: market.name }).click()
  await expect(page).toHaveURL(new RegExp(`/results/details/${market.id}\\?date=${yesterday()}$`))
})

test('a closed day says what was corrected since, and the sheet that tells it @both', async ({
  page,
  office,
}) => {
  const { market } = await marketWithBid(office, 'CORRECTED')
  const day = yesterday()
  const of = { marketId: market.id, market_name: market.name, bids: 0, stake: 0, refunded: 0, running: 50 }
  const earlier = { ...of, day: addDays(day, -1), paid: -900, kept: 850 }
  const at = new Date().toISOString()
  const waiting = [{ id: 12, kind: 'withdraw' as const, amount: 1234.5, createdAt: at }]
  const sheet = { number: 7, at, actorName: 'meera', corrections: [earlier], waiting }
  const corrected = [
    { ...of, day, paid: -90, kept: 40, sheet: 8 },
    { ...of, day, paid: 90, kept: -140, sheet: null },
  ]
  await answerYesterday(page, office, { sheet, corrected })
  await page.goto(`/reports/day?day=${day}`)
  await expect(main(page).getByText(/Sheet 7, closed by meera/)).toBeVisible()
  const since = lineOf(page, 'sheet 8')
  await expect(since).toContainText('−90.00')
  await expect(lineOf(page, 'the next sheet')).toContainText('−140.00')
  await expect(lineOf(page, '#12')).toContainText('1,234.50')
  await expectSound(page)
  await page.unroute(`**${api.daybook.get.path}`)
  await lineOf(page, '850.00').getByRole('link').last().click()
  await expect(page).toHaveURL(new RegExp(`\\?day=${earlier.day}$`))
})

test('the dashboard says what today kept, and leads to the day book', async ({ page, office }) => {
  await marketWithBid(office, 'STRIP')
  const { data } = await office.call(api.dashboard.getOverview, {})
  const daybook = { ...data.daybook, result: { ...data.daybook.result, kept: 4321, hold: 12.34 } }
  await answerWith(page, api.dashboard.getOverview, { status: 'success', data: { ...data, daybook } })
  await page.goto('/')
  await expect(main(page).getByText('12.3 %')).toBeVisible()
  await main(page)
    .getByRole('link', { name: /^Kept today ₹4,321/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Day book' })).toBeVisible()
})

test('a month is shown by its days, each leading to its book, and as a file @both', async ({
  page,
  office,
}) => {
  const { market } = await marketWithBid(office, 'MONTH')
  await page.goto('/reports')
  await page.getByRole('link', { name: 'Month book' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Month book' })).toBeVisible()
  await expect(lineOf(page, market.name)).toContainText('100')
  await expectSound(page)
  const file = await savedBy(page, page.getByRole('button', { name: 'Export CSV' }).first())
  expect(file.suggestedFilename()).toContain(today().slice(0, 7))

  await page.getByRole('button', { name: 'The month before' }).click()
  await expect(lineOf(page, market.name)).toBeHidden()
  await page.getByRole('button', { name: 'This month' }).click()
  const [year, month, day] = today().split('-').map(Number)
  const written = new Date(Date.UTC(year!, month! - 1, day)).toLocaleDateString('en-IN', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  await main(page).getByRole('link', { name: written }).click()
  await expect(page).toHaveURL(/\/reports\/day/)
})

const players = (page: Page) => main(page).getByRole('region', { name: 'Players', exact: true })

test('the players of a month are made when it is asked for, and then listed with their sum', async ({
  page,
  office,
}) => {
  await office.player('Asha', 500)
  await page.goto('/reports/month')
  const make = players(page).getByRole('button', { name: /^Make (the sums|again)$/ })
  await make.click()
  await expect(players(page).getByText(/^as of /)).toBeVisible()
  await expect(players(page)).toContainText('stakes that still run are in the house result')
  // Other stories move money meanwhile: the button may be there again, to make them anew.
  await expect(players(page).getByRole('button', { name: 'Make the sums' })).toBeHidden()
  await expectSoundOnBoth(page)
  const { data } = await office.call(api.daybook.monthPlayers, { month: today().slice(0, 7) })
  await expect(lineOf(page, data[0]!.user_name)).toBeVisible()
  const file = await savedBy(page, players(page).getByRole('button', { name: 'Export CSV' }))
  expect(file.suggestedFilename()).toContain('month-players')

  await office.player('Ravi', 300)
  await page.reload()
  await expect(players(page).getByText(/of the month came since/)).toBeVisible()
})

type MonthPlayers = Answer<typeof api.daybook.monthPlayers>
const NONE: MonthPlayers = { making: null, made: null, data: [], total: 0, totalPages: 0 }

test('a making says how far it is and can be stopped; one that was stopped or failed begins anew', async ({
  page,
}) => {
  const making = {
    state: 'running' as const,
    read: 12,
    days: 30,
    at: new Date().toISOString(),
    actorName: 'admin',
  }
  // The newest answer holds: the older ones stay, so that a call between two of them never reaches the server.
  const tell = (state: 'running' | 'stopped' | 'failed') =>
    answerWith(page, api.daybook.monthPlayers, {
      status: 'success',
      ...NONE,
      making: { ...making, state },
    })
  await tell('running')
  await answerWith(page, api.daybook.stopMonthPlayers, { status: 'success' })
  await page.goto('/reports/month')
  await expect(players(page).getByRole('status')).toHaveText('12 of 30 days are read')
  await expect(players(page).getByRole('progressbar', { name: 'Days read' })).toHaveAttribute(
    'aria-valuenow',
    '40',
  )
  await expectSoundOnBoth(page)
  const stopping = page.waitForRequest(`**${api.daybook.stopMonthPlayers.path}`)
  await players(page).getByRole('button', { name: 'Stop' }).click()
  expect((await stopping).postDataJSON()).toEqual({ month: today().slice(0, 7) })
  await tell('stopped')
  await expect(players(page).getByText(/^The making was stopped/)).toBeVisible()
  await tell('failed')
  await page.reload()
  await expect(players(page).getByRole('alert')).toContainText('did not come to the account of the wallets')
  await expect(players(page).getByRole('button', { name: 'Make the sums' })).toBeEnabled()
  await expectSoundOnBoth(page)
})

test('the accounts of a month without draws are saved as a file, too', async ({ page }) => {
  await page.goto('/reports/month?month=2001-01')
  await expect(main(page).getByText('No draws in this month').first()).toBeVisible()
  const file = await savedBy(page, page.getByRole('button', { name: 'Export CSV' }).first())
  expect(file.suggestedFilename()).toBe('month-book_2001-01_ist.csv')
})

test('the month is saved as a PDF', async ({ page }) => {
  await page.goto('/reports/month')
  const file = await savedBy(page, page.getByRole('button', { name: 'Export PDF' }))
  expect(file.suggestedFilename()).toBe(`month-book_${today().slice(0, 7)}_ist.pdf`)
})
