/** Second factors: set up, entered at the sign-in and for what moves money, kept and removed. */
import { readFile } from 'node:fs/promises'
import { api } from '@munim/contract'
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import {
  enterLogin,
  expect,
  expectNoSidewaysScroll,
  expectNoViolations,
  NOBODY,
  type Office,
  signedInWith,
  test,
} from './support.ts'

const OWN = 'a word of my own'

/** Another Owner, so that no story's factor is asked of the others; with a browser of their own. */
async function owner(office: Office, browser: Browser, baseURL: string) {
  const { userName, token } = await office.administrator()
  const context = await browser.newContext({ storageState: signedInWith(token, baseURL), baseURL })
  return { userName, context, page: await context.newPage() }
}

/** Sets up an authenticator app on the screen; what it would show, and the recovery codes that came along. */
async function setUp(page: Page) {
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Second Factor' }).click()
  await expect(page.getByText('No second factor yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add Authenticator App' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current Password', { exact: true }).fill(OWN)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const typed = (await dialog.getByRole('code').textContent())!.replaceAll(' ', '')
  const app = new TOTP({ secret: Secret.fromBase32(typed) })
  return { dialog, app }
}

test('a factor is set up, asked for at the sign-in, and again for what moves money; a recovery code takes its place', async ({
  browser,
  office,
  baseURL,
}) => {
  const { userName, context, page } = await owner(office, browser, baseURL!)
  const { dialog, app } = await setUp(page)
  await dialog.getByRole('textbox', { name: 'Code' }).fill('12')
  await dialog.getByRole('button', { name: 'Set Up' }).click()
  await expect(dialog.getByText('This code is not right: is the time of your device right?')).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByRole('textbox', { name: 'Code' }).fill(app.generate())
  await dialog.getByRole('button', { name: 'Set Up' }).click()
  const codes = dialog.getByRole('list', { name: 'Recovery Codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recoveryCodes = await codes.allTextContents()
  await page.mouse.click(5, 5)
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0)
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  expect(await readFile(await (await saved).path(), 'utf8')).toBe(`${recoveryCodes.join('\n')}\n`)
  await dialog.getByRole('button', { name: 'I Have Kept Them' }).click()
  await expect(page.getByRole('rowheader', { name: 'Authenticator app' })).toBeVisible()
  await expect(page.getByText('10 left')).toBeVisible()
  await expectNoViolations(page)
  await page.setViewportSize({ width: 375, height: 760 })
  await expectNoSidewaysScroll(page)
  await context.close()

  const other = await browser.newContext({ storageState: NOBODY, baseURL: baseURL! })
  const fresh = await other.newPage()
  await fresh.goto('/login')
  await enterLogin(fresh, { userName, password: OWN })
  await expect(fresh.getByRole('heading', { name: 'Second Factor' })).toBeVisible()
  await expectNoViolations(fresh)
  expect(await fresh.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()
  await fresh.getByRole('textbox', { name: 'Code' }).fill('not it')
  await fresh.getByRole('button', { name: 'Verify' }).click()
  await expect(fresh.getByText('This code is not right, or was used already')).toBeVisible()
  await fresh.getByRole('button', { name: 'Use a recovery code' }).click()
  await fresh.getByLabel('Recovery code').fill(recoveryCodes[0]!)
  await fresh.getByRole('button', { name: 'Verify' }).click()
  await expect(fresh.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  // A reload forgets that the factor was entered; the token is still there.
  const player = await office.player('Lata', 100)
  await fresh.goto(`/users/details/${player.id}`)
  const add = async () => {
    await fresh.getByLabel('Amount').fill('50')
    await fresh.getByRole('button', { name: 'Add Funds' }).click()
  }
  await add()
  const question = fresh.getByRole('dialog', { name: 'Confirm It Is You' })
  await expect(question).toBeVisible()
  await expectNoViolations(fresh)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(fresh.getByText('Confirm this with your second factor')).toBeVisible()
  await expect(fresh.getByLabel('Amount')).toHaveValue('50')
  expect((await office.call(api.users.get, { id: player.id })).data.wallet).toBe(100)

  await fresh.getByRole('button', { name: 'Add Funds' }).click()
  await question.getByRole('button', { name: 'Use a recovery code' }).click()
  await question.getByLabel('Recovery code').fill(recoveryCodes[1]!)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect.poll(async () => (await office.call(api.users.get, { id: player.id })).data.wallet).toBe(150)
  await add()
  await expect.poll(async () => (await office.call(api.users.get, { id: player.id })).data.wallet).toBe(200)
  await expect(question).toHaveCount(0)
  await other.close()
})

test('who lost the factor has it removed by another administrator, who enters their own', async ({
  browser,
  office,
  baseURL,
}) => {
  const lost = await owner(office, browser, baseURL!)
  const { dialog, app } = await setUp(lost.page)
  await dialog.getByRole('textbox', { name: 'Code' }).fill(app.generate())
  await dialog.getByRole('button', { name: 'Set Up' }).click()
  await expect(dialog.getByRole('button', { name: 'I Have Kept Them' })).toBeVisible()
  await lost.context.close()

  const helper = await owner(office, browser, baseURL!)
  const { page } = helper
  const own = await setUp(page)
  await own.dialog.getByRole('textbox', { name: 'Code' }).fill(own.app.generate())
  await own.dialog.getByRole('button', { name: 'Set Up' }).click()
  await own.dialog.getByRole('button', { name: 'I Have Kept Them' }).click()
  await page.goto('/settings/administrators')
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: lost.userName }) })
  page.on('dialog', (asked) => void asked.accept())
  await expect(row.getByRole('cell', { name: 'on', exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Remove Second Factor' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm It Is You' })
  // The code that set it up counts no more: the one of the next half minute does, typed where the focus is.
  const code = question.getByRole('textbox', { name: 'Code' })
  await code.fill('000000')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question.getByRole('alert')).toBeVisible()
  await expect(code).toBeFocused()
  await page.keyboard.type(own.app.generate({ timestamp: Date.now() + 30_000 }))
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(`${lost.userName} signs in with the password alone now`)).toBeVisible()
  await expect(row.getByRole('cell', { name: 'none', exact: true })).toBeVisible()
  expect(
    await office.call(api.auth.login, { userName: lost.userName, password: OWN }, ''),
  ).not.toHaveProperty('needs')
  await helper.context.close()
})

/** An authenticator of this page's browser; whether it recognises its owner is said. It answers names, not addresses. */
async function authenticatorOf({ context, page }: { context: BrowserContext; page: Page }) {
  const browser = await context.newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return (isUserVerified: boolean) =>
    browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
}

test('a passkey is added, signs in, and confirms what moves money; where it is cancelled all stays as it was', async ({
  browser,
  office,
  baseURL,
}) => {
  const address = baseURL!.replace('127.0.0.1', 'localhost')
  const { userName, context, page } = await owner(office, browser, address)
  const recognises = await authenticatorOf({ context, page })
  const dialog = page.getByRole('dialog')
  const passkeyOf = (within: Page | Locator) => within.getByRole('button', { name: 'Use a Passkey' })

  await page.goto('/profile/second-factor')
  await page.getByRole('button', { name: 'Add Passkey' }).click()
  await dialog.getByLabel('Current Password', { exact: true }).fill(OWN)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('This laptop')
  await recognises(false)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeEnabled()
  await expectNoViolations(page)
  await recognises(true)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const codes = dialog.getByRole('list', { name: 'Recovery Codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await dialog.getByRole('button', { name: 'I Have Kept Them' }).click()
  await expect(page.getByRole('rowheader', { name: 'This laptop' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Passkey', exact: true })).toBeVisible()
  await expectNoViolations(page)

  await page.evaluate(() => localStorage.removeItem('adminToken'))
  await page.goto('/login')
  await enterLogin(page, { userName, password: OWN })
  await expect(passkeyOf(page)).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveCount(0)
  await expectNoViolations(page)
  await passkeyOf(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  const player = await office.player('Lata', 100)
  const wallet = async () => (await office.call(api.users.get, { id: player.id })).data.wallet
  const add = async () => {
    await page.goto(`/users/details/${player.id}`)
    await page.getByLabel('Amount').fill('50')
    await page.getByRole('button', { name: 'Add Funds' }).click()
  }
  const question = page.getByRole('dialog', { name: 'Confirm It Is You' })
  await add()
  await recognises(false)
  await passkeyOf(question).click()
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeEnabled()
  await expectNoViolations(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByLabel('Amount')).toHaveValue('50')
  expect(await wallet()).toBe(100)
  await recognises(true)
  await page.getByRole('button', { name: 'Add Funds' }).click()
  await passkeyOf(question).click()
  await expect.poll(wallet).toBe(150)

  await page.goto('/profile/second-factor')
  await page.getByRole('button', { name: 'Add Authenticator App' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await passkeyOf(question).click()
  const typed = (await dialog.getByRole('code').textContent())!.replaceAll(' ', '')
  await dialog
    .getByRole('textbox', { name: 'Code' })
    .fill(new TOTP({ secret: Secret.fromBase32(typed) }).generate())
  await dialog.getByRole('button', { name: 'Set Up' }).click()
  await expect(page.getByRole('rowheader', { name: 'Authenticator app' })).toBeVisible()
  await add()
  await expect(question.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await expectNoViolations(page)
  await passkeyOf(question).click()
  await expect.poll(wallet).toBe(200)
  await context.close()
})
