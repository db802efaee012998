/** Reports: both histories with their filters and cards, their files, and the audit. */
import { readFile } from 'node:fs/promises'
import { api } from '@munim/contract'
import type { Locator, Page } from '@playwright/test'
import { declared, newPlayer, RUNNING, today } from './draws.ts'
import {
  answerWith,
  asNarrow,
  expect,
  expectNoSidewaysScroll,
  expectSoundOnBoth,
  holdClock,
  openFilters,
  savedBy,
  sentTo,
  test,
  testAlone,
} from './support.ts'

/** The rows of a list on wide screens, the cards on narrow ones; without the head. */
function lines(page: Page): Locator {
  const isWide = page.viewportSize()!.width > 768
  return isWide
    ? page.getByRole('row').filter({ has: page.getByRole('rowheader') })
    : page.getByRole('main').getByRole('listitem')
}

const card = (page: Page, label: string) => page.getByText(label, { exact: true }).locator('..')
const filters = (page: Page) => page.getByRole('region', { name: 'Advanced filters' })

test('the transaction history is a ledger of all wallets, under five cards @both', async ({
  page,
  office,
  isMobile,
}) => {
  const asha = await office.player('Asha', 500)
  const market = await office.market('LEDGER')
  await office.bid(asha, market, '4', 100)
  await office.withdrawal(asha, 150)
  await page.goto(`/reports?search=${asha.mobile}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Transaction History' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(lines(page)).toHaveCount(3)
  const [withdrawal, bid, funds] = [lines(page).nth(0), lines(page).nth(1), lines(page).nth(2)]
  for (const words of ['withdraw', 'Withdrawal', 'UPI', 'pending', '150.00', '250.00'])
    await expect(withdrawal).toContainText(words)
  if (!isMobile) await expect(withdrawal).toContainText('from 400.00')
  for (const words of ['debit', 'Bid placed', `${market.name} · Close 4`, 'completed', '100.00'])
    await expect(bid).toContainText(words)
  for (const words of ['credit', 'Funds added', 'Added by admin', '500.00'])
    await expect(funds).toContainText(words)
  for (const label of ['Total Bids', 'Total Bid Amount', 'Total Winnings', 'Total Refunds', 'Total Profit'])
    await expect(card(page, label)).toBeVisible()
  await expect(card(page, 'Total Bid Amount')).toContainText('₹100.00')
  await expect(card(page, 'Total Profit')).toContainText('running stakes are in it')
})

test('the largest sums are read whole beside each other on screens of every width above a phone', async ({
  page,
  office,
}) => {
  const largest = 999_999_999.99
  const sums = ['totalBidAmount', 'totalWinnings', 'totalRefunds', 'totalProfit']
  const told = await office.call(api.reports.bids, { limit: 1, statisticsOnly: true })
  const statistics = { ...told.statistics, ...Object.fromEntries(sums.map((sum) => [sum, largest])) }
  await answerWith(page, api.reports.bids, { ...told, statistics })
  for (const width of [1440, 1024, 800]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/reports')
    const figures = page.getByText('₹99,99,99,999.99')
    await expect(figures).toHaveCount(sums.length)
    const over = await figures.evaluateAll((all) =>
      all.filter((figure) => {
        const words = document.createRange()
        words.selectNodeContents(figure)
        const cell = figure.closest('.mu-cell')!.getBoundingClientRect()
        const frame = figure.closest('.mu-frame')!.getBoundingClientRect()
        const { right } = words.getBoundingClientRect()
        return right > cell.right || right > frame.right
      }),
    )
    expect(over, `at ${width} px`).toHaveLength(0)
  }
})

test('on a wide screen what narrows the rows lies over nothing, and they begin in sight', async ({
  page,
}) => {
  const boxOf = async (shown: Locator) => (await shown.boundingBox())!
  for (const width of [1280, 1024, 1000, 800]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/reports')
    await expect(lines(page).first()).toBeVisible()
    if (width === 1280) expect((await boxOf(page.getByRole('table'))).y, `${width}`).toBeLessThan(525)
    if (width === 1280) {
      const { y } = await boxOf(page.getByText('points of cancelled bids'))
      expect((await boxOf(page.getByText('running stakes are in it'))).y).toBe(y)
    }
    const tab = await boxOf(page.getByRole('tab', { name: 'Bid History' }))
    const onlyAdmin = await boxOf(page.getByText('Admin Actions Only'))
    const isBeside = onlyAdmin.x > tab.x + tab.width + 40
    expect(isBeside || onlyAdmin.y > tab.y + tab.height, `${width}`).toBe(true)
  }
})

test('what the transactions that are listed come to is said, as far as it is kept', async ({
  page,
  office,
}) => {
  const asha = await office.player('Asha', 500)
  const market = await office.market('SUMS')
  await office.bid(asha, market, '4', 100)
  const cancelled = await office.bid(asha, market, '7', 30)
  await office.call(api.bids.revert, { betId: cancelled.id })
  await page.goto(`/reports?market=${market.id}`)
  const sums = page.getByText('of all transactions that the filters leave').locator('..')
  await expect(sums).toContainText('In ₹30.00')
  await expect(sums).toContainText('Out ₹130.00')
  await page.goto(`/reports?market=${market.id}&search=${asha.mobile}`)
  await expect(lines(page)).toHaveCount(3)
  await expect(sums).toHaveCount(0)
})

test('the bid history has the statistics of what its filters leave @both', async ({ page, office }) => {
  const asha = await office.player('Asha', 500)
  const market = await office.market('STATISTICS')
  const won = await office.bid(asha, market, '4', 100)
  await office.bid(asha, market, '7', 50)
  const cancelled = await office.bid(asha, market, '4', 30)
  await office.call(api.bids.revert, { betId: cancelled.id })
  await declared(office.call, market.id, won.day, '1-128', '4-455')
  await page.goto(`/reports?tab=bids&market=${market.id}`)
  await expect(card(page, 'Total Bids')).toContainText('3')
  await expect(card(page, 'Total Bid Amount')).toContainText('₹180.00')
  await expect(card(page, 'Total Winnings')).toContainText('₹900.00')
  await expect(card(page, 'Total Refunds')).toContainText('₹30.00')
  await expect(card(page, 'Total Profit')).toContainText('−₹750.00')
  await openFilters(page)
  await filters(page).getByLabel('Status').selectOption('Win')
  await expect(page).toHaveURL(/status=win/)
  await expect(lines(page)).toHaveCount(1)
  await expect(lines(page)).toContainText('₹900.00')
  await expect(card(page, 'Total Bids')).toContainText('1')
  await expect(card(page, 'Total Profit')).toContainText('−₹800.00')
})

test('a filter that does not fit the tab is not there, and is gone from the address', async ({ page }) => {
  await page.goto('/reports?type=credit&status=completed')
  await expect(filters(page).getByLabel('Type')).toHaveValue('credit')
  await page.getByRole('tab', { name: 'Bid History' }).click()
  await expect(page).toHaveURL('/reports?tab=bids')
  await expect(filters(page).getByLabel('Type')).toHaveCount(0)
  await expect(filters(page).getByLabel('Status').getByRole('option')).toHaveText([
    'All',
    'Win',
    'Loss',
    'Cancelled',
    'Running',
  ])
  await page.getByRole('tab', { name: 'Transaction History' }).click()
  await expect(page).toHaveURL('/reports?tab=transactions')
  await expect(filters(page).getByLabel('Status').getByRole('option')).toHaveText([
    'All',
    'Completed',
    'Pending',
    'Rejected',
  ])
  await expect(filters(page).getByLabel('Type').getByRole('option')).toHaveText([
    'All',
    'Credit',
    'Debit',
    'Deposit',
    'Withdraw',
  ])
})

test('Admin Actions Only leaves what administrators did', async ({ page, office }) => {
  const asha = await office.player('Asha', 500)
  const market = await office.market('DESK')
  const bid = await office.bid(asha, market, '4', 100)
  await office.call(api.bids.revert, { betId: bid.id })
  await page.goto(`/reports?search=${asha.mobile}`)
  await expect(lines(page)).toHaveCount(3)
  await page.getByRole('switch', { name: 'Admin Actions Only' }).click()
  await expect(page).toHaveURL(/adminOnly=true/)
  await expect(lines(page)).toHaveCount(2)
  await expect(lines(page).nth(0)).toContainText('Bid refunded')
  await expect(lines(page).nth(1)).toContainText('Funds added')
})

test('the cards beside the transactions follow Admin Actions Only, and say what they do not follow', async ({
  page,
  office,
}) => {
  const asha = await office.player('Asha', 500)
  const market = await office.market('CARDS')
  const reverted = await office.bid(asha, market, '4', 100)
  await office.bid(asha, market, '5', 70)
  await office.call(api.bids.revert, { betId: reverted.id })
  await page.goto(`/reports?search=${asha.mobile}`)
  const amount = page.getByText('Total Bid Amount', { exact: true }).locator('..')
  await expect(amount).toContainText('₹170.00')
  await page.getByRole('switch', { name: 'Admin Actions Only' }).click()
  await expect(amount).toContainText('₹100.00')
  await expect(amount).toContainText('cancelled only')
  await expect(card(page, 'Total Profit')).toContainText('of these bids alone')
  await expect(page.getByText('Bids, by the day of their draw', { exact: true })).toBeVisible()
  await filters(page).getByLabel('Type').selectOption('Credit')
  await expect(page.getByText('Type, Status and Kind do not narrow these figures.')).toBeVisible()
  await expect(amount).toContainText('₹100.00')
})

test('figures of another filter are not shown as those of this one where they can not be fetched', async ({
  page,
  office,
}) => {
  const asha = await office.player('Asha', 500)
  const market = await office.market('OF OTHERS')
  await office.bid(asha, market, '4', 100)
  await page.goto('/reports')
  const sums = page.getByText('of all transactions that the filters leave')
  await expect(card(page, 'Total Profit')).toContainText('₹')
  await expect(sums).toBeVisible()
  for (const endpoint of [api.reports.transactions, api.reports.bids])
    await answerWith(page, endpoint, { status: 'error' })
  await filters(page).getByLabel('Market').selectOption(market.name)
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to fetch history data' })).toBeVisible()
  await expect(card(page, 'Total Profit')).toContainText('–')
  await expect(sums).toHaveCount(0)
})

test('a search is asked 300 ms after the last key, and finds by name, mobile and ID', async ({
  page,
  office,
}) => {
  const asha = await office.player('Searched', 500)
  const asked = sentTo(page, api.reports.transactions)
  const searches = () => new Set(asked.map((request) => request.postDataJSON().search ?? ''))
  await page.clock.install()
  await page.goto('/reports')
  await expect(page.getByText(/^Showing 1 to 10 of /)).toBeVisible()
  await holdClock(page)
  const field = page.getByPlaceholder('Search by name, mobile, reference or ID')
  await field.pressSequentially(asha.name.slice(0, 3))
  await page.clock.runFor(299)
  await field.pressSequentially(asha.name.slice(3))
  await page.clock.runFor(299)
  expect(searches()).toEqual(new Set(['']))
  await page.clock.runFor(1)
  await page.clock.resume()
  await expect(lines(page)).toHaveCount(1)
  expect(searches()).toEqual(new Set(['', asha.name]))
  await expect(page).toHaveURL(new RegExp(`search=${asha.name.replace(' ', '\\+')}`))
})

test('Clear all takes every filter off and asks again after 100 ms', async ({ page }) => {
  const nextAnswer = () =>
    page.waitForResponse((response) => response.url().endsWith(api.reports.transactions.path))
  const answered = nextAnswer()
  await page.goto('/reports?type=credit&status=completed&from=2020-01-01&adminOnly=true&search=asha')
  await expect(filters(page).getByLabel('Type')).toHaveValue('credit')
  await answered
  let askedAt = 0
  const answeredAgain = nextAnswer()
  page.on('request', (request) => {
    if (request.url().endsWith(api.reports.transactions.path)) askedAt ||= Date.now()
  })
  const clickedAt = await page.getByRole('button', { name: 'Clear all' }).evaluate((button: HTMLElement) => {
    button.click()
    return Date.now()
  })
  await expect(page).toHaveURL('/reports')
  await expect(page.getByText(/^Showing 1 to 10 of /)).toBeVisible()
  await answeredAgain // While it is under way, it is not asked twice.
  expect(askedAt - clickedAt).toBeGreaterThanOrEqual(95)
  await expect(page.getByRole('switch', { name: 'Admin Actions Only' })).not.toBeChecked()
  // With nothing to clear it asks again all the same.
  const again = page.waitForRequest((request) => request.url().endsWith(api.reports.transactions.path))
  await page.getByRole('button', { name: 'Clear all' }).click()
  await again
})

test('what fails is said in the words of the specification', async ({ page }) => {
  for (const endpoint of [api.reports.transactions, api.reports.bids])
    await answerWith(page, endpoint, { status: 'error' })
  await page.goto('/reports')
  await expect(
    page.getByRole('alert').filter({ hasText: 'Failed to fetch transaction history' }),
  ).toBeVisible()
  const figures = page.getByRole('alert').filter({ hasText: 'Failed to fetch history data' })
  await figures.getByRole('button', { name: 'Retry' }).click()
  await expect(figures).toBeVisible()
  await figures.getByRole('button', { name: 'Dismiss' }).click()
  await expect(figures).toHaveCount(0)
  await page.getByRole('tab', { name: 'Bid History' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /^Failed to fetch bid history/ })).toBeVisible()
  await page.unroute(`**${api.reports.bids.path}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(/^Showing 1 to 10 of /)).toBeVisible()
})

test('where nothing matches it says so, with a way back', async ({ page }) => {
  await page.goto('/reports?search=nobody+like+this')
  await expect(page.getByText('No transactions found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByText(/^Showing 1 to 10 of /)).toBeVisible()
  await page.goto('/reports?tab=bids&search=nobody+like+this')
  await expect(page.getByText('No bids found')).toBeVisible()
})

test('both histories are exported as they are filtered', async ({ page, office }) => {
  const asha = await office.player('Asha', 500)
  const market = await office.market('FILES')
  await office.bid(asha, market, '4', 100)
  const export_ = async () => {
    const file = await savedBy(page, page.getByRole('button', { name: 'Export CSV' }))
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  await page.goto(`/reports?search=${asha.mobile}&type=debit`)
  await expect(lines(page)).toHaveCount(1)
  const rows = await export_()
  expect(rows.name).toBe('transactions_debit_search_ist.csv')
  expect(rows.text.trimEnd().split('\r\n')).toHaveLength(2)
  expect(rows.text).toContain(`,${asha.name},${asha.mobile},debit,bid,completed,100.00,,500.00,400.00,`)
  await page.goto(`/reports?tab=bids&market=${market.id}`)
  await expect(lines(page)).toHaveCount(1)
  const bids = await export_()
  expect(bids.name).toBe(`bid-history_${market.name.replace(' ', '-')}_ist.csv`)
  expect(bids.text.trimEnd().split('\r\n')).toHaveLength(2)
})

test('the audit is reached from Reports and tells what an act changed @both', async ({ page, office }) => {
  const asha = await office.player('Asha', 500)
  await page.goto('/reports')
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(page).toHaveURL('/reports/audit')
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible()
  await openFilters(page)
  await page.getByLabel('Thing', { exact: true }).selectOption('User')
  await page.getByLabel('Thing ID').fill(String(asha.id))
  await expect(page).toHaveURL(new RegExp(`thing=user.*id=${asha.id}`))
  await expect(lines(page)).toHaveCount(2) // approved, funds added
  await expect(lines(page).nth(0)).toContainText(`Added ₹500.00 to ${asha.name}'s wallet`)
  await expect(lines(page).nth(0)).toContainText('Wallet ₹0.00 → ₹500.00')
  await expect(lines(page).nth(1)).toContainText(`Approved ${asha.name}`)
  await page.getByLabel('Act', { exact: true }).selectOption('Add funds')
  await expect(lines(page)).toHaveCount(1)
  await expect(lines(page).getByRole('link', { name: asha.name })).toHaveAttribute(
    'href',
    `/users/details/${asha.id}`,
  )
  await page.getByLabel('Thing ID').fill('')
  await page.getByRole('combobox', { name: 'Done to the player' }).fill(asha.mobile)
  await page.getByRole('option', { name: asha.name }).click()
  await expect(page).toHaveURL(new RegExp(`user=${asha.id}`))
  await expect(lines(page)).toHaveCount(1)
  await page.getByPlaceholder('Administrator').fill('nobody of this name')
  await expect(page.getByText('No acts found')).toBeVisible()
  await expect(page).toHaveURL(/administrator=nobody/)
  await page.getByPlaceholder('Administrator').fill('ADMIN')
  await expect(lines(page)).toHaveCount(1)
  await page.getByRole('link', { name: 'Back to the list: Reports' }).click()
  await expect(page).toHaveURL('/reports')
})

// Alone on its server: where there are others, who declared early does not look at it.
testAlone()(
  'what an insider would do is to be looked at, and keeps the note of who did',
  async ({ page, office }) => {
    const market = await office.newMarket('EARLY', RUNNING)
    const asha = await newPlayer(office, market.id)
    await declared(office.call, market.id, today(), '1-128')
    const second = await office.newMarket('SECOND', RUNNING)
    await newPlayer(office, second.id)
    await declared(office.call, second.id, today(), '1-128')
    await page.goto('/reports')
    await page.getByRole('link', { name: 'To look at' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'To look at' })).toBeVisible()
    await page.getByLabel('Kind', { exact: true }).selectOption('Early result')
    await page.getByRole('button', { name: 'All', exact: true }).click()
    const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: market.name })
    await expect(entry).toContainText('before its betting ended. ₹900 was won by')
    await expect(entry.getByRole('link', { name: `${asha.name} #${asha.id}` })).toBeVisible()
    await asNarrow(page, () => expectNoSidewaysScroll(page))

    await entry.getByRole('button', { name: 'I looked at it' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Keep the note' }).click()
    await expect(dialog).toContainText('Note is required')
    await dialog
      .getByRole('textbox', { name: /What you found/ })
      .fill('The house of the draw was early, too.')
    await expectSoundOnBoth(page)
    await dialog.getByRole('button', { name: 'Keep the note' }).click()
    await expect(dialog).toBeHidden()
    await expect(entry).toContainText('The house of the draw was early, too.')
    await expect(entry.getByRole('button', { name: 'I looked at it' })).toHaveCount(0)

    const theirs = page.getByRole('main').getByRole('listitem').filter({ hasText: second.name })
    await theirs.getByRole('button', { name: 'I looked at it' }).click()
    const { data } = await office.call(api.reports.suspicions, { looked: false })
    const { id } = data.find((each) => each.market?.id === second.id)!
    await office.call(api.reports.lookAt, { id, note: 'Looked at beside.' })
    await dialog.getByRole('textbox', { name: /What you found/ }).fill('Late.')
    await dialog.getByRole('button', { name: 'Keep the note' }).click()
    await expect(dialog).toContainText('Somebody has looked at this already')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(theirs).toContainText('Looked at beside.')
    await page.getByRole('button', { name: 'To look at', exact: true }).click()
    await expect(entry).toHaveCount(0)
  },
)

test('the screens keep WCAG 2.2 AA and fit the screen', async ({ page }) => {
  for (const path of ['/reports', '/reports?tab=bids', '/reports/audit']) {
    await page.goto(path)
    await expect(lines(page).first()).toBeVisible()
    await expectSoundOnBoth(page)
  }
})
