/** Adding to a user's wallet and taking from it (specification 1 §2 User details, §5). */
import { api } from '@munim/contract'
import type { Page } from '@playwright/test'
import { expect, goWithin, loseAnswer, type Office, test } from './support.ts'
import { card, detailsOf, stat } from './user-page.ts'

test('Manage Funds takes amounts above nothing, at most two decimals, and no more than the wallet holds', async ({
  page,
  office,
}) => {
  const player = await office.player('Funds', 500)
  await page.goto(detailsOf(player))
  const funds = card(page, 'Manage Funds')
  const amount = funds.getByLabel('Amount')
  const add = funds.getByRole('button', { name: 'Add Funds' })
  const deduct = funds.getByRole('button', { name: 'Deduct Funds' })
  await expect(amount).toHaveAttribute('min', '1')
  await expect(amount).toHaveAttribute('step', 'any')
  for (const typed of ['', '0', '-5', '1.005']) {
    for (const act of [add, deduct]) {
      await amount.fill(typed)
      await act.click()
      await expect(amount).toHaveAccessibleDescription('Please enter a valid amount')
      await expect(amount).toBeFocused()
    }
  }
  await amount.fill('500.01')
  await expect(funds.getByText('Amount exceeds wallet balance')).toBeVisible()
  await expect(deduct).toBeDisabled()
  await expect(add).toBeEnabled()
  await amount.fill('500')
  await expect(funds.getByText('Amount exceeds wallet balance')).toHaveCount(0)
  await expect(deduct).toBeEnabled()
  expect((await office.call(api.users.get, { id: player.id })).data.wallet).toBe(500)
})

test('an amount and its note outlast a look at another tab', async ({ page, office }) => {
  await page.goto(detailsOf(await office.player('Funds', 500)))
  const funds = card(page, 'Manage Funds')
  await funds.getByLabel('Amount').fill('250')
  await funds.getByLabel('Note').fill('Paid at the counter')
  await page.getByRole('tab', { name: 'Transaction History' }).click()
  await expect(funds).toHaveCount(0)
  await page.getByRole('tab', { name: 'User Details' }).click()
  await expect(funds.getByLabel('Amount')).toHaveValue('250')
  await expect(funds.getByLabel('Note')).toHaveValue('Paid at the counter')
})

/** A player with 100 rupees, and 500 typed under Manage Funds. */
async function typed(page: Page, office: Office) {
  const player = await office.player('Funds', 100)
  await page.goto(detailsOf(player))
  const funds = card(page, 'Manage Funds')
  await funds.getByLabel('Amount').fill('500')
  return { player, funds, add: funds.getByRole('button', { name: 'Add Funds' }) }
}

async function lookAtHistory(page: Page) {
  await page.getByRole('tab', { name: 'Transaction History' }).click()
  await page.getByRole('tab', { name: 'User Details' }).click()
}

test('an amount whose answer was lost is moved once, also after a look at another tab', async ({
  page,
  office,
}) => {
  const { player, funds, add } = await typed(page, office)
  await loseAnswer(page, api.users.addFunds)
  await add.click()
  await expect(page.getByRole('alert')).toContainText('server is not responding')
  await lookAtHistory(page)
  await expect(funds.getByLabel('Amount')).toHaveValue('500')
  await office.call(api.users.deductFunds, { id: player.id, amount: 500 })
  await add.click()
  await expect(page.getByText('and is not done a second time: ₹500.00 added.')).toBeVisible()
  expect((await office.call(api.users.get, { id: player.id })).data.wallet).toBe(100)
  await expect(stat(page, 'Balance')).toHaveText('Balance₹100.00')
  // Told so, who means it once more does it once more.
  await funds.getByLabel('Amount').fill('500')
  await add.click()
  await expect(page.getByRole('status')).toHaveText('₹500.00 added. The wallet now holds ₹600.00.')
  expect((await office.call(api.users.get, { id: player.id })).data.wallet).toBe(600)
})

test('an amount that is still being moved waits for its answer, also after a look at another tab', async ({
  page,
  office,
}) => {
  const { funds, add } = await typed(page, office)
  const answer = Promise.withResolvers<void>()
  await page.route(`**${api.users.addFunds.path}`, async (route) => {
    const response = await route.fetch()
    await answer.promise
    await route.fulfill({ response })
  })
  await add.click()
  await lookAtHistory(page)
  await expect(add).toBeDisabled()
  await expect(funds.getByRole('button', { name: 'Deduct Funds' })).toBeDisabled()
  await expect(funds.getByLabel('Amount')).toBeDisabled()
  answer.resolve()
  await expect(page.getByRole('status')).toHaveText('₹500.00 added. The wallet now holds ₹600.00.')
  await expect(funds.getByLabel('Amount')).toHaveValue('')
  await expect(add).toBeEnabled()
})

test('funds are added and deducted once a click, it is told, and the wallet and the history follow', async ({
  page,
  office,
}) => {
  const player = await office.player('Moved', 100)
  await page.goto(detailsOf(player))
  const funds = card(page, 'Manage Funds')
  await funds.getByLabel('Amount').fill('250.5')
  await expect(funds.getByText('two hundred fifty rupees and fifty paise')).toBeVisible()
  await funds.getByLabel('Note').fill('cash at the office')
  const sent = page.waitForRequest(`**${api.users.addFunds.path}`)
  await funds.getByRole('button', { name: 'Add Funds' }).dblclick()
  expect((await sent).postDataJSON()).toEqual({ id: player.id, amount: 250.5, note: 'cash at the office' })
  await expect(page.getByRole('status')).toHaveText('₹250.50 added. The wallet now holds ₹350.50.')
  await expect(stat(page, 'Balance')).toHaveText('Balance₹350.50')
  await expect(page.getByRole('tab', { name: 'Transaction History 2' })).toBeVisible()
  await expect(funds.getByLabel('Amount')).toHaveValue('')

  await funds.getByRole('button', { name: '₹100' }).click()
  const taken = page.waitForRequest(`**${api.users.deductFunds.path}`)
  await funds.getByRole('button', { name: 'Deduct Funds' }).click()
  expect((await taken).postDataJSON()).toEqual({ id: player.id, amount: 100 })
  await expect(page.getByRole('status')).toHaveText('₹100.00 deducted. The wallet now holds ₹250.50.')
  await expect(page.getByRole('tab', { name: 'Transaction History 3' })).toBeVisible()
  expect((await office.call(api.users.get, { id: player.id })).data.wallet).toBe(250.5)
  await goWithin(page, '/banners')
  await expect(page.getByRole('heading', { name: 'Banners', level: 1 })).toBeVisible()
  await expect(page.getByText('₹100.00 deducted.')).toHaveCount(0) // It was the other screen's.
})

test('the second click of a double one that comes after the answer says nothing is wrong', async ({
  page,
  office,
}) => {
  const { funds, add } = await typed(page, office)
  await add.click()
  await expect(page.getByRole('status')).toHaveText('₹500.00 added. The wallet now holds ₹600.00.')
  await add.dispatchEvent('click', { detail: 2 })
  await expect(funds.getByLabel('Amount')).not.toHaveAttribute('aria-invalid', 'true')
  await expect(funds.getByText('Nothing is entered yet.')).toBeVisible()
})

test('a wallet that has shrunk meanwhile refuses the deduction', async ({ page, office }) => {
  const player = await office.player('Raced', 100)
  await page.goto(detailsOf(player))
  await page.getByLabel('Amount').fill('80')
  await office.call(api.users.deductFunds, { id: player.id, amount: 50 })
  await page.getByRole('button', { name: 'Deduct Funds' }).click()
  await expect(page.getByRole('alert')).toHaveText('Amount exceeds wallet balance')
  expect((await office.call(api.users.get, { id: player.id })).data.wallet).toBe(50)
})
