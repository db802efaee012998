/** Several administrators: made by the Owner, and what the panel shows of what each may do. */
import { api } from '@munim/contract'
import type { Page } from '@playwright/test'
import {
  enterLogin,
  expect,
  expectNoSidewaysScroll,
  expectNoViolations,
  signedInWith,
  test,
  unique,
} from './support.ts'

const FIRST = 'given by the owner'

async function add(page: Page, name: string, role: string) {
  await page.goto('/settings/administrators')
  await page.getByRole('button', { name: 'Add Administrator' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('User ID').fill(name)
  await dialog.getByLabel('First password', { exact: true }).fill(FIRST)
  await dialog.getByLabel('Role').selectOption(role)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText(`${name} can sign in now`)).toBeVisible()
}

test('a cashier signs in, chooses a password, and finds what the role lacks closed with its reason', async ({
  page,
  browser,
  office,
  baseURL,
}) => {
  const name = `cashier ${unique()}`
  await add(page, name, 'Cashier')
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  await expect(row).toContainText('Password to change')
  const player = await office.player('Lata', 100)

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, baseURL: baseURL! })
  const theirs = await context.newPage()
  await theirs.goto('/login')
  await enterLogin(theirs, { userName: name, password: FIRST })
  await expect(theirs.getByText('Somebody else gave you this password.')).toBeVisible()
  await theirs.getByLabel('Current Password', { exact: true }).fill(FIRST)
  await theirs.getByLabel('New Password', { exact: true }).fill('a word of my own')
  await theirs.getByLabel('Confirm New Password', { exact: true }).fill('a word of my own')
  await theirs.getByRole('button', { name: 'Update Password' }).click()
  await expect(theirs.getByText('Password reset successfully!')).toBeVisible()

  await theirs.goto(`/users/details/${player.id}`)
  for (const button of ['Delete User', 'Block User', 'Edit User', 'Add Funds', 'Export CSV'])
    for (const found of await theirs.getByRole('button', { name: button }).all())
      await expect(found, button).toBeDisabled()
  await expect(theirs.getByRole('group', { name: 'add and deduct funds' })).toBeVisible()
  await theirs.goto('/settings')
  await expect(theirs.getByLabel('Merchant name')).toBeDisabled()
  await expect(theirs.getByRole('link', { name: 'Administrators' })).toHaveCount(0)
  await theirs.goto('/settings/administrators')
  await expect(
    theirs.getByRole('heading', { name: 'Your role does not allow this: manage administrators and roles' }),
  ).toBeVisible()
  await context.close()
})

test('who may not see has a menu without screens, and each says why', async ({
  browser,
  office,
  baseURL,
}) => {
  const name = `declarer ${unique()}`
  await office.call(api.administrators.createRole, { name, rights: ['declare'] })
  const { data } = await office.call(api.administrators.list, {})
  const roleId = data.roles.find((role) => role.name === name)!.id
  await office.call(api.administrators.create, { userName: name, password: FIRST, roleId })
  const { token } = await office.call(api.auth.login, { userName: name, password: FIRST }, '')
  await office.call(api.auth.resetPassword, { password: FIRST, newPassword: 'another one' }, token)
  const context = await browser.newContext({ storageState: signedInWith(token, baseURL!), baseURL: baseURL! })
  const page = await context.newPage()
  await page.goto('/users')
  await expect(
    page.getByRole('heading', { name: 'Your role does not allow this: see what happens' }),
  ).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Sections' }).getByRole('link')).toHaveCount(0)
  await context.close()
})

test('the owner makes a role, gives it, blocks who has it, and deletes it when nobody has', async ({
  page,
}) => {
  const [name, role] = [`night ${unique()}`, `Night ${unique()}`]
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Administrators' }).click()
  await page.getByRole('button', { name: 'Add Role' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(role)
  await dialog.getByLabel('decide deposits').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  const roleRow = page.getByRole('row').filter({ hasText: role })
  await expect(roleRow).toContainText('see what happens, decide deposits')
  await add(page, name, role)
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  await expect(roleRow.getByRole('button', { name: 'Delete' })).toBeDisabled()
  page.on('dialog', (asked) => void asked.accept())
  await row.getByRole('button', { name: 'Block' }).click()
  await expect(row).toContainText('Blocked')
  await row.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Role').selectOption('Auditor')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Auditor')
  await roleRow.getByRole('button', { name: 'Delete' }).click()
  await expect(roleRow).toHaveCount(0)
})

test('the screen of administrators keeps WCAG and the width of a phone', async ({ page }) => {
  await page.goto('/settings/administrators')
  await expect(page.getByRole('heading', { name: 'Roles' })).toBeVisible()
  await expectNoViolations(page)
  await page.setViewportSize({ width: 375, height: 760 })
  await expectNoSidewaysScroll(page)
})
