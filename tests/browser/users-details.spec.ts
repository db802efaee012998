/** One user: what is known, what may be done, both histories (specification 1 §2 User details, §5, §8). */
import { api } from '@munim/contract'
import type { Locator, Page } from '@playwright/test'
import { answerWith, expect, holdClock, type Player, test, unique } from './support.ts'

const detailsOf = ({ id }: Player, tab?: string) => `/users/details/${id}${tab ? `?tab=${tab}` : ''}`
/** The value of a label in one of the read-only cards. */
const factOf = (card: Locator, label: string) =>
  card
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('+ dd')
const card = (page: Page, name: string) => page.getByRole('region', { name })
/** A quick stat of the head. */
const stat = (page: Page, label: string) => page.getByText(label, { exact: true }).locator('..')

test('the head has the name, the tick of the approved, the quick stats and the acts @both', async ({
  page,
  office,
}) => {
  const player = await office.player('Head', 1250)
  const market = await office.market('HEAD')
  const won = await office.bid(player, market, '4', 100)
  await office.call(api.results.declare, {
    marketId: String(market.id),
    date: won.day,
    manualOpenDigit: '1',
    manualOpenPanna: '128',
    manualCloseDigit: '4',
    manualClosePanna: '455',
  })
  const { data } = await office.call(api.users.get, { id: player.id })
  const rupees = (amount: number) =>
    new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(amount)

  await page.goto(detailsOf(player))
  await expect(page.getByRole('heading', { level: 1, name: player.name })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Verified' })).toBeVisible()
  expect(data.total_win).toBeGreaterThan(100)
  await expect(stat(page, 'Balance')).toHaveText(`Balance${rupees(1150 + data.total_win)}`)
  await expect(stat(page, 'Total Bets')).toHaveText('Total Bets₹100.00')
  await expect(stat(page, 'Total Win')).toHaveText(`Total Win${rupees(data.total_win)}`)
  for (const act of ['Edit User', 'Block User', 'Reset Password', 'Delete User'])
    await expect(page.getByRole('button', { name: act })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve User' })).toHaveCount(0)
  // The stake, the win and what was added; one bid.
  await expect(page.getByRole('tab')).toHaveText(['User Details', 'Transaction History 3', 'Bid History 1'])
})

test('Approve User, Block User and Unblock User do so and are told', async ({ page, office }) => {
  const player = await office.player('Waiting', 0, { approved: false })
  await page.goto(detailsOf(player))
  await expect(page.getByRole('button', { name: 'Block User' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Verified' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Approve User' }).click()
  await expect(page.getByRole('img', { name: 'Verified' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve User' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Block User', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Unblock User' })).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('User blocked')
  await expect(factOf(card(page, 'Basic Information'), 'Status')).toHaveText('Blocked')
  await page.getByRole('button', { name: 'Unblock User' }).click()
  await expect(page.getByRole('button', { name: 'Block User', exact: true })).toBeVisible()
  const { data } = await office.call(api.users.get, { id: player.id })
  expect([data.isApproved, data.isBlocked]).toEqual([true, false])
})

test('the cards show all that is known, and of the push token only that there is one @both', async ({
  page,
  office,
}) => {
  const player = await office.player('Known', 0)
  const account = `${Date.now()}`
  await office.call(api.users.update, {
    id: player.id,
    mpin: '1234',
    whatsapp: '9829041177',
    telegram: '@known',
    account_holder_name: 'Known Holder',
    account_no: account,
    bank_name: 'State Bank of India',
    branch_name: 'Vaishali Nagar',
    ifsc_code: 'SBIN0031024',
    address: 'Jaipur',
    phone_pay_no: '9829041178',
    google_pay_no: '9829041179',
    paytm_no: '9829041180',
    upi_id: 'known@ybl',
    upi_number: '9829041181',
    result_notification: false,
  })
  await page.goto(detailsOf(player))
  for (const [name, facts] of [
    [
      'Basic Information',
      {
        'User ID': String(player.id),
        Mobile: player.mobile,
        WhatsApp: '9829041177',
        Telegram: '@known',
        MPIN: '••••',
        Status: 'Active',
        Approval: 'Approved',
      },
    ],
    [
      'Bank Details',
      {
        'Account holder': 'Known Holder',
        'Account no.': account,
        Bank: 'State Bank of India',
        Branch: 'Vaishali Nagar',
        'IFSC code': 'SBIN0031024',
        Address: 'Jaipur',
      },
    ],
    [
      'Payment Methods',
      {
        PhonePe: '9829041178',
        'Google Pay': '9829041179',
        Paytm: '9829041180',
        'UPI ID': 'known@ybl',
        'UPI number': '9829041181',
      },
    ],
    ['Wallet Information', { Created: /\d{4}, \d+:\d\d [ap]m$/, Updated: /\d{4}, \d+:\d\d [ap]m$/ }],
    ['Notification Settings', { 'Push token': 'Not Set', Receives: 'personal' }],
  ] as const) {
    for (const [label, value] of Object.entries(facts)) {
      await expect(factOf(card(page, name), label)).toHaveText(value)
    }
  }

  await office.call(api.player.pushToken, { token: 'secret-push-token' }, player.token)
  await page.reload()
  await expect(factOf(card(page, 'Notification Settings'), 'Push token')).toHaveText('Configured')
  await expect(page.getByText('secret-push-token')).toHaveCount(0)
})

test.describe('Manage Funds', () => {
  test('takes amounts above nothing, at most two decimals, and no more than the wallet holds', async ({
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

  test('adds and deducts once a click, says so, and the wallet and the history follow @both', async ({
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
})

test.describe('Edit User', () => {
  test('sends only what was changed, says what that is, and shows it afterwards @both', async ({
    page,
    office,
  }) => {
    const player = await office.player('Edited')
    await page.goto(detailsOf(player))
    await page.getByRole('button', { name: 'Edit User' }).click()
    for (const group of ['Basic Information', 'Bank Details', 'Payment Methods', 'Notification Settings'])
      await expect(page.getByRole('group', { name: group })).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(player.name)

    await page.getByLabel('Telegram').fill('@edited')
    await page.getByLabel('Branch').fill('Malviya Nagar')
    await page.getByRole('switch', { name: 'Betting' }).click()
    await expect(page.getByText('Unsaved: Telegram – → @edited')).toContainText('Betting on → off')
    const sent = page.waitForRequest(`**${api.users.update.path}`)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    expect((await sent).postDataJSON()).toEqual({
      id: player.id,
      telegram: '@edited',
      branch_name: 'Malviya Nagar',
      betting: false,
    })
    await expect(page.getByRole('status')).toHaveText('User details updated')
    await expect(factOf(card(page, 'Basic Information'), 'Telegram')).toHaveText('@edited')
    await expect(factOf(card(page, 'Basic Information'), 'May')).toHaveText('transfer')
    await expect(factOf(card(page, 'Bank Details'), 'Branch')).toHaveText('Malviya Nagar')
    await expect(page.getByRole('button', { name: 'Edit User' })).toBeFocused()
    expect((await office.call(api.users.get, { id: player.id })).data.user_name).toBe(player.name)
  })

  test('Mobile takes 11 characters, MPIN 4; the MPIN is never shown', async ({ page, office }) => {
    const player = await office.player('Short Fields')
    await office.call(api.users.update, { id: player.id, mpin: '4321' })
    await page.goto(detailsOf(player))
    await page.getByRole('button', { name: 'Edit User' }).click()
    const mobile = page.getByLabel('Mobile')
    await mobile.fill('')
    await mobile.pressSequentially('123456789012345')
    await expect(mobile).toHaveValue('12345678901')
    const mpin = page.getByLabel('MPIN')
    await expect(mpin).toHaveValue('')
    await mpin.pressSequentially('987654')
    await expect(mpin).toHaveValue('9876')
    await expect(page.getByText('MPIN replaced')).toBeVisible()
    await expect(page.getByText('4321')).toHaveCount(0)
  })

  test('Cancel gives everything up; leaving with changes asks first', async ({ page, office }) => {
    const player = await office.player('Cancelled')
    await page.goto(detailsOf(player))
    await page.getByRole('button', { name: 'Edit User' }).click()
    await page.getByLabel('Telegram').fill('@never')
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.message())
      void dialog.dismiss()
    })
    await page.getByRole('link', { name: 'Market', exact: true }).click()
    await expect.poll(() => asked).toEqual(['Leave without saving the changes?'])
    await expect(page).toHaveURL(detailsOf(player))
    await expect(page.getByLabel('Telegram')).toHaveValue('@never')

    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(factOf(card(page, 'Basic Information'), 'Telegram')).toHaveText('–')
    await page.getByRole('button', { name: 'Edit User' }).click()
    await expect(page.getByLabel('Telegram')).toHaveValue('')
    expect((await office.call(api.users.get, { id: player.id })).data.telegram).toBe('')
  })

  test('no field with the focus is hidden by the bar that floats over the form @both', async ({
    page,
    office,
  }) => {
    const player = await office.player('Tabbed')
    await page.goto(detailsOf(player))
    await page.getByRole('button', { name: 'Edit User' }).click()
    await page.getByLabel('Telegram').fill('@tabbed')
    const bar = page.getByRole('button', { name: 'Save Changes' }).locator('..')
    const field = page.locator(':focus')
    for (const label of [
      'MPIN',
      'Betting',
      'Transfer',
      'Verified',
      'Account in use',
      'Blocked',
      'Account holder',
    ]) {
      await page.keyboard.press('Tab')
      await expect(field).toHaveAccessibleName(label)
      const [under, above] = [await field.boundingBox(), await bar.boundingBox()]
      expect(under!.y + under!.height).toBeLessThanOrEqual(above!.y)
    }
  })
})

test('Reset Password checks in order, and the new one works where the old one no more does', async ({
  page,
  office,
}) => {
  const player = await office.player('Forgetful')
  await page.goto(detailsOf(player))
  await page.getByRole('button', { name: 'Reset Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset Password' })
  const chosen = dialog.getByLabel('New password')
  const repeated = dialog.getByLabel('Confirm password')
  const reset = dialog.getByRole('button', { name: 'Reset', exact: true })
  await expect(chosen).toBeFocused()
  const sentences = dialog.getByText(/Please enter|must be|do not match/)
  for (const [words, field, sentence] of [
    [['', 'abc'], chosen, 'Please enter a new password'],
    [['abc', ''], chosen, 'Password must be at least 6 characters long'],
    [['abcdef', 'abcdeg'], repeated, 'Passwords do not match'],
  ] as const) {
    await chosen.fill(words[0])
    await repeated.fill(words[1])
    await reset.click()
    await expect(sentences).toHaveText([sentence])
    await expect(field).toHaveAccessibleDescription(sentence)
    await expect(field).toBeFocused()
  }
  await repeated.fill('abcdef')
  await reset.click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('status')).toContainText(`password of ${player.name}`)
  await expect(page.getByRole('button', { name: 'Reset Password' })).toBeFocused()

  const { mobile } = player
  await expect(office.call(api.player.me, {}, player.token)).rejects.toThrow('401')
  const { data } = await office.call(api.player.login, { mobile, password: 'abcdef' }, '')
  expect(data.id).toBe(player.id)
})

test.describe('Delete User', () => {
  test('asks for exactly DELETE, says what it does, and goes back to the list after 2 s @both', async ({
    page,
    office,
  }) => {
    const player = await office.player('Gone', 300)
    await office.bid(player, await office.market('GONE'), '4', 100)
    await page.clock.install()
    await page.goto(detailsOf(player))
    await page.getByRole('button', { name: 'Delete User' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete User' })
    const word = dialog.getByLabel('Type DELETE to confirm')
    const confirm = dialog.getByRole('button', { name: 'Delete', exact: true })
    await expect(dialog).toContainText('1 running bid is cancelled, ₹100.00 refunded.')
    await expect(dialog).toContainText('₹300.00 left in the wallet')
    await expect(word).toBeFocused()
    for (const typed of ['', 'delete', 'DELET', 'DELETE ', ' DELETE', 'DELETEE']) {
      await word.fill(typed)
      await expect(confirm).toBeDisabled()
    }
    await word.fill('DELETE')
    await expect(confirm).toBeEnabled()
    await word.press('Enter')
    await expect(dialog).toBeVisible()

    await holdClock(page)
    const sent = page.waitForRequest(`**${api.users.remove.path}`)
    await confirm.click()
    expect((await sent).postDataJSON()).toEqual({ id: player.id })
    await expect(page.getByRole('status')).toContainText(`${player.name} is deleted`)
    await expect(page.getByRole('button', { name: 'Edit User' })).toBeDisabled()
    await page.clock.runFor(1999)
    expect(new URL(page.url()).pathname).toBe(detailsOf(player))
    await page.clock.runFor(1)
    await expect(page).toHaveURL('/users')
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await expect(page.getByText(player.mobile)).toHaveCount(0)

    await page.clock.resume()
    await page.goto(detailsOf(player))
    await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
  })

  test('Cancel and Escape leave everything as it is', async ({ page, office }) => {
    const player = await office.player('Kept')
    await page.goto(detailsOf(player))
    const dialog = page.getByRole('dialog', { name: 'Delete User' })
    for (const leave of [
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await page.getByRole('button', { name: 'Delete User' }).click()
      await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
      await leave()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Delete User' })).toBeFocused()
    }
    expect((await office.call(api.users.get, { id: player.id })).data.user_name).toBe(player.name)
  })
})

test('what fails is told in its own words', async ({ page, office }) => {
  const player = await office.player('Failing', 100, { approved: false })
  await page.goto(detailsOf(player))
  const { update, addFunds, deductFunds, remove } = api.users
  for (const endpoint of [update, addFunds, deductFunds, remove]) await answerWith(page, endpoint, {})
  const alert = page.getByRole('alert')
  await page.getByRole('button', { name: 'Approve User' }).click()
  await expect(alert).toHaveText('Failed to approve user')
  await page.getByRole('button', { name: 'Block User' }).click()
  await expect(alert).toHaveText('Failed to update user status')
  await page.getByLabel('Amount').fill('50')
  await page.getByRole('button', { name: 'Add Funds' }).click()
  await expect(alert).toHaveText('Failed to add funds')
  await page.getByRole('button', { name: 'Deduct Funds' }).click()
  await expect(alert).toHaveText('Failed to deduct funds')
  await page.getByRole('button', { name: 'Edit User' }).click()
  await page.getByLabel('Telegram').fill('@failing')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(alert).toHaveText('Failed to update user details')
  await page.getByRole('button', { name: 'Cancel' }).click()

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await dialog.getByLabel('New password').fill('abcdef')
  await dialog.getByLabel('Confirm password').fill('abcdef')
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to reset password')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete User' }).click()
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to delete user')
})

test.describe('what is not there', () => {
  test('no id, and no such user, have their own sentences', async ({ page }) => {
    for (const [path, sentence] of [
      ['/users/details', 'User ID is missing'],
      ['/users/details/', 'User ID is missing'],
      ['/users/details/somebody', 'User ID is missing'],
      ['/users/details/999999999', 'User not found'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: sentence })).toBeVisible()
    }
    await page.getByRole('link', { name: 'Back to Users' }).click()
    await expect(page).toHaveURL('/users')
  })

  test('what cannot be fetched is told, with Retry', async ({ page, office }) => {
    const player = await office.player('Unfetched')
    for (const endpoint of [api.users.get, api.users.transactions, api.users.bids])
      await answerWith(page, endpoint, {})
    await page.goto(detailsOf(player))
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Failed to fetch user details')
    await page.unroute(`**${api.users.get.path}`)
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('tab', { name: /Transaction History/ }).click()
    await expect(alert).toContainText('Failed to fetch transaction history')
    await page.getByRole('tab', { name: /Bid History/ }).click()
    await expect(alert).toContainText('Failed to fetch bid history')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('No bids found')).toBeVisible()
  })
})

test.describe('Transaction History', () => {
  test('is a ledger: what came, what went, and what was left, with the status of each @both', async ({
    page,
    office,
    isMobile,
  }) => {
    const player = await office.player('Ledger', 1000)
    await office.bid(player, await office.market('LEDGER'), '7', 100)
    await office.withdrawal(player, 200)
    const refused = await office.withdrawal(player, 300)
    await office.call(api.wallet.decideWithdrawal, {
      transactionId: refused,
      status: 'rejected',
      note: 'no such account',
    })
    await page.goto(detailsOf(player, 'transactions'))
    await expect(page.getByRole('tab', { name: 'Transaction History 5' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    const entries = isMobile
      ? page.getByRole('tabpanel').getByRole('listitem')
      : page.getByRole('tabpanel').locator('tbody').getByRole('row')
    await expect(entries).toHaveCount(5)
    // The latest first.
    for (const [at, words] of [
      ['Withdrawal', 'completed', '300.00', '700.00'],
      ['Withdrawal', 'failed', '300.00', '400.00'],
      ['Withdrawal', 'pending', '200.00', '700.00'],
      ['Bid placed', 'LEDGER', 'Single Digit 7', 'completed', '100.00', '900.00'],
      ['Funds added', 'completed', '1,000.00', '1,000.00'],
    ].entries()) {
      for (const word of words) await expect(entries.nth(at)).toContainText(word)
    }
  })

  test('has ten a page, kept in the address', async ({ page, office }) => {
    const player = await office.player('Many')
    for (let n = 1; n <= 11; n++) await office.call(api.users.addFunds, { id: player.id, amount: n })
    await page.goto(detailsOf(player, 'transactions'))
    const rows = page.getByRole('tabpanel').locator('tbody').getByRole('row')
    await expect(page.getByText('Showing 1 to 10 of 11 entries')).toBeVisible()
    await expect(rows).toHaveCount(10)
    await page.getByRole('button', { name: 'Page 2' }).click()
    await expect(page).toHaveURL(`${detailsOf(player, 'transactions')}&page=2`)
    await expect(rows).toHaveCount(1)
    await page.reload()
    await expect(page.getByText('Showing 11 to 11 of 11 entries')).toBeVisible()
    await page.getByRole('tab', { name: /Bid History/ }).click()
    await expect(page).toHaveURL(detailsOf(player, 'bids'))
    await page.goBack()
    await expect(page.getByText('Showing 11 to 11 of 11 entries')).toBeVisible()
  })

  test('marks an entry that does not continue the one before it', async ({ page, office }) => {
    const player = await office.player('Gap', 100)
    await office.call(api.users.addFunds, { id: player.id, amount: 50 })
    await page.route(`**${api.users.transactions.path}`, async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      answer.data[0].prev_balance = 90
      await route.fulfill({ response, json: answer })
    })
    await page.goto(detailsOf(player, 'transactions'))
    const rows = page.getByRole('tabpanel').locator('tbody').getByRole('row')
    await expect(rows).toHaveCount(2)
    await expect(rows.filter({ hasText: 'does not continue from the entry below' })).toHaveCount(1)
    await expect(rows.first()).toContainText('does not continue from the entry below')
  })
})

test.describe('Bid History', () => {
  test('shows where, on what, how much, how it went and what it won @both', async ({
    page,
    office,
    isMobile,
  }) => {
    const player = await office.player('Better', 1000)
    const market = await office.market('BETTER')
    await office.bid(player, market, '4', 100)
    const { day } = await office.bid(player, market, '5', 50)
    await office.call(api.results.declare, {
      marketId: String(market.id),
      date: day,
      manualOpenDigit: '1',
      manualOpenPanna: '128',
      manualCloseDigit: '4',
      manualClosePanna: '455',
    })
    const other = await office.market('OTHER')
    await office.bid(player, other, '6', 20)
    const cancelled = await office.bid(player, other, '8', 10)
    await office.call(api.bids.revert, { betId: cancelled.id })
    const { data } = await office.call(api.users.bids, { userId: player.id })
    const won = data.find(({ status }) => status === 'win')!

    await page.goto(detailsOf(player, 'bids'))
    const bids = isMobile
      ? page.getByRole('tabpanel').getByRole('listitem')
      : page.getByRole('tabpanel').locator('tbody').getByRole('row')
    await expect(bids).toHaveCount(4)
    const win = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(
      won.win as number,
    )
    for (const [at, words] of [
      [other.name, 'Close', 'Single Digit 8', '₹10.00', 'cancelled', '–'],
      [other.name, 'Single Digit 6', '₹20.00', 'running', '–'],
      [market.name, 'Single Digit 5', '₹50.00', 'loss', '–'],
      [market.name, '11:59 pm – 12:30 am', 'Single Digit 4', '₹100.00', 'win', win],
    ].entries()) {
      for (const word of words) await expect(bids.nth(at)).toContainText(word)
    }
  })

  test('who has bet nothing and moved nothing is told so', async ({ page, office }) => {
    const player = await office.player(`Idle ${unique()}`)
    await page.goto(detailsOf(player, 'bids'))
    await expect(page.getByText('No bids found')).toBeVisible()
    await page.getByRole('tab', { name: 'Transaction History 0' }).click()
    await expect(page.getByText('No transactions found')).toBeVisible()
  })
})
