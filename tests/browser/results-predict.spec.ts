/** Results: a draw's bets and their analytics, what a result would do, and fetching one. */
import { api } from '@munim/contract'
import { addDays } from '@munim/core'
import { declared, newPlayer, OVER, RUNNING, rowOf, today } from './draws.ts'
import {
  answerWith,
  expect,
  expectSound,
  expectSoundOnBoth,
  holdBack,
  type Office,
  type Player,
  savedBy,
  test,
} from './support.ts'

/** Twelve more bets of a player, on the open digit 2 and on jodis; their ids. */
async function moreBets({ call }: Office, { token }: Player, marketId: number) {
  const open = { marketId, session: 'open', game_mode: 'single_digit', open_digit: '2', points: 20 } as const
  const jodi = { marketId, session: 'close', game_mode: 'jodi_digit', open_digit: '1', points: 10 } as const
  const jodis = [...'4567'].map((close_digit) => ({ ...jodi, close_digit }))
  const bids = [...Array.from({ length: 8 }, () => open), ...jodis]
  return (await call(api.player.placeBids, { bids }, token)).data.map(({ id }) => id)
}

test("a draw's bets are counted, filtered and paged, and leave as a file @both", async ({ page, office }) => {
  test.slow() // Axe looks at it.
  const market = await office.newMarket('BETS', RUNNING)
  const player = await newPlayer(office, market.id)
  await moreBets(office, player, market.id)
  await page.goto(`/results/details/${market.id}`)
  await page.getByRole('link', { name: /^Bets\s*13/ }).click()
  await expect(page).toHaveURL(/tab=bets/)
  await expect(page.getByRole('tab', { name: 'User Bets' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('Showing 1 to 10 of 13 entries')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(rowOf(page, player.name)).toHaveCount(3)

  await page.getByLabel('Game Mode').selectOption('Jodi')
  await expect(page).not.toHaveURL(/page=/)
  await expect(rowOf(page, player.name)).toHaveCount(4)
  await expect(rowOf(page, 'Jodi 14')).toContainText('running')
  const file = await savedBy(page, page.getByRole('button', { name: 'Export CSV' }))
  expect(file.suggestedFilename()).toMatch(/^bets_BETS-.*_jodi-digit_ist\.csv$/)

  await page.getByLabel('Session').selectOption('Open')
  await expect(page.getByText('No bets found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByLabel('Status').selectOption('Win')
  await expect(page.getByText('No bets found')).toBeVisible()
})

test('analytics tell how the bets are spread, as bars and in figures', async ({ page, office }) => {
  const market = await office.newMarket('SPREAD', RUNNING)
  await moreBets(office, await newPlayer(office, market.id), market.id)
  await page.goto(`/results/details/${market.id}?tab=analytics`)
  const main = page.getByRole('main')
  await expect(main).toContainText('Total Bets13')
  await expect(main).toContainText('Total Bet Amount₹300.00')
  await expect(main).toContainText('Winning Bets0')
  await expect(main).toContainText('Win Rate0.0 %')
  const modes = page.getByRole('region', { name: 'By game mode' })
  await expect(modes.getByRole('row', { name: /^Single Digit 9/ })).toContainText('₹260.0086.7 %')
  await expect(modes.getByRole('row', { name: /^In all/ })).toContainText('13₹300.00')
  const sessions = page.getByRole('region', { name: 'By session' })
  await expect(sessions.getByRole('row', { name: /^Close 4/ })).toContainText('₹40.0013.3 %')
  await expectSoundOnBoth(page)
})

test('a prediction names winners, losers and what the house keeps, and declares nothing @both', async ({
  page,
  office,
}) => {
  test.slow() // Axe looks at it.
  const market = await office.newMarket('PREDICT', RUNNING)
  const player = await newPlayer(office, market.id)
  await moreBets(office, player, market.id)
  await page.goto(`/results/details/${market.id}?tab=predict`)
  const predict = page.getByRole('button', { name: 'Predict Result' })
  await expect(predict).toBeDisabled()
  await page.getByLabel('Open Panna').fill('128')
  await expect(page.getByLabel('Open Digit')).toHaveValue('1')
  await predict.click()

  await expect(page.getByText('Prediction completed successfully!')).toBeVisible()
  const main = page.getByRole('main')
  for (const figure of [
    'Total Bets9',
    'Winning Bets1',
    'Losing Bets8',
    'Total Winning Amount₹900.00',
    'Total Bet Amount₹260.00',
    'House Loss₹640.00',
  ])
    await expect(main).toContainText(figure)
  const result = page.getByRole('region', { name: 'Predicted Result' })
  await expect(result).toContainText('Open Result1-128Close ResultNot Declared')
  await expect(result).toContainText(/As of \d+:\d\d [ap]m, 9 bets/)
  await expect(
    page.getByText('This is a half result prediction (Close session result not available)'),
  ).toBeVisible()
  const winners = page.getByRole('region', { name: 'Winners' })
  await expect(rowOf(winners, player.name)).toHaveCount(1)
  await expect(winners).toContainText('₹900.00') // What is won; the balance would be 700 and 900 more.
  await expect(winners).toContainText('₹1,600.00')
  const losers = page.getByRole('region', { name: 'Losers' })
  await expect(rowOf(losers, player.name)).toHaveCount(8)
  await expect(losers).toContainText('₹700.00')
  await expectSound(page)

  const file = await savedBy(page, page.getByRole('button', { name: 'Export CSV' }))
  expect(file.suggestedFilename()).toMatch(/^prediction_PREDICT-.*_128_ist\.csv$/)

  await page.getByLabel('Open Panna').fill('129')
  await page.getByLabel('Close Panna').fill('455')
  await predict.click()
  await expect(main).toContainText('House Loss₹1,140.00')
  await expect(page.getByText('This is a half result prediction')).toHaveCount(0)
  await expect(result).toContainText('Close Result4-455')

  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(result).toHaveCount(0)
  await expect(page.getByLabel('Open Panna')).toHaveValue('')
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(main).toContainText('Overall statusPending')
})

test('a page of losers is fetched for itself, bets that came in since are told, and both go back to their last page', async ({
  page,
  office,
}) => {
  const market = await office.newMarket('PAGES', RUNNING)
  const player = await newPlayer(office, market.id)
  const lost = await moreBets(office, player, market.id)
  await page.goto(`/results/details/${market.id}?tab=predict`)
  await page.getByLabel('Open Panna').fill('120')
  await page.getByLabel('Close Panna').fill('120')
  await page.getByRole('button', { name: 'Predict Result' }).click()
  const losers = page.getByRole('region', { name: 'Losers' })
  await expect(losers.getByText('Showing 1 to 10 of 13 entries')).toBeVisible()
  await expect(page.getByText('No winners found for this prediction')).toBeVisible()
  await losers.getByRole('button', { name: 'Page 2' }).click()
  await expect(rowOf(losers, player.name)).toHaveCount(3)

  await newPlayer(office, market.id)
  // Another tab and back asks for the figures again; the prediction stays what it was.
  await page.getByRole('tab', { name: 'Analytics' }).click()
  await page.getByRole('tab', { name: 'Predict' }).click()
  const result = page.getByRole('region', { name: 'Predicted Result' })
  await expect(result).toContainText('13 bets · 1 came in since')

  const bid = {
    marketId: market.id,
    session: 'open',
    game_mode: 'single_digit',
    open_digit: '3',
    points: 10,
  } as const
  const bids = Array.from({ length: 11 }, () => bid)
  const won = (await office.call(api.player.placeBids, { bids }, player.token)).data.map(({ id }) => id)
  await page.getByRole('button', { name: 'Predict Result' }).click()
  const winners = page.getByRole('region', { name: 'Winners' })
  await winners.getByRole('button', { name: 'Page 2' }).click()
  await expect(rowOf(winners, player.name)).toHaveCount(1)
  // Both have one page then, where the second is asked for of both.
  for (const betId of [...won.slice(0, 1), ...lost.slice(0, 4)]) await office.call(api.bids.revert, { betId })
  let asked = 0
  await page.route(`**${api.results.predict.path}`, (route) =>
    ++asked === 2
      ? route.fulfill({ status: 409, json: { status: 'error', message: 'Not now' } })
      : route.continue(),
  )
  await losers.getByRole('button', { name: 'Page 2' }).click()
  const refused = page.getByRole('alert').filter({ hasText: 'Not now' })
  await expect(refused).toBeVisible()
  await expect(winners).toContainText('No entries on this page, 10 in all')
  await refused.getByRole('button', { name: 'Retry' }).click()
  await expect(refused).toHaveCount(0)
  await expect(rowOf(winners, player.name)).toHaveCount(10)
  await expect(rowOf(losers, player.name)).toHaveCount(9)
})

test('a prediction that fails says why, and in other words where nothing answers', async ({
  page,
  office: { newMarket },
}) => {
  const market = await newMarket('FAILING', OVER)
  await page.goto(`/results/details/${market.id}?tab=predict`)
  await page.getByLabel('Open Panna').fill('128')
  const predict = page.getByRole('button', { name: 'Predict Result' })
  const alert = page.getByRole('alert')

  await answerWith(page, api.results.predict, { status: 'error', message: api.results.predict.failed }, 500)
  const answer = await holdBack(page, api.results.predict)
  await predict.click()
  await expect(page.getByText('Calculating predictions...')).toBeVisible()
  await expect(predict).toBeDisabled()
  answer()
  await expect(alert).toHaveText('Failed to predict result')
  await page.unroute(`**${api.results.predict.path}`)

  await answerWith(page, api.results.predict, { status: 'error', message: 'Not now' }, 409)
  await predict.click()
  await expect(alert).toHaveText('Not now')
  await page.unroute(`**${api.results.predict.path}`)

  await page.route(`**${api.results.predict.path}`, (route) => route.abort())
  await predict.click()
  await expect(alert).toHaveText('Failed to predict result. Please try again.')
  await answerWith(page, api.results.predict, 'a page of the proxy', 502)
  await alert.getByRole('button', { name: 'Dismiss' }).click()
  await expect(alert).toBeHidden()
  await predict.click()
  await expect(alert).toHaveText('Failed to predict result. Please try again.')

  const both = page.getByRole('button', { name: 'Fetch and Predict' })
  await both.click()
  await expect(alert).toHaveText('Failed to fetch and predict result. Please try again.')
  await page.route(`**${api.results.fetch.path}`, (route) => route.abort())
  await both.click()
  await expect(alert).toHaveText('Failed to fetch and predict result. Please try again.')
  await page.unroute(`**${api.results.fetch.path}`)
  await answerWith(page, api.results.fetch, { status: 'error', message: api.results.fetch.failed }, 500)
  await both.click()
  await expect(alert).toHaveText('Failed to fetch current result for prediction')
})

test('cleared while it is calculated, a prediction does not come back, nor what is fetched for one', async ({
  page,
  office: { newMarket },
}) => {
  const market = await newMarket('CLEARED', OVER)
  await page.goto(`/results/details/${market.id}?tab=predict`)
  const waiting = page.getByText('Calculating predictions...')
  for (const [of, button] of [
    [api.results.predict, 'Predict Result'],
    [api.results.fetch, 'Fetch and Predict'],
  ] as const) {
    const answer = await holdBack(page, of)
    await page.getByLabel('Open Panna').fill('128')
    await page.getByRole('button', { name: button }).click()
    await expect(waiting).toBeVisible()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    answer()
    await expect(waiting).toHaveCount(0)
    await expect(page.getByLabel('Open Panna')).toHaveValue('')
    await expect(page.getByRole('region', { name: 'Predicted Result' })).toHaveCount(0)
    await expect(page.getByText('Prediction completed successfully!')).toHaveCount(0)
  }
})

test('what the source says is fetched and predicted in one', async ({
  page,
  office: { call, newMarket },
}) => {
  const market = await newMarket('BOTH', OVER)
  await page.goto(`/results/details/${market.id}?tab=predict`)
  await page.getByRole('button', { name: 'Fetch and Predict' }).click()
  await expect(page.getByText('Prediction completed successfully!')).toBeVisible()
  await expect(page.getByLabel('Close Panna')).toHaveValue(/^\d{3}$/)
  const said = (await call(api.results.fetch, { marketId: market.id })).data.result
  await expect(page.getByRole('region', { name: 'Predicted Result' })).toContainText(
    `Open Result${said.open_digit}-${said.open_panna}Close Result${said.close_digit}-${said.close_panna}`,
  )
})

test('a fetched result fills the form, is told with its source, and declares nothing by itself', async ({
  page,
  office: { call, newMarket },
}) => {
  test.slow() // Axe looks at it.
  const market = await newMarket('FETCH', OVER)
  await page.goto(`/results/details/${market.id}`)
  await page.getByRole('button', { name: 'Fetch Result' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fetch Result' })
  await expect(dialog).toContainText(`Fetch the latest result of ${market.name} from the source?`)
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectSoundOnBoth(page)
  await answerWith(page, api.results.fetch, { status: 'error', message: 'The source answered 500' }, 502)
  await dialog.getByRole('button', { name: 'Fetch', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The source answered 500')
  await page.unroute(`**${api.results.fetch.path}`)

  await dialog.getByRole('button', { name: 'Fetch', exact: true }).click()
  await expect(page.getByText('Result fetched successfully! You can review and declare it.')).toBeVisible()
  await expect(page).toHaveURL(/tab=manual/)
  const said = (await call(api.results.fetch, { marketId: market.id })).data.result
  await expect(page.getByLabel('Open Panna')).toHaveValue(said.open_panna)
  await expect(page.getByLabel('Close Digit')).toHaveValue(said.close_digit)
  await expect(page.getByRole('main')).toContainText(/Fetched from \S+ at \d/)

  await page.getByRole('button', { name: 'Declare Result' }).click()
  const declaring = page.getByRole('dialog', { name: 'Declare Result' })
  await expect(declaring).toContainText(/Fetched from \S+ at \d+:\d\d [ap]m\. Read again/)
  await expect(declaring).toContainText('House Profit')
  await declaring.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Close Panna').fill('000')
  await page.getByLabel('Close Digit').fill('7')
  await page.getByRole('button', { name: 'Declare Result' }).click()
  await expect(declaring).toContainText('000 belongs to 0, not 7')
  await expect(declaring).toContainText('and changed by hand since')
  await declaring.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Clear Form' }).click()
  await expect(page.getByRole('main')).not.toContainText('Fetched from')
  expect((await call(api.markets.get, { id: market.id })).data.open_digit).toBe('-')
})

test('what is doubtful about a fetched result is above the form, and in the dialog that declares it', async ({
  page,
  office: { call, newMarket },
}) => {
  const market = await newMarket('MADE UP', OVER)
  const { status, data } = { status: 'success', ...(await call(api.results.fetch, { marketId: market.id })) }
  const result = { open_digit: '1', open_panna: '128', close_digit: '7', close_panna: '000' }
  const warnings = ['000 belongs to 0, not 7', 'This number is made up: no result source is connected']
  await answerWith(page, api.results.fetch, { status, data: { ...data, result }, warnings })
  await page.goto(`/results/details/${market.id}`)
  await page.getByRole('button', { name: 'Fetch Result' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Fetch', exact: true }).click()
  const form = page.getByRole('region', { name: 'Enter Manual Result' })
  await expect(form.getByText('This number is made up: no result source is connected.')).toBeVisible()
  await expect(form.getByText('000 belongs to 0, not 7.')).toHaveCount(1)
  await page.getByRole('button', { name: 'Declare Result' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    'This number is made up: no result source is connected.',
  )
})

test("a result of yesterday's draw, and one that somebody declared meanwhile, are said before they are declared", async ({
  page,
  office: { call, newMarket },
}) => {
  const market = await newMarket('MEANWHILE', OVER)
  const yesterday = addDays(today(), -1)
  await page.goto(`/results/details/${market.id}?tab=manual&date=${yesterday}`)
  await page.getByLabel('Open Panna').fill('128')
  await declared(call, market.id, yesterday, '3-120')
  await page.getByRole('button', { name: 'Declare Result' }).click()
  const dialog = page.getByRole('dialog', { name: 'Declare Result' })
  await expect(dialog).toContainText('not for today.')
  await expect(dialog).toContainText('The result changed meanwhile: 3-120 is declared now, it was nothing.')
  await expect(dialog).toContainText('What it would do is not known')
})
