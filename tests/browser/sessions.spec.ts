/** Where an administrator is signed in: listed, ended, and told of where it is new. */
import { api, TOKEN_KEY } from '@munim/contract'
import { expect, expectNoSidewaysScroll, expectNoViolations, signedInWith, test } from './support.ts'

test('a new device is told to its owner, who signs it out, and the list of sessions ends the others', async ({
  browser,
  office,
  baseURL,
}) => {
  const { token, signIn } = await office.administrator()
  const other = await office.administrator()
  await other.signIn()
  const { origins, ...rest } = signedInWith(token, baseURL!)
  for (const { localStorage } of origins)
    localStorage.splice(
      localStorage.findIndex(({ name }) => name === 'munimDevicesSeen'),
      1,
    )
  const context = await browser.newContext({ storageState: { ...rest, origins }, baseURL: baseURL! })
  const page = await context.newPage()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Admin Change Password' })).toBeVisible()
  await expect(page.getByText('A new device signed in')).toHaveCount(0)

  const thief = await signIn()
  await page.reload()
  await expect(page.getByText(/A new device signed in to your account, .*127\.0\.0\.1/)).toBeVisible()
  await page.getByRole('link', { name: 'Your Sessions' }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(2)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Sign it out' }).click()
  await expect(page.getByText('The device is signed out.')).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await expect(page.getByText('A new device signed in')).toHaveCount(0)
  await expect(office.call(api.auth.whoAmI, {}, thief)).rejects.toThrow()

  await signIn()
  await page.reload()
  await page.getByRole('button', { name: 'It was me' }).press('Enter')
  await expect(page.getByText('A new device signed in')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'End' }).click()
  await expect(page.getByText('The session is ended')).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await page.setViewportSize({ width: 375, height: 760 })
  await expectNoSidewaysScroll(page)
  // Another administrator at the same browser has looked at nothing yet.
  await page.evaluate(([key, theirs]) => localStorage.setItem(key!, theirs!), [TOKEN_KEY, other.token])
  await page.reload()
  await expect(page.getByText('A new device signed in')).toBeVisible()
  await context.close()
})
