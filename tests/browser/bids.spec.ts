/** Bet Management: what is shown of bids, the cards, the filters in the address, and reverting one bid. */
import { readFile } from 'node:fs/promises'
import { api } from '@munim/contract'
import type { Locator, Page } from '@playwright/test'
import { declared } from './draws.ts'
import {
  answerWith,
  dayField,
  expect,
  expectNoViolations,
  expectSound,
  expectSoundOnBoth,
  lineOf,
  type Office,
  openFilters,
  savedBy,
  test,
} from './support.ts'

/** Where it is on the page, and how high it is. */
const placeOf = (line: Locator) =>
  line.evaluate((element) => [element.getBoundingClientRect().top + scrollY, element.clientHeight])

/** A card of the strip, by its label. */
const card = (page: Page, label: string) => page.getByText(label, { exact: true }).locator('..')
const dialog = (page: Page) => page.getByRole('dialog')
const done = (page: Page) => page.getByRole('status').filter({ hasText: 'Bid reverted successfully' })

const declare = (office: Office, { id }: { readonly id: number }, date: string) =>
  declared(office.call, id, date, '1-128', '4-455')

test('each bid is shown with its player, market, number and what became of it, under six cards @both', async ({
  page,
  office,
  isMobile,
}) => {
  const [asha, ravi] = [await office.player('Asha', 500), await office.player('Ravi', 500)]
  const market = await office.market('CARDS')
  const won = await office.bid(asha, market, '4', 100)
  await office.bid(ravi, market, '7', 50)
  await declare(office, market, won.day)

  await page.goto(`/bet?market=${market.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Bet Management' })).toBeVisible()
  await expect(card(page, 'Total Bet Amount')).toContainText('₹150.00')
  await expect(card(page, "Today's Bet Amount")).toContainText('₹')
  await expect(card(page, 'Active')).toContainText('0')
  await expect(card(page, 'Wins')).toContainText('1')
  await expect(card(page, 'Losses')).toContainText('1')
  await expect(card(page, 'Total Bids')).toContainText('2')
  const line = lineOf(page, asha.name)
  await expect(line).toContainText(market.name)
  // A card has no room for the market's hours.
  if (!isMobile) await expect(line).toContainText('11:59 pm – 12:30 am')
  for (const words of ['Close 4', 'Single Digit', '₹100.00', 'win', '₹900.00'])
    await expect(line).toContainText(words)
  await expect(lineOf(page, ravi.name)).toContainText('loss')
  await expect(line.getByRole('link', { name: asha.name })).toHaveAttribute(
    'href',
    `/users/details/${asha.id}`,
  )
})

test('the filters are in the address and narrow the list; cleared, all is there again', async ({
  page,
  office,
}) => {
  const asha = await office.player('Asha', 500)
  const market = await office.market('FILTERS')
  const { day } = await office.bid(asha, market, '4', 100)
  await page.goto('/bet')
  await page.getByLabel('Market', { exact: true }).selectOption(market.name)
  await expect(page).toHaveURL(`/bet?market=${market.id}`)
  await expect(lineOf(page, asha.name)).toBeVisible()
  const shown = await page.getByLabel('Status', { exact: true }).evaluate((select: HTMLSelectElement) => {
    select.value = 'loss'
    select.dispatchEvent(new Event('change', { bubbles: true }))
    return select.value
  })
  expect(shown, 'at once, and not the one before until the address has it').toBe('loss')
  await expect(page).toHaveURL(/status=loss/)
  await expect(page.getByText('No bids found')).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption('Running')
  await dayField(page, 'From Date').fill(day)
  await dayField(page, 'To Date').fill(day)
  await expect(page).toHaveURL(
    new RegExp(`status=running.*from=${day}.*to=${day}|from=${day}.*to=${day}.*status=running`),
  )
  await expect(lineOf(page, asha.name)).toBeVisible()
  await dayField(page, 'To Date').fill('2020-01-01')
  await expect(page.getByText('From Date is after To Date.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/bet')
  await expect(page.getByText(/^Showing 1 to 10 of /)).toBeVisible()
})

test('filters changed faster than the screen is drawn are all in the address', async ({ page }) => {
  await page.goto('/bet')
  await expect(page.getByLabel('From Date')).toBeVisible()
  await page.evaluate(() => {
    for (const name of ['From Date', 'To Date']) {
      const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === name)
      const field = label?.control as HTMLInputElement
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
      set!.call(field, '11-11-2026') // As a person's typing does: React notices no assignment to its own property.
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
  await expect(page).toHaveURL('/bet?from=2026-11-11&to=2026-11-11')
})

test('a date is typed figure by figure, and is the filter once it is whole', async ({ page }) => {
  await page.goto('/bet')
  const { field, toHave } = dayField(page, 'From Date')
  await field.pressSequentially('09-11-2096')
  await expect(page).toHaveURL('/bet?from=2096-11-09')
  await expect(field).toBeFocused()
  await expect(page.getByText('No bids found')).toBeVisible() // Drawn by it: before, there is no step to come back from.
  await page.goBack()
  await expect(page).toHaveURL('/bet')
  await expect(field).toHaveValue('')
  await field.pressSequentially('09112026')
  await expect(page).toHaveURL('/bet?from=2026-11-09')
  await toHave('2026-11-09')
})

test('a day is taken however a person writes it, and what is no day is said', async ({ page }) => {
  await page.goto('/bet')
  const { field, toHave } = dayField(page, 'From Date')
  await field.fill('2/1/26')
  await expect(page).toHaveURL('/bet') // It could go on.
  await field.press('Enter')
  await expect(page).toHaveURL('/bet?from=2026-01-02')
  await toHave('2026-01-02')
  await field.fill('2/1/25')
  await field.press('Tab')
  await expect(page).toHaveURL('/bet?from=2025-01-02')
  await field.fill('2jan 2026')
  await field.press('Enter')
  await expect(page).toHaveURL('/bet?from=2026-01-02')
  await field.fill('31-02-2026')
  await field.press('Tab')
  await expect(page.getByRole('alert')).toHaveText('Type a day as dd-mm-yyyy') // Read out: the focus has moved on.
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(page).toHaveURL('/bet?from=2026-01-02')
  await expectNoViolations(page)
})

test('a day is picked from the calendar by keys alone, where today is that of India @both', async ({
  page,
}) => {
  // Half past midnight in India, the day before in UTC.
  await page.clock.setFixedTime(new Date('2026-11-10T19:00:00Z'))
  await page.goto('/bet')
  await openFilters(page)
  const { field, toHave } = dayField(page, 'From Date')
  await field.press('Alt+ArrowDown')
  const calendar = page.getByRole('dialog', { name: 'Pick the first day' })
  const today = calendar.locator('[aria-current=date]')
  await expect(today).toHaveText('11')
  await expect(today).toBeFocused()
  await expectSound(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(field).toBeFocused()
  const button = page.getByRole('button', { name: 'Pick the first day' })
  await button.press('Enter')
  await expect(today).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(calendar.locator(':focus')).toHaveText('4')
  await page.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(page).toHaveURL('/bet?from=2026-11-04')
  await toHave('2026-11-04')
  await expect(button).toBeFocused()
})

test('this month and last month are spans beside the days', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2026-12-01T06:00:00Z'))
  await page.goto('/bet')
  const month = page.getByRole('button', { name: 'Last month' })
  await month.click()
  await expect(page).toHaveURL('/bet?from=2026-11-01&to=2026-11-30')
  await dayField(page, 'To Date').toHave('2026-11-30')
  await expect(month).toHaveAttribute('aria-pressed', 'true')
  await month.click()
  await expect(page).toHaveURL('/bet')
})

test('a status of the address may be called completed or pending', async ({ page }) => {
  await page.goto('/bet?status=completed')
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('win')
  await page.goto('/bet?status=pending')
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('running')
})

test('the page is in the address', async ({ page }) => {
  await page.goto('/bet')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/bet?page=2')
  await expect(page.getByText(/^Showing 11 to 20 of /)).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/^Showing 1 to 10 of /)).toBeVisible()
})

test('Revert asks once, and then the row stays where it is with its new status @both', async ({
  page,
  office,
}) => {
  const asha = await office.player('Asha', 500)
  const market = await office.market('REVERT')
  const bid = await office.bid(asha, market, '4', 100)
  await page.goto(`/bet?market=${market.id}&status=running`)
  const line = lineOf(page, asha.name)
  await expect(line).toContainText('running')
  const place = await placeOf(line)

  await line.getByRole('button', { name: /^Revert/ }).click()
  await expect(dialog(page)).toContainText(`Bid #${bid.id} · ${market.name}`)
  for (const words of [
    asha.name,
    'Close 4',
    'Wallet now₹400.00',
    'Points refunded₹100.00',
    'Wallet after₹500.00',
  ])
    await expect(dialog(page)).toContainText(words)
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  expect((await office.call(api.users.get, { id: asha.id })).data.wallet).toBe(400)

  await line.getByRole('button', { name: /^Revert/ }).click()
  await dialog(page).getByRole('button', { name: 'Revert', exact: true }).click()
  await expect(done(page)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(line).toContainText('cancelled')
  await expect(line.getByRole('button', { name: /^Revert/ })).toHaveCount(0)
  expect(await placeOf(line)).toEqual(place)
  await expect(line.getByRole('link', { name: asha.name })).toBeFocused()
  await expect(card(page, 'Active')).toContainText('0')
  await expect(card(page, 'Total Bet Amount')).toContainText('₹0.00')
  await openFilters(page)
  await expect(page.getByText('Running 0', { exact: true })).toBeVisible()
  await expect(page.getByText('Cancelled 1', { exact: true })).toBeVisible()
  expect((await office.call(api.users.get, { id: asha.id })).data.wallet).toBe(500)
  await expect(done(page)).toHaveCount(0) // it vanishes after 3 s

  await page.getByLabel('Status', { exact: true }).selectOption('All')
  await expect(page).not.toHaveURL(/status=/)
  await page.getByLabel('Status', { exact: true }).selectOption('Running')
  await expect(line).toHaveCount(0)
})

test('reverting a bid that has won says that the win is taken back, and that the wallet goes below zero', async ({
  page,
  office,
}) => {
  const asha = await office.player('Asha', 100)
  const market = await office.market('WON')
  const { day } = await office.bid(asha, market, '4', 100)
  await page.goto(`/bet?market=${market.id}`)
  await lineOf(page, asha.name)
    .getByRole('button', { name: /^Revert/ })
    .click()
  await expect(dialog(page)).toContainText('Wallet after₹100.00')
  await declare(office, market, day)
  await office.call(api.users.deductFunds, { id: asha.id, amount: 850 })
  await dialog(page).getByRole('button', { name: 'Revert', exact: true }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('changed meanwhile')
  for (const words of [
    'Wallet now₹50.00',
    'Points refunded₹100.00',
    'Win taken back−₹900.00',
    'Wallet after−₹750.00',
  ])
    await expect(dialog(page)).toContainText(words)
  await expect(dialog(page)).toContainText('the wallet goes below zero')
  await dialog(page).getByRole('button', { name: 'Revert', exact: true }).click()
  await expect(done(page)).toBeVisible()
  await expect(card(page, 'Wins')).toContainText('0')
  expect((await office.call(api.users.get, { id: asha.id })).data.wallet).toBe(-750)
})

test('reverting a bid of a deleted player says that nothing comes back to them', async ({ page, office }) => {
  const gone = await office.player('Gone', 100)
  const market = await office.market('GONE')
  const { day } = await office.bid(gone, market, '3', 100)
  await declare(office, market, day)
  await office.call(api.users.remove, { id: gone.id })
  await page.goto(`/bet?market=${market.id}`)
  await lineOf(page, `Deleted user #${gone.id}`)
    .getByRole('button', { name: /^Revert/ })
    .click()
  for (const words of [
    'Points refunded₹100.00',
    'Written out to the house−₹100.00',
    'Wallet after₹0.00',
    'nothing comes back to them',
  ])
    await expect(dialog(page)).toContainText(words)
})

test.describe('followed live', () => {
  test.use({ isLive: true })

  test('a bid whose result comes while its dialog is open is shown as it is then, and is not reverted unread', async ({
    page,
    office,
  }) => {
    const asha = await office.player('Asha', 100)
    const market = await office.market('LATE')
    const { day } = await office.bid(asha, market, '4', 100)
    // As a row that stays as it was while newer ones wait above it.
    await page.route(`**${api.bids.list.path}`, async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      for (const row of answer.data) Object.assign(row, { status: 'running', win: '-' })
      await route.fulfill({ response, json: answer })
    })
    await page.goto(`/bet?market=${market.id}`)
    const revert = lineOf(page, asha.name).getByRole('button', { name: /^Revert/ })
    await revert.click()
    await expect(dialog(page)).toContainText('Points refunded₹100.00')
    await expect(dialog(page)).not.toContainText('Win taken back')
    await declare(office, market, day)
    await expect(dialog(page)).toContainText('Win taken back−₹900.00')
    await expect(dialog(page)).toContainText('Wallet now₹900.00')
    await expect(dialog(page)).toContainText('Wallet after₹100.00')

    // Nobody answers, and the bid is read as cancelled: pressed again it is the same act.
    await page.route(
      `**${api.bids.revert.path}`,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await dialog(page).getByRole('button', { name: 'Revert', exact: true }).click()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await expect(dialog(page)).not.toContainText('Win taken back')
    await dialog(page).getByRole('button', { name: 'Revert', exact: true }).click()
    await expect(page.getByText('is not done a second time: Bid reverted successfully')).toBeVisible()

    await answerWith(page, api.bids.get, { status: 'error', message: 'Not read' }, 500)
    await page.reload()
    await revert.click()
    await expect(dialog(page).getByRole('alert')).toContainText('Not read')
    await expect(dialog(page).getByRole('button', { name: 'Revert', exact: true })).toBeDisabled()
    await page.unroute(`**${api.bids.list.path}`)
  })
})

test('a second click on Revert does nothing', async ({ page, office }) => {
  const asha = await office.player('Asha', 500)
  const market = await office.market('TWICE')
  await office.bid(asha, market, '4', 100)
  let sent = 0
  const clicked = Promise.withResolvers<void>()
  await page.route(`**${api.bids.revert.path}`, async (route) => {
    sent += 1
    await clicked.promise
    await route.continue()
  })
  await page.goto(`/bet?market=${market.id}`)
  await lineOf(page, asha.name)
    .getByRole('button', { name: /^Revert/ })
    .click()
  await dialog(page).getByRole('button', { name: 'Revert', exact: true }).dblclick()
  clicked.resolve()
  await expect(lineOf(page, asha.name)).toContainText('cancelled')
  expect(sent).toBe(1)
})

test('a bid that was reverted elsewhere meanwhile says so, and is shown as it is', async ({
  page,
  office,
}) => {
  const asha = await office.player('Asha', 500)
  const market = await office.market('ELSEWHERE')
  const bid = await office.bid(asha, market, '4', 100)
  await page.goto(`/bet?market=${market.id}`)
  await lineOf(page, asha.name)
    .getByRole('button', { name: /^Revert/ })
    .click()
  await office.call(api.bids.revert, { betId: bid.id })
  await dialog(page).getByRole('button', { name: 'Revert', exact: true }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('This bid is cancelled already')
  await expect(dialog(page)).not.toContainText('Wallet after')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(lineOf(page, asha.name)).toContainText('cancelled')
  expect((await office.call(api.users.get, { id: asha.id })).data.wallet).toBe(500)
})

test('what fails is said in the words of the specification', async ({ page, office }) => {
  const asha = await office.player('Asha', 500)
  const market = await office.market('FAILS')
  await office.bid(asha, market, '4', 100)
  await answerWith(page, api.bids.list, { status: 'error' }, 200)
  await page.goto(`/bet?market=${market.id}`)
  await expect(page.getByRole('alert')).toContainText('Failed to fetch data')
  await expect(page.getByRole('main')).toContainText('Active–running')
  await page.unroute(`**${api.bids.list.path}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await answerWith(page, api.bids.revert, { status: 'error' }, 200)
  await lineOf(page, asha.name)
    .getByRole('button', { name: /^Revert/ })
    .click()
  await dialog(page).getByRole('button', { name: 'Revert', exact: true }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Failed to revert bid')
})

test.describe('without the list of markets', () => {
  test.use({ allowedErrors: /The filter by market has no markets/ })

  test('that is only logged, and the bids are there', async ({ page }) => {
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await answerWith(page, api.markets.list, { status: 'error', message: 'No markets today' }, 500)
    await page.goto('/bet')
    await expect(page.getByText(/^Showing 1 to 10 of /)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(said.join()).toContain('The filter by market has no markets: No markets today')
  })
})

test('Export CSV saves all that the filters leave, under a name that says so', async ({ page, office }) => {
  const asha = await office.player('Asha', 500)
  const market = await office.market('EXPORT')
  for (let points = 10; points < 22; points++) await office.bid(asha, market, '4', points)
  await page.goto(`/bet?market=${market.id}&status=running`)
  await expect(page.getByText('Showing 1 to 10 of 12 entries')).toBeVisible()
  const file = await savedBy(page, page.getByRole('button', { name: 'Export CSV' }))
  expect(file.suggestedFilename()).toBe(`bets_${market.name.replace(' ', '-')}_running_ist.csv`)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith('\uFEFFID,Placed at,')).toBe(true)
  expect(text.trimEnd().split('\r\n')).toHaveLength(13)
})

test('an export that breaks off is told, and nothing is saved', async ({ page }) => {
  await page.route(`**${api.bids.listCsv.path}`, (route) => route.abort())
  await page.goto('/bet')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByRole('alert')).toContainText('Network error or server is not responding.')
})

test('the screen and its dialog keep WCAG 2.2 AA and fit the screen', async ({ page, office }) => {
  const asha = await office.player('Asha', 500)
  const market = await office.market('LOOKS')
  await office.bid(asha, market, '4', 100)
  await page.goto('/bet')
  await expect(page.getByText(/^Showing 1 to 10 of /)).toBeVisible()
  await expectSoundOnBoth(page)
  await page.goto(`/bet?market=${market.id}`)
  await lineOf(page, asha.name)
    .getByRole('button', { name: /^Revert/ })
    .click()
  await expect(dialog(page)).toContainText('Wallet after')
  await expectSoundOnBoth(page)
})

test('a page past the end says so, and leads to the first', async ({ page }) => {
  await page.goto('/bet?page=99999')
  await expect(page.getByText('This page is past the end of the list.')).toBeVisible()
  await page.getByRole('button', { name: 'First page' }).click()
  await expect(page.getByText(/^Showing 1 to 10 of /)).toBeVisible()
  await expect(page).toHaveURL('/bet')
})
