/** One user: what is known of them, and what may be done (specification 1 §2 User details, §5, §8). */
import { api, TO_LOOK_AT_FIRST } from '@munim/contract'
import { declared } from './draws.ts'
import { answerWith, expect, goWithin, holdClock, rupees, test } from './support.ts'
import { card, detailsOf, factOf, stat } from './user-page.ts'

test('the head has the name, the tick of the approved, the quick stats and the acts @both', async ({
  page,
  office,
}) => {
  const player = await office.player('Head', 1250)
  const market = await office.market('HEAD')
  const won = await office.bid(player, market, '4', 100)
  await declared(office.call, market.id, won.day, '1-128', '4-455')
  const { data } = await office.call(api.users.get, { id: player.id })
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
  await expect(page.getByRole('tab')).toHaveText([
    'User Details',
    'Transaction History 3',
    'Bid History 1',
    'Story',
  ])
})

test('Approve User, Block User and Unblock User do so and are told', async ({ page, office }) => {
  const player = await office.player('Waiting', 0, { approved: false })
  // Settings that give one would pay it in other stories, too.
  const bonuses = { joining: 25, referral: 0 }
  await page.route(`**${api.users.payouts.path}`, async (route) => {
    const response = await route.fetch()
    const { data, ...answer } = await response.json()
    await route.fulfill({ response, json: { ...answer, data: { ...data, bonuses } } })
  })
  await page.route(
    `**${api.users.update.path}`,
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), bonuses } })
    },
    { times: 1 },
  )
  await page.goto(detailsOf(player))
  await expect(page.getByRole('button', { name: 'Block User' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Verified' })).toHaveCount(0)
  const toPay = factOf(card(page, 'Payouts'), 'Bonus')
  await expect(toPay).toHaveText('Approving pays a joining bonus of ₹25.00.')
  await page.getByRole('button', { name: 'Approve User' }).click()
  await expect(page.getByRole('status')).toHaveText('User approved. A joining bonus of ₹25.00 was paid.')
  await expect(toPay).toHaveCount(0)
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

test('the keyboard stays where it acted, also where the button is gone', async ({ page, office }) => {
  const player = await office.player('Keyboard', 0, { approved: false })
  await page.goto(detailsOf(player))
  await page.getByRole('button', { name: 'Block User' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Unblock User' })).toBeFocused()
  await page.getByLabel('Amount').fill('100')
  await page.getByRole('button', { name: 'Add Funds' }).press('Enter')
  await expect(stat(page, 'Balance')).toHaveText('Balance₹100.00')
  await expect(page.getByRole('button', { name: 'Add Funds' })).toBeFocused()
  await page.getByRole('button', { name: 'Approve User' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Approve User' })).toHaveCount(0)
  await expect(page.locator('div:focus').getByRole('button', { name: 'Edit User' })).toBeVisible()
})

test('the cards show all that is known, and of the push token only that there is one', async ({
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
  test('asks for exactly DELETE, says what it does, and goes back to the list after 2 s', async ({
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
    expect((await sent).postDataJSON()).toMatchObject({ id: player.id, basedOn: { wallet: 200 } })
    await expect(page.getByRole('status')).toContainText(`${player.name} is deleted`)
    await expect(page.getByRole('button', { name: 'Edit User' })).toBeDisabled()
    await page.clock.runFor(1999)
    expect(new URL(page.url()).pathname).toBe(detailsOf(player))
    await page.clock.runFor(1)
    await expect(page).toHaveURL('/users')
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await expect(page.getByText(player.mobile)).toHaveCount(0)
    // It is told for three seconds, two of them on the player's page.
    const told = page.getByText(`${player.name} is deleted`)
    await page.mouse.move(0, 0)
    await page.clock.runFor(900)
    await expect(told).toBeVisible()
    await page.clock.runFor(200)
    await expect(told).toHaveCount(0)

    await page.clock.resume()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
    await expect(page.getByText(player.name)).toHaveCount(0)
    await page.goto(detailsOf(player))
    await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
  })

  test.describe('while it is followed what happens', () => {
    test.use({ isLive: true })

    test('the list comes back by itself, and none is asked for who is gone', async ({ page, office }) => {
      const player = await office.player('Followed')
      await page.goto(detailsOf(player))
      await expect(page.getByRole('button', { name: 'Live, pause updates' })).toBeVisible()
      const missing: string[] = []
      page.on('response', (response) => response.status() === 404 && missing.push(response.url()))
      await page.getByRole('button', { name: 'Delete User' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete User' })
      await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(page.getByRole('status')).toContainText(`${player.name} is deleted`)
      await expect(page).toHaveURL('/users')
      expect(missing).toEqual([])
    })
  })

  test('what it would do is not known: that is said, nothing older is told, and nobody is deleted by it', async ({
    page,
    office,
  }) => {
    const player = await office.player('Unforeseen', 100)
    await page.goto(detailsOf(player))
    const dialog = page.getByRole('dialog', { name: 'Delete User' })
    const confirm = dialog.getByRole('button', { name: 'Delete', exact: true })
    await page.getByRole('button', { name: 'Delete User' }).click()
    await expect(dialog).toContainText('₹100.00 left in the wallet')
    await page.keyboard.press('Escape')
    await office.call(api.users.addFunds, { id: player.id, amount: 5000 })
    const message = 'Refunds of a voided draw are on their way to this user. Try again soon.'
    await answerWith(page, api.users.previewRemove, { status: 'error', message }, 409)
    await page.getByRole('button', { name: 'Delete User' }).click()
    await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
    await expect(dialog.getByRole('alert')).toContainText(message)
    await expect(dialog).not.toContainText('left in the wallet')
    await expect(confirm).toBeDisabled()
    const way = dialog.getByRole('link', { name: 'To look at' })
    await expect(way).toHaveCount(0)
    await answerWith(page, api.users.previewRemove, { status: 'error', message: TO_LOOK_AT_FIRST }, 409)
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(way).toHaveAttribute('href', '/reports/to-look-at')

    await page.unroute(`**${api.users.previewRemove.path}`)
    const [hold, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(`**${api.users.previewRemove.path}`, async (route) => {
      held.resolve()
      await hold.promise
      await route.continue()
    })
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await held.promise
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await expect(confirm).toBeDisabled()
    hold.resolve()
    await expect(dialog).toContainText('₹5,100.00 left in the wallet')
    await expect(confirm).toBeEnabled()

    // What came meanwhile is read before anybody is deleted with it.
    await office.call(api.users.addFunds, { id: player.id, amount: 10 })
    await confirm.click()
    await expect(dialog.getByRole('alert')).toContainText('read it, and confirm again')
    await expect(dialog).toContainText('₹5,110.00 left in the wallet')
    await expect(confirm).toBeDisabled()
    await expect(dialog.getByLabel('Type DELETE to confirm')).toHaveValue('')
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
    await page.goto('/users/details')
    for (const [path, sentence] of [
      ['/users/details', 'User ID is missing'],
      ['/users/details/', 'User ID is missing'],
      ['/users/details/somebody', 'User ID is missing'],
      ['/users/details/999999999', 'User not found'],
    ] as const) {
      await goWithin(page, path)
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
