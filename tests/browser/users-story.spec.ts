/** A player's story: why the balance is what it is, in at most three acts, to read, to print and to note on. */
import { api } from '@munim/contract'
import { addDays, type Day } from '@munim/core'
import { declared } from './draws.ts'
import {
  answerWith,
  expect,
  expectNoSidewaysScroll,
  expectNoViolations,
  expectSoundOnBoth,
  goWithin,
  holdBack,
  type Office,
  openFilters,
  rupees,
  savedBy,
  test,
} from './support.ts'
import { detailsOf, factOf } from './user-page.ts'

/** A player with a slip of two bids, one of which won, and a deposit that was rejected; 1,000 − 30 + what was won. */
async function played(office: Office, name: string) {
  const player = await office.player(name, 1000)
  const market = await office.market(name.toUpperCase())
  const on = { marketId: String(market.id), session: 'close', game_mode: 'single_digit' } as const
  const bids = [
    { ...on, close_digit: '4', points: 10 },
    { ...on, close_digit: '5', points: 20 },
  ]
  const { data } = await office.call(api.player.placeBids, { bids }, player.token)
  await declared(office.call, market.id, data[0]!.market_date, '1-128', '4-455')
  return { player, market }
}

test('three acts from the dashboard: the search, the number, the story @both', async ({ page, office }) => {
  const { player } = await played(office, 'Why')
  await page.goto('/')
  await page.getByRole('button', { name: 'Search or jump…' }).click()
  await page.getByRole('combobox').fill(`#${player.id}`)
  await page.getByRole('option', { name: 'Story' }).click()
  await expect(page).toHaveURL(detailsOf(player, 'story'))
  await expect(page.getByRole('tab', { name: 'Story', exact: true })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('2 bids placed')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Story', exact: true })).toBeInViewport()
})

test('a day begins with what it had, adds what came, takes what went, and tells each line', async ({
  page,
  office,
}) => {
  const { player, market } = await played(office, 'Adds')
  const { data } = await office.call(api.users.get, { id: player.id })
  await page.goto(detailsOf(player, 'story'))
  const days = page.getByRole('tabpanel').getByRole('region')
  await expect(days).toHaveCount(1)
  const account = [
    ['Opening', 0],
    ['In', data.wallet + 30],
    ['Out', 30],
    ['Closing', data.wallet],
  ] as const
  for (const [label, amount] of account) await expect(factOf(days, label)).toHaveText(rupees(amount))

  const lines = days.locator('> ul > li')
  for (const [at, words] of [
    ['Winnings', market.name, `+${rupees(data.total_win)}`],
    ['2 bids placed', market.name, '1 won · 1 lost', '−₹30.00', '₹970.00'],
    ['Funds added', 'by admin', '+₹1,000.00'],
    ['Account changed', 'approved'],
    ['Signed in', 'the last time with this device'],
    ['Registered'],
  ].entries()) {
    for (const word of words) await expect(lines.nth(at)).toContainText(word)
  }
  await expect(lines).toHaveCount(6)

  // The slip folds out to its bids, by keyboard.
  const slip = lines.nth(1)
  await expect(slip.getByRole('link')).toHaveCount(0)
  await slip.locator('summary').press('Enter')
  await expect(slip.getByRole('listitem')).toHaveCount(2)
  await expect(slip.getByRole('listitem').first()).toContainText('Single Digit · Close 5')
  await expect(slip.getByRole('listitem').first()).toContainText('loss')
  await expect(slip.getByRole('listitem').last()).toContainText('₹990.00')
  await slip
    .getByRole('link', { name: /^Bid #/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/bet\/details\/\d+$/)
})

test('it is narrowed by kind and by day, which the address keeps @both', async ({ page, office }) => {
  const { player } = await played(office, 'Narrow')
  await page.goto(detailsOf(player))
  await page.getByRole('link', { name: /^Balance/ }).click()
  const shown = page.getByRole('group', { name: 'Shown' })
  const lines = page.getByRole('tabpanel').getByRole('region').locator('> ul > li')
  await expect(lines).toHaveCount(6)
  await shown.getByRole('button', { name: 'Bids' }).click()
  await expect(lines).toHaveCount(1)
  await shown.getByRole('button', { name: 'Account' }).click()
  await expect(lines).toHaveCount(3)
  await expect(page).toHaveURL(/show=bids%2Cchanges/)
  await page.reload()
  await expect(lines).toHaveCount(3)
  await openFilters(page)
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(lines).toHaveCount(6)
})

test('while all is read, the lines of the kind before are not taken for all: they need not add up', async ({
  page,
  office,
}) => {
  const player = await office.player('Between', 150)
  const { data } = await office.call(api.users.story, { id: player.id })
  const [today] = data.days
  const earlier = { ...today!, day: addDays(today!.day as Day, -5), opening: 0, came: 90, closing: 90 }
  const narrowed = { ...data, days: [{ ...today!, opening: 100, came: 50 }, earlier], next: null }
  await answerWith(page, api.users.story, { status: 'success', data: narrowed })
  await page.goto(`${detailsOf(player, 'story')}&show=money`)
  await expect(page.getByText('4 days without entries', { exact: true })).toBeVisible()
  await page.unroute(`**${api.users.story.path}`)
  const letGo = await holdBack(page, api.users.story)
  const asked = page.waitForRequest(`**${api.users.story.path}`)
  await page.getByRole('group', { name: 'Shown' }).getByRole('button', { name: 'Money' }).click()
  await asked
  await expect(page.getByText('4 days without entries', { exact: true })).toBeVisible()
  await expect(page.getByText('These do not add up. Check the books.')).toHaveCount(0)
  letGo()
  await expect(page.getByText('4 days without entries', { exact: true })).toHaveCount(0)
})

test('a note is added, told with its writer, and neither printed nor in the file', async ({
  page,
  office,
}) => {
  const { player } = await played(office, 'Noted')
  await page.goto(detailsOf(player, 'story'))
  const lines = page.getByRole('tabpanel').getByRole('region').locator('> ul > li')
  await expect(lines).toHaveCount(6)
  await page.getByRole('button', { name: 'Add note' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Called about the win.')
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Note added')).toBeVisible()
  await expect(lines.first()).toContainText('Called about the win.')
  await expect(lines.first()).toContainText('by admin')
  await expect(page.getByRole('button', { name: 'Add note' })).toBeFocused()

  const isIn = (theme: string) =>
    expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await isIn('dark')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.evaluate(() => void window.dispatchEvent(new Event('beforeprint')))
  await isIn('light')
  await expect(page.getByText('Called about the win.')).toBeHidden()
  await expect(page.getByText('Registered')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add note' })).toBeHidden()
  await expect(page.getByText('2 bids placed')).toBeVisible()
  await expect(page.locator('[data-part=actor]').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByText(/^Munim · Noted .* · printed /)).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.evaluate(() => void window.dispatchEvent(new Event('afterprint')))
  await isIn('dark')
  await page.emulateMedia({ media: 'screen', colorScheme: null })

  const file = await savedBy(page, page.getByRole('button', { name: 'Export CSV' }))
  expect(file.suggestedFilename()).toBe(`story_user-${player.id}_ist.csv`)
})

test('older days come when they are asked for, and a failure is said where it happened', async ({
  page,
  office,
}) => {
  const player = await office.player('Older')
  for (let n = 1; n <= 105; n++) await office.call(api.users.addFunds, { id: player.id, amount: n })
  await page.goto(detailsOf(player, 'story'))
  const lines = page.getByRole('tabpanel').getByRole('region').locator('> ul > li')
  await expect(lines).toHaveCount(100)
  const story = `**${api.users.story.path}`
  await page.route(story, (route) => route.abort())
  await page.getByRole('button', { name: 'Show older' }).click()
  await expect(page.getByRole('alert')).toContainText('Network error')
  await expect(lines).toHaveCount(100)
  await page.unroute(story)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(lines).toHaveCount(108)
  await expect(page.getByRole('button', { name: 'Show older' })).toHaveCount(0)
  await expect(page.getByRole('tabpanel').getByRole('region')).toHaveCount(1)
})

test('what cannot be fetched is said, and sums that are wrong too', async ({ page, office }) => {
  const player = await office.player('Fails', 100)
  const story = `**${api.users.story.path}`
  await page.route(story, (route) => route.abort())
  await page.goto(detailsOf(player, 'story'))
  await expect(page.getByRole('alert')).toContainText('Network error')
  await page.unroute(story)
  await page.route(story, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    answer.data.days[0].opening = 5
    await route.fulfill({ response, json: answer })
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('These do not add up. Check the books.').first()).toBeVisible()
})

test.describe('live', () => {
  test.use({ isLive: true })

  test('what moves meanwhile moves nothing that is read, and comes when it is asked for', async ({
    page,
    office,
  }) => {
    const player = await office.player('Meanwhile', 100)
    await page.goto(detailsOf(player, 'story'))
    const lines = page.getByRole('tabpanel').getByRole('region').locator('> ul > li')
    await expect(lines).toHaveCount(4)
    await office.call(api.users.addFunds, { id: player.id, amount: 11 })
    const show = page.getByRole('button', { name: 'Show what moved since' })
    await expect(show).toBeVisible()
    await expect(lines).toHaveCount(4)
    await show.click()
    await expect(lines).toHaveCount(5)
    await expect(show).toHaveCount(0)
  })
})

test('nothing of it is closed to who sees or types otherwise', async ({ page, office }) => {
  const { player } = await played(office, 'Open')
  await office.call(api.users.addNote, { id: player.id, text: 'A note' })
  await page.goto(detailsOf(player, 'story'))
  await expect(page.getByText('A note')).toBeVisible()
  await page.locator('summary').click()
  await expectSoundOnBoth(page)
  await goWithin(page, `${detailsOf(player, 'story')}&show=requests`)
  await expect(page.getByText('Nothing found')).toBeVisible()
  await expectSoundOnBoth(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await goWithin(page, detailsOf(player, 'story'))
  await expect(page.getByText('2 bids placed')).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('days on which nothing happened are counted, and what still runs is said beside the account', async ({
  page,
  office,
}) => {
  const { player } = await played(office, 'Gaps')
  const { data } = await office.call(api.users.story, { id: player.id })
  const [day] = data.days
  const earlier = { ...day!, day: addDays(day!.day as Day, -5) }
  const told = { ...data, running: 75, days: [day!, earlier], next: null }
  await answerWith(page, api.users.story, { status: 'success', data: told })
  await page.goto(detailsOf(player, 'story'))
  await expect(page.getByText('4 days without entries', { exact: true })).toBeVisible()
  await expect(page.getByText('₹75.00 more is staked on bids that are still running.')).toBeVisible()
})
