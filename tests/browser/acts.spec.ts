/** A second person: limits that one administrator sets, and an act above them that another one confirms. */
import { api, DAYS_BACK } from '@munim/contract'
import { addDays } from '@munim/core'
import { declared, OVER, today } from './draws.ts'
import {
  answerWith,
  expect,
  expectNoViolations,
  expectSound,
  secondClick,
  signedInWith,
  testAlone,
} from './support.ts'

const test = testAlone()

test.describe.configure({ mode: 'serial' })

const TO_CONFIRM = { name: 'To confirm', exact: true }

test('of one administrator alone nothing of a second person is seen', async ({ page }) => {
  await page.goto('/settings/administrators')
  await expect(page.getByRole('heading', { name: 'Roles' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'A second person' })).toHaveCount(0)
  await expect(page.getByRole('link', TO_CONFIRM)).toHaveCount(0)
})

test('funds above a limit wait, the other administrator confirms them, and both see it', async ({
  page,
  browser,
  office,
  baseURL,
}) => {
  const player = await office.player('Lata', 100)
  const walletOf = async () => (await office.call(api.users.get, { id: player.id })).data.wallet
  const { token } = await office.administrator('Owner', 'Meera')

  await answerWith(page, api.security.get, { status: 'error', message: 'Busy' }, 500)
  await page.goto('/settings/administrators')
  const limits = page.getByRole('region', { name: 'A second person' })
  await expect(limits.getByRole('alert')).toContainText('Busy')
  await page.unroute(`**${api.security.get.path}`)
  await limits.getByRole('button', { name: 'Retry' }).click()
  await limits.getByLabel('Funds added or deducted').fill('1000')
  await limits.getByLabel('Withdrawals approved').fill('0')
  await limits.getByLabel('Results and bids reverted, draws voided').fill('0')
  await expectNoViolations(page)
  await limits.getByRole('button', { name: 'Save Limits' }).click()
  await expect(page.getByText('The limits are saved')).toBeVisible()
  await expect(page.getByRole('link', TO_CONFIRM)).toBeVisible()

  await page.goto(`/users/details/${player.id}`)
  await page.getByLabel('Amount').fill('5000')
  await page.getByLabel('Note').fill('By bank')
  await page.getByRole('button', { name: 'Add Funds' }).click()
  await expect(page.getByText('Waits for a second person.')).toBeVisible()
  await expect(page.getByText(/The wallet now holds/)).toHaveCount(0)
  expect(await walletOf()).toBe(100)
  const funds = page.getByRole('region', { name: 'Manage Funds' })
  await expect(funds).toContainText('admin asked for it: Add Funds. It is in To confirm.')
  await expectNoViolations(page)
  await funds.getByRole('link', TO_CONFIRM).click()
  await expect(page.getByText('You asked for it')).toBeVisible()
  await expect(page.getByText('Meera may confirm it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Withdraw it' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm' })).toHaveCount(0)

  const context = await browser.newContext({
    storageState: signedInWith(token, baseURL!),
    baseURL: baseURL!,
  })
  const theirs = await context.newPage()
  await theirs.goto('/')
  const entry = theirs.getByRole('navigation', { name: 'Sections' }).getByRole('link', TO_CONFIRM)
  await expect(entry).toHaveAccessibleDescription('1 to confirm')
  // The bell tells who may confirm it, until it was seen; it is listed until it is decided.
  const bell = theirs.getByRole('button', { name: 'Recent activity' })
  const needs = theirs.getByRole('dialog').getByRole('region', { name: 'Needs you' })
  await expect(bell).toHaveAccessibleDescription('1 needs you')
  await bell.click()
  await expect(needs.getByRole('link', { name: '1 act waits for a second person' })).toBeVisible()
  await expect(bell).not.toHaveAttribute('aria-describedby')
  await theirs.keyboard.press('Escape')
  await entry.click()
  const act = theirs.getByRole('list', { name: 'Acts that wait for a second person' }).getByRole('listitem')
  await expect(act).toContainText('Add Funds')
  await expect(act).toContainText(`#${player.id}`)
  await expect(act).toContainText('₹100.00 → ₹5,100.00')
  await expect(act).toContainText('By bank')
  await expect(act).toContainText('admin asked for it')
  await expectSound(theirs)

  await act.getByRole('button', { name: 'Decline' }).click()
  const dialog = theirs.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(dialog.getByText('Note is required')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await act.getByRole('button', { name: 'Confirm' }).click()
  await office.call(api.users.addFunds, { id: player.id, amount: 100 }) // which makes it no other act
  const message = 'What this would do has changed meanwhile: look at it again.'
  const refused = { status: 409, json: { status: 'error', message, errors: { basedOn: message } } }
  await theirs.route(`**${api.acts.confirm.path}`, (route) => route.fulfill(refused), { times: 1 })
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toContainText(message)
  await expect(dialog).toContainText('₹100.00 → ₹5,100.00')
  await dialog.getByRole('button', { name: 'Look again' }).click()
  await expect(dialog).toContainText('₹200.00 → ₹5,200.00')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(theirs.getByText('Confirmed: it is done')).toBeVisible()
  await expect(theirs.getByText('Nothing to confirm')).toBeVisible()
  await bell.click()
  await expect(needs).toContainText('Nothing needs you now.')
  await theirs.keyboard.press('Escape')
  expect(await walletOf()).toBe(5200)

  await page.getByRole('button', { name: 'Decided' }).click()
  await expect(page.getByText(/Meera confirmed it/)).toBeVisible()
  await context.close()
})

test('a request whose approval waits says so in its row and in its dialog, and is not asked for twice', async ({
  page,
  office,
}) => {
  const kavita = await office.player('Kavita', 900)
  await office.call(api.player.updateProfile, { phone_pay_no: '9829041177' }, kavita.token)
  const asked = { amount: 500, transfer_type: 'phonepe' } as const
  await office.call(api.player.requestWithdrawal, asked, kavita.token)
  await page.goto('/wallet?tab=withdrawals&status=all')
  const row = page.getByRole('row').filter({ hasText: kavita.name })
  const dialog = page.getByRole('dialog', { name: 'Approve Withdrawal' })
  await row.getByRole('button', { name: 'Approve' }).click()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Waits for a second person.')).toBeVisible()
  await expect(row).toContainText('pending')
  await expect(row).toContainText('admin asked for it: To confirm')
  await expectSound(page)

  await row.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog).toContainText('admin asked for it: Approve Withdrawal. It is in To confirm.')
  await dialog.getByLabel('Payment reference (UTR)').fill('432610098811')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog).toContainText('admin asked for this already: it waits for a second person')
  await dialog.getByRole('link', TO_CONFIRM).click()
  await page.getByRole('button', { name: 'Withdraw it' }).click()
  await expect(page.getByText('Nothing to confirm')).toBeVisible()
  await page.goBack()
  await expect(row).toContainText('pending')
  await expect(row).not.toContainText('asked for it')
})

test('who asked withdraws it, and the limits wait themselves', async ({ page, office }) => {
  await page.goto('/settings/administrators')
  const limits = page.getByRole('region', { name: 'A second person' })
  await expect(limits.getByLabel('An act waits for')).toHaveAccessibleDescription('h')
  const funds = limits.getByLabel('Funds added or deducted')
  await expect(funds).toHaveAccessibleDescription('₹')
  await funds.fill('9000000')
  await limits.getByRole('button', { name: 'Save Limits' }).click()
  await expect(page.getByText('Waits for a second person.')).toBeVisible()
  expect((await office.call(api.security.get, {})).data.funds).toBe(1000)
  const asked = page.waitForResponse(`**${api.security.update.path}`)
  await funds.fill('8000000')
  await limits.getByRole('button', { name: 'Save Limits' }).click()
  await asked
  await page.goto('/to-confirm')
  await expect(page.getByText('₹1,000.00 → ₹90,00,000.00')).toBeVisible()
  const withdraw = page.getByRole('button', { name: 'Withdraw it' })
  await expect(withdraw).toHaveCount(2)
  await withdraw.first().click()
  await expect(withdraw).toHaveCount(1)
  // The second click of a double one, which comes when the next act lies under the pointer.
  await secondClick(withdraw)
  await page.reload()
  await expect(page.getByText('₹1,000.00 → ₹80,00,000.00')).toBeVisible()
  await withdraw.click()
  await expect(page.getByText('Withdrawn: nothing was done')).toBeVisible()
  await expect(page.getByText('Nothing to confirm')).toBeVisible()
})

test('a revert that waits says so once its result is too old to be declared again', async ({
  page,
  office,
}) => {
  const market = await office.newMarket('WAITED', OVER)
  await declared(office.call, market.id, today(), '1-128')
  await page.goto(`/results/details/${market.id}`)
  await page.getByRole('button', { name: 'Revert Result' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revert', exact: true }).click()
  await expect(page.getByText('Waits for a second person.')).toBeVisible()
  await page.clock.setFixedTime(`${addDays(today(), DAYS_BACK + 1)}T12:00:00+05:30`)
  await page.goto('/to-confirm')
  await expect(page.getByRole('main')).toContainText(`It is older than ${DAYS_BACK} days`)
})
