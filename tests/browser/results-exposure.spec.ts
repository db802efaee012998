/** Results: what every outcome of a draw would cost, as a heat map that arrows walk through. */
import { api } from '@munim/contract'
import { declared, newPlayer, OVER, RUNNING, today } from './draws.ts'
import {
  asNarrow,
  expect,
  expectNoSidewaysScroll,
  expectNoViolations,
  expectSound,
  expectSoundOnBoth,
  type Office,
  rupees,
  savedBy,
  test,
} from './support.ts'

/** ₹100 on the open digit 1, ₹10 on the panna 137, ₹20 on the close digit 4, ₹10 on the jodi 14. */
async function exposedMarket(office: Office) {
  const market = await office.newMarket('EXPOSED', RUNNING)
  const { token } = await newPlayer(office, market.id)
  const bets = [
    { session: 'open', game_mode: 'single_panna', open_panna: '137', points: 10 },
    { session: 'close', game_mode: 'single_digit', close_digit: '4', points: 20 },
    { session: 'close', game_mode: 'jodi_digit', open_digit: '1', close_digit: '4', points: 10 },
  ] as const
  await office.call(
    api.player.placeBids,
    { bids: bets.map((bet) => ({ marketId: market.id, ...bet })) },
    token,
  )
  const rates = (await office.call(api.settings.get, {})).data.rates.global
  return { market, rates }
}

test('who goes through the views by keyboard stays on them', async ({ page, office }) => {
  const { market } = await exposedMarket(office)
  await page.goto(`/results/details/${market.id}?tab=analytics`)
  const views = page.getByRole('group', { name: 'Views' })
  const main = page.getByRole('main')
  for (const [name, sign] of [
    ['By number', main.getByRole('table', { name: /^Numbers of this draw/ })],
    ['Exposure', main.getByRole('grid', { name: 'House result by panna' })],
    ['Over time', main.getByRole('table', { name: /^The last draws/ })],
    ['Exposure', main.getByRole('grid', { name: 'House result by panna' })],
    ['Distribution', main.getByRole('table', { name: /^Bets by game mode/ })],
  ] as const) {
    const view = views.getByRole('button', { name })
    await view.focus()
    await page.keyboard.press('Enter')
    await expect(view).toHaveAttribute('aria-pressed', 'true')
    await expect(sign).toBeVisible()
    await expect(view).toBeFocused({ timeout: 1000 })
  }
})

test('each panna tells what it would cost, and what that is made of', async ({ page, office }) => {
  test.slow() // Axe looks at it.
  const { market, rates } = await exposedMarket(office)
  const pays = 100 * rates.single_digit_2 + 10 * rates.single_pana_2
  await page.goto(`/results/details/${market.id}?tab=analytics`)
  await page.getByRole('button', { name: 'Exposure' }).click()
  await expect(page).toHaveURL(/view=exposure/)
  const main = page.getByRole('main')
  await expect(main).toContainText('Total stake₹140')
  await expect(main).toContainText('of 48,400')
  await expect(main).toContainText('Carried risk: ₹10.00 on 1 bet')
  const grid = page.getByRole('grid', { name: 'House result by panna' })
  await expect(grid.getByRole('button')).toHaveCount(220)
  const worst = grid.getByRole('button', { name: `Panna 137, SP, house loss ${rupees(pays - 110)}` })
  await expect(worst).toHaveAttribute('aria-pressed', 'true')
  await expect(grid.getByRole('button', { name: 'Panna 129, SP, house profit ₹110.00' })).toBeVisible()
  await expect(grid.getByRole('columnheader', { name: 'Digit 1, ₹110.00 staked' })).toBeVisible()
  await expectSoundOnBoth(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)

  const cell = page.getByRole('region', { name: 'Panna 137' })
  await expect(cell).toContainText('Stake of 2 bets₹110.00')
  await expect(cell).toContainText(`Single Panna 137 × ${rates.single_pana_2}, 1 bet`)
  await expect(cell).toContainText(`Single Digit 1 × ${rates.single_digit_2}, 1 bet`)
  await expect(cell).toContainText('House Loss')
  await cell.getByRole('button', { name: 'Predict with this' }).click()
  await expect(page).toHaveURL(/tab=predict/)
  await expect(page.getByLabel('Open Digit')).toHaveValue('1')
  await expect(page.getByLabel('Open Panna')).toHaveValue('137')
})

test('the whole map fits 1280 × 900 and says its one unit above it; a phone sees its first rows at once @both', async ({
  page,
  office,
  isMobile,
}) => {
  const { market } = await exposedMarket(office)
  if (!isMobile) await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/results/details/${market.id}?tab=analytics&view=exposure`)
  const grid = page.getByRole('grid')
  await expect(grid).toBeVisible()
  // A house of demonstration data says so above each screen, until that is put away.
  const note = page.getByRole('main').getByRole('button', { name: 'Dismiss' })
  if (await note.isVisible()) await note.click()
  await expect(page.getByText('In ₹ thousand: the house result if this panna comes')).toBeInViewport({
    ratio: 1,
  })
  for (const panna of isMobile ? ['127', '126', '190'] : ['127', '333'])
    await expect(grid.getByRole('button', { name: new RegExp(`^Panna ${panna},`) })).toBeInViewport({
      ratio: 1,
    })
  if (!isMobile) {
    await expect(page.getByRole('button', { name: 'Show all 10' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('region', { name: 'Worst outcomes' })).toBeInViewport({ ratio: 1 })
  }
  await page.getByRole('button', { name: 'Bets', exact: true }).click()
  await expect(page.getByText('In bets: what wins if this panna comes')).toBeVisible()
  await expect(grid.getByRole('columnheader', { name: 'Digit 1, 2 bets' })).toBeVisible()
})

test('the grid is one stop, and arrows, Home and End walk through it', async ({ page, office }) => {
  const { market } = await exposedMarket(office)
  await page.goto(`/results/details/${market.id}?tab=analytics&view=exposure`)
  const grid = page.getByRole('grid')
  const at = (panna: string) => grid.getByRole('button', { name: new RegExp(`^Panna ${panna},`) })
  await at('137').focus()
  for (const [key, panna] of [
    ['ArrowUp', '128'],
    ['ArrowRight', '129'],
    ['End', '126'],
    ['ArrowRight', '126'],
    ['Home', '127'],
    ['ArrowDown', '136'],
    ['Control+End', '333'],
    ['Control+Home', '127'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(at(panna)).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/panna=127/)
  await expect(page.getByRole('region', { name: 'Panna 127' })).toContainText('House Profit')
  await page.keyboard.press('Tab')
  await expect(grid.locator(':focus')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(at('127')).toBeFocused()
})

test('stakes, bets and the table show the same outcomes, and leave as a file', async ({ page, office }) => {
  const { market } = await exposedMarket(office)
  await page.goto(`/results/details/${market.id}?tab=analytics&view=exposure`)
  const grid = page.getByRole('grid')
  await page.getByRole('button', { name: 'Stake', exact: true }).click()
  await expect(grid.getByRole('button', { name: 'Panna 137, SP, winning stake ₹110.00' })).toBeVisible()
  await page.getByRole('button', { name: 'Bets', exact: true }).click()
  await expect(grid.getByRole('button', { name: 'Panna 137, SP, 2 winning bets' })).toBeVisible()
  await page.getByRole('group', { name: 'Half' }).getByRole('button', { name: 'Close' }).click()
  await expect(grid.getByRole('button', { name: 'Panna 455, DP, 1 winning bet' })).toBeVisible()
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Table' }).click()
  await expect(page).toHaveURL(/as=table/)
  await expect(page.getByText('455').first()).toBeVisible()
  await asNarrow(page, () => expectNoSidewaysScroll(page))
  const file = await savedBy(page, page.getByRole('button', { name: 'Export CSV' }))
  expect(file.suggestedFilename()).toMatch(/^exposure_EXPOSED-.*_ist\.csv$/)
})

test('once the open is declared only the close is exposed, and once both do nothing is', async ({
  page,
  office: { call, newMarket },
}) => {
  const market = await newMarket('DECIDED', OVER)
  await declared(call, market.id, today(), '1-128')
  await page.goto(`/results/details/${market.id}?tab=analytics&view=exposure`)
  await expect(page.getByRole('main')).toContainText('of 220')
  await expect(page.getByRole('group', { name: 'Half' })).toHaveCount(0)
  await page.getByRole('button', { name: /^Panna 455,/ }).click()
  await page.getByRole('button', { name: 'Predict with this' }).click()
  await expect(page.getByLabel('Open Panna')).toHaveValue('128')
  await expect(page.getByLabel('Close Panna')).toHaveValue('455')
  await declared(call, market.id, today(), '1-128', '4-455')
  await page.goto(`/results/details/${market.id}?tab=analytics&view=exposure`)
  await expect(page.getByText('Nothing is exposed')).toBeVisible()
})

test('a limit on numbers is set, refuses what is beyond it, and says what to lay off @both', async ({
  page,
  office,
  isMobile,
}) => {
  const { market } = await exposedMarket(office)
  await page.goto(`/results/details/${market.id}?tab=analytics&view=exposure`)
  const limits = page.getByRole('region', { name: 'Limits on numbers' })
  // On a phone also from the cell that was chosen, without a way past all the others.
  const from = isMobile ? page.getByRole('region', { name: /^Panna / }) : limits
  await from.getByRole('button', { name: 'Set limits' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('A panna, all games', { exact: true })).toHaveAccessibleDescription(
    '₹ All that its half pays if it comes',
  )
  const single = dialog.getByLabel('Single Digit', { exact: true })
  await single.fill('0')
  await expect(single).toHaveAccessibleDescription('₹ Please enter a valid amount')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await single.fill('500')
  await expect(dialog.getByLabel('When Jodi is full')).toBeDisabled()
  await dialog.getByLabel('Jodi', { exact: true }).fill('50000')
  await dialog.getByLabel('When Jodi is full').selectOption('Warn')
  await expectSound(page)
  // What is typed for this day only is saved by itself, and shown before the dialog goes.
  const where = dialog.getByLabel('Where they hold')
  await where.selectOption('day')
  await dialog.getByLabel('Full Sangam', { exact: true }).fill('90000')
  await where.selectOption('market')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Limits saved')).toBeVisible()
  await expect(where).toHaveValue('day')
  await expect(dialog.getByLabel('Full Sangam', { exact: true })).toHaveValue('90000')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(limits).toContainText('1 number is beyond the limit')
  await expect(limits).toContainText('Bets are refused')
  await limits.getByRole('button', { name: /^Beyond the limit/ }).click()
  await expect(limits).toContainText(/Single Digit 1 × 9/)
  await expect(limits).not.toContainText('A warning only')
  await expectNoViolations(page)

  const { token } = await office.player('Usha', 1000)
  const bid = {
    marketId: market.id,
    session: 'open',
    game_mode: 'single_digit',
    open_digit: '1',
    points: 10,
  } as const
  await expect(office.call(api.player.placeBids, { bids: [bid] }, token)).rejects.toThrow(
    'this number is full',
  )

  await limits.getByRole('button', { name: 'Set limits' }).click()
  await expect(single).toHaveValue('500')
  await single.fill('')
  await dialog.getByLabel('Jodi', { exact: true }).fill('')
  const theirs = [
    { game: 'single_digit', amount: 500, refuses: true },
    { game: 'jodi_digit', amount: 50_000, refuses: false },
    { game: 'sp', amount: 700, refuses: true },
  ] as const
  await office.call(api.risk.saveLimits, { marketId: market.id, limits: [...theirs] })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Another administrator set limits here meanwhile: SP ₹700, Refuse.')
  await expect(dialog.getByLabel('SP', { exact: true })).toHaveValue('700')
  await expect(single).toHaveValue('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  const { limits: kept } = (await office.call(api.risk.limits, { marketId: market.id })).data
  expect(kept.filter(({ scope }) => scope === 'market')).toMatchObject([theirs[2]])
})

test('numbers that are within their limits again take no page from under those that are not', async ({
  page,
  office,
}) => {
  const { market, rates } = await exposedMarket(office)
  const { token } = await office.player('Usha', 1000)
  const jodi = { session: 'close', game_mode: 'jodi_digit', open_digit: '2', points: 20 } as const
  const bids = [...'0123456789'].map((close_digit) => ({ marketId: market.id, ...jodi, close_digit }))
  await office.call(api.player.placeBids, { bids }, token)
  const limit = { game: 'jodi_digit', amount: 5 * rates.jodi_digit_2, refuses: false } as const
  await office.call(api.risk.saveLimits, { marketId: market.id, limits: [limit] })
  await page.goto(`/results/details/${market.id}?tab=analytics&view=exposure`)
  const limits = page.getByRole('region', { name: 'Limits on numbers' })
  await expect(limits).toContainText('11 numbers are beyond the limit')
  await limits.getByRole('button', { name: /^Beyond the limit/ }).click()
  await limits.getByRole('button', { name: 'Next page' }).click()
  await expect(limits.getByRole('row')).toHaveCount(2)
  await limits.getByRole('button', { name: 'Set limits' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Jodi', { exact: true }).fill(String(15 * rates.jodi_digit_2))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(limits).toContainText('10 numbers are beyond the limit')
  await expect(limits.getByRole('row')).toHaveCount(11)
})
