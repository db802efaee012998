/** Where an administrator is signed in: listed, ended, and told of where it is new. */
import { api, TOKEN_KEY } from '@munim/contract'
import { expect, expectNoSidewaysScroll, expectNoViolations, signedInWith, test, unique } from './support.ts'

const [FIRST, OWN] = ['given by the owner', 'a word of my own']

test('a new device is told to its owner, who signs it out, and the list of sessions ends the others', async ({
  browser,
  office,
  baseURL,
}) => {
  const { data } = await office.call(api.administrators.list, {})
  const roleId = data.roles.find(({ isOwner }) => isOwner)!.id
  const owner = async () => {
    const userName = `owner ${unique()}`
    await office.call(api.administrators.create, { userName, password: FIRST, roleId })
    const signIn = async (password: string) => office.call(api.auth.login, { userName, password }, '')
    const { token } = await signIn(FIRST)
    await office.call(api.auth.resetPassword, { password: FIRST, newPassword: OWN }, token)
    return { token, signIn }
  }
  const { token, signIn } = await owner()
  const other = await owner()
  await other.signIn(OWN)
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
