/** Results: draws that wait for a decision, voiding one whose result never comes, and declaring by itself. */
import { api } from '@munim/contract'
import { addDays } from '@munim/core'
import { declared, newPlayer, OVER, RUNNING, rowOf, today } from './draws.ts'
import {
  answerWith,
  dayField,
  expect,
  expectNoSidewaysScroll,
  expectSound,
  expectSoundOnBoth,
  holdBack,
  test,
} from './support.ts'

test('a draw is voided with a reason, its stakes go back, and it says so @both', async ({ page, office }) => {
  test.slow() // Axe looks at it.
  const { call, newMarket } = office
  const market = await newMarket('VOID', RUNNING)
  const player = await newPlayer(office, market.id)
  await page.goto('/results')
  await expect(rowOf(page, market.name)).toContainText('₹100') // Its stake waits.
  await rowOf(page, market.name).getByRole('button', { name: 'Manage' }).click()
  await page.getByRole('button', { name: 'Void Draw' }).click()
  const dialog = page.getByRole('dialog', { name: 'Void Draw' })
  await expect(dialog).toContainText('Stakes refunded₹100.00')
  await expect(dialog).toContainText('Bets cancelled1')
  await expect(dialog).toContainText('Players1')
  await expect(dialog.getByRole('region', { name: 'Critical' })).toContainText('this is final')
  const act = dialog.getByRole('button', { name: 'Void', exact: true })
  await expect(act).toBeDisabled()
  const reason = dialog.getByLabel('Reason')
  await expect(reason).toBeFocused()
  await reason.fill('  The source was down  ')
  await expectSound(page)
  await page.keyboard.press('Enter') // No click on what is dangerous.
  await expect(dialog).toBeVisible()

  await answerWith(page, api.results.voidDraw, { status: 'error', message: 'It is declared already' }, 409)
  await act.click()
  await expect(dialog.getByRole('alert')).toHaveText('It is declared already')
  await page.unroute(`**${api.results.voidDraw.path}`)
  await act.click()
  await expect(page.getByRole('status')).toHaveText('Draw voided. ₹100.00 refunded to 1 player for 1 bet.')
  const main = page.getByRole('main')
  await expect(main).toContainText('This draw is voided')
  await expect(main).toContainText('Reason: The source was down')
  await expect(main).toContainText('Overall statusVoided')
  await expect(page.getByRole('button', { name: 'Void Draw' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Fetch Result' })).toBeDisabled()
  await expect(page.getByRole('region', { name: 'Previous results' })).toContainText('Voided')
  expect((await call(api.users.get, { id: player.id })).data.wallet).toBe(1000)

  await expect(main).toContainText('Bets1₹0.00 staked · 1 cancelled')
  await page.getByRole('tab', { name: 'Manual' }).click()
  await expect(page).toHaveURL(/tab=manual/)
  await page.getByLabel('Open Panna').fill('128')
  await page.getByRole('button', { name: 'Declare Result' }).click()
  await expect(page.getByText('The open is voided: its stakes were refunded.')).toBeVisible()
  await page.getByRole('tab', { name: 'User Bets' }).click()
  await expect(rowOf(page, player.name)).toContainText('cancelled')
  await page.goto('/results')
  await expect(rowOf(page, market.name)).toContainText('Voided')
})

test('a forgotten draw of a past day is declared or voided from above the list @both', async ({
  page,
  office: { call, newMarket },
}) => {
  const market = await newMarket('FORGOTTEN', OVER)
  const before = addDays(today(), -2)
  await declared(call, market.id, before, '1-128')
  await call(api.results.revert, { marketId: market.id, date: before })
  const waiting = page.getByRole('region', { name: 'Waiting for your decision' })
  // Today's draw of this market is due as well.
  const printed = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' })
  const item = waiting
    .getByRole('listitem')
    .filter({ hasText: `${market.name}, ${printed.format(new Date(before))}` })
  const show = async () => {
    await page.goto('/results')
    await expect(waiting).toBeVisible()
    const all = waiting.getByRole('button', { name: /^Show all/ })
    if (await all.isVisible()) await all.click()
  }
  await show()
  await expect(item).toContainText('Open and close due')
  await expect(item).toContainText('Auto declare: It was reverted; auto declare leaves it to you')
  await expectNoSidewaysScroll(page)
  await item.getByRole('link', { name: /^Declare/ }).click()
  await expect(page).toHaveURL(new RegExp(`/details/${market.id}\\?tab=manual&date=${before}`))
  await dayField(page, 'Select Date').toHave(before)

  await show()
  await item.getByRole('button', { name: /^Void/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Void Draw' })
  await dialog.getByLabel('Reason').fill('Nobody knows the number')
  await expect(dialog).toContainText('Every bet on open and close')
  const act = dialog.getByRole('button', { name: 'Void', exact: true })
  await expect(act).toBeEnabled()
  await declared(call, market.id, before, '1-128')
  const letGo = await holdBack(page, api.results.voidDraw)
  await act.click()
  await expect(dialog.getByLabel('Reason')).toBeDisabled() // What is typed now is not sent.
  letGo()
  await expect(dialog.getByRole('alert')).toContainText('changed meanwhile')
  await expect(dialog.getByLabel('Reason')).toBeEnabled()
  await dialog.getByRole('button', { name: 'Look again' }).click()
  await expect(dialog).toContainText('Every bet on the close')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await act.click()
  await expect(page.getByRole('status')).toContainText('Draw voided. There was no bet to refund.')
  await expect(item).toHaveCount(0)
})

test('that what waits for a decision could not be read is said above the list', async ({ page }) => {
  await answerWith(page, api.results.due, { status: 'error', message: 'Not read' }, 500)
  await page.goto('/results')
  await expect(page.getByText('What waits for your decision is not known: Not read')).toBeVisible()
})

test('why auto declare stopped is above the list, and a draw that is too old can only be voided', async ({
  page,
  office: { newMarket },
}) => {
  const market = await newMarket('STOPPED', OVER)
  const half = { marketId: market.id, name: market.name, half: 'open', isStopped: true }
  const old = addDays(today(), -20)
  const halves = [
    { ...half, date: old, since: `${old}T10:40:00.000Z`, isCurrent: false, note: '' },
    {
      ...half,
      date: today(),
      since: `${today()}T00:00:00.000Z`,
      isCurrent: true,
      note: '128 belongs to 1, not 3',
    },
  ]
  await answerWith(page, api.results.due, { status: 'success', data: halves })
  await page.goto('/results')
  const items = page.getByRole('region', { name: 'Waiting for your decision' }).getByRole('listitem')
  await expect(items).toHaveCount(2)
  await expect(items.first()).toContainText('Older than 7 days: it can only be voided.')
  await expect(items.first().getByRole('link', { name: /^Declare/ })).toHaveCount(0)
  await expect(items.last()).toContainText('Auto declare: 128 belongs to 1, not 3')
  await expectSoundOnBoth(page)
  await items.last().getByRole('link', { name: market.name }).first().click()
  await expect(page).toHaveURL(new RegExp(`/details/${market.id}\\?date=${today()}`))
})

test('auto declare is switched with one click, and stays as it was where that fails', async ({
  page,
  office: { call },
}) => {
  // Switched on in earnest, it would declare what the other stories look at.
  const settings = await call(api.settings.get, {})
  await page.goto('/results')
  const toggle = page.getByRole('switch', { name: 'Auto Declare Results' })
  await expect(toggle).toBeEnabled()
  await expect(toggle).not.toBeChecked()
  await answerWith(page, api.settings.update, { status: 'error', message: api.settings.update.failed }, 500)
  await toggle.click()
  await expect(page.getByRole('alert')).toHaveText('Failed to update auto declare setting')
  await expect(toggle).not.toBeChecked()
  await page.unroute(`**${api.settings.update.path}`)

  let sent: unknown
  await page.route(`**${api.settings.update.path}`, async (route) => {
    sent = route.request().postDataJSON()
    const data = { ...settings.data, autoDeclareResult: true }
    await route.fulfill({ json: { status: 'success', data } })
  })
  await toggle.click()
  await expect(toggle).toBeChecked()
  await expect(page.getByRole('status')).toContainText('declared by themselves')
  expect(sent).toEqual({ autoDeclareResult: true })

  await page.unroute(`**${api.settings.update.path}`)
  const alone = { ...settings.data, autoDeclareResult: true, source_connected: false }
  await answerWith(page, api.settings.update, { status: 'success', data: alone })
  await toggle.click()
  await expect(page.getByRole('status')).toContainText('nothing is declared by itself')
})
