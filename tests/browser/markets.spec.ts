/** Markets: the list, a new one, one in detail, edited and deleted. */
import { api } from '@munim/contract'
import { dayOf, WEEKDAYS, weekdayOf } from '@munim/core'
import { declared, newPlayer, OVER, RUNNING, rowOf } from './draws.ts'
import {
  answerWith,
  expect,
  expectNoViolations,
  expectSound,
  expectSoundOnBoth,
  holdBack,
  secondClick,
  test,
  unique,
} from './support.ts'

const named = (word: string) => `${word} ${unique()}`

const EVERY_DAY = Object.fromEntries(
  WEEKDAYS.map((day) => [day, { state: true, open_time: '', close_time: '' }]),
)

test('a market is made from its name and times alone, and everything about it is on @both', async ({
  page,
}) => {
  test.slow() // Axe looks at it while a long list is behind the sheet.
  const name = named('NEW BAZAR')
  await page.goto('/market')
  await page.getByRole('button', { name: 'Create New Market' }).click()
  const sheet = page.getByRole('dialog', { name: 'Create New Market' })
  await expect(sheet.getByLabel('Name', { exact: true })).toBeFocused()
  await sheet.getByLabel('Name', { exact: true }).fill(name)
  await sheet.getByLabel('Hindi Name').fill('नया बाजार')
  await sheet.getByLabel('Open Time').fill('21:40')
  await sheet.getByLabel('Close Time').fill('00:05')
  await expect(sheet.getByText('closes after midnight')).toBeVisible()
  await expectSound(page)

  const sent = page.waitForRequest('**/admin/market/create')
  await sheet.getByRole('button', { name: 'Create Market' }).click()
  expect((await sent).postDataJSON()).toMatchObject({
    name,
    name_hindi: 'नया बाजार',
    open_time: '21:40',
    close_time: '00:05',
    status: true,
    market_status: true,
    is_active: true,
    tag: 'global',
    games: [],
    market_off_day: EVERY_DAY,
  })
  await expect(sheet).toBeHidden()

  const row = page.getByRole(page.viewportSize()!.width > 768 ? 'row' : 'listitem').filter({ hasText: name })
  await expect(row).toContainText('नया बाजार')
  await expect(row).toContainText('9:40 pm – 12:05 am')
  await expect(row).toContainText('Running')
  await expect(row).toContainText('Available')
})

test('the list counts the markets and looks good', async ({ page, office: { call } }) => {
  await call(api.markets.create, {
    name: named('QUIET'),
    open_time: '10:00',
    close_time: '11:00',
    status: false,
    market_status: false,
    is_active: false,
  })
  const resting = named('RESTING')
  const today = { [weekdayOf(dayOf(new Date()))]: { state: false, open_time: '', close_time: '' } }
  const market_off_day = { ...EVERY_DAY, ...today }
  await call(api.markets.create, { name: resting, open_time: '10:00', close_time: '11:00', market_off_day })
  await page.goto('/market')
  const main = page.getByRole('main')
  await expect(rowOf(page, resting)).toContainText(/Rests today, opens again on [A-Z]/)
  await expect(main).toContainText(/Total\d+.*Active\d+.*Available\d+.*Running\d+/)
  await expect(main.getByText('Inactive').first()).toBeVisible()
  await expectSoundOnBoth(page)
})

test('a market without name or times is not sent, and says what is missing', async ({ page }) => {
  let calls = 0
  await page.route('**/admin/market/create', (route) => {
    calls++
    return route.continue()
  })
  await page.goto('/market')
  await page.getByRole('button', { name: 'Create New Market' }).click()
  const sheet = page.getByRole('dialog', { name: 'Create New Market' })
  await sheet.getByLabel('Open Panna').pressSequentially('12x85')
  await expect(sheet.getByLabel('Open Panna')).toHaveValue('128')
  await expect(sheet.getByLabel('Open Digit')).toHaveValue('1')
  await sheet.getByLabel('Close Digit').fill('4')
  await sheet.getByRole('button', { name: 'Create Market' }).click()

  for (const sentence of [
    'Name is required',
    'Open time is required',
    'Close time is required',
    'Close panna is needed with the close digit',
  ]) {
    await expect(sheet.getByText(sentence)).toBeVisible()
  }
  expect(calls).toBe(0)

  // What was entered is not thrown away unasked.
  page.once('dialog', (question) => question.dismiss())
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await expect(sheet).toBeVisible()
  page.once('dialog', (question) => question.accept())
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await expect(sheet).toBeHidden()
})

test('the list says that it is empty, and why it could not be read', async ({ page }) => {
  const path = '**/admin/market/getAll'
  await page.route(path, (route) => route.fulfill({ json: { status: 'error' }, status: 200 }))
  await page.goto('/market')
  await expect(page.getByText('Failed to fetch markets')).toBeVisible()

  await page.unroute(path)
  await page.route(path, (route) => route.fulfill({ json: { status: 'success', data: [] } }))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No markets found')).toBeVisible()
})

test('a market shows its day, its week and its result', async ({ page, office: { call } }) => {
  const now = dayOf(new Date())
  const weekday = weekdayOf(now)
  const { data: market } = await call(api.markets.create, {
    name: named('SHOWN'),
    open_time: '00:00',
    close_time: '00:01',
    market_off_day: { [weekday]: { state: true, open_time: '00:02', close_time: '00:03' } },
  })
  await declared(call, market.id, now, '1-128')
  await page.goto('/market')
  await page.getByRole('row').filter({ hasText: market.name }).getByRole('link', { name: 'View' }).click()

  await expect(page.getByRole('heading', { level: 1, name: market.name })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText(
    `Today, ${weekday[0]!.toUpperCase()}${weekday.slice(1)}OPEN12:02 – 12:03 am`,
  )
  await expect(main).toContainText(`Market ID${market.id}`)
  await expect(main).toContainText('Games12')
  await expect(main).toContainText('Active Days7 of 7')
  await expect(page.getByRole('region', { name: 'Basic information' })).toContainText(market._id)
  await expect(page.getByRole('region', { name: 'Current results' })).toContainText(
    'Open panna128Digits1–Close panna–',
  )
  await expect(page.getByRole('region', { name: 'Weekly schedule' }).getByText('OPEN')).toHaveCount(7)
  await expect(page.getByRole('region', { name: 'Last three weeks' })).toContainText('128 1– –')
  await expectSoundOnBoth(page)
})

test('the last three weeks follow the clock over the midnight of a Sunday in India', async ({
  page,
  office: { call },
}) => {
  const { data: market } = await call(api.markets.create, {
    name: named('WEEKS'),
    open_time: '00:00',
    close_time: '00:01',
  })
  const result = { open_panna: '128', open_digit: '1', close_digit: '-', close_panna: '---', voided: null }
  const data = [{ ...result, date: '2026-11-20' }] as never
  await answerWith(page, api.results.previous, {
    status: 'success',
    data,
    total: 1,
    page: 1,
    limit: 21,
  } as never)
  await page.clock.install({ time: '2026-11-22T18:29:30Z' })
  await page.goto(`/market/details/${market.id}`)
  const weeks = page.getByRole('table', { name: 'Results of the last three weeks' }).getByRole('rowheader')
  await expect(weeks).toHaveText(['16 Nov', '9 Nov', '2 Nov'])
  await page.clock.runFor(60_000)
  await expect(weeks).toHaveText(['23 Nov', '16 Nov', '9 Nov'])
})

test('editing sends the edited market, and a day that is off has no times', async ({
  page,
  office: { call },
}) => {
  const name = named('EDITED')
  const { data: market } = await call(api.markets.create, { name, open_time: '10:00', close_time: '11:00' })
  await page.goto(`/market/details/${market.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const sheet = page.getByRole('dialog', { name: 'Edit Market' })
  await expect(sheet.getByLabel('Open Digit')).toHaveCount(0)
  await expect(sheet.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
  await sheet.getByLabel('Open Time').fill('10:15')
  await sheet.getByLabel('Market Status').selectOption('Closed')
  await sheet.getByRole('switch', { name: 'Sunday' }).click()
  await expect(sheet.getByLabel('Sunday opens at')).toHaveCount(0)
  await sheet.getByLabel('Monday opens at').fill('23:00')
  await expect(sheet.getByText('closes after midnight')).toBeVisible()
  const endOf = async (label: string) => {
    const { x, width } = (await sheet.getByLabel(label).boundingBox())!
    return x + width
  }
  expect(await endOf('Monday closes at')).toBe(await endOf('Close Time'))
  await expect(sheet.getByText('Unsaved: Open Time 10:00 am → 10:15 am')).toBeVisible()
  await expectSound(page)

  const sent = page.waitForRequest('**/admin/market/update')
  await sheet.getByRole('button', { name: 'Save Changes' }).click()
  const body = (await sent).postDataJSON()
  expect(body).toMatchObject({ id: market.id, name, open_time: '10:15', market_status: false })
  expect(Object.keys(body)).not.toContain('open_digit')
  await expect(sheet).toBeHidden()

  const main = page.getByRole('main')
  await expect(main).toContainText('Takes no bids: closed')
  await expect(main).toContainText('Active Days6 of 7')
  await expect(main).toContainText('SundayCLOSED–')
  await expect(main).toContainText('MondayOPEN11:00 pm – 11:00 am')
})

test('times that are over do not end a draw that is bet on, which is said before they are saved', async ({
  page,
  office,
}) => {
  const market = await office.newMarket('KEPT', RUNNING)
  await newPlayer(office, market.id)
  await page.goto(`/market/details/${market.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const sheet = page.getByRole('dialog', { name: 'Edit Market' })
  await sheet.getByLabel('Open Time').fill(OVER.open_time)
  await expect(sheet.getByRole('status')).toHaveText(/keeps 8:58 pm\. |keeps 11:58 pm\. /)
  await sheet.getByLabel('Close Time').fill(OVER.close_time)
  await expect(sheet.getByRole('status')).toHaveText(
    /^The draw that is bet on keeps (8|11):58 pm – (8|11):59 pm\. To stop its bets now, switch Running off\.$/,
  )
  await expectSoundOnBoth(page)
  await sheet.getByRole('button', { name: 'Save Changes' }).click()
  await expect(sheet).toBeHidden()
  const { data } = await office.call(api.markets.get, { id: market.id })
  expect([data.open_ends_at, data.close_ends_at]).toEqual([market.open_ends_at, market.close_ends_at])
})

test('what the server refuses is said where it was asked, and nothing is lost', async ({
  page,
  office: { call },
}) => {
  const times = { open_time: '10:00', close_time: '11:00' }
  const { data: taken } = await call(api.markets.create, { name: named('TAKEN'), ...times })
  const { data: market } = await call(api.markets.create, { name: named('OTHER'), ...times })
  await page.goto(`/market/details/${market.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const sheet = page.getByRole('dialog', { name: 'Edit Market' })
  await sheet.getByLabel('Name', { exact: true }).fill(taken.name)
  await sheet.getByRole('button', { name: 'Save Changes' }).click()
  await expect(sheet.getByRole('alert')).toHaveText(`There is already a market named ${taken.name}`)
  await expect(sheet.getByLabel('Name', { exact: true })).toHaveValue(taken.name)
})

test('who saves over what another administrator saved meanwhile can reload and keeps what was typed', async ({
  page,
  office: { call },
}) => {
  const name = named('MEANWHILE')
  const times = { open_time: '10:00', close_time: '11:00' }
  const { data: market } = await call(api.markets.create, { name, ...times })
  await page.goto(`/market/details/${market.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const sheet = page.getByRole('dialog', { name: 'Edit Market' })
  await sheet.getByLabel('Tag').fill('mine')
  await call(api.markets.update, { id: market.id, name, ...times, close_time: '11:30', is_active: false })

  await sheet.getByRole('button', { name: 'Save Changes' }).click()
  await expect(sheet.getByRole('alert')).toContainText(
    'The market was saved by another administrator meanwhile.',
  )
  await expect(sheet.getByLabel('Tag')).toHaveValue('mine')
  await expectNoViolations(page)
  await sheet.getByRole('button', { name: 'Reload and keep what I typed' }).click()
  await expect(sheet.getByRole('status')).toHaveText(
    'Reloaded; what you typed is kept. Saved meanwhile: Close Time 11:00 am → 11:30 am · Active on → off.',
  )
  await expect(sheet.getByText('Unsaved: Tag global → mine')).toBeVisible()
  await expectNoViolations(page)
  await sheet.getByRole('button', { name: 'Save Changes' }).click()
  await expect(sheet).toBeHidden()
  expect((await call(api.markets.get, { id: market.id })).data).toMatchObject({
    tag: 'mine',
    close_time: '11:30',
    is_active: false,
  })
})

test('the second click of the double one that opened a market neither closes nor sends it', async ({
  page,
}) => {
  await page.goto('/market')
  const opener = page.getByRole('button', { name: 'Create New Market' })
  await opener.click()
  const sheet = page.getByRole('dialog', { name: 'Create New Market' })
  const button = (name: string) => sheet.getByRole('button', { name })
  await expect(sheet.getByLabel('Name', { exact: true })).toBeFocused()
  for (const over of [button('Create Market'), button('Close'), button('Cancel'), page.locator('h1')]) {
    await secondClick(over)
    await expect(sheet.locator('[aria-invalid=true]')).toHaveCount(0)
  }
  await button('Create Market').click()
  await expect(sheet.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.mouse.click(5, 400)
  await expect(sheet).toBeHidden()
})

test('while a market is saved nothing more is typed; what is typed while it is read again is kept', async ({
  page,
  office: { call },
}) => {
  const name = named('WAITING')
  const times = { open_time: '10:00', close_time: '11:00' }
  const { data: market } = await call(api.markets.create, { name, ...times })
  await page.goto(`/market/details/${market.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const sheet = page.getByRole('dialog', { name: 'Edit Market' })
  const tag = sheet.getByLabel('Tag')
  await tag.fill('mine')
  await call(api.markets.update, { id: market.id, name, ...times, close_time: '11:30' })
  const letSave = await holdBack(page, api.markets.update)
  await tag.press('Enter')
  await expect(tag).toBeDisabled()
  letSave()
  await expect(tag).toBeFocused()
  const letRead = await holdBack(page, api.markets.get)
  await sheet.getByRole('button', { name: 'Reload and keep what I typed' }).click()
  await tag.fill('mine, and more')
  letRead()
  await expect(sheet.getByRole('status')).toContainText('Reloaded; what you typed is kept.')
  await expect(tag).toHaveValue('mine, and more')
})

test('a market is deleted only after the question is answered with yes', async ({
  page,
  office: { call },
}) => {
  const name = named('DELETED')
  const { data: market } = await call(api.markets.create, { name, open_time: '10:00', close_time: '11:00' })
  await page.goto(`/market/details/${market.id}`)
  const questions: string[] = []
  page.on('dialog', (question) => {
    questions.push(question.message())
    return questions.length === 1 ? question.dismiss() : question.accept()
  })
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(new RegExp(`/market/details/${market.id}$`))
  await page.getByRole('button', { name: 'Delete' }).click()

  await expect(page).toHaveURL(/\/market$/)
  await expect(page.getByText('Market deleted successfully')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0)
  await expect(page.getByText('Market deleted successfully')).toBeHidden()
  const sentence = 'Are you sure you want to delete this market? This action cannot be undone.'
  expect(questions).toEqual([sentence, sentence])

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Market Not Found' })).toBeVisible()
})

test('the list begins without the market that was deleted from its page', async ({
  page,
  office: { call },
}) => {
  const name = named('GONE')
  const times = { open_time: '10:00', close_time: '11:00' }
  const { data: market } = await call(api.markets.create, { name, ...times })
  await page.goto('/market')
  await page.getByRole('row').filter({ hasText: name }).getByRole('link', { name: 'View' }).click()
  await expect(page.getByRole('heading', { level: 1, name: market.name })).toBeVisible()
  await page.route(`**${api.markets.list.path}`, () => undefined)
  page.on('dialog', (question) => question.accept())
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Market deleted successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/market$/)
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
})

test('an address without a market says which one is missing', async ({ page }) => {
  await page.goto('/market/details')
  await expect(page.getByRole('heading', { name: 'Market ID is missing' })).toBeVisible()

  await page.goto('/market/details/2000000000')
  await expect(page.getByRole('heading', { name: 'Market Not Found' })).toBeVisible()
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Back to Markets' }).click()
  await expect(page).toHaveURL(/\/market$/)

  await page.goto('/market/elsewhere')
  await expect(page.getByText("Oops, the page doesn't exist")).toBeVisible()
})
