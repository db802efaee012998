/** The dashboard (specification 1 §2): its figures, where they lead, what waits, and how the day goes. */
import { type Answer, api } from '@munim/contract'
import { dayOf } from '@munim/core'
import type { Page } from '@playwright/test'
import { declared, OVER } from './draws.ts'
import {
  answerWith,
  asNarrow,
  expect,
  expectNoSidewaysScroll,
  expectSound,
  expectSoundOnBoth,
  type Office,
  test,
} from './support.ts'

type Statistics = Answer<typeof api.dashboard.getStats>['data']

const LABELS = [
  'Total Users',
  'Unapproved Users',
  "Today's Deposits",
  "Today's Withdrawals",
  'Pending Withdrawals',
  'Admin Profit',
  'Total Deposits',
  'Total Withdrawals',
]
const format = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
})
const rupees = (amount: number) => format.format(amount).replace('-', '−')
const count = (many: number) => new Intl.NumberFormat('en-IN').format(many)
const counted = (many: number, thing: string) => `${count(many)} ${thing}${many === 1 ? '' : 's'}`

/** Opens the dashboard; what the server answered is what it must show. Other stories change the figures meanwhile. */
async function open(page: Page): Promise<Statistics> {
  const answered = page.waitForResponse(`**${api.dashboard.getStats.path}`)
  await page.goto('/')
  return (await (await answered).json()).data
}

const main = (page: Page) => page.getByRole('main')
const card = (page: Page, label: string) => main(page).getByRole('link', { name: new RegExp(`^${label} `) })

/** A market whose open was due in the first minute of today. */
const lateMarket = (office: Office) => office.newMarket('LATE', OVER)

test('every figure of the specification is there once, in whole rupees, and is the name of its link @both', async ({
  page,
}) => {
  const { users, today, withdrawals, deposits, admin_profit } = await open(page)
  for (const label of LABELS) await expect(main(page).getByText(label)).toHaveCount(1)

  const named = (label: string, value: string) =>
    main(page).getByRole('link', { name: `${label} ${value}`, exact: true })
  const says = async (label: string, value: string, hint: string) => {
    await expect(named(label, value)).toBeVisible()
    await expect(named(label, value)).toHaveAccessibleDescription(new RegExp(`^${hint}`))
  }
  await says('Total Users', count(users.total_users), `${count(users.new_registered_today)} new today`)
  await says('Unapproved Users', count(users.unapproved_users), '')
  await says(
    "Today's Deposits",
    rupees(today.admin_deposits.amount),
    counted(today.admin_deposits.count, 'deposit'),
  )
  await says(
    "Today's Withdrawals",
    rupees(today.withdrawals.amount),
    counted(today.withdrawals.count, 'withdrawal'),
  )
  await says('Pending Withdrawals', count(withdrawals.pending_requests), '')
  await says('Total Deposits', rupees(deposits.total_amount), `${count(deposits.total_count)} total`)
  await says(
    'Total Withdrawals',
    rupees(withdrawals.total_amount),
    `${count(withdrawals.total_requests)} paid out, by hand included`,
  )
  await expect(main(page).getByText(rupees(admin_profit), { exact: true })).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Admin Profit' })).toHaveCount(0)
  await expect(main(page)).not.toContainText(/₹[\d,]+\.\d/)
})

test('each card leads to what it counts, wherever it is clicked @both', async ({ page }) => {
  await page.goto('/')
  for (const [label, address] of [
    ['Total Users', '/users'],
    ['Unapproved Users', '/users'],
    ["Today's Deposits", '/wallet?tab=deposits'],
    ['Total Deposits', '/wallet?tab=deposits'],
    ["Today's Withdrawals", '/wallet?tab=withdrawals'],
    ['Pending Withdrawals', '/wallet?tab=withdrawals'],
    ['Total Withdrawals', '/wallet?tab=withdrawals'],
  ] as const) {
    await expect(card(page, label)).toHaveAttribute('href', address)
    await card(page, label).scrollIntoViewIfNeeded()
    const box = (await card(page, label).locator('..').boundingBox())!
    await page.mouse.click(box.x + box.width - 3, box.y + box.height - 3)
    await expect(page).toHaveURL(address)
    await page.goBack()
  }
})

test('the quick actions lead to users, wallet, market and reports', async ({ page }) => {
  await page.goto('/')
  for (const [name, address] of [
    ['Users', '/users'],
    ['Wallet', '/wallet'],
    ['Market', '/market'],
    ['Reports', '/reports'],
  ] as const) {
    await main(page).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(address)
    await page.goBack()
  }
})

test('a sum on the screen adds up, also where whole rupees leave something out', async ({ page, office }) => {
  const nobody = { total_users: 0, unapproved_users: 0, new_registered_today: 0 }
  const nothing = { amount: 0, count: 0 }
  const data = {
    users: nobody,
    today: { admin_deposits: nothing, withdrawals: nothing },
    deposits: { total_amount: 1.5, total_count: 1 },
    withdrawals: { pending_requests: 0, total_amount: 0.4, total_requests: 1 },
    admin_profit: 1.1,
  }
  await answerWith(page, api.dashboard.getStats, { status: 'success', ...data, data })
  const more = (await office.call(api.dashboard.getOverview, {})).data
  const days = more.days.map(({ day }) => ({ day, deposits: 0.1, withdrawals: 100, house: -1.5 }))
  const drawn = { ...more.daybook.result, refunded: 7 }
  const overview = { ...more, days, daybook: { ...more.daybook, result: drawn } }
  await answerWith(page, api.dashboard.getOverview, { status: 'success', data: overview })
  await page.goto('/?days=table')
  const table = main(page).getByRole('region', { name: '14 days' }).getByRole('table')
  await expect(table.getByRole('row', { name: /^Paise, rounded/ })).toHaveText('Paise, rounded₹1₹0₹7')
  await expect(table.getByRole('row', { name: /^In all/ })).toHaveText('In all₹1₹1,400−₹21')
  await expect(main(page).getByText('Refunded', { exact: true }).locator('..')).toContainText('₹7')
  await expect(card(page, 'Total Deposits')).toHaveAccessibleName('Total Deposits ₹2')
  await expect(card(page, 'Total Withdrawals')).toHaveAccessibleName('Total Withdrawals ₹0')
  await expect(main(page).getByText('Paise, rounded').first()).toBeVisible()
  await expect(main(page).getByText('−₹1', { exact: true })).toBeVisible()
  await expect(main(page).getByText('₹1', { exact: true }).first()).toBeVisible()
})

test('when the statistics cannot be fetched the page says so, and Retry brings them', async ({ page }) => {
  await answerWith(
    page,
    api.dashboard.getStats,
    { status: 'error', message: api.dashboard.getStats.failed },
    500,
  )
  await page.goto('/')
  await expect(main(page).getByRole('alert')).toContainText('Failed to fetch dashboard statistics')
  for (const label of LABELS) await expect(main(page).getByText(label)).toHaveCount(0)
  await expectSoundOnBoth(page)

  // Without an answer the reason is under the sentence.
  await page.route(`**${api.dashboard.getStats.path}`, (route) => route.abort())
  await main(page).getByRole('button', { name: 'Retry' }).click()
  await expect(main(page).getByRole('alert')).toContainText('Network error or server is not responding.')
  await expect(main(page).getByRole('alert')).toContainText('Failed to fetch dashboard statistics')

  await page.unroute(`**${api.dashboard.getStats.path}`)
  await main(page).getByRole('button', { name: 'Retry' }).click()
  await expect(card(page, 'Total Users')).toBeVisible()
  await expect(main(page).getByRole('alert')).toHaveCount(0)
})

test('while they load the labels are shown and the figures are busy', async ({ page }) => {
  await page.route('**/admin/dashboard/*', () => {})
  await page.goto('/')
  for (const label of LABELS) await expect(main(page).getByText(label)).toBeVisible()
  await expect(main(page).locator('[aria-busy=true]').first()).toBeVisible()
  await expect(main(page)).not.toContainText('₹')
})

test('what goes beyond the figures fails silently', async ({ page }) => {
  for (const endpoint of [api.dashboard.getOverview, api.markets.list])
    await answerWith(page, endpoint, { status: 'error', message: endpoint.failed }, 500)
  await open(page)
  await expect(card(page, 'Total Users')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(main(page).getByRole('heading')).toHaveText(['Dashboard'])
  await expect(page.getByText('Books')).toHaveCount(0)
})

test('what goes beyond the figures and is not refreshed says so', async ({ page }) => {
  await open(page)
  await expect(main(page).getByRole('region', { name: 'Waiting for you' })).toBeVisible()
  await answerWith(page, api.dashboard.getOverview, { status: 'error', message: 'Not now' }, 500)
  await main(page).getByRole('button', { name: 'Refresh' }).click()
  const said = main(page).getByRole('alert')
  await expect(said).toContainText('Not now. Shown below: not refreshed since')
  await answerWith(page, api.dashboard.getStats, { status: 'error', message: 'Nor these' }, 500)
  await main(page).getByRole('button', { name: 'Refresh' }).click()
  await expect(said).toContainText('Nor these. Shown below: not refreshed since')
  for (const { path } of [api.dashboard.getStats, api.dashboard.getOverview]) await page.unroute(`**${path}`)
  await said.getByRole('button', { name: 'Retry' }).click()
  await expect(said).toHaveCount(0)
})

test('what waits is said in sentences that lead to it', async ({ page, office }) => {
  await lateMarket(office)
  await office.player('Waiting', 0, { approved: false })
  const player = await office.player('Asking', 1000)
  await office.withdrawal(player, 500)
  await office.call(api.player.feedback, { feedback: 'Good.' }, player.token)
  await page.goto('/')

  const queue = main(page).getByRole('region', { name: 'Waiting for you' })
  for (const [sentence, address] of [
    [/^\d+ results? to declare \d.* late$/, '/results/due'],
    [/^\d+ withdrawals? to pay oldest \d/, '/wallet?tab=withdrawals&status=pending'],
    [/^\d+ users? to approve oldest \d/, '/users?approved=false'],
    [/^\d+ feedbacks? to read oldest \d/, '/feedbacks?status=unread'],
  ] as const) {
    await expect(queue.getByRole('link', { name: sentence })).toHaveAttribute('href', address)
  }
  await queue.getByRole('link', { name: /users? to approve/ }).click()
  await expect(page).toHaveURL('/users?approved=false')
})

test('where nothing waits it says so', async ({ page, office }) => {
  const { data } = await office.call(api.dashboard.getOverview, {})
  const counts = { unapprovedUsers: 0, pendingDeposits: 0, pendingWithdrawals: 0, unreadFeedbacks: 0 }
  const waiting = { ...data.waiting, ...counts, due: [] }
  await answerWith(page, api.dashboard.getOverview, { status: 'success', data: { ...data, waiting } })
  await page.goto('/')
  const queue = main(page).getByRole('region', { name: 'Waiting for you' })
  await expect(queue).toContainText('Nothing is waiting.')
  await expect(queue.getByRole('link')).toHaveCount(0)
})

test('fourteen days are drawn, and the table says the same in figures', async ({ page }) => {
  const answered = page.waitForResponse(`**${api.dashboard.getOverview.path}`)
  await page.goto('/')
  const { days } = (await (await answered).json()).data as Answer<typeof api.dashboard.getOverview>['data']
  const panel = main(page).getByRole('region', { name: '14 days' })
  const chart = panel.getByRole('img', { name: /^Deposits, withdrawals and house result of 14 days/ })
  const bars = days
    .flatMap(({ deposits, withdrawals }) => [deposits, withdrawals])
    .filter((each) => each !== 0)
  await expect(chart.locator('rect[data-series]')).toHaveCount(bars.length)

  await panel.getByRole('button', { name: 'Table' }).click()
  await expect(chart).toHaveCount(0)
  await expect(page).toHaveURL('/?days=table')
  const rows = days.map(({ deposits, withdrawals, house }) => [deposits, withdrawals, house])
  const sums = rows.reduce((all, row) => all.map((sum, index) => sum + row[index]!), [0, 0, 0])
  const shown = await panel
    .getByRole('row')
    .evaluateAll((all) =>
      all.slice(1).map((row) => Array.from(row.querySelectorAll('td'), (cell) => cell.textContent)),
    )
  expect(shown).toEqual([...rows, sums].map((row) => row.map(rupees)))
  await asNarrow(page, () => expectNoSidewaysScroll(page))

  await page.reload()
  await expect(panel.getByRole('table')).toBeVisible()
  await panel.getByRole('button', { name: 'Chart' }).click()
  await expect(chart).toBeVisible()
})

test('today’s markets are on the line of the day, and Refresh brings what was declared meanwhile @both', async ({
  page,
  office,
}) => {
  const { id, name } = await lateMarket(office)
  await page.goto('/')
  const panel = main(page).getByRole('region', { name: "Today's markets" })
  const row = panel.getByRole('link', { name })
  await expect(row).toHaveAccessibleName(`${name} 12:00 – 12:01 am open due`)
  await expect(panel).toContainText(/\d+ late/)

  await declared(office.call, id, dayOf(new Date()), '1-128', '4-455')
  await main(page).getByRole('button', { name: 'Refresh' }).click()
  await expect(row).toHaveAccessibleName(`${name} 12:00 – 12:01 am 128-14-455`)
  await row.click()
  await expect(page).toHaveURL(`/results/details/${id}`)
})

test('the head says the day and when the figures are from', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-20T19:43:10+05:30') })
  const opened = open(page)
  await page.clock.runFor(2000)
  await opened
  await expect(main(page).getByText('Friday, 20 November 2026 · updated 7:43 pm')).toBeVisible()
})

test.describe('the books', () => {
  const overview = (office: Office) => office.call(api.dashboard.getOverview, {})
  const foot = (page: Page) => page.getByRole('region', { name: 'Books', exact: true })

  test('agree: their two sums, when they were checked and proven, and the sidebar’s foot on every screen', async ({
    page,
    office,
  }) => {
    await expect.poll(async () => (await overview(office)).data.books?.agree).toBe(true)
    await page.goto('/')
    const panel = main(page).getByRole('region', { name: 'The books agree' })
    await expect(panel).toContainText(/Sum of wallets₹[\d,]+Sum of ledger₹[\d,]+Difference₹0/)
    await expect(panel).toContainText(/[\d,]+ wallets, none off\. Every posting proven .*\d+:\d\d [ap]m\./)
    await expect(foot(page)).toHaveText(/^Books agree, checked \d+:\d\d [ap]m$/)
    await page.goto('/users')
    await expect(foot(page)).toHaveText(/^Books agree, checked/)
    await expect(foot(page).getByRole('link')).toHaveCount(0)
  })

  test('do not agree: it is above everything, to the paisa, and the foot leads there @both', async ({
    page,
    office,
  }) => {
    const { data } = await overview(office)
    const sentence = 'All wallets hold ₹1,250.01; by the ledger they hold ₹1,250.00.'
    const checked = { checkedAt: new Date().toISOString(), provenAt: null, wholeSince: null, players: 2 }
    const books = { agree: false, differences: [sentence], wallets: 1250.01, ledger: 1250, ...checked }
    await answerWith(page, api.dashboard.getOverview, { status: 'success', data: { ...data, books } })
    await page.goto('/users')
    if (page.viewportSize()!.width <= 768) await page.getByRole('button', { name: 'Open menu' }).click()
    await foot(page)
      .getByRole('link', { name: /^Books do not agree ?, checked/ })
      .click()

    await expect(page).toHaveURL('/')
    await expect(main(page).getByRole('heading', { level: 2 }).first()).toHaveText('The books do not agree')
    const panel = main(page).getByRole('region', { name: 'The books do not agree' })
    await expect(panel.getByRole('listitem')).toHaveText([sentence])
    await expect(panel).toContainText('Difference₹0.01')
    await expectSound(page)
  })
})

for (const way of ['chart', 'table'] as const) {
  test(`with the ${way}, light and dark, it has no fault that axe knows, and fits the screen`, async ({
    page,
  }) => {
    await page.goto(way === 'table' ? '/?days=table' : '/')
    const days = main(page).getByRole('region', { name: '14 days' })
    await expect(days.locator(way === 'table' ? 'tbody tr' : 'rect[data-series]').first()).toBeVisible()
    await expectSoundOnBoth(page)
  })
}
