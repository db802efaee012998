/** Sign-in, shell, password and users by axe: WCAG 2.2 A and AA, light and dark, on both screens; and by keyboard alone. */
import { api } from '@munim/contract'
import {
  expect,
  expectNoSidewaysScroll,
  expectSound,
  expectSoundOnBoth,
  goWithin,
  NOBODY,
  test,
} from './support.ts'

test.describe('signed out', () => {
  test.use({ storageState: NOBODY })

  test('the sign-in page, also with its complaints', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Secure Admin Access' })).toBeVisible()
    await page.getByRole('button', { name: 'Secure Login' }).click()
    await expect(page.getByText('Password is required')).toBeVisible()
    await expectSoundOnBoth(page)
  })
})

test('the menus of the shell, and the not-found page @both', async ({ page, isMobile }) => {
  await page.goto('/profile')
  await goWithin(page, '/nowhere')
  await expect(page.getByRole('heading', { name: 'Oops' })).toBeVisible()
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await expect(page.getByRole('menuitem')).toHaveCount(3)
  await expectSound(page)
  if (!isMobile) return
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible()
  await expectSound(page)
})

test('the password form, with a complaint and a failure', async ({ page }) => {
  await page.goto('/profile')
  await page.route(`**${api.auth.resetPassword.path}`, (route) => route.abort())
  for (const label of ['Current Password', 'New Password', 'Confirm New Password'])
    await page.getByLabel(label, { exact: true }).fill(label)
  await page.getByLabel('Confirm New Password').fill('New Password')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Confirm New Password').fill('another')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('do not match')).toBeVisible()
  await expectSoundOnBoth(page)
})

test('the list of users, full and empty', async ({ page }) => {
  await page.goto('/users')
  await expect(page.getByRole('switch', { name: 'Betting' }).first()).toBeVisible()
  await expectSoundOnBoth(page)
  await goWithin(page, '/users?search=nobody-has-this-name')
  await expect(page.getByText('No users found')).toBeVisible()
  await expectSoundOnBoth(page)
})

test("a user's details and both histories", async ({ page, office }) => {
  const player = await office.player('Accessible', 500)
  await office.bid(player, await office.market('ACCESSIBLE'), '4', 100)
  await page.goto(`/users/details/${player.id}`)
  await page.getByLabel('Amount').fill('5000')
  await expect(page.getByText('Amount exceeds wallet balance')).toBeVisible()
  await expectSoundOnBoth(page)

  await page.getByRole('tab', { name: /Transaction History/ }).click()
  await expect(page.getByText('Bid placed')).toBeVisible()
  await expectSoundOnBoth(page)
  await page.getByRole('tab', { name: /Bid History/ }).click()
  await expect(page.getByText('running')).toBeVisible()
  await expectSoundOnBoth(page)
})

test('the form that edits a user, and the dialogs', async ({ page, office }) => {
  const player = await office.player('Accessible Forms')
  await page.goto(`/users/details/${player.id}`)
  await page.getByRole('button', { name: 'Edit User' }).click()
  await page.getByLabel('Telegram').fill('@accessible')
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Cancel' }).click()

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click()
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete User' }).click()
  await dialog.getByRole('textbox').fill('DELETE')
  await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toBeEnabled()
  await expectSoundOnBoth(page)
})

test('what is missing, and what cannot be fetched', async ({ page }) => {
  await page.goto('/users/details/999999999')
  await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
  await expectSoundOnBoth(page)
  await page.route(`**${api.users.list.path}`, (route) => route.abort())
  await goWithin(page, '/users')
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expectSoundOnBoth(page)
})

test('nothing lies beside a screen of 320 px', async ({ page, office }) => {
  const player = await office.player('Narrow With A Rather Long Name', 1_234_567.89)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`/users?search=${encodeURIComponent(player.name)}`)
  await expect(page.getByRole('link', { name: 'View' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  for (const path of ['', '?tab=transactions', '?tab=bids']) {
    await goWithin(page, `/users/details/${player.id}${path}`)
    await expect(page.getByRole('tab', { selected: true })).toBeInViewport()
    await expectNoSidewaysScroll(page)
  }
  await page.getByRole('button', { name: 'Edit User' }).click()
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('funds are added by keyboard alone', async ({ page, office }) => {
  const player = await office.player('Keyboard')
  await page.goto(`/users?search=${encodeURIComponent(player.name)}`)
  const view = page.getByRole('link', { name: 'View' })
  await expect(view).toBeVisible()
  await page.getByRole('searchbox').focus()
  for (let at = 0; at < 20 && !(await view.evaluate((link) => link === document.activeElement)); at++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const amount = page.getByLabel('Amount')
  await expect(amount).toBeVisible()
  for (let at = 0; at < 20 && !(await amount.evaluate((field) => field === document.activeElement)); at++)
    await page.keyboard.press('Tab')
  await page.keyboard.type('120')
  for (let at = 0; at < 10 && (await page.locator(':focus').innerText()) !== 'Add Funds'; at++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText('₹120.00 added')
})
