/** Results down the column: typed, reviewed once, declared one after the other. What is due is counted: a server of its own. */
import { api } from '@munim/contract'
import type { Page } from '@playwright/test'
import { declared, newPlayer, OVER, RUNNING, today } from './draws.ts'
import {
  expect,
  expectNoViolations,
  expectSound,
  expectSoundOnBoth,
  holdBack,
  type Office,
  sentTo,
  testAlone,
  unique,
} from './support.ts'

const test = testAlone()
test.describe.configure({ mode: 'serial' })

const panna = (page: Page, name: string, half: string) =>
  page.getByLabel(new RegExp(`^Panna of ${name}, ${half},`))
const digit = (page: Page, name: string, half: string) =>
  page.getByLabel(new RegExp(`^Digit of ${name}, ${half},`))
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Declare results' })
const answersOf = (page: Page) => dialogOf(page).getByRole('list', { name: 'Results that are declared' })
const resultOf = async ({ call }: Office, id: number) => {
  const { data } = await call(api.markets.get, { id, date: today() })
  return [data.open_panna, data.open_digit, data.close_digit, data.close_panna].join(' ')
}
const review = (page: Page) => page.getByRole('button', { name: 'Review' })

test('pannas are typed down the column, reviewed once, and declared one after the other @both', async ({
  page,
  office,
  isMobile,
}) => {
  test.slow() // Axe looks at it more than once.
  const [first, second] = [await office.newMarket('FIRST', OVER), await office.newMarket('SECOND', OVER)]
  const early = await office.newMarket('EARLY', RUNNING)
  await newPlayer(office, early.id)
  await page.goto('/results')
  await page.getByRole('link', { name: 'All in one column' }).click()
  await expect(page).toHaveURL('/results/due')
  await expect(page.getByText('Nothing is typed yet.')).toBeVisible()
  await expect(panna(page, early.name, 'open')).toHaveCount(0)
  if (!isMobile) await expect(panna(page, first.name, 'open')).toBeFocused()
  await page.getByLabel('Also those still bet on').click()
  await expect(panna(page, early.name, 'open')).toBeVisible()

  await panna(page, first.name, 'open').focus()
  await page.keyboard.type('128')
  await expect(digit(page, first.name, 'open')).toHaveValue('1')
  await page.keyboard.press('Enter')
  await expect(panna(page, second.name, 'open')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panna(page, first.name, 'close')).toBeFocused()
  await page.keyboard.type('455')
  await page.keyboard.press('ArrowUp')
  await expect(panna(page, second.name, 'open')).toBeFocused()
  await panna(page, early.name, 'open').fill('137')
  const sum = page.getByRole('status').filter({ hasText: 'typed:' })
  await expect(sum).toHaveText('3 results typed: ₹100.00 staked, ₹900.00 paid, −₹800.00 kept by the house')
  await expectSound(page)
  await panna(page, early.name, 'close').press('Enter')
  await expect(review(page)).toBeFocused()
  await page.keyboard.press('Enter')

  const lines = answersOf(page).getByRole('listitem')
  await expect(lines).toHaveCount(3)
  await expect(lines.nth(0)).toContainText(/FIRST.*, open, .* 1-128.*pays ₹0\.00, keeps ₹0\.00/)
  await expect(lines.nth(1)).toContainText(/FIRST.*, close, .* 4-455/)
  await expect(lines.nth(2)).toContainText(/EARLY.* 1-137.*pays ₹900\.00, keeps −₹800\.00/)
  await expect(lines.nth(2)).toContainText('Before its time: betting runs until')
  await expect(dialogOf(page)).toContainText('Stake of 1 bet₹100.00Paid to winners−₹900.00House Loss−₹800.00')
  await expectSound(page)
  await dialogOf(page).getByRole('button', { name: 'Declare 3 results' }).click()
  await expect(dialogOf(page).getByRole('status')).toHaveText('3 of 3')
  await expect(lines.nth(1)).toContainText('Declared: nobody won')
  await expect(lines.nth(2)).toContainText('Declared: ₹900.00 paid for 1 winning bet')
  await expectNoViolations(page)
  await expect(lines.nth(2).getByRole('link')).toHaveAttribute(
    'href',
    `/results/details/${early.id}?date=${today()}`,
  )
  await expect(dialogOf(page).getByRole('button', { name: 'Done' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toBeHidden()
  expect(await resultOf(office, first.id)).toBe('128 1 4 455')
  expect(await resultOf(office, early.id)).toBe('137 1 - -')

  // What was declared stays in its place until the list is read anew.
  await expect(panna(page, first.name, 'open')).toBeDisabled()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(panna(page, first.name, 'open')).toHaveCount(0)
  await expect(panna(page, second.name, 'open')).toBeVisible()
  await expect(panna(page, early.name, 'close')).toBeVisible()
  await expect(page.getByText('open 1-137', { exact: true })).toBeVisible()
})

test('a refused one stays with its sentence, the others are declared, and a close waits for its open', async ({
  page,
  office,
}) => {
  const [taken, whole, alone] = [
    await office.newMarket('TAKEN', OVER),
    await office.newMarket('WHOLE', OVER),
    await office.newMarket('ALONE', OVER),
  ]
  await page.goto('/results/due')
  await panna(page, alone.name, 'close').fill('455')
  await review(page).click()
  await expect(page.getByText('Its open is not declared: type that, too.')).toBeVisible()
  await expect(panna(page, alone.name, 'close')).toBeFocused()
  await panna(page, alone.name, 'close').fill('')
  await panna(page, taken.name, 'open').fill('12')
  await review(page).click()
  await expect(page.getByText('Open panna must be three figures, 000 to 999')).toBeVisible()

  await panna(page, taken.name, 'open').fill('128')
  await panna(page, taken.name, 'close').fill('455')
  await panna(page, whole.name, 'open').fill('211')
  await expect(page.getByText('The chart writes it 112.')).toBeVisible()
  await expect(page.getByText('3 results typed')).toBeVisible()
  await declared(office.call, taken.id, today(), '3-120')
  await review(page).click()
  const lines = answersOf(page).getByRole('listitem')
  await expect(lines.nth(0)).toContainText('is declared as 3-120. Revert it before declaring another.')
  await dialogOf(page).getByRole('button', { name: 'Declare 3 results' }).click()
  await expect(dialogOf(page).getByRole('status')).toHaveText('3 of 3')
  await expect(lines.filter({ hasText: whole.name })).toContainText('Declared: nobody won')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(
    page.getByText('is declared as 3-120. Revert it before declaring another.').first(),
  ).toBeVisible()
  await expect(page.getByText('Not sent: its open is not declared.')).toBeVisible()
  expect(await resultOf(office, taken.id)).toBe('120 3 - -')
  expect(await resultOf(office, whole.id)).toBe('211 4 - -')

  // What the others declared is known now; the close that is typed goes with that open, and is not left unasked.
  await expect(page.getByText('It is no longer listed.')).toHaveCount(1)
  page.once('dialog', (asked) => void asked.dismiss())
  await page.getByRole('link', { name: 'Results', exact: true }).first().click()
  await expect(page).toHaveURL('/results/due')
})

test.describe('followed live', () => {
  test.use({ isLive: true })

  test('a result that is reverted is decided anew: neither its row nor its close keeps what was declared', async ({
    page,
    office,
  }) => {
    const market = await office.newMarket('REVERTED', OVER)
    const opened = panna(page, market.name, 'open')
    await page.goto('/results/due')
    await opened.fill('128')
    await review(page).click()
    await dialogOf(page).getByRole('button', { name: 'Declare 1 result' }).click()
    await dialogOf(page).getByRole('button', { name: 'Done' }).click()
    await expect(opened).toBeDisabled()
    await expect(page.getByText('open 1-128', { exact: true })).toBeVisible()

    // Another administrator takes it back; the close that is typed then has no open to go with.
    await panna(page, market.name, 'close').fill('455')
    await office.call(api.results.revert, { marketId: market.id, date: today() })
    await expect(opened).toBeEnabled()
    await expect(opened).toHaveValue('')
    await expect(page.getByText('Declared: nobody won')).toHaveCount(0)
    await review(page).click()
    await expect(page.getByText('Its open is not declared: type that, too.')).toBeVisible()
    await expect(dialogOf(page)).toHaveCount(0)
    await opened.fill('137')
    await review(page).click()
    await expect(answersOf(page).getByRole('listitem')).toHaveCount(2)
    await dialogOf(page).getByRole('button', { name: 'Declare 2 results' }).click()
    await expect(dialogOf(page).getByRole('status')).toHaveText('2 of 2')
    expect(await resultOf(office, market.id)).toBe('137 1 4 455')
  })
})

test('a close is not sent with an open that was reverted since the column was read', async ({
  page,
  office,
}) => {
  const market = await office.newMarket('TAKEN BACK', OVER)
  await declared(office.call, market.id, today(), '1-128')
  await page.goto('/results/due')
  await panna(page, market.name, 'close').fill('455')
  await office.call(api.results.revert, { marketId: market.id, date: today() })
  await review(page).click()
  await dialogOf(page).getByRole('button', { name: 'Declare 1 result' }).click()
  await expect(answersOf(page)).toContainText('Not sent: its open is not declared.')
  expect(await resultOf(office, market.id)).toBe('- - - -')
})

test.describe('followed live', () => {
  test.use({ isLive: true })

  test('a review that was read is declared also while the list is asked for again', async ({
    page,
    office,
  }) => {
    const market = await office.newMarket('ASKED AGAIN', OVER)
    await page.goto('/results/due')
    await panna(page, market.name, 'open').fill('128')
    await review(page).click()
    const declare = dialogOf(page).getByRole('button', { name: 'Declare 1 result' })
    await expect(declare).toBeEnabled()
    const release = await holdBack(page, api.results.due)
    const asked = page.waitForRequest((request) => request.url().endsWith(api.results.due.path))
    await office.newMarket('MEANWHILE', OVER)
    await asked
    await declare.click()
    await expect(dialogOf(page).getByRole('status')).toHaveText('1 of 1')
    release()
    await expect(page.getByLabel(/^Panna of MEANWHILE/)).not.toHaveCount(0)
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('what can not be predicted is in no sum, and the focus goes to Done once', async ({
    page,
    office,
  }) => {
    const [known, unknown] = [await office.newMarket('KNOWN', OVER), await office.newMarket('UNKNOWN', OVER)]
    await page.route(`**${api.results.predict.path}`, (route) =>
      route.request().postDataJSON().marketId === unknown.id
        ? route.fulfill({ status: 500, json: { status: 'error', message: 'Not predicted' } })
        : route.continue(),
    )
    await page.goto('/results/due')
    await panna(page, known.name, 'open').fill('128')
    await panna(page, unknown.name, 'open').fill('137')
    await expect(page.getByText('2 results typed: together it is not known')).toBeVisible()
    await review(page).click()
    await expect(dialogOf(page)).toContainText('1 result could not be predicted.')
    await expect(dialogOf(page)).not.toContainText('House Profit')
    await dialogOf(page).getByRole('button', { name: 'Declare 2 results' }).click()
    await expect(dialogOf(page).getByRole('button', { name: 'Done' })).toBeFocused()
    const link = answersOf(page).getByRole('link').first()
    await link.focus()
    const { id, name } = await office.newMarket('LATER', OVER)
    await office.call(api.markets.update, { id, name, ...OVER, name_hindi: 'बाद' }) // The page hears of acts only.
    await expect(page.getByLabel(/^Panna of LATER/)).not.toHaveCount(0)
    await expect(link).toBeFocused()
    await page.unrouteAll({ behavior: 'wait' })
  })
})

test('stopped, nothing more is sent; what was not answered ends the run and is declared once', async ({
  page,
  office,
}) => {
  const [first, second] = [await office.newMarket('ONE', OVER), await office.newMarket('TWO', OVER)]
  await page.goto('/results/due')
  await panna(page, first.name, 'open').fill('128')
  await panna(page, second.name, 'open').fill('137')
  const [sent, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let calls = 0
  await page.route(`**${api.results.declare.path}`, async (route) => {
    calls++
    sent.resolve()
    await seen.promise
    await route.continue()
  })
  await review(page).click()
  await dialogOf(page).getByRole('button', { name: 'Declare 2 results' }).click()
  await sent.promise
  await dialogOf(page).getByRole('button', { name: 'Stop' }).click()
  seen.resolve()
  await expect(dialogOf(page).getByRole('button', { name: 'Declare 1 result' })).toBeEnabled()
  expect(calls).toBe(1)
  expect(await resultOf(office, second.id)).toBe('- - - -')
  await page.unroute(`**${api.results.declare.path}`)

  // Done, and the answer lost on its way, as is what would tell that it is: sent again, it is the same act.
  const declared = sentTo(page, api.results.declare)
  await page.route(`**${api.results.due.path}`, (route) => route.abort())
  await page.route(`**${api.results.declare.path}`, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await dialogOf(page).getByRole('button', { name: 'Declare 1 result' }).click()
  await expect(dialogOf(page)).toContainText('Stopped:')
  expect(await resultOf(office, second.id)).toBe('137 1 - -')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByText('Declared: nobody won')).toHaveCount(1)
  await page.unroute(`**${api.results.declare.path}`)
  await review(page).click()
  await dialogOf(page).getByRole('button', { name: 'Declare 1 result' }).click()
  await expect(answersOf(page)).toContainText('Declared: nobody won')
  const keys = declared.map((request) => request.headers()['idempotency-key'])
  expect(keys).toEqual([keys[0], keys[0]])
  await page.unrouteAll({ behavior: 'wait' })
})

test('what needs a second person is marked in the review, and waits', async ({ page, office }) => {
  const { call, newMarket } = office
  const { data } = await call(api.administrators.list, {})
  const roleId = data.roles.find(({ isOwner }) => isOwner)!.id
  await call(api.administrators.create, {
    userName: `second ${unique()}`,
    password: 'given by the owner',
    roleId,
  })
  await call(api.security.update, { losses: 500 })
  const market = await newMarket('LOSS', RUNNING)
  await newPlayer(office, market.id)
  await page.goto('/results/due')
  await page.getByLabel('Also those still bet on').click()
  await panna(page, market.name, 'open').fill('137')
  await review(page).click()
  const line = answersOf(page).getByRole('listitem')
  await expect(line).toContainText('waits for a second person')
  await expectSoundOnBoth(page)
  await dialogOf(page).getByRole('button', { name: 'Declare 1 result' }).click()
  await expect(dialogOf(page).getByRole('status')).toHaveText('1 of 1')
  await expect(line).toContainText('waits for a second person')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('link', { name: 'To confirm' }).first()).toBeVisible()
  expect(await resultOf(office, market.id)).toBe('- - - -')
})

test('what turns out to be early is refused, marked in the next review, and declared then', async ({
  page,
  office,
}) => {
  const market = await office.newMarket('MOVED', RUNNING)
  // As it is where the times of its draw are moved while the column is typed.
  await page.route(`**${api.results.due.path}`, async (route) => {
    const response = await route.fetch()
    const { data, ...answer } = await response.json()
    const halves = (data as { isEarly: boolean }[]).map((half) => ({ ...half, isEarly: false }))
    await route.fulfill({ response, json: { ...answer, data: halves } })
  })
  await page.goto('/results/due')
  await panna(page, market.name, 'open').fill('128')
  await review(page).click()
  await expect(answersOf(page)).not.toContainText('Before its time')
  await dialogOf(page).getByRole('button', { name: 'Declare 1 result' }).click()
  await expect(answersOf(page)).toContainText('Confirm that it is declared early.')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(panna(page, market.name, 'open')).toHaveValue('128')
  await review(page).click()
  await expect(answersOf(page)).toContainText('Before its time: betting runs until')
  await dialogOf(page).getByRole('button', { name: 'Declare 1 result' }).click()
  await expect(answersOf(page)).toContainText('Declared: nobody won')
  expect(await resultOf(office, market.id)).toBe('128 1 - -')
  await page.unrouteAll({ behavior: 'wait' })
})

test('after a declaration the next due is one key away', async ({ page, office: { call, newMarket } }) => {
  const [market, next] = [await newMarket('DECLARED', OVER), await newMarket('NEXT', OVER)]
  // What earlier stories left due is voided, so that the next is known.
  for (const { marketId, date } of (await call(api.results.due, {})).data)
    if (marketId !== market.id && marketId !== next.id)
      await call(api.results.voidDraw, { marketId, date, reason: 'Not of this story' }).catch(() => undefined)
  await page.goto(`/results/details/${market.id}?tab=manual&date=${today()}`)
  await page.getByLabel('Open Panna').fill('128')
  await page.getByLabel('Close Panna').fill('455')
  await page.getByRole('button', { name: 'Declare Result' }).click()
  const dialog = page.getByRole('dialog', { name: 'Declare Result' })
  await dialog.getByRole('button', { name: 'Declare', exact: true }).click()
  await expect(page.getByRole('main')).toContainText(/Next due: NEXT .*, open, .* late\. All 2 in one column/)
  await expect(page.getByRole('link', { name: 'Go to it' })).toBeFocused()
  await expectSoundOnBoth(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/results/details/${next.id}\\?tab=manual&date=${today()}`))
  await expect(page.getByRole('heading', { name: next.name })).toBeVisible()
  await page.getByLabel('Open Panna').fill('128')
  await page.getByLabel('Close Panna').fill('455')
  await page.getByRole('button', { name: 'Declare Result' }).click()
  await dialog.getByRole('button', { name: 'Declare', exact: true }).click()
  await expect(page.getByText('No other result is due.')).toBeVisible()
})
