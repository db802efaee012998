/** Play limits and pauses in a player's profile: set by the house, beside what the player set. */
import { api } from '@munim/contract'
import { answerWith, expect, expectSoundOnBoth, test } from './support.ts'
import { detailsOf } from './user-page.ts'

test('the house sets a limit beside the player’s own, removes it, and pauses play', async ({
  page,
  office,
}) => {
  const player = await office.player('Limited', 500)
  await office.call(api.player.setLimit, { kind: 'loss', period: 'week', amount: 700 }, player.token)
  await page.goto(detailsOf(player))
  await expect(page.getByText('₹700.00: ₹0.00 used, ₹700.00 left · set by the player')).toBeVisible()

  await page.getByRole('button', { name: 'Set limit' }).click()
  const dialog = page.getByRole('dialog')
  const act = dialog.getByRole('button', { name: 'Set limit' })
  await expect(act).toBeDisabled()
  await dialog.getByLabel('Period').selectOption('month')
  await dialog.getByLabel('Amount').fill('-5')
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription('₹ Please enter a valid amount')
  await expect(act).toBeDisabled()
  await dialog.getByLabel('Amount').fill('1234.50')
  await expectSoundOnBoth(page)
  await act.click()
  await expect(page.getByText('₹1,234.50: ₹0.00 used, ₹1,234.50 left · set by admin')).toBeVisible()

  await page.getByRole('button', { name: 'Set limit' }).click()
  await dialog.getByLabel('Period').selectOption('month')
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription('₹ Now ₹1,234.50. Empty removes it.')
  await dialog.getByRole('button', { name: 'Remove limit' }).click()
  await expect(page.getByText('set by admin')).toBeHidden()
  await expect(page.getByText('set by the player')).toBeVisible()

  await page.getByRole('button', { name: 'Pause play' }).click()
  await dialog.getByLabel('No bets and no deposits').selectOption('good')
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(page.getByText('for good, by admin')).toBeVisible()
  const asked = { amount: 500, transfer_type: 'upi' } as const
  await expect(office.call(api.player.requestDeposit, asked, player.token)).rejects.toThrow()
  await expectSoundOnBoth(page)
})

test('no limit is set over those that could not be read', async ({ page, office }) => {
  const player = await office.player('Unread')
  await answerWith(page, api.protection.get, { message: 'The books are closed' }, 400)
  await page.goto(detailsOf(player))
  const card = page.getByRole('region', { name: 'Play limits' })
  await expect(card.getByRole('alert')).toContainText('The books are closed')
  await expect(card.getByRole('button', { name: 'Set limit' })).toBeDisabled()
  await expect(card.getByRole('button', { name: 'Pause play' })).toBeEnabled()
  await page.unrouteAll()
  await card.getByRole('button', { name: 'Retry' }).click()
  await card.getByRole('button', { name: 'Set limit' }).click()
  await expect(page.getByRole('dialog', { name: 'Set limit' })).toBeVisible()
})

test('a pause of the house is said where it is replaced, and no other is chosen by itself', async ({
  page,
  office,
}) => {
  const player = await office.player('Paused')
  await office.call(api.protection.setPause, { id: player.id, days: null })
  await page.goto(detailsOf(player))
  await expect(page.getByText('for good, by admin')).toBeVisible()
  await page.getByRole('button', { name: 'Pause play' }).click()
  const dialog = page.getByRole('dialog')
  const choice = dialog.getByLabel('No bets and no deposits')
  const act = dialog.getByRole('button', { name: 'Pause', exact: true })
  await expect(choice).toHaveAccessibleDescription('Now for good; what is chosen here replaces it.')
  await expect(act).toBeDisabled()
  await choice.selectOption('30')
  await office.call(api.protection.setPause, { id: player.id, days: 7 })
  await act.click()
  await expect(dialog).toContainText("Another administrator changed the house's pause meanwhile")
  await expect(choice).toHaveAccessibleDescription(/^Now until /)
  const pause = page.getByText(/^until .+, by admin$/)
  const shorter = (await pause.textContent())!
  await act.click()
  await expect(dialog).toBeHidden()
  await expect(pause).not.toHaveText(shorter) // A dialog that opens before is refused for the pause that it shows.
  await page.getByRole('button', { name: 'Pause play' }).click()
  await expect(choice).toHaveAccessibleDescription(/^Now until .+; what is chosen here replaces it\.$/)
  await choice.selectOption("end the house's pause")
  await dialog.getByRole('button', { name: 'End pause' }).click()
  await expect(page.getByText('by admin')).toBeHidden()
  await page.getByRole('button', { name: 'Pause play' }).click()
  await expect(choice).toHaveAccessibleDescription('')
})
