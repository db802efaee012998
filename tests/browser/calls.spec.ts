/** What every call does when it is not answered as hoped (specification 1 §8, shared handler). */
import { api } from '@munim/contract'
import { answerWith, expect, goWithin, holdBack, lineOf, signedInWith, test, unique } from './support.ts'

test('several wrong fields are told together, and marked', async ({ page, office }) => {
  const player = await office.player('Wrong Fields')
  await page.goto(`/users/details/${player.id}`)
  await page.getByRole('button', { name: 'Edit User' }).click()
  await page.getByLabel('Mobile').fill('12')
  await page.getByLabel('MPIN').fill('1')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Please fix the following errors: Mobile must be 5 to 11 digits || MPIN must be 4 digits',
  )
  await expect(page.getByLabel('Mobile')).toHaveAccessibleDescription('Mobile must be 5 to 11 digits')
  await expect(page.getByLabel('Mobile')).toBeFocused()
  await expect(page.getByLabel('MPIN')).toHaveAccessibleDescription(/MPIN must be 4 digits/)
})

const SENTENCES = [
  // status, what is answered, what is shown in its place
  [
    400, // errors before message
    { errors: { a: 'A is wrong', b: 'B is wrong' }, message: 'no' },
    'Please fix the following errors: A is wrong || B is wrong',
  ],
  [409, { message: 'The books are closed', error: 'no' }, 'The books are closed'], // message before error
  [400, { error: 'Too late' }, 'Too late'],
  [500, {}, 'An unexpected error occurred. Please try again.'], // nothing is said
  [200, {}, 'Failed to fetch users'], // no success, and nothing is said
] as const

test('what is shown is errors, else message, else error, else a general sentence; Retry asks again', async ({
  page,
}) => {
  await page.goto('/profile')
  for (const [status, answer, sentence] of SENTENCES) {
    await answerWith(page, api.users.list, answer, status)
    await goWithin(page, `/users?search=${unique()}`)
    await expect(page.getByRole('alert')).toContainText(sentence)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('No users found')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await goWithin(page, '/profile')
    await expect(page.getByRole('heading', { name: 'Admin Change Password' })).toBeVisible()
  }
})

test('no answer at all is told as such, and rows seen before stay, marked as old', async ({
  page,
  office,
}) => {
  const player = await office.player('Nobody Answers')
  await page.goto(`/users?search=${encodeURIComponent(player.name)}`)
  await expect(page.getByRole('row', { name: player.name })).toBeVisible()
  await page.route(`**${api.users.list.path}`, (route) => route.abort())
  await page.getByRole('button', { name: 'Approved', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Network error or server is not responding. Please try again later',
  )
  await expect(page.getByRole('alert')).toContainText('not refreshed since')
  await expect(page.getByRole('row', { name: player.name })).toBeVisible()
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Unapproved', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('not refreshed since')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

const BUSY = 'Munim is busy at the moment. Please try again.'

test('a list of a busy server is asked for again when the server says so, and told in words when that does not help', async ({
  page,
}) => {
  await page.goto('/profile')
  let refusals = 2
  let asked = 0
  await page.route(`**${api.users.list.path}`, async (route) => {
    asked++
    if (refusals-- <= 0) return route.continue()
    const json = { status: 'error', message: BUSY }
    return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json })
  })
  await goWithin(page, `/users?search=${unique()}`)
  await expect(page.getByText('No users found')).toBeVisible()
  expect(asked).toBe(3)
  refusals = Number.POSITIVE_INFINITY
  await goWithin(page, `/users?search=${unique()}`)
  await expect(page.getByRole('alert')).toContainText(BUSY)
})

test('an act that may have been done all the same is done once when it is repeated', async ({
  page,
  office,
}) => {
  const player = await office.player('Lost Commit')
  await page.goto(`/users/details/${player.id}`)
  await page.getByLabel('Amount').fill('250')
  const message =
    'The database was lost while this was being saved, so it may or may not have been done. Please try again: it will not be done twice.'
  await page.route(`**${api.users.addFunds.path}`, async (route) => {
    await route.fetch()
    await route.fulfill({ status: 500, json: { status: 'error', message } })
  })
  await page.getByRole('button', { name: 'Add Funds' }).click()
  await expect(page.getByRole('alert')).toHaveText(message)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Add Funds' }).click()
  await expect(page.getByText('and is not done a second time: ₹250.00 added.')).toBeVisible()
  const { data } = await office.call(api.users.get, { id: player.id })
  expect(data.wallet).toBe(250)
})

test('an act that nobody answered can be repeated and is done once', async ({ page, office }) => {
  const player = await office.player('Sent Twice')
  await page.goto(`/users/details/${player.id}`)
  await page.getByLabel('Amount').fill('250')
  // The server does it, and its answer is lost.
  await page.route(`**${api.users.addFunds.path}`, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Add Funds' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Network error or server is not responding. Please try again later.',
  )
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Add Funds' }).click()
  await expect(page.getByText('and is not done a second time: ₹250.00 added.')).toBeVisible()
  const { data } = await office.call(api.users.get, { id: player.id })
  expect(data.wallet).toBe(250)
})

test('an act that fails once its dialog was left is told on the page that is open then', async ({
  page,
  office,
}) => {
  const player = await office.player('Left', 900)
  await office.withdrawal(player, 500)
  await page.goto('/profile')
  await goWithin(page, `/wallet?tab=withdrawals&status=all&search=${encodeURIComponent(player.name)}`)
  await lineOf(page, player.name).getByRole('button', { name: 'Approve' }).click()
  await page.route(`**${api.wallet.decideWithdrawal.path}`, (route) =>
    route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }),
  )
  const answer = await holdBack(page, api.wallet.decideWithdrawal)
  const dialog = page.getByRole('dialog', { name: 'Approve Withdrawal' })
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Admin Change Password' })).toBeVisible()
  answer()
  await expect(page.getByRole('alert')).toHaveText('An unexpected error occurred. Please try again.')
})

test('Retry leaves the keyboard where it was, whether it succeeds or not', async ({ page, office }) => {
  const player = await office.player('Retried')
  const list = `/users?search=${encodeURIComponent(player.name)}`
  const focused = page.locator('main:focus, main :focus')
  const retry = page.getByRole('button', { name: 'Retry' })
  const pressRetry = async () => {
    await retry.focus()
    await page.keyboard.press('Enter')
  }
  await page.goto('/profile')
  await answerWith(page, api.users.list, { message: 'The books are closed' }, 400)
  await goWithin(page, list)
  const again = page.waitForResponse(`**${api.users.list.path}`)
  await pressRetry()
  await again
  await expect(retry).toBeVisible()
  await expect(focused).toHaveCount(1)
  await page.unrouteAll()
  await pressRetry()
  await expect(lineOf(page, player.name)).toBeVisible()
  await expect(focused).toHaveCount(1)
  // Over rows of before.
  await answerWith(page, api.users.list, { message: 'The books are closed' }, 400)
  await page.getByRole('button', { name: 'Unapproved', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('The books are closed. Shown below:')
  await page.unrouteAll()
  await pressRetry()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(focused).toHaveCount(1)
})

test('where a record cannot be fetched there are Retry and the way back to its list', async ({
  page,
  office,
}) => {
  const player = await office.player('Unread')
  await answerWith(page, api.users.get, { message: 'The books are closed' }, 500)
  await page.goto(`/users/details/${player.id}`)
  await expect(page.getByRole('heading', { name: 'The books are closed' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Users' }).click()
  await expect(page).toHaveURL('/users')
})

test('what cannot be fetched is told in a frame, and in none of its own within a panel', async ({
  page,
  office,
}) => {
  const player = await office.player('Framed')
  const alert = page.getByRole('alert')
  for (const call of [api.administrators.list, api.protection.get])
    await answerWith(page, call, { message: 'The books are closed' }, 500)
  await page.goto('/settings/administrators')
  await expect(alert).toHaveCSS('border-top-width', '1px')
  await page.goto(`/users/details/${player.id}`)
  await expect(alert).toHaveCSS('border-top-width', '0px')
})

test('503 takes the token away and leads to the sign-in, which says what was answered', async ({ page }) => {
  await page.goto('/profile')
  await answerWith(page, api.users.list, { message: 'Back in five minutes' }, 503)
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('alert')).toHaveText('Back in five minutes')
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()
})

test('a session that has ended on the server leads to the sign-in, and back afterwards', async ({
  browser,
  office,
  baseURL,
}) => {
  const token = await office.signIn()
  const context = await browser.newContext({ storageState: signedInWith(token, baseURL!) })
  const page = await context.newPage()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Admin Change Password' })).toBeVisible()
  await office.call(api.auth.logout, {}, token)
  await goWithin(page, '/users?approved=false')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('alert')).toHaveText('Please sign in again')
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()
  await page.getByLabel('User ID').fill('admin')
  await page.getByLabel('Password').fill(process.env.ADMIN_PASSWORD!)
  await page.getByLabel('Password').press('Enter')
  await expect(page).toHaveURL('/users?approved=false')
  await context.close()
})
