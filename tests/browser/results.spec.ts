/** Results: what is due, declaring a result by hand, and taking it back. */
import { api } from '@munim/contract'
import { addDays, WEEKDAYS, weekdayOf } from '@munim/core'
import { declared, newPlayer, OVER, RUNNING, rowOf, today } from './draws.ts'
import {
  answerWith,
  dayField,
  expect,
  expectNoSidewaysScroll,
  expectSound,
  expectSoundOnBoth,
  goWithin,
  holdBack,
  savedBy,
  sentTo,
  test,
  unique,
} from './support.ts'

test('what is closed and undeclared is first, late in words, and is found by either name @both', async ({
  page,
  office: { call, newMarket },
  isMobile,
}) => {
  test.slow() // Axe looks at it more than once.
  const due = await newMarket('DUE', OVER, { name_hindi: 'कल्याण' })
  const half = await newMarket('HALF', OVER)
  const done = await newMarket('DONE', OVER)
  await declared(call, half.id, today(), '1-128')
  await declared(call, done.id, today(), '1-128', '4-455')
  await page.goto('/results')

  await expect(rowOf(page, due.name)).toContainText(/Pending.*Open due (\d+ h( \d+ min)?|\d+ min)/)
  await expect(rowOf(page, half.name)).toContainText(/Partial.*Close due/)
  await expect(rowOf(page, half.name)).toContainText('1-128')
  await expect(rowOf(page, done.name)).toContainText('4-455')
  await expect(rowOf(page, done.name)).toContainText('Complete')
  // On a card today goes without saying.
  await expect(rowOf(page, done.name)).toContainText(isMobile ? /am|pm/ : /Today, \d/)
  const names = await page.getByRole('main').innerText()
  expect(names.indexOf(due.name)).toBeLessThan(names.indexOf(half.name))
  expect(names.indexOf(half.name)).toBeLessThan(names.indexOf(done.name))
  for (const label of ['Complete', 'Partial', 'Pending', 'Total'])
    await expect(page.getByText(label, { exact: true }).first()).toBeVisible()
  await expectSound(page)

  const search = page.getByRole('searchbox', { name: 'Search by name or Hindi name' })
  await search.fill('कलयण')
  await expect(page).toHaveURL(/search=/)
  await expect(rowOf(page, due.name)).toBeVisible()
  await expect(rowOf(page, half.name)).toHaveCount(0)
  await search.fill(half.name.toLowerCase())
  await expect(rowOf(page, half.name)).toBeVisible()
  await search.fill('no such market')
  await expect(page.getByText('No markets found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()

  const refreshed = page.waitForRequest('**/admin/market/getAll')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await refreshed
  await rowOf(page, due.name).getByRole('button', { name: 'Manage' }).click()
  await expect(page).toHaveURL(new RegExp(`/results/details/${due.id}$`))
})

test('on a card the day of a draw is read whole beside its button @phone', async ({ page, office }) => {
  const { name } = await office.newMarket('YESTERDAY', RUNNING)
  await page.clock.setFixedTime(`${addDays(today(), 1)}T12:00:00+05:30`)
  await page.goto(`/results?search=${name}`)
  const day = (await page.getByText(/^Yesterday, /).boundingBox())!
  const button = (await page.getByRole('button', { name: 'Manage' }).boundingBox())!
  expect(day.x + day.width).toBeLessThanOrEqual(button.x)
})

test('a stake is shown in the row of its own draw alone', async ({ page, office: { newMarket } }) => {
  const market = await newMarket('STAKED', OVER)
  const waits = (date: string) =>
    answerWith(page, api.results.waiting, {
      status: 'success',
      data: [{ marketId: market.id, date, bids: 1, points: 4321 }],
    })
  await waits(today())
  await page.goto('/results')
  await expect(rowOf(page, market.name)).toContainText('₹4,321')
  // The next draw began after the markets were read: they are read again.
  await waits(addDays(today(), 1))
  const asked = sentTo(page, api.markets.list)
  await page.reload()
  await expect(rowOf(page, market.name)).toBeVisible()
  await expect.poll(() => asked.length).toBeGreaterThan(1)
  await expect(rowOf(page, market.name)).not.toContainText('4,321')
})

test('a result is declared in two halves, and the winners are told', async ({ page, office }) => {
  test.slow() // Axe looks at it more than once.
  const { call, newMarket } = office
  const market = await newMarket('DECLARED', RUNNING)
  await newPlayer(office, market.id)
  await page.goto(`/results/details/${market.id}?tab=manual&date=${today()}`)
  await expect(page.getByRole('heading', { name: 'Enter Manual Result' })).toBeVisible()
  const declare = page.getByRole('button', { name: 'Declare Result' })
  await expect(declare).toBeDisabled()
  await page.getByLabel('Open Panna').pressSequentially('1a28')
  await expect(page.getByLabel('Open Digit')).toHaveValue('1')
  await page.getByLabel('Open Digit').fill('3')
  await expect(page.getByText('128 belongs to 1, not 3')).toBeVisible()
  await page.getByLabel('Open Digit').fill('1')
  await expectSoundOnBoth(page)
  await declare.click()

  const dialog = page.getByRole('dialog', { name: 'Declare Result' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(dialog).toContainText('Open128Jodi1–Close–')
  await expect(dialog).toContainText('Stake of 1 bet₹100.00Pays 1 winning bet−₹900.00House Loss−₹800.00')
  await expect(dialog).toContainText(
    'All bets are processed and wallets updated. This cannot be undone easily.',
  )
  await expect(dialog).toContainText(/Before its time: betting runs on the open until (8|11):58 pm/)
  await expect(dialog).toContainText('Read again just now: unchanged.')
  await expectSoundOnBoth(page)

  const sent = page.waitForRequest('**/admin/result/declare')
  await dialog.getByRole('button', { name: 'Declare', exact: true }).click()
  expect(await (await sent).headerValue('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Result declared successfully!', { exact: true })).toBeVisible()
  await expect(page.getByRole('status')).toContainText('1 winning bet paid ₹900.00.')
  await expect(page.getByRole('status').getByRole('link', { name: market.name })).toHaveAttribute(
    'href',
    `/results/details/${market.id}?date=${today()}`,
  )
  await expect(page.getByText('1-128 is declared for')).toBeVisible()
  for (const label of ['Open Digit', 'Open Panna', 'Close Digit', 'Close Panna'])
    await expect(page.getByLabel(label)).toHaveValue('')

  // The half result starts with its open; the close completes it.
  await page.goto(`/results/details/${market.id}?tab=manual&date=${today()}`)
  await expect(page.getByLabel('Open Panna')).toHaveValue('128')
  await page.getByLabel('Close Panna').fill('455')
  await declare.click()
  await expect(dialog).toContainText('Open128Jodi14Close455')
  await expect(dialog).toContainText('The open 1-128 stays and is not paid again.')
  const act = dialog.getByRole('button', { name: 'Declare', exact: true })
  await call(api.results.revert, { marketId: market.id, date: today() })
  await act.click()
  await expect(dialog.getByRole('alert')).toContainText('changed meanwhile')
  await dialog.getByRole('button', { name: 'Look again' }).click()
  await expect(dialog).toContainText('What was declared is reverted meanwhile')
  await expect(act).toBeDisabled()

  await declared(call, market.id, today(), '1-128')
  await page.reload()
  await page.getByLabel('Close Panna').fill('455')
  await declare.click()
  await expect(dialog).toContainText('The open 1-128 stays and is not paid again.')
  await act.click()
  await expect(page.getByText('Result declared successfully!', { exact: true })).toBeVisible()
  await expect(page.getByRole('status')).toContainText('Nobody won.')
  await expect(page.getByRole('status')).toBeHidden()
})

test.describe('followed live', () => {
  test.use({ isLive: true })

  test('what is typed for a draw is declared for it, also where the next one begins meanwhile', async ({
    page,
    office: { call, newMarket },
  }) => {
    const market = await newMarket('ROLLED OVER', OVER)
    const other = await newMarket('OTHER', OVER)
    let isNext = false
    await page.route(`**${api.markets.get.path}`, async (route) => {
      if (!isNext || route.request().postDataJSON().date !== undefined) return route.continue()
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: { ...answer, data: { ...answer.data, market_date: addDays(today(), 1) } } })
    })
    await page.goto(`/results/details/${market.id}?tab=manual`)
    await expect(page.getByRole('button', { name: 'Live, pause updates' })).toBeVisible()
    await page.getByLabel('Open Panna').fill('128')
    await page.getByRole('button', { name: 'Declare Result' }).click()
    const dialog = page.getByRole('dialog', { name: 'Declare Result' })
    await expect(dialog).toContainText('Read again just now: unchanged.')

    isNext = true
    const askedAgain = page.waitForResponse(
      (response) =>
        response.url().endsWith(api.markets.get.path) && response.request().postDataJSON().date === undefined,
    )
    await declared(call, other.id, today(), '1-128')
    await (await askedAgain).finished()
    await expect(dialog).toContainText('Read again just now: unchanged.')
    await expect(dialog).not.toContainText('not for today.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dayField(page, 'Select Date').toHave(today())
    await page.getByRole('button', { name: 'Declare Result' }).click()
    const sent = page.waitForRequest(`**${api.results.declare.path}`)
    await dialog.getByRole('button', { name: 'Declare', exact: true }).click()
    expect((await sent).postDataJSON().date).toBe(today())
    await expect(page.getByText('Result declared successfully!', { exact: true })).toBeVisible()
    // With nothing typed any more it is the current draw that is shown.
    await dayField(page, 'Select Date').toHave(addDays(today(), 1))
  })
})

test('what is early by the clock of the server alone is confirmed after its warning', async ({
  page,
  office,
}) => {
  const { call, newMarket } = office
  const { data } = await call(api.administrators.list, {})
  const roleId = data.roles.find(({ isOwner }) => isOwner)!.id
  await call(api.administrators.create, {
    userName: `second ${unique()}`,
    password: 'given by the owner',
    roleId,
  })
  const market = await newMarket('AHEAD', RUNNING)
  await page.clock.setFixedTime(Date.now() + 86_400_000)
  const address = `/results/details/${market.id}?tab=manual&date=${today()}`
  const dialog = page.getByRole('dialog', { name: 'Declare Result' })
  const declare = async () => {
    await goWithin(page, address)
    await page.getByLabel('Open Panna').fill('128')
    await page.getByRole('button', { name: 'Declare Result' }).click()
    await expect(dialog).not.toContainText('Before its time')
    await dialog.getByRole('button', { name: 'Declare', exact: true }).click()
  }
  await page.goto('/profile')
  const answer = await holdBack(page, api.results.declare)
  await declare()
  await page.goBack()
  await expect(page).toHaveURL(/profile/)
  answer()
  await expect(page.getByRole('alert')).toContainText('Confirm that it is declared early.')

  await declare()
  await expect(dialog.getByText('Confirm that it is declared early.')).toHaveCount(1)
  await expect(dialog).toContainText(/goes on until (20|23):58\. Confirm that it is declared early\./)
  await dialog.getByRole('button', { name: 'Declare', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Result declared successfully!', { exact: true })).toBeVisible()
})

test('a close digit without its panna is said before anything is sent', async ({
  page,
  office: { newMarket },
}) => {
  const market = await newMarket('SPLIT', OVER)
  await page.goto(`/results/details/${market.id}?tab=manual`)
  await page.getByLabel('Open Panna').fill('128')
  await page.getByLabel('Close Digit').fill('4')
  await page.getByRole('button', { name: 'Declare Result' }).click()
  await expect(page.getByText('Close panna is needed with the close digit')).toBeVisible()
  await expect(page.getByLabel('Close Panna')).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: 'Clear Form' }).click()
  for (const label of ['Open Digit', 'Open Panna', 'Close Digit', 'Close Panna'])
    await expect(page.getByLabel(label)).toHaveValue('')
})

test('where the open is declared, declaring it once more asks for the close', async ({
  page,
  office: { call, newMarket },
}) => {
  const market = await newMarket('HALF', OVER)
  await declared(call, market.id, today(), '1-128')
  await page.goto(`/results/details/${market.id}?tab=manual`)
  await expect(page.getByLabel('Open Panna')).toHaveValue('128')
  await page.getByRole('button', { name: 'Declare Result' }).click()
  await expect(page.getByText('The open is declared already: the close is still to be typed.')).toBeVisible()
  await expect(page.getByLabel('Close Panna')).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('each day of the last week shows its own draw, and a day off is no day to declare', async ({
  page,
  office: { call, newMarket },
}) => {
  const dayOff = addDays(today(), -2)
  const market = await newMarket('DAYS', OVER, {
    market_off_day: { [weekdayOf(dayOff)]: { state: false } },
  })
  const before = addDays(today(), -1)
  await declared(call, market.id, before, '3-120')
  await page.goto(`/results/details/${market.id}?tab=manual`)
  const date = dayField(page, 'Select Date')
  await date.toHave(today())
  for (const beyond of [addDays(today(), -8), addDays(today(), 1)]) {
    await date.fill(beyond)
    await expect(page.getByText('Date must be one of the last 7 days or today')).toBeVisible()
    await expect(page).not.toHaveURL(new RegExp(beyond))
  }

  await date.fill(before)
  await expect(page).toHaveURL(new RegExp(`date=${before}`))
  await expect(date.field).toBeFocused()
  await expect(page.getByLabel('Open Panna')).toHaveValue('120')
  await expect(page.getByRole('main')).toContainText('3-120 is declared for')
  await page.getByLabel('Open Panna').fill('137')
  const isDeclared = page.getByText('3-120 is declared. Revert it before declaring another.')
  await date.field.fill('31-02-2026')
  await date.field.press('Enter') // It asks for no draw while the day is none.
  await expect(page.getByText('Type a day as dd-mm-yyyy')).toBeVisible()
  await expect(isDeclared).toHaveCount(0)
  await date.fill(before)
  await page.getByRole('button', { name: 'Declare Result' }).click()
  await expect(isDeclared).toBeVisible()

  await date.fill(dayOff)
  await expect(page.getByText(`${market.name} does not run`)).toBeVisible()
  await page.getByRole('button', { name: 'Declare Result' }).click()
  const dialog = page.getByRole('dialog', { name: 'Declare Result' })
  await expect(dialog.getByRole('alert')).toContainText(`${market.name} does not run on a`)
  await expect(dialog.getByRole('button', { name: 'Declare', exact: true })).toBeDisabled()
})

test('reverting says what it takes back from whom, and does it @both', async ({ page, office }) => {
  test.slow() // Axe looks at it more than once.
  const { call, newMarket } = office
  const market = await newMarket('REVERTED', RUNNING)
  const player = await newPlayer(office, market.id)
  await declared(call, market.id, today(), '1-128', '4-455')
  await call(api.users.deductFunds, { id: player.id, amount: 1800 })
  await page.goto(`/results/details/${market.id}?date=${today()}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('Open Result1-128')
  await expect(main).toContainText('Close Result4-455')
  await expect(main).toContainText('Overall statusComplete')
  await expect(page.getByRole('region', { name: 'Previous results' })).toContainText('128-14-455')
  await expectSound(page)

  await page.getByRole('button', { name: 'Revert Result' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revert Result' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(dialog).toContainText('Wins taken back₹900.00')
  await expect(dialog).toContainText('Players1')
  await expect(dialog).toContainText('Wallets going below zero1')
  await expect(dialog).toContainText('All bets return to running')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Close only' }).click()
  await expect(dialog).toContainText('Wins taken back₹0.00')
  await dialog.getByRole('button', { name: 'Open and close' }).click()
  await expect(dialog).toContainText('Wins taken back₹900.00')

  await page.route('**/admin/result/revert', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Revert', exact: true }).click()
  await expect(dialog.getByText('Failed to revert result. Please try again.')).toBeVisible()
  await page.unroute('**/admin/result/revert')
  await dialog.getByRole('button', { name: 'Revert', exact: true }).click()
  await expect(page.getByText('Result reverted successfully!', { exact: true })).toBeVisible()
  await expect(page.getByRole('status')).toContainText('₹900.00 taken back from 1 player.')
  await expect(main).toContainText('Overall statusPending')
  await expect(page.getByRole('button', { name: 'Revert Result' })).toHaveCount(0)
  const owing = page.getByRole('region', { name: 'Still to be recovered' })
  await expect(owing).toContainText('₹900.00 from 1 player below zero')
  await expect(owing).toContainText(player.name)
  await expect(owing).toContainText('−₹900.00')
  await expectNoSidewaysScroll(page)
})

test('the close alone can be taken back, and the open stays declared', async ({
  page,
  office: { call, newMarket },
}) => {
  const market = await newMarket('CLOSE ONLY', OVER)
  await declared(call, market.id, today(), '1-128', '4-456')
  await page.goto(`/results/details/${market.id}`)
  await page.getByRole('button', { name: 'Revert Result' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revert Result' })
  await dialog.getByRole('button', { name: 'Close only' }).click()
  const act = dialog.getByRole('button', { name: 'Revert', exact: true })
  await expect(act).toBeEnabled()
  await call(api.results.revert, { marketId: market.id, date: today(), session: 'close' })
  await declared(call, market.id, today(), '1-128', '4-455')
  await act.click()
  await expect(dialog.getByRole('alert')).toContainText('changed meanwhile')
  await expect(dialog).toContainText('456')
  await dialog.getByRole('button', { name: 'Look again' }).click()
  await expect(dialog).toContainText('455')
  await dialog.getByRole('button', { name: 'Close only' }).click()
  await act.click()
  await expect(page.getByText('Result reverted successfully!', { exact: true })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Open Result1-128Close Result–')
})

test('of what could not be foreseen no other figures are shown, and nothing is reverted by them', async ({
  page,
  office,
}) => {
  const market = await office.newMarket('UNFORESEEN', RUNNING)
  await newPlayer(office, market.id)
  await declared(office.call, market.id, today(), '1-128', '4-455')
  await page.goto(`/results/details/${market.id}?date=${today()}`)
  await page.getByRole('button', { name: 'Revert Result' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revert Result' })
  await expect(dialog).toContainText('Wins taken back₹900.00')
  await answerWith(page, api.results.previewRevert, { status: 'error', message: 'Not foreseen' }, 500)
  await dialog.getByRole('button', { name: 'Close only' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Not foreseen')
  await expect(dialog).not.toContainText('Wins taken back')
  await expect(dialog.getByRole('button', { name: 'Revert', exact: true })).toBeDisabled()
  await page.unroute(`**${api.results.previewRevert.path}`)
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog).toContainText('Wins taken back₹0.00')
  await expect(dialog.getByRole('button', { name: 'Revert', exact: true })).toBeEnabled()
})

test('of another day neither figures, complaints nor fetched figures of this one stay', async ({
  page,
  office,
}) => {
  const market = await office.newMarket('DAYS', RUNNING)
  await newPlayer(office, market.id)
  await declared(office.call, market.id, today(), '1-128')
  const before = addDays(today(), -1)
  await page.route(`**${api.bids.analytics.path}`, async (route) => {
    if (route.request().postDataJSON().date !== before) return route.continue()
    return route.fulfill({ status: 500, json: { status: 'error', message: 'Not counted' } })
  })
  await page.goto(`/results/details/${market.id}?date=${today()}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('Bets1₹100.00 staked')
  await expect(main).toContainText('The house loses')
  await page.getByLabel('Open Panna').fill('137')
  await page.getByRole('button', { name: 'Declare Result' }).click()
  const complaint = page.getByText('1-128 is declared. Revert it before declaring another.')
  await expect(complaint).toBeVisible()
  await dayField(page, 'Select Date').fill(before)
  await expect(page).toHaveURL(new RegExp(`date=${before}`))
  await expect(complaint).toHaveCount(0)
  await expect(main).toContainText('Bets–Not counted')
  await expect(main).not.toContainText('₹100.00 staked')
  await expect(main).not.toContainText('The house loses')
})

test.describe('followed live', () => {
  test.use({ isLive: true })

  test('an open that another declares meanwhile is said to be declared, and is not sent again', async ({
    page,
    office: { call, newMarket },
  }) => {
    const market = await newMarket('MEANWHILE', OVER)
    await page.goto(`/results/details/${market.id}?tab=manual`)
    await page.getByLabel('Open Panna').fill('128')
    await page.getByRole('button', { name: 'Declare Result' }).click()
    const dialog = page.getByRole('dialog', { name: 'Declare Result' })
    await expect(dialog).toContainText('Declares the open.')
    await declared(call, market.id, today(), '1-128')
    await expect(dialog).toContainText('The open is declared already: the close is still to be typed.')
    await expect(dialog.getByRole('button', { name: 'Declare', exact: true })).toBeDisabled()
  })

  test('sums of an open that another declares meanwhile leave the dialog before the close is declared', async ({
    page,
    office,
  }) => {
    const market = await office.newMarket('BOTH', RUNNING)
    await newPlayer(office, market.id)
    await page.goto(`/results/details/${market.id}?tab=manual&date=${today()}`)
    await page.getByLabel('Open Panna').fill('128')
    await page.getByLabel('Close Panna').fill('455')
    await page.getByRole('button', { name: 'Declare Result' }).click()
    const dialog = page.getByRole('dialog', { name: 'Declare Result' })
    await expect(dialog).toContainText('Stake of 1 bet')
    const answer = await holdBack(page, api.results.predict)
    await declared(office.call, market.id, today(), '1-128')
    await expect(dialog).toContainText('Declares the close.')
    await expect(dialog).not.toContainText('Stake of')
    const act = dialog.getByRole('button', { name: 'Declare', exact: true })
    await expect(act).toBeDisabled()
    answer()
    await expect(dialog).toContainText('Stake of 0 bets')
    await expect(act).toBeEnabled()
  })
})

test('a hasty second click declares nothing twice, and a refusal is read in the dialog', async ({
  page,
  office: { newMarket },
}) => {
  const market = await newMarket('HASTY', OVER)
  let calls = 0
  const seen = Promise.withResolvers<void>()
  await page.route('**/admin/result/declare', async (route) => {
    calls++
    await seen.promise
    await route.fulfill({ status: 409, json: { status: 'error', message: 'It is declared already' } })
  })
  await page.goto(`/results/details/${market.id}?tab=manual`)
  await page.getByLabel('Open Panna').fill('128')
  await page.getByRole('button', { name: 'Declare Result' }).click()
  const dialog = page.getByRole('dialog', { name: 'Declare Result' })
  await dialog.getByRole('button', { name: 'Declare', exact: true }).dblclick()
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await page.keyboard.press('Escape')
  seen.resolve()
  await expect(dialog.getByRole('alert')).toHaveText('It is declared already')
  expect(calls).toBe(1)
})

test('a market over time: what each draw was declared as, staked, paid and kept @both', async ({
  page,
  office,
  isMobile,
}) => {
  test.slow() // Axe looks at it more than once.
  const { call, newMarket } = office
  const market = await newMarket('OVER TIME', RUNNING)
  await newPlayer(office, market.id)
  const yesterday = addDays(today(), -1)
  await declared(call, market.id, yesterday, '3-679', '4-455')
  await declared(call, market.id, today(), '1-128')
  await page.goto(`/results/details/${market.id}?tab=analytics`)
  await page.getByRole('button', { name: 'Over time' }).click()
  await expect(page).toHaveURL(/tab=analytics&view=time$/)

  const line = (day: string) =>
    page
      .getByRole(isMobile ? 'listitem' : 'row')
      .filter({ has: page.locator(`a[href$="details/${market.id}?date=${day}"]`) })
  for (const words of ['1-128', '100', '900', '−800.00', '−800.0 %'])
    await expect(line(today())).toContainText(words)
  for (const words of ['3-679', '4-455', '0.00']) await expect(line(yesterday)).toContainText(words)
  await expect(page.getByRole('img', { name: /^Stake, paid and kept/ })).toBeVisible()
  await expect(page.getByText('−₹800.00')).toBeVisible() // What the house keeps of all.
  await expectSound(page)

  await page.getByRole('group', { name: 'Half' }).getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/session=close/)
  await expect(line(today())).not.toContainText('−800.00')
  await expect(page.getByText('jodis and sangams are in it')).toBeVisible()
  await page.getByRole('button', { name: '90 draws' }).click()
  await expect(page).toHaveURL(/draws=90/)
  const download = await savedBy(page, page.getByRole('button', { name: 'Export CSV' }))
  expect(download.suggestedFilename()).toMatch(/^draws_OVER-TIME.*_close_/)
  await line(yesterday).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/results/details/${market.id}\\?date=${yesterday}$`))
})

test('a market over time is asked for again each minute', async ({ page, office }) => {
  const market = await office.newMarket('EACH MINUTE', RUNNING)
  await page.clock.install()
  await page.goto(`/results/details/${market.id}?tab=analytics&view=time`)
  await expect(page.getByText('No draws yet')).toBeVisible()
  await newPlayer(office, market.id)
  await page.clock.runFor(76_000)
  await expect(page.getByText('No draws yet')).toHaveCount(0)
  await expect(page.getByText('₹100.00').first()).toBeVisible()
})

test('the numbers of a draw are listed by what is staked on them, and what won comes first @both', async ({
  page,
  office,
}) => {
  test.slow() // Axe looks at it more than once.
  const { call, newMarket } = office
  const market = await newMarket('NUMBERS', RUNNING)
  const { token } = await newPlayer(office, market.id)
  const bid = {
    marketId: market.id,
    session: 'open',
    game_mode: 'single_digit',
    open_digit: '7',
    points: 200,
  } as const
  await call(api.player.placeBids, { bids: [bid] }, token)
  await page.goto(`/results/details/${market.id}?tab=analytics`)
  await page.getByRole('button', { name: 'By number' }).click()
  await expect(page).toHaveURL(/view=numbers$/)
  const lines = page
    .getByRole(page.viewportSize()!.width > 768 ? 'row' : 'listitem')
    .filter({ hasText: /Open \d/ })
  await expect(lines).toHaveCount(2)
  for (const words of ['Open 7', '200', '1,800', 'running']) await expect(lines.first()).toContainText(words)
  await expectSound(page)

  await declared(call, market.id, today(), '1-128')
  await page.reload()
  for (const words of ['Open 1', '100', '900', 'win']) await expect(lines.first()).toContainText(words)
  for (const words of ['Open 7', '200', 'loss']) await expect(lines.last()).toContainText(words)
  await page.getByLabel('Session').selectOption('Close')
  await expect(page).toHaveURL(/session=close/)
  await expect(page.getByText('No bets found')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
})

test('where results can not be read that is said once, and one press asks for all of it again', async ({
  page,
  office,
}) => {
  const market = await office.newMarket('UNREAD', RUNNING)
  const asked = [api.markets.list, api.results.due, api.results.waiting, api.settings.get]
  for (const call of asked) await answerWith(page, call, { status: 'error', message: call.failed }, 500)
  await page.goto('/results')
  await expect(page.getByRole('alert')).toContainText('Failed to fetch markets')
  await page.unroute(`**${api.markets.list.path}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('alert')).toContainText('What waits for your decision is not known')
  await page.unroute(`**${api.results.due.path}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to fetch settings')
  for (const { path } of asked) await page.unroute(`**${path}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('switch', { name: 'Auto Declare Results' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: market.name })).toBeVisible()
})

test('what is due is there while the markets can not be read', async ({ page, office }) => {
  await office.newMarket('DUE UNREAD', OVER)
  await answerWith(page, api.markets.list, { status: 'error', message: api.markets.list.failed }, 500)
  await page.goto('/results')
  await expect(page.getByRole('alert')).toContainText('Failed to fetch markets')
  // The longest due come first: which they are is up to the other stories.
  await expect(page.getByRole('region', { name: 'Waiting for your decision' })).toContainText(/ due \d/)
})

test('a market without draws says so over time, and what could not be read is asked for again', async ({
  page,
  office,
}) => {
  const market = await office.newMarket('NO DRAWS', RUNNING)
  const address = `/results/details/${market.id}?tab=analytics&view=time`
  await page.goto(address)
  await expect(page.getByText('No draws yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
  await answerWith(page, api.daybook.market, { status: 'error', message: api.daybook.market.failed }, 500)
  await page.goto(`${address}&draws=14`)
  await expect(page.getByRole('alert')).toContainText('Failed to fetch the draws')
  await page.unroute(`**${api.daybook.market.path}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No draws yet')).toBeVisible()
})

test('the tab and its filters are in the address, and an unknown market says so @both', async ({
  page,
  office: { newMarket },
}) => {
  const market = await newMarket('TABS', OVER)
  await page.goto(`/results/details/${market.id}`)
  for (const name of ['User Bets', 'Analytics', 'Predict', 'Manual', 'Overview']) {
    await page.getByRole('tab', { name }).click()
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
    await expectNoSidewaysScroll(page)
  }
  await page.getByRole('tab', { name: 'User Bets' }).click()
  await page.getByLabel('Game Mode').selectOption('Jodi')
  await expect(page).toHaveURL(/tab=bets.*gameMode=jodi_digit/)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'User Bets' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('Game Mode')).toHaveValue('jodi_digit')
  await page.getByRole('tab', { name: 'Predict' }).click()
  await expect(page).toHaveURL(new RegExp(`/results/details/${market.id}\\?tab=predict$`))

  await page.goto('/results/details/2000000000')
  await expect(page.getByRole('heading', { name: 'Market not found' })).toBeVisible()
  await expect(page).toHaveTitle(/^Market not found/)
  await page.goto('/results/elsewhere')
  await expect(page.getByText("Oops, the page doesn't exist")).toBeVisible()
})

test('a market that runs on no weekday has no draw to declare', async ({ page, office: { newMarket } }) => {
  const off = Object.fromEntries(WEEKDAYS.map((day) => [day, { state: false }]))
  const market = await newMarket('NEVER', OVER, { market_off_day: off })
  await page.goto(`/results/details/${market.id}?tab=manual`)
  await expect(page.getByRole('main')).toContainText('no draw')
  await dayField(page, 'Select Date').toHave(today())
})
