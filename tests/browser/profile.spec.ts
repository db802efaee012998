/** The administrator's own password (specification 1 §2 Admin Change Password, §5). */
import { rm } from 'node:fs/promises'
import { api } from '@munim/contract'
import type { Page } from '@playwright/test'
import { testFolder } from '../support/database.ts'
import { ask, OWNER, startServer } from '../support/server-process.ts'
import { answerWith, expect, holdClock, signedInWith, test } from './support.ts'

const fields = (page: Page) => ({
  current: page.getByLabel('Current Password', { exact: true }),
  chosen: page.getByLabel('New Password', { exact: true }),
  repeated: page.getByLabel('Confirm New Password', { exact: true }),
  update: page.getByRole('button', { name: 'Update Password' }),
  clear: page.getByRole('button', { name: 'Clear Form' }),
})

test('the five rules are checked in their order, one sentence at a time, and nothing is sent', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Change Password' })).toBeVisible()
  const { current, chosen, repeated, update } = fields(page)
  const sentences = page.getByText(/is required|must be|do not match/)
  for (const [words, field, sentence] of [
    [['', '', ''], current, 'Current password is required'],
    [['', 'abc', 'xyz'], current, 'Current password is required'],
    [['same word', '', ''], chosen, 'New password is required'],
    [['abc', 'abc', 'xyz'], chosen, 'New password must be at least 6 characters long'],
    [['same word', 'same word', 'other word'], repeated, 'New password and confirm password do not match'],
    [['same word', 'same word', 'same word'], chosen, 'New password must be different from current password'],
  ] as const) {
    await current.fill(words[0])
    await chosen.fill(words[1])
    await repeated.fill(words[2])
    await update.click()
    await expect(sentences).toHaveText([sentence])
    await expect(field).toHaveAccessibleDescription(sentence)
    await expect(field).toBeFocused()
  }
  expect(calls.filter((url) => url.includes('resetPassword'))).toEqual([])
})

test('each field is shown and hidden by itself, and Clear Form empties all and takes the complaint away', async ({
  page,
}) => {
  await page.goto('/profile')
  const { current, chosen, repeated, update, clear } = fields(page)
  const all = [current, chosen, repeated]
  for (const [at, field] of all.entries()) {
    await field.fill('abcdefgh')
    await page.getByRole('button', { name: 'Show' }).first().click()
    await expect(field).toHaveAttribute('type', 'text')
    for (const other of all.slice(at + 1)) await expect(other).toHaveAttribute('type', 'password')
  }
  await page.getByRole('button', { name: 'Hide' }).last().click()
  await expect(repeated).toHaveAttribute('type', 'password')
  await expect(current).toHaveAttribute('type', 'text')

  await update.click()
  await expect(page.getByText('New password must be different from current password')).toBeVisible()
  await clear.click()
  for (const field of all) await expect(field).toHaveValue('')
  await expect(page.getByText('New password must be different from current password')).toHaveCount(0)
})

test('what the new password has to be is ticked off while it is typed', async ({ page }) => {
  await page.goto('/profile')
  const { current, chosen } = fields(page)
  await current.fill('the old one')
  await chosen.fill('short')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    '6 characters or more',
    'not the one you have now, kept',
  ])
  await chosen.fill('the old one')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    '6 characters or more, kept',
    'not the one you have now',
  ])
})

test('a wrong current password and a failure are told, and what was typed stays', async ({ page }) => {
  await page.goto('/profile')
  const { current, chosen, repeated, update } = fields(page)
  await current.fill('not the password')
  await chosen.fill('a new password')
  await repeated.fill('a new password')
  await update.click()
  await expect(page.getByRole('alert')).toHaveText('Current password is incorrect')
  await expect(chosen).toHaveValue('a new password')

  await answerWith(page, api.auth.resetPassword, {})
  await update.click()
  await expect(page.getByRole('alert')).toHaveText('Failed to reset password')
  await expect(page).toHaveURL('/profile')
})

/** Changing the password ends every other session, so this story has a server of its own. */
test('a changed password is told for 5 s, the form is empty, other sessions end, and the new one signs in', async ({
  browser,
}) => {
  const dataDir = await testFolder()
  const server = await startServer('', { DATA_DIR: dataDir, DEMO_DATA: 'off' })
  const signIn = async (password: string) =>
    (await ask(server.host, api.auth.login, { ...OWNER, password })).token
  const other = await signIn(OWNER.password)
  const context = await browser.newContext({
    baseURL: server.host,
    storageState: signedInWith(await signIn(OWNER.password), server.host),
  })
  try {
    const page = await context.newPage()
    await page.clock.install()
    await page.goto('/profile')
    const { current, chosen, repeated, update } = fields(page)
    await current.fill(OWNER.password)
    await chosen.fill('a better secret')
    await repeated.fill('a better secret')
    await holdClock(page)
    const sent = page.waitForRequest(`**${api.auth.resetPassword.path}`)
    await update.click()
    expect((await sent).postDataJSON()).toEqual({ password: OWNER.password, newPassword: 'a better secret' })
    await expect(page.getByRole('status')).toHaveText('Password reset successfully!')
    for (const field of [current, chosen, repeated]) await expect(field).toHaveValue('')
    await page.clock.runFor(4999)
    await expect(page.getByRole('status')).toBeVisible()
    await page.clock.runFor(1)
    await expect(page.getByRole('status')).toHaveCount(0)
    await page.clock.resume()

    await expect(ask(server.host, api.auth.whoAmI, {}, { token: other })).rejects.toThrow('401')
    await expect(signIn(OWNER.password)).rejects.toThrow('401')
    expect(await signIn('a better secret')).toBeTruthy()
    // This session goes on.
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await expect(page.getByText('No users found')).toBeVisible()
  } finally {
    await context.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
