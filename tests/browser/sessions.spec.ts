/** Where an administrator is signed in: listed, ended, and told of where it is new. */
import { api } from '@munim/contract'
import { expect, expectNoSidewaysScroll, expectNoViolations, signedInWith, test, unique } from './support.ts'

const [FIRST, OWN] = ['given by the owner', 'a word of my own']

test('a new device is told to its owner, who signs it out, and the list of sessions ends the others', async ({
  browser,
  office,
  baseURL,
}) => {
  const userName = `owner ${unique()}`
  const { data } = await office.call(api.administrators.list, {})
  const roleId = data.roles.find(({ isOwner }) => isOwner)!.id
  await office.call(api.administrators.create, { userName, password: FIRST, roleId })
  const signIn = async (password: string) => office.call(api.auth.login, { userName, password }, '')
  const { token } = await signIn(FIRST)
  await office.call(api.auth.resetPassword, { password: FIRST, newPassword: OWN }, token)
  const context = await browser.newContext({ storageState: signedInWith(token, baseURL!), baseURL: baseURL! })
  const page = await context.newPage()
  await page.addInitScript(() => localStorage.removeItem('munimDevicesSeen'))
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Admin Change Password' })).toBeVisible()
  await expect(page.getByText('A new device signed in')).toHaveCount(0)

  const thief = await signIn(OWN)
  await page.reload()
  await expect(page.getByText(/A new device signed in to your account, .*127\.0\.0\.1/)).toBeVisible()
  await page.getByRole('link', { name: 'Your Sessions' }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(2)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Sign it out' }).click()
  await expect(page.getByText('The device is signed out.')).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await expect(page.getByText('A new device signed in')).toHaveCount(0)
  await expect(office.call(api.auth.whoAmI, {}, thief.token)).rejects.toThrow()

  await signIn(OWN)
  await page.reload()
  await page.getByRole('button', { name: 'It was me' }).click()
  await expect(page.getByText('A new device signed in')).toHaveCount(0)
  await page.getByRole('button', { name: 'End' }).click()
  await expect(page.getByText('The session is ended')).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await page.setViewportSize({ width: 375, height: 760 })
  await expectNoSidewaysScroll(page)
  await context.close()
})
