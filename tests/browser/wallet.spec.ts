/** The money desk: deposits decided with one click, withdrawals in dialogs, and nothing that moves under the pointer. */
import { api } from '@munim/contract'
import { LANGUAGE_KEY } from '@munim/contract/languages'
import { dayOf, PAYEE_FIELDS } from '@munim/core'
import { signatureOf } from '../support/provider.ts'
import {
  answerWith,
  asNarrow,
  dayField,
  expect,
  expectNoSidewaysScroll,
  expectNoViolations,
  expectSound,
  expectSoundOnBoth,
  lineOf,
  loseAnswer,
  type Office,
  openFilters,
  restOfRow,
  rowAct,
  secondClick,
  sentTo,
  test,
  unique,
} from './support.ts'

async function deposit(office: Office, name: string, amount = 500, ref_id = unique()) {
  const player = await office.player(name)
  const { data } = await office.call(
    api.player.requestDeposit,
    { amount, transfer_type: 'phonepe', ref_id },
    player.token,
  )
  return { ...player, request: data.id, ref_id }
}

async function withdrawal(
  office: Office,
  name: string,
  details: object = {},
  transfer_type: 'phonepe' | 'bank' = 'phonepe',
) {
  const player = await office.player(name, 5000)
  await office.call(api.player.updateProfile, { phone_pay_no: '9829041177', ...details }, player.token)
  const { data } = await office.call(
    api.player.requestWithdrawal,
    { amount: 1200.5, transfer_type },
    player.token,
  )
  return { ...player, request: data.id }
}

const walletOf = async (office: Office, { id }: { id: number }) =>
  (await office.call(api.users.get, { id })).data.wallet

test('a deposit is approved with one click, and its row stays where it is with its new status @both', async ({
  page,
  office,
}) => {
  const asha = await deposit(office, 'Asha')
  await page.goto(`/wallet?status=all&search=${encodeURIComponent(asha.name)}`)
  const line = lineOf(page, asha.name)
  await expect(line).toContainText('pending')
  await expect(line).toContainText('1 min')
  await line.getByRole('button', { name: 'Approve' }).scrollIntoViewIfNeeded()
  const place = await line.boundingBox()

  await line.getByRole('button', { name: 'Approve' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'Deposit request updated successfully' }),
  ).toBeVisible()
  await expect(line).toContainText('completed')
  await expect(line.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  expect(await line.boundingBox()).toMatchObject({ y: place!.y, height: place!.height })
  await expect(restOfRow(line)).toBeFocused()
  expect(await walletOf(office, asha)).toBe(500)

  await openFilters(page)
  await page.getByLabel('Status').selectOption('Rejected')
  await page.getByLabel('Status').selectOption('Pending')
  await expect(line).toHaveCount(0)
})

test('the counts beside Status follow a decision; its bonus is told before, and sent along', async ({
  page,
}) => {
  const counts = { pending: 1, completed: 5, rejected: null }
  const waiting = {
    ...REQUEST,
    User: { ...REQUEST.User, user_name: 'Counted' },
    ref_id: 'counted',
    bonus: 25,
    createdAt: new Date().toISOString(),
  }
  const found = { status: 'success', data: [waiting], total: 1, totalPages: 1, counts }
  await answerWith(page, api.wallet.deposits, found)
  await answerWith(page, api.wallet.decideDeposit, {
    status: 'success',
    data: { ...waiting, status: 'completed' },
  })
  await page.goto('/wallet?status=all')
  await expect(page.getByText('Pending 1', { exact: true })).toBeVisible()
  await expect(lineOf(page, 'Counted')).toContainText('+ ₹25.00 bonus')
  const sent = page.waitForRequest(`**${api.wallet.decideDeposit.path}`)
  await lineOf(page, 'Counted').getByRole('button', { name: 'Approve' }).click()
  expect((await sent).postDataJSON().basedOn).toEqual({ confirmed: null, sameReference: 0, bonus: 25 })
  await expect(page.getByText('Deposit request updated successfully', { exact: true })).toBeVisible()
  await expect(page.getByText('Pending 0', { exact: true })).toBeVisible()
  await expect(page.getByText('Completed 6', { exact: true })).toBeVisible()
})

test('a second click on Approve does nothing', async ({ page, office }) => {
  const ravi = await deposit(office, 'Ravi')
  let sent = 0
  const clicked = Promise.withResolvers<void>()
  await page.route(`**${api.wallet.decideDeposit.path}`, async (route) => {
    sent += 1
    expect(route.request().postDataJSON().basedOn).toEqual({ confirmed: null, sameReference: 0, bonus: 0 })
    await clicked.promise
    await route.continue()
  })
  await page.goto(`/wallet?status=all&search=${encodeURIComponent(ravi.name)}`)
  const approve = lineOf(page, ravi.name).getByRole('button', { name: 'Approve' })
  await approve.dblclick()
  clicked.resolve()
  await expect(lineOf(page, ravi.name)).toContainText('completed')
  expect(sent).toBe(1)
  expect(await walletOf(office, ravi)).toBe(500)
})

test('a rejected deposit moves nothing', async ({ page, office }) => {
  const meena = await deposit(office, 'Meena')
  await page.goto(`/wallet?status=all&search=${encodeURIComponent(meena.name)}`)
  await lineOf(page, meena.name).getByRole('button', { name: 'Reject' }).click()
  await expect(lineOf(page, meena.name)).toContainText('rejected')
  expect(await walletOf(office, meena)).toBe(0)
})

test('a deposit is rejected with a note that is shown in its row and that the player reads @both', async ({
  page,
  office,
}) => {
  const kiran = await deposit(office, 'Kiran')
  await page.goto(`/wallet?status=all&search=${encodeURIComponent(kiran.name)}`)
  const line = lineOf(page, kiran.name)
  await (await rowAct(line, 'With a note', 'Reject with a note')).click()
  const dialog = page.getByRole('dialog', { name: 'Reject Deposit' })
  await dialog.getByLabel('Note (optional)').fill('No such payment in the bank')
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog).toBeHidden()
  await expect(line).toContainText('rejected')
  await expect(line).toContainText('No such payment in the bank')
  const { data } = await office.call(api.player.requests, {}, kiran.token)
  expect(data[0]).toMatchObject({ status: 'rejected', note: 'No such payment in the bank' })
})

test('a deposit without a reference says so and asks before it is approved', async ({ page, office }) => {
  const leela = await deposit(office, 'Leela', 500, '')
  await page.goto(`/wallet?status=all&search=${encodeURIComponent(leela.name)}`)
  const line = lineOf(page, leela.name)
  await expect(line).toContainText('No reference')
  await line.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve without a reference?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(line).toContainText('pending')
  expect(await walletOf(office, leela)).toBe(0)

  await loseAnswer(page, api.wallet.decideDeposit)
  await line.getByRole('button', { name: 'Approve' }).click()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  expect(await walletOf(office, leela)).toBe(500)
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('This was sent already')).toBeVisible()
  await expect(line).toContainText('completed')
  expect(await walletOf(office, leela)).toBe(500)
})

test('two pending deposits with one reference warn of each other, and only one is credited', async ({
  page,
  office,
}) => {
  const reference = unique()
  const first = await deposit(office, 'First', 500, reference)
  const second = await deposit(office, 'Second', 500, reference)
  await page.goto(`/wallet?status=all&search=${reference}`)
  for (const { name } of [first, second]) {
    await expect(lineOf(page, name)).toContainText('Same reference as 1 other')
    await expect(lineOf(page, name)).toContainText(reference.toUpperCase())
  }
  await lineOf(page, first.name).getByRole('button', { name: 'Approve' }).click()
  await expect(lineOf(page, first.name)).toContainText('completed')
  await lineOf(page, second.name).getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('alert')).toContainText(
    `The reference ${reference.toUpperCase()} was credited already, by request #${first.request}`,
  )
  const way = page.getByRole('alert').getByRole('link', { name: `#${first.request}` })
  await expect(way).toBeVisible()
  await page.evaluate((key) => localStorage.setItem(key, 'hi'), LANGUAGE_KEY)
  await page.reload()
  await lineOf(page, second.name).getByRole('button', { name: 'मंज़ूर करें', exact: true }).click()
  await expect(way).toBeVisible()
  expect(await walletOf(office, second)).toBe(0)
})

test('what the provider confirmed of a deposit is shown in its row, and warns where it is another amount @both', async ({
  page,
  office,
}) => {
  const pair = unique() // Other stories' deposits would push them off the first page.
  const good = await deposit(office, `Paid ${pair}`, 500)
  const doubtful = await deposit(office, `Doubtful ${pair}`, 5000)
  for (const { ref_id } of [good, doubtful]) {
    const body = JSON.stringify({ ref_id, amount: 500 })
    const headers = { 'content-type': 'application/json', 'x-signature': signatureOf(body) }
    const said = await page.request.post(api.wallet.confirmDeposit.path, { data: body, headers })
    expect(await said.json()).toMatchObject({ data: { status: 'kept' } }) // Nothing is credited by itself.
  }
  await page.goto(`/wallet?status=all&search=${pair}`)
  await expect(lineOf(page, good.name)).toContainText('Payment confirmed')
  await expect(lineOf(page, good.name)).not.toContainText('Provider confirmed')
  await expect(lineOf(page, doubtful.name)).toContainText('Provider confirmed ₹500')
  await expectSound(page)
})

test('where the server says nothing the failure has its own sentence', async ({ page, office }) => {
  const asha = await deposit(office, 'Asha')
  const { name } = await withdrawal(office, 'Balwinder')
  const silent = { status: 'error' }
  await answerWith(page, api.wallet.decideDeposit, silent)
  await answerWith(page, api.wallet.decideWithdrawal, silent)
  await page.goto('/wallet?status=all')
  await lineOf(page, asha.name).getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to update deposit request')
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await page.getByRole('tab', { name: 'Withdrawal Requests' }).click()
  for (const [act, sentence] of [
    ['Approve', 'Failed to approve withdrawal request'],
    ['Reject', 'Failed to reject withdrawal request'],
  ] as const) {
    await lineOf(page, name).getByRole('button', { name: act }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: act }).click()
    await expect(dialog.getByRole('alert')).toContainText(sentence)
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await expect(dialog).toBeFocused()
    await dialog.getByRole('button', { name: act }).click() // The same again is told again.
    await expect(dialog.getByRole('alert')).toContainText(sentence)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  }
})

test('a deposit that is not rejected after all keeps the dialog and the note that was typed', async ({
  page,
  office,
}) => {
  const { name } = await deposit(office, 'Asha')
  await answerWith(page, api.wallet.decideDeposit, { status: 'error' })
  await page.goto(`/wallet?status=all&search=${encodeURIComponent(name)}`)
  await lineOf(page, name).getByRole('button', { name: 'With a note' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject Deposit' })
  const note = dialog.getByLabel('Note (optional)')
  await note.fill('No such payment')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Failed to update deposit request')
  await expect(note).toHaveValue('No such payment')
  await page.unroute(`**${api.wallet.decideDeposit.path}`)
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog).toBeHidden()
  await expect(lineOf(page, name)).toContainText('No such payment')
})

test("the acts of a request's page are reached in the order in which they are seen @both", async ({
  page,
  office,
}) => {
  for (const { request } of [await deposit(office, 'Asha'), await withdrawal(office, 'Asha')]) {
    await page.goto(`/wallet/details/${request}`)
    const acts = page.getByRole('main').getByText(/^(View Profile|Reject|Approve)$/)
    await expect(acts).toHaveCount(3)
    const places = await acts.evaluateAll((found) =>
      found.map((act) => {
        const { x, y } = act.getBoundingClientRect()
        return { x, y }
      }),
    )
    expect(places).toEqual(places.toSorted((a, b) => a.y - b.y || a.x - b.x))
  }
})

test('what another administrator decided is shown as decided on its page, also while nothing is followed', async ({
  page,
  office,
}) => {
  const { name } = await deposit(office, 'Asha')
  const { data } = await office.call(api.wallet.deposits, { search: name })
  const transactionId = data[0]!.id
  await page.goto(`/wallet/details/${transactionId}`)
  const approve = page.getByRole('button', { name: 'Approve' })
  await expect(approve).toBeVisible()
  await office.call(api.wallet.decideDeposit, { transactionId, status: 'rejected' })
  await approve.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByText('rejected', { exact: true }).first()).toBeVisible()
  await expect(approve).toBeHidden()
})

test('a row that another administrator decided stays so as the next is decided, also while nothing is followed', async ({
  page,
  office,
}) => {
  const pair = unique()
  const theirs = await deposit(office, `Theirs ${pair}`)
  const own = await deposit(office, `Own ${pair}`)
  await page.goto(`/wallet?status=pending&search=${pair}`)
  await expect(lineOf(page, own.name)).toContainText('pending')
  await office.call(api.wallet.decideDeposit, { transactionId: theirs.request, status: 'rejected' })
  await lineOf(page, theirs.name).getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(lineOf(page, theirs.name)).toContainText('rejected')
  await lineOf(page, own.name).getByRole('button', { name: 'Approve' }).click()
  await expect(lineOf(page, own.name)).toContainText('completed')
  await expect(lineOf(page, theirs.name)).toContainText('rejected')
  await expect(page.getByText('2 decided')).toBeVisible()
})

test('a list that cannot be fetched says so and can be asked again', async ({ page }) => {
  await answerWith(page, api.wallet.deposits, { status: 'error' })
  await page.goto('/wallet?status=all')
  await expect(page.getByRole('alert')).toContainText('Failed to fetch data')
  await page.unroute(`**${api.wallet.deposits.path}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Failed to fetch data')).toHaveCount(0)
})

test('a withdrawal is approved over what it does to the admin profit @both', async ({ page, office }) => {
  const kavita = await withdrawal(office, 'Kavita')
  const stats = { admin_profit: 382_140 }
  const { data } = await office.call(api.dashboard.getStats, {})
  await answerWith(page, api.dashboard.getStats, {
    status: 'success',
    ...data,
    ...stats,
    data: { ...data, ...stats },
  })
  await page.goto(`/wallet?tab=withdrawals&status=all&search=${encodeURIComponent(kavita.name)}`)
  await lineOf(page, kavita.name).getByRole('button', { name: 'Approve' }).click()

  const dialog = page.getByRole('dialog', { name: 'Approve Withdrawal' })
  await expect(dialog).toContainText(`Request #${kavita.request}`)
  await expect(dialog).toContainText('₹1,200.50')
  await expect(dialog).toContainText('PhonePe number')
  await expect(dialog).toContainText(/98290\s?41177/)
  await expect(dialog).toContainText('Admin profit now₹3,82,140.00')
  await expect(dialog).toContainText('This withdrawal−₹1,200.50')
  await expect(dialog).toContainText('Admin profit after₹3,80,939.50')
  await expect(dialog).toContainText('Approving deducts the amount from admin profit.')
  await expect(dialog).toContainText('it stays at ₹3,799.50')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectSound(page)

  const reference = dialog.getByLabel('Payment reference (UTR)')
  const looked = page.waitForResponse(`**${api.desk.paidAs.path}`)
  await reference.fill('4326')
  await looked
  await answerWith(page, api.desk.paidAs, { status: 'error', message: 'Busy' }, 500)
  await reference.fill('432610098811') // What is known of the four digits says nothing of all.
  await expect(dialog).toContainText('Whether this UTR was used before is not known: Busy')
  await page.unroute(`**${api.desk.paidAs.path}`)
  await reference.fill(' 432610098811 ')
  await reference.press('Enter')
  await expect(dialog).toBeVisible() // money is paid by the button alone
  const sent = page.waitForRequest(`**${api.wallet.decideWithdrawal.path}`)
  await dialog.getByRole('button', { name: 'Approve' }).click()
  expect((await sent).postDataJSON()).toEqual({
    transactionId: kavita.request,
    status: 'completed',
    note: 'UTR 432610098811',
    basedOn: { batch: null },
  })
  await expect(page.getByText('Withdrawal request approved successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(lineOf(page, kavita.name)).toContainText('completed')
  await expect(lineOf(page, kavita.name)).toContainText('UTR 432610098811')
  await expect(restOfRow(lineOf(page, kavita.name))).toBeFocused()
})

test('a withdrawal is rejected with a note that is counted, cut of its blanks, and may be left out', async ({
  page,
  office,
}) => {
  const [one, two] = [await withdrawal(office, 'Rekha'), await withdrawal(office, 'Manoj')]
  await page.goto('/wallet?tab=withdrawals&status=all')
  await lineOf(page, one.name).getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject Withdrawal' })
  const note = dialog.getByLabel('Note (optional)')
  await expect(note).toBeFocused()
  await expect(dialog).toContainText('0/500')
  await expect(dialog).toContainText('Wallet now₹3,799.50')
  await expect(dialog).toContainText('Wallet after₹5,000.00')
  await note.fill('x'.repeat(500))
  await note.press('End')
  await note.pressSequentially('yz')
  await expect(dialog).toContainText('500/500')
  await note.fill('  Account name does not match ')
  await expect(dialog).toContainText('30/500')
  await expectSoundOnBoth(page)
  const sent = page.waitForRequest(`**${api.wallet.decideWithdrawal.path}`)
  await dialog.getByRole('button', { name: 'Reject' }).click()
  expect((await sent).postDataJSON()).toEqual({
    transactionId: one.request,
    status: 'rejected',
    note: 'Account name does not match',
    basedOn: { batch: null },
  })
  await expect(page.getByText('Withdrawal request rejected successfully')).toBeVisible()
  await expect(lineOf(page, one.name)).toContainText('rejected')
  expect(await walletOf(office, one)).toBe(5000)

  await lineOf(page, two.name).getByRole('button', { name: 'Reject' }).click()
  await dialog.getByLabel('Note (optional)').fill('   ')
  const without = page.waitForRequest(`**${api.wallet.decideWithdrawal.path}`)
  await dialog.getByRole('button', { name: 'Reject' }).click()
  expect((await without).postDataJSON()).toEqual({
    transactionId: two.request,
    status: 'rejected',
    basedOn: { batch: null },
  })
  await expect(lineOf(page, two.name)).toContainText('rejected')
})

test('the dialogs of a withdrawal that was decided elsewhere say so, and offer nothing', async ({
  page,
  office,
}) => {
  const { name, request } = await withdrawal(office, 'Balwinder')
  await page.goto(`/wallet?tab=withdrawals&status=all&search=${encodeURIComponent(name)}`)
  const line = lineOf(page, name)
  await expect(line).toContainText('pending')
  await office.call(api.wallet.decideWithdrawal, { transactionId: request, status: 'rejected' })
  for (const [act, sum] of [
    ['Approve', 'Admin profit after'],
    ['Reject', 'Wallet after'],
  ] as const) {
    await (await rowAct(line, act)).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('This request is decided already: rejected.')
    await expect(dialog).not.toContainText(sum)
    await expect(dialog.getByRole('button', { name: act, exact: true })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  }
})

test('a note of a rejection is kept as a phone is turned, and the row told of it has the focus then', async ({
  page,
  office,
}) => {
  const asha = await deposit(office, 'Turned')
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(`/wallet?status=all&search=${encodeURIComponent(asha.name)}`)
  await (await rowAct(lineOf(page, asha.name), 'With a note', 'Reject with a note')).click()
  const dialog = page.getByRole('dialog', { name: 'Reject Deposit' })
  const note = dialog.getByLabel('Note (optional)')
  await note.fill('No such payment in the bank')
  await page.setViewportSize({ width: 812, height: 375 })
  await expect(page.locator('main table')).toBeVisible()
  await expect(note).toHaveValue('No such payment in the bank')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(lineOf(page, asha.name)).toContainText('No such payment in the bank')
  await expect(restOfRow(lineOf(page, asha.name))).toBeFocused()
})

test("after a rejection with a note the focus stays in the head of the request's page", async ({
  page,
  office,
}) => {
  const { request } = await deposit(office, 'On its page')
  await page.goto(`/wallet/details/${request}`)
  await page.getByRole('button', { name: 'With a note' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Reject' })).toBeHidden()
  await expect(page.locator('main :focus').getByRole('link', { name: 'View Profile' })).toBeVisible()
})

test('a dialog that is cancelled decides nothing, and the focus is back on its button', async ({
  page,
  office,
}) => {
  const asha = await withdrawal(office, 'Asha')
  await page.goto(`/wallet?tab=withdrawals&status=all&search=${encodeURIComponent(asha.name)}`)
  for (const act of ['Approve', 'Reject']) {
    const opener = lineOf(page, asha.name).getByRole('button', { name: act })
    await opener.click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
  await expect(lineOf(page, asha.name)).toContainText('pending')
})

test('what is known to be old is not told as what a wallet and the profit are now', async ({
  page,
  office,
}) => {
  const asha = await withdrawal(office, 'Asha')
  await page.goto(`/wallet?tab=withdrawals&status=all&search=${encodeURIComponent(asha.name)}`)
  const open = async (act: 'Approve' | 'Reject') => {
    await lineOf(page, asha.name).getByRole('button', { name: act }).click()
    return page.getByRole('dialog', { name: `${act} Withdrawal` })
  }
  await expect(await open('Reject')).toContainText('Wallet now')
  await page.keyboard.press('Escape')
  await expect(await open('Approve')).toContainText('Admin profit now')
  await page.keyboard.press('Escape')
  for (const call of [api.users.get, api.dashboard.getStats])
    await answerWith(page, call, { message: 'The books are closed' }, 400)
  const approving = await open('Approve')
  await expect(approving).not.toContainText('Admin profit now')
  await expect(approving).toContainText("The player's wallet was debited when they asked.")
  await expect(approving).not.toContainText('it stays at')
  await page.keyboard.press('Escape')
  await expect(await open('Reject')).not.toContainText('Wallet now')
})

test('a double click in a row opens its dialog, and decides nothing', async ({ page, office }) => {
  const asha = await withdrawal(office, 'Asha')
  await page.goto(`/wallet?tab=withdrawals&status=all&search=${encodeURIComponent(asha.name)}`)
  const sent = sentTo(page, api.wallet.decideWithdrawal)
  for (const act of ['Approve', 'Reject']) {
    const opener = lineOf(page, asha.name).getByRole('button', { name: act })
    const dialog = page.getByRole('dialog', { name: `${act} Withdrawal` })
    const inDialog = dialog.getByRole('button', { name: act })
    await opener.click()
    await expect(inDialog).toBeVisible()
    await secondClick(opener) // Beside the dialog, which is where the row's button was.
    const cancel = dialog.getByRole('button', { name: 'Cancel' })
    // And where a button of the dialog would lie over it.
    for (const over of [inDialog, cancel, dialog.getByRole('button', { name: 'Close' })])
      await secondClick(over)
    await expect(cancel).toBeEnabled()
    await page.mouse.click(5, 400)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  expect(sent).toEqual([])
})

test('Transfer Details shows the bank, each field to be copied, and what was changed since', async ({
  page,
  office,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const details = {
    account_holder_name: 'Sunita Deshmukh',
    account_no: '50100234567890',
    bank_name: 'HDFC Bank',
    branch_name: 'Andheri West',
    ifsc_code: 'HDFC0000240',
    upi_id: 'sunita@okhdfc',
  }
  const sunita = await withdrawal(office, 'Sunita', details, 'bank')
  await office.call(api.player.updateProfile, { account_no: '666', ifsc_code: 'EVIL0000001' }, sunita.token)
  await page.goto(`/wallet?tab=withdrawals&status=all&search=${encodeURIComponent(sunita.name)}`)
  await expect(lineOf(page, sunita.name)).toContainText('Changed since: 2 payee fields')
  await lineOf(page, sunita.name).getByRole('button', { name: 'Transfer Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer Details' })
  for (const text of Object.values(details)) await expect(dialog).toContainText(text)
  await expect(dialog).toContainText('Changed by the player since this request: Account number, IFSC code.')
  await dialog.getByRole('button', { name: 'Copy Account number' }).click()
  await expect(dialog.getByText('Account number copied')).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('50100234567890')
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await asNarrow(page, async () => {
    await (await rowAct(lineOf(page, sunita.name), 'Transfer Details')).click()
    await expect(dialog).toContainText('HDFC Bank')
  })
})

test('tab, filters and page are in the address, and a changed filter begins at page one @both', async ({
  page,
  office,
}) => {
  const asha = await deposit(office, 'Asha')
  const today = dayOf(new Date())
  await page.goto('/wallet?page=2')
  await openFilters(page)
  await dayField(page, 'From Date').fill(today)
  await dayField(page, 'To Date').fill(today)
  await page.getByLabel('Status').selectOption('Pending')
  await expect(page).toHaveURL(new RegExp(`from=${today}&to=${today}&status=pending$`))
  await page.getByLabel('Status').selectOption('All')
  await expect(page).toHaveURL(new RegExp(`from=${today}&to=${today}&status=all$`))
  await expect(lineOf(page, asha.name)).toBeVisible()
  await page.reload()
  await openFilters(page)
  await dayField(page, 'From Date').toHave(today)
  await expect(lineOf(page, asha.name)).toBeVisible()

  await page.getByRole('tab', { name: 'Withdrawal Requests' }).click()
  await expect(page).toHaveURL(/tab=withdrawals/)
  await page.getByRole('tab', { name: 'Deposit Requests' }).click()
  await expect(page).toHaveURL(/tab=deposits/)
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Withdrawal Requests' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
})

test('without the day of approval there is no way to narrow by, and the list is there', async ({
  page,
  office,
}) => {
  const asha = await deposit(office, 'Asha')
  await office.call(api.wallet.decideDeposit, { transactionId: asha.request, status: 'completed' })
  // As the day book leads here.
  const today = dayOf(new Date())
  await page.goto(`/wallet?tab=deposits&paid=${today}&way=phonepe&status=completed`)
  await expect(lineOf(page, asha.name)).toBeVisible()
  await expect(page.getByLabel('Way')).toHaveValue('phonepe')

  await page.getByLabel('Approved on').fill('')
  await expect(page.getByLabel('Way')).toHaveCount(0)
  await expect(page).not.toHaveURL(/paid=/)
  await expect(lineOf(page, asha.name)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByLabel('Status').selectOption('All')
  await expect(page).not.toHaveURL(/way=/)
})

test('View Profile leads to the player', async ({ page, office }) => {
  const asha = await deposit(office, 'Asha')
  await page.goto(`/wallet?status=all&search=${encodeURIComponent(asha.name)}`)
  await lineOf(page, asha.name).getByRole('link', { name: 'View Profile' }).click()
  await expect(page).toHaveURL(new RegExp(`/users/details/${asha.id}$`))
})

test('where nothing waits and where nothing matches the page says so, with a way on', async ({ page }) => {
  await answerWith(page, api.wallet.withdrawals, { status: 'success', data: [], total: 0, totalPages: 0 })
  await page.goto('/wallet?tab=withdrawals&status=pending')
  await expect(page.getByText('Nothing is waiting.')).toBeVisible()
  await page.getByLabel('Status').selectOption('Completed')
  await expect(page.getByText('No withdrawal requests found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/wallet\?tab=withdrawals&status=all$/)
})

test('requests that wait show their age, late ones in their own colour', async ({ page }) => {
  const hours = [0.5, 2, 7]
  const data = hours.map((age, index) => ({
    ...REQUEST,
    id: index + 1,
    User: { ...REQUEST.User, user_name: `Waits ${age}` },
    createdAt: new Date(Date.now() - age * 3_600_000).toISOString(),
  }))
  await answerWith(page, api.wallet.deposits, { status: 'success', data, total: 3, totalPages: 1 })
  await page.goto('/wallet?status=all')
  const colours = []
  for (const [index, words] of ['30 min', '2 h', '7 h'].entries()) {
    const age = lineOf(page, `Waits ${hours[index]}`).getByText(words, { exact: true })
    await expect(age).toBeVisible()
    colours.push(await age.evaluate((element) => getComputedStyle(element).color))
  }
  expect(new Set(colours).size).toBe(3)
})

test('the lists have nothing that axe finds, and fit the screen', async ({ page, office }) => {
  await deposit(office, 'Asha')
  await withdrawal(office, 'Ravi')
  for (const tab of ['deposits', 'withdrawals']) {
    await page.goto(`/wallet?tab=${tab}&status=all`)
    await expect(page.getByText('pending', { exact: true }).first()).toBeVisible()
    await expectSoundOnBoth(page)
  }
})

const REQUEST = {
  id: 1,
  User: {
    id: 1,
    user_name: '',
    mobile: '9829041177',
    ...Object.fromEntries(PAYEE_FIELDS.map((name) => [name, ''])),
  },
  transfer_type: 'upi',
  amount: 100,
  status: 'pending',
  note: '',
  ref_id: '',
  changedSince: [],
  sameReference: 0,
  confirmed: null,
  marks: null,
  decidedAt: null,
  createdAt: '',
}

test('before a withdrawal is paid its row, its dialog and the profile say whose account it goes to @both', async ({
  page,
  office,
}) => {
  const account_no = unique().replace(/\W/g, '').padEnd(8, '0')
  const sister = await office.player('Sister')
  await office.call(api.player.updateProfile, { account_no: ` ${account_no.toUpperCase()}` }, sister.token)
  const asha = await withdrawal(
    office,
    'Asha',
    { phone_pay_no: '', account_no: '00998877', ifsc_code: 'SBIN0006646' },
    'bank',
  )
  await office.call(api.player.updateProfile, { account_no }, asha.token)
  await office.call(api.player.requestWithdrawal, { amount: 100, transfer_type: 'bank' }, asha.token)
  await office.call(api.users.update, { id: asha.id, isBlocked: true })

  await page.goto(`/wallet?tab=withdrawals&status=all&search=${encodeURIComponent(asha.name)}`)
  const line = lineOf(page, asha.name).filter({ hasText: '₹100' })
  await expect(line).toContainText('Blocked')
  await expect(line).toContainText('Payee changed 1 min before')
  await expect(line).toContainText(`Same account as #${sister.id}`)
  await expect(line).toContainText('Staked ₹0 of ₹5,000')
  await expect(line).toContainText('First payout')
  await expectNoSidewaysScroll(page)

  await line.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('This player is blocked.')
  await expect(dialog).toContainText('The payment details were changed 1 min before the money was asked for.')
  await expect(dialog).toContainText('Of ₹5,000 that came in ₹0 was staked.')
  await expect(dialog).toContainText('No withdrawal of this player was paid before.')
  await expectNoViolations(page)
  await dialog.getByRole('link', { name: `${sister.name} #${sister.id}` }).click()

  const payouts = page.getByRole('region', { name: 'Payouts' })
  await expect(payouts.getByRole('link', { name: `${asha.name} #${asha.id}` })).toBeVisible()
  await payouts.getByRole('link').click()
  await expect(payouts).toContainText('Account no. by the player')
  await expect(payouts).toContainText('₹5,000.00')
})
