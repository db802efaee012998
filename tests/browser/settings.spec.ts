/** System Settings and Game Rates. There is one set of them, so these stories have a server of their own, and run one after another. */
import { randomBytes } from 'node:crypto'
import { api } from '@munim/contract'
import type { Page } from '@playwright/test'
import { zipOf } from '../support/upload-files.ts'
import { answerWith, asNarrow, expect, expectSoundOnBoth, holdBack, sentTo, testAlone } from './support.ts'

const test = testAlone()

test.describe.configure({ mode: 'serial' })

const saved = (page: Page) => page.waitForRequest(`**${api.settings.update.path}`)
const savedRates = (page: Page) => page.waitForRequest(`**${api.settings.updateRates.path}`)

test('while the settings are asked for that is said, and their map can not be pressed yet', async ({
  page,
}) => {
  const letGo = await holdBack(page, api.settings.get)
  await page.goto('/settings')
  const map = page.getByRole('navigation', { name: 'Cards of the settings' })
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  await expect(page.locator('[inert] [role=progressbar]')).toHaveCount(0)
  await expect(map).toHaveAttribute('inert')
  letGo()
  await expect(map).not.toHaveAttribute('inert')
})

test('all settings are sent as they were when the first was typed, over that version', async ({
  page,
  office,
}) => {
  await office.call(api.settings.update, { transfer_max: 10_000, telegram: '' })
  const { data: before } = await office.call(api.settings.get, {})
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'System Settings' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save Settings' })).toBeDisabled()
  await expect(page.getByLabel('Transfer maximum')).toHaveValue('10,000')
  await page.getByLabel('Transfer maximum').fill('12500.5')
  await page.getByLabel('Telegram').fill(' @munim ')
  await expect(page.getByText('2 unsaved changes')).toBeVisible()
  await expect(page.getByText('Transfer maximum 10,000 → 12500.50 · Telegram – → @munim')).toBeVisible()
  await expectSoundOnBoth(page)

  const sent = saved(page)
  await page.getByRole('button', { name: 'Save Settings' }).click()
  const { rates, merchant_qr, app_link, provider_connected, source_connected, ...fields } = before
  expect((await sent).postDataJSON()).toEqual({ ...fields, transfer_max: 12_500.5, telegram: '@munim' })
  await expect(page.getByRole('status').filter({ hasText: 'Settings updated successfully' })).toBeVisible()
  await expect(page.getByText('Nothing is changed.')).toBeVisible()
  await expect(page.getByLabel('Transfer maximum')).toHaveValue('12,500.5')
  await office.call(api.settings.update, { transfer_max: 10_000, telegram: '' })
})

test('each setting has a field of its kind', async ({ page }) => {
  await page.goto('/settings')
  const types = {
    'Withdrawals open': 'time',
    'Withdrawals close': 'time',
    Email: 'email',
    'Second email': 'email',
    Mobile: 'tel',
    WhatsApp: 'tel',
    Facebook: 'url',
    Twitter: 'url',
    YouTube: 'url',
    Instagram: 'url',
    'Video link': 'url',
  }
  for (const [label, type] of Object.entries(types)) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('type', type)
  }
  await expect(page.getByLabel('App download link')).toBeDisabled()
  const main = page.getByRole('main')
  await expect(main.getByRole('switch')).toHaveCount(12)
  for (const label of MONEY) await expect(main.getByLabel(label)).toBeVisible()
  for (const label of TEXTS) await expect(main.getByLabel(label, { exact: true })).toBeVisible()
  // The two that are called alike are side by side, with their keys.
  await expect(main.getByRole('switch', { name: 'Auto deposit autoDeposit' })).toBeVisible()
  await expect(main.getByRole('switch', { name: 'Auto deposit, confirmed auto_deposit' })).toBeVisible()
})

const MONEY = [
  'Deposit minimum',
  'Deposit maximum',
  'Withdrawal minimum',
  'Withdrawal maximum',
  'Betting minimum',
  'Betting maximum',
  'Transfer minimum',
  'Transfer maximum',
  'Joining bonus',
  'Referral bonus',
  'Bonus on deposits',
]
const TEXTS = [
  'Merchant name',
  'Merchant UPI',
  'Account holder',
  'Account number',
  'Account IFSC',
  'Google Pay ID',
  'PhonePe ID',
  'Other UPI ID',
  'Telegram',
  'WhatsApp text',
  'App version',
  'Share message',
  'How to play',
  'Maintenance message',
]

test('what is wrong is said at its field and nothing is sent', async ({ page }) => {
  await page.goto('/settings')
  const sent = sentTo(page, api.settings.update)
  await page.getByLabel('Email', { exact: true }).fill('munim@')
  await page.getByLabel('Deposit minimum').fill('0')
  await page.getByLabel('Betting maximum').fill('1')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByLabel('Deposit minimum')).toBeFocused()
  await expect(page.getByLabel('Deposit minimum')).toHaveAccessibleDescription(
    '₹ Deposit minimum must be at least ₹1',
  )
  await expect(page.getByText('Betting minimum is above the maximum')).toBeVisible()
  await expect(page.getByText('Email is not valid')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(
    'Deposit minimum must be at least ₹1, and 2 more to mend',
  )
  expect(sent).toEqual([])
})

test('amounts may be typed with their commas, and Joining bonus may be nothing', async ({ page, office }) => {
  await office.call(api.settings.update, { withdraw_max: 50_000, joining_bonus: 5 })
  await page.goto('/settings')
  await page.getByLabel('Withdrawal maximum').selectText()
  await page.getByLabel('Withdrawal maximum').pressSequentially('1,25,000')
  await page.getByLabel('Joining bonus').fill('0')
  const sent = saved(page)
  await page.getByRole('button', { name: 'Save Settings' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ withdraw_max: 125_000, joining_bonus: 0 })
  await expect(page.getByText('Settings updated successfully')).toBeVisible()
  await office.call(api.settings.update, { withdraw_max: 50_000, joining_bonus: 0 })
})

test('who saves over somebody else’s settings can reload and keeps what was typed', async ({
  page,
  office,
}) => {
  await office.call(api.settings.update, { play_text: '', share_message: '' })
  await page.goto('/settings')
  await page.getByLabel('How to play').fill('Mine')
  await office.call(api.settings.update, { share_message: 'Theirs' })
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByRole('alert')).toContainText('The settings were saved by somebody else meanwhile.')
  await page.getByRole('button', { name: 'Reload and keep what I typed' }).click()
  await expect(
    page.getByText('Reloaded; what you typed is kept. Saved meanwhile: Share message – → Theirs.'),
  ).toBeVisible()
  await expect(page.getByLabel('Share message')).toHaveValue('Theirs')
  await expect(page.getByLabel('How to play')).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Settings updated successfully')).toBeVisible()
  expect((await office.call(api.settings.get, {})).data).toMatchObject({
    play_text: 'Mine',
    share_message: 'Theirs',
  })
  await office.call(api.settings.update, { play_text: '', share_message: '' })
})

test('what another saved meanwhile is not overwritten, though the screen has heard of it', async ({
  page,
  office,
}) => {
  await office.call(api.settings.update, { play_text: '', share_message: '' })
  await page.goto('/settings')
  await page.getByLabel('How to play').fill('Mine')
  await page.getByLabel('Share message').fill('x')
  await page.getByLabel('Share message').fill('') // as it was: no longer touched
  await office.call(api.settings.update, { play_text: 'Theirs', share_message: 'Theirs, too' })
  // An image is uploaded, after which the screen asks for the settings again.
  const qr = page.getByRole('group', { name: 'Merchant QR' })
  await qr.locator('input').setInputFiles({ name: 'qr.png', mimeType: 'image/png', buffer: PNG })
  await qr.getByRole('button', { name: 'Upload QR' }).click()
  await expect(page.getByText('QR code updated successfully!')).toBeVisible()
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(
    page.getByText(
      'Reloaded; what you typed is kept. Saved meanwhile: Share message – → Theirs, too · How to play – → Theirs.',
    ),
  ).toBeVisible()
  expect((await office.call(api.settings.get, {})).data.play_text).toBe('Theirs')
  await expect(page.getByText('How to play Theirs → Mine')).toBeVisible()
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Settings updated successfully')).toBeVisible()
  const { data } = await office.call(api.settings.get, {})
  expect(data).toMatchObject({ play_text: 'Mine', share_message: 'Theirs, too' })
  await office.call(api.settings.update, { play_text: '', share_message: '' })
})

test('a refusal of another kind is told as it is', async ({ page }) => {
  const message = 'Devi asked for this already: it waits for a second person'
  await page.route(`**${api.settings.update.path}`, (route) =>
    route.fulfill({ status: 409, json: { status: 'error', message } }),
  )
  await page.goto('/settings')
  await page.getByLabel('Telegram').fill('@x')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByRole('alert')).toContainText(message)
  await expect(page.getByText('saved by somebody else')).toHaveCount(0)
})

test('Cancel takes back what was typed, and leaving with changes asks first', async ({ page }) => {
  await page.goto('/settings')
  const telegram = page.getByLabel('Telegram')
  await telegram.fill('@other')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(telegram).toHaveValue('')
  await expect(page.getByText('Nothing is changed.')).toBeVisible()

  await telegram.fill('@other')
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.message())
    void (questions.length === 1 ? dialog.dismiss() : dialog.accept())
  })
  await page.getByRole('link', { name: 'Manage Game Rates' }).click()
  await expect(telegram).toHaveValue('@other')
  await page.getByRole('link', { name: 'Manage Game Rates' }).click()
  await expect(page).toHaveURL(/\/settings\/game-rates$/)
  expect(questions).toEqual(['Leave without saving the changes?', 'Leave without saving the changes?'])
})

test('maintenance asks first and shows what players will see', async ({ page }) => {
  await page.goto('/settings')
  const maintenance = page.getByRole('switch', { name: 'Maintenance', exact: true })
  // The switch itself lies under its drawn track.
  const press = () => maintenance.press('Space')
  await press()
  const dialog = page.getByRole('dialog', { name: 'Switch maintenance on' })
  await expect(dialog).toContainText('The platform is under maintenance')
  await expect(dialog).toContainText('All else is refused')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(maintenance).not.toBeChecked()

  await page.getByLabel('Maintenance message').fill('We are back at 4 pm.')
  await press()
  await expect(dialog).toContainText('We are back at 4 pm.')
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await expect(maintenance).toBeChecked()
  await expect(page.getByText('Maintenance off → on')).toBeVisible()
  await press()
  await expect(maintenance).not.toBeChecked() // switching off asks nothing
})

test('a setting is found by its name or its key', async ({ page }) => {
  await page.goto('/settings')
  await page.getByLabel('Search settings').fill('declure_not')
  await expect(page.getByRole('region', { name: 'Switches' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Bonus' })).toHaveCount(0)
  await page.getByLabel('Search settings').fill('zzz')
  await expect(page.getByText('No setting is called “zzz”.')).toBeVisible()
})

test('the QR image and the app are uploaded, and what is missing is said', async ({ page, office }) => {
  await page.goto('/settings')
  const qr = page.getByRole('group', { name: 'Merchant QR' })
  const app = page.getByRole('group', { name: 'App file' })
  const said = page.getByRole('alert')
  await qr.getByRole('button', { name: 'Upload QR' }).click()
  await expect(said).toContainText('Please select a QR code image')
  const large = Buffer.alloc(10 * 1024 * 1024 + 1)
  await qr.locator('input').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: large })
  await expect(said).toContainText('The file is too large')
  await expect(qr).not.toContainText('photo.png')
  await qr.locator('input').setInputFiles({ name: 'qr.png', mimeType: 'image/png', buffer: PNG })
  await expect(qr).toContainText('qr.png · 1 kB · not uploaded yet')
  await qr.getByRole('button', { name: 'Upload QR' }).click()
  await expect(page.getByText('QR code updated successfully!')).toBeVisible()
  await expect(qr.getByRole('img')).toHaveAttribute('src', /^\/uploads\/qr\/.+\.png$/)

  await app.getByRole('button', { name: 'Upload app' }).click()
  await expect(said).toContainText('Please select an APK file to upload.')
  await app
    .locator('input')
    .setInputFiles({ name: 'app.exe', mimeType: 'application/x-msdownload', buffer: PNG })
  await expect(said).toContainText('Only .apk files can be uploaded')
  await app.locator('input').setInputFiles({ name: 'munim.apk', mimeType: '', buffer: PNG })
  await page.getByLabel('App version').fill('')
  await app.getByRole('button', { name: 'Upload app' }).click()
  await expect(said).toContainText('Please enter the app version before uploading.')
  await page.getByLabel('App version').fill('999999')
  await app.getByRole('button', { name: 'Upload app' }).click()
  await expect(said).toContainText('This file is not an Android app')
  await expect(app).toContainText('munim.apk') // kept, to be tried again

  await page.route(`**${api.settings.uploadApp.path}`, (route) => route.abort())
  await app.getByRole('button', { name: 'Upload app' }).click()
  await expect(said).toContainText('Failed to upload app. Please try again.')
  await answerWith(page, api.settings.updateQr, { status: 'error' })
  await qr.locator('input').setInputFiles({ name: 'qr.png', mimeType: 'image/png', buffer: PNG })
  await qr.getByRole('button', { name: 'Upload QR' }).click()
  await expect(said).toContainText('Failed to update QR code')
  expect((await office.call(api.settings.get, {})).data.app_link).toBe('')
})

test('a QR image on its way is not left without a question', async ({ page }) => {
  await page.goto('/settings')
  const qr = page.getByRole('group', { name: 'Merchant QR' })
  await qr.locator('input').setInputFiles({ name: 'qr.png', mimeType: 'image/png', buffer: PNG })
  await holdBack(page, api.settings.updateQr)
  await qr.getByRole('button', { name: 'Upload QR' }).click()
  const asked: string[] = []
  page.once('dialog', (question) => {
    asked.push(question.message())
    void question.dismiss()
  })
  await page.getByRole('link', { name: 'Manage Game Rates' }).click()
  await expect.poll(() => asked).toEqual(['Leave without saving the changes?'])
  await expect(page).toHaveURL('/settings')
})

test('a QR image that waits for a second person is no longer chosen, and the keyboard stays where it was', async ({
  page,
  office,
}) => {
  const me = await office.call(api.auth.whoAmI, {})
  await answerWith(page, api.auth.whoAmI, { ...me, data: { ...me.data, confirms: true } })
  const known = page.waitForResponse(`**${api.acts.waiting.path}`)
  await page.goto('/settings')
  await known
  const qr = page.getByRole('group', { name: 'Merchant QR' })
  const send = qr.getByRole('button', { name: 'Upload QR' })
  const choose = () =>
    qr.locator('input').setInputFiles({ name: 'qr.png', mimeType: 'image/png', buffer: PNG })
  await answerWith(page, api.settings.updateQr, { status: 'waiting', message: 'It waits' }, 202)
  await choose()
  const asked = page.waitForRequest(`**${api.acts.waiting.path}`)
  await send.press('Enter')
  await expect(page.getByText('Waits for a second person')).toBeVisible()
  await asked
  await expect(qr).not.toContainText('not uploaded yet')
  await expect(send).toBeFocused()

  await answerWith(page, api.settings.updateQr, { status: 'error' })
  await choose()
  await send.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Failed to update QR code')
  await expect(send).toBeFocused()
  await expect(qr).toContainText('not uploaded yet')
})

test('the app goes up with its progress, can be stopped, and is linked with its version', async ({
  page,
  office,
}) => {
  const large = { name: 'assets/sounds', content: randomBytes(600_000) }
  const apk = zipOf({ name: 'AndroidManifest.xml', content: '<manifest/>' }, large)
  await page.goto('/settings')
  const app = page.getByRole('group', { name: 'App file' })
  const bar = app.getByRole('progressbar', { name: 'Upload of the app' })
  const line = await page.context().newCDPSession(page)
  const limitTo = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await page.getByLabel('App version').fill('1.4.2')
  await app.locator('input').setInputFiles({ name: 'munim.apk', mimeType: '', buffer: apk })

  await limitTo(50_000)
  await app.getByRole('button', { name: 'Upload app' }).click()
  await expect(bar).toBeVisible()
  await expect(app).toContainText(/[1-9]\d* kB of 600 kB · .*\/s · \d+ s left/)
  await app.getByRole('button', { name: 'Stop the upload' }).click()
  await expect(bar).toBeHidden()
  await expect(app).toContainText('munim.apk') // kept, to be tried again
  expect((await office.call(api.settings.get, {})).data.app_link).toBe('')

  await app.getByRole('button', { name: 'Upload app' }).click()
  await expect(bar).toBeVisible()
  await limitTo(-1)
  await expect(page.getByText('App uploaded and link updated successfully!')).toBeVisible()
  await expect(bar).toBeHidden()
  const { app_link, app_version } = (await office.call(api.settings.get, {})).data
  expect(app_version).toBe('1.4.2')
  await expect(page.getByLabel('App download link')).toHaveValue(app_link)
  await expect(app).toContainText(app_link.split('/').at(-1)!)
  expect(await (await page.request.get(app_link)).body()).toEqual(apk)

  await app.locator('input').setInputFiles({ name: 'munim.apk', mimeType: '', buffer: apk })
  await app.getByRole('button', { name: 'Upload app' }).click()
  await expect(page.getByRole('alert')).toContainText('App version must be greater than 1.4.2')
})

test('a search hides cards only: what is uploaded goes on, and what was chosen stays', async ({ page }) => {
  const apk = zipOf({ name: 'AndroidManifest.xml', content: '<manifest/>' })
  const letGo = await holdBack(page, api.settings.uploadApp)
  await page.goto('/settings')
  const app = page.getByRole('group', { name: 'App file' })
  const qr = page.getByRole('group', { name: 'Merchant QR' })
  const search = page.getByLabel('Search settings')
  await qr.locator('input').setInputFiles({ name: 'qr.png', mimeType: 'image/png', buffer: PNG })
  await page.getByLabel('App version').fill('1.5.0')
  await app.locator('input').setInputFiles({ name: 'munim.apk', mimeType: '', buffer: apk })
  await app.getByRole('button', { name: 'Upload app' }).click()
  await search.fill('declure_not')
  await expect(page.getByRole('region', { name: 'Switches' })).toBeVisible()
  await expect(app).toBeHidden()
  letGo()
  await expect(page.getByText('App uploaded and link updated successfully!')).toBeVisible()
  await search.fill('')
  await expect(qr).toContainText('qr.png · 1 kB · not uploaded yet')
})

test('while it is saved nothing more is typed, and the keyboard stays where it was', async ({ page }) => {
  for (const [path, label, saving] of [
    ['/settings', 'Telegram', api.settings.update],
    ['/settings/game-rates', 'Odd Even payout multiplier', api.settings.updateRates],
  ] as const) {
    await answerWith(page, saving, { status: 'error' })
    const letGo = await holdBack(page, saving)
    await page.goto(path)
    const field = page.getByLabel(label)
    await field.fill('8.5')
    await field.press('Enter')
    await expect(field).toBeDisabled()
    letGo()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('8.5')
    await page.getByRole('button', { name: 'Cancel' }).click()
  }
})

test('a version that is typed while the app goes up under another one stays typed', async ({
  page,
  office,
}) => {
  const apk = zipOf({ name: 'AndroidManifest.xml', content: '<manifest/>' })
  const letGo = await holdBack(page, api.settings.uploadApp)
  await page.goto('/settings')
  const app = page.getByRole('group', { name: 'App file' })
  await page.getByLabel('App version').fill('1.6.0')
  await app.locator('input').setInputFiles({ name: 'munim.apk', mimeType: '', buffer: apk })
  await app.getByRole('button', { name: 'Upload app' }).click()
  await page.getByLabel('App version').fill('1.7.0')
  letGo()
  await expect(page.getByText('App uploaded and link updated successfully!')).toBeVisible()
  expect((await office.call(api.settings.get, {})).data.app_version).toBe('1.6.0')
  await expect(page.getByLabel('App version')).toHaveValue('1.7.0')
  await expect(page.getByText('App version 1.6.0 → 1.7.0')).toBeVisible()
})

test('the switches of Auto Deposit say that no payment provider is connected', async ({ page, office }) => {
  const { data } = await office.call(api.settings.get, {})
  await answerWith(page, api.settings.get, {
    status: 'success',
    data: { ...data, provider_connected: false },
  })
  await page.goto('/settings')
  await expect(page.getByText('No provider is connected. Who runs the server can connect one.')).toBeVisible()
})

test('the switch of auto declare says that no result source is connected', async ({ page, office }) => {
  const { data } = await office.call(api.settings.get, {})
  await answerWith(page, api.settings.get, { status: 'success', data: { ...data, source_connected: false } })
  await page.goto('/settings')
  await expect(
    page.getByText('No result source is connected, so nothing is declared by itself.'),
  ).toBeVisible()
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('settings and rates that cannot be had say so and can be asked again', async ({ page }) => {
  await answerWith(page, api.settings.get, { status: 'error' })
  await page.goto('/settings')
  await expect(page.getByRole('alert')).toContainText('Failed to fetch settings')
  await page.goto('/settings/game-rates')
  await expect(page.getByRole('alert')).toContainText('Failed to fetch game rates')
  await page.unroute(`**${api.settings.get.path}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByLabel('Single Digit minimum bet')).toBeVisible()
})

test('a failure of saving has its own sentence where the server says nothing', async ({ page }) => {
  await answerWith(page, api.settings.update, { status: 'error' })
  await answerWith(page, api.settings.updateRates, { status: 'error' })
  await page.goto('/settings')
  await page.getByLabel('Telegram').fill('@x')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to update settings')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.goto('/settings/game-rates')
  await page.getByLabel('Odd Even payout multiplier').fill('8.5')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to update game rates')
})

test('rates are changed over their worked example and what the house keeps', async ({ page, office }) => {
  await office.call(api.settings.updateRates, { rates: { tp_1: 10, tp_2: 700, dp_1: 10, dp_2: 300 } })
  const { data: before } = await office.call(api.settings.get, {})
  await page.goto('/settings/game-rates')
  await expect(page.getByText('A changed rate applies to bets placed from now on.')).toBeVisible()
  const lines = page.getByRole('row')
  const tp = lines.filter({ hasText: /^TP/ })
  const dp = lines.filter({ hasText: /^DP/ })
  await expect(tp).toContainText('₹10 × 700 = ₹7,000.00')
  await expect(tp).toContainText('1 in 1,000')
  await expect(tp).toContainText('30.0 %')
  await page.getByLabel('TP payout multiplier').fill('650.55')
  await page.getByLabel('DP payout multiplier').fill('340')
  await expect(tp).toContainText('₹10 × 650.55 = ₹6,505.50')
  await expect(dp).toContainText('−2.0 %')
  await expect(page.getByText('DP 300 → 340: on average the house would lose')).toBeVisible()
  await expectSoundOnBoth(page)
  await asNarrow(page, async () => {
    await expect(page.getByRole('listitem').filter({ hasText: /^TP/ })).toContainText(
      '₹10 × 650.55 = ₹6,505.50',
    )
  })

  const sent = savedRates(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect((await sent).postDataJSON()).toEqual({
    rates: { ...before.rates.global, dp_2: 340, tp_2: 650.55 },
    version: before.version,
  })
  await expect(page.getByRole('status').filter({ hasText: 'Game rates updated successfully' })).toBeVisible()
  await office.call(api.settings.updateRates, { rates: { tp_2: 700, dp_2: 300 } })
})

test('a rate that another changed meanwhile is not overwritten, and what was typed is kept', async ({
  page,
  office,
}) => {
  await office.call(api.settings.updateRates, { rates: { sp_2: 150, dp_2: 300 } })
  await page.goto('/settings/game-rates')
  await page.getByLabel('SP payout multiplier', { exact: true }).fill('151')
  await office.call(api.settings.updateRates, { rates: { sp_2: 145, dp_2: 290 } })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('The settings were saved by somebody else meanwhile.')
  await page.getByRole('button', { name: 'Reload and keep what I typed' }).click()
  await expect(page.getByText('Saved meanwhile: SP 150 → 145 · DP 300 → 290.')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Game rates updated successfully')).toBeVisible()
  const { data } = await office.call(api.settings.get, {})
  expect(data.rates.global).toMatchObject({ sp_2: 151, dp_2: 290 })
  await office.call(api.settings.updateRates, { rates: { sp_2: 150, dp_2: 300 } })
})

test('a rate ten times up or down asks first', async ({ page, office }) => {
  await office.call(api.settings.updateRates, { rates: { sp_1: 10, sp_2: 150 } })
  await page.goto('/settings/game-rates')
  await page.getByLabel('SP payout multiplier', { exact: true }).fill('1500')
  await page.getByLabel('SP minimum bet').fill('1')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Save these rates' })
  await expect(dialog).toContainText('SP, payout multiplier× 150 → × 1,500')
  await expect(dialog).toContainText('SP, minimum bet₹10 → ₹1')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect((await office.call(api.settings.get, {})).data.rates.global).toMatchObject({ sp_1: 10, sp_2: 150 })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Game rates updated successfully')).toBeVisible()
  await office.call(api.settings.updateRates, { rates: { sp_1: 10, sp_2: 150 } })
})

test('a rate below one, or none, is said at its field and not sent', async ({ page }) => {
  await page.goto('/settings/game-rates')
  await page.getByLabel('Jodi payout multiplier').fill('0.5')
  await page.getByLabel('Jodi minimum bet').fill('')
  await expect(page.getByText('₹10 × 0.5')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Minimum bet is missing')).toBeVisible()
  await expect(page.getByLabel('Jodi minimum bet')).toHaveAccessibleDescription('₹ Minimum bet is missing')
  await expect(page.getByLabel('Jodi payout multiplier')).toHaveAccessibleDescription('× At least 1')
  await expect(page.getByRole('alert')).toContainText('To mend: Jodi')
})

test('Back to Settings and Cancel both lead to the settings', async ({ page }) => {
  await page.goto('/settings')
  for (const way of [
    page.getByRole('link', { name: 'Back to Settings' }),
    page.getByRole('button', { name: 'Cancel' }),
  ]) {
    await page.getByRole('link', { name: 'Manage Game Rates' }).click()
    await expect(page.getByRole('heading', { name: 'Game Rates' })).toBeVisible()
    await way.click()
    await expect(page).toHaveURL(/\/settings$/)
    await expect(page.getByRole('heading', { name: 'System Settings' })).toBeVisible()
  }
})

test('who changed what of the settings and when is told beside them, the latest first', async ({
  page,
  office,
}) => {
  await office.call(api.settings.update, { telegram: 'first', bonus_show: false })
  await page.goto('/settings')
  const history = page.getByRole('region', { name: 'Last changes' })
  const changes = history.getByRole('listitem')
  await expect(changes.first()).toContainText('Telegram')
  await expect(changes.first()).toContainText('→ first')
  const fields = page.getByRole('main').locator('form')
  await fields.getByLabel('Telegram').fill('second')
  await fields.getByRole('switch', { name: 'Deposits bring a bonus' }).click()
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(changes.first()).toContainText('Telegram first → second')
  await expect(changes.first()).toContainText('Deposits bring a bonus off → on')
  await expect(changes.first()).toContainText('admin')
  await expect(page.getByText(/^Last changed by admin, /)).toBeVisible()
  await expectSoundOnBoth(page)
  await history.getByRole('link', { name: 'All in the audit' }).click()
  await expect(page).toHaveURL(/\/reports\/audit\?thing=settings&id=global/)
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible()
  await office.call(api.settings.update, { telegram: '', bonus_show: false })
})

test('who changed which rate and when is told below the rates; a failure says so, and older ones are shown', async ({
  page,
  office,
}) => {
  const { single_digit_2: before } = (await office.call(api.settings.get, {})).data.rates.global
  for (const single_digit_2 of [9.1, 9.2, 9.3, 9.4, 9.6, before])
    await office.call(api.settings.updateRates, { rates: { single_digit_2 } })
  await answerWith(page, api.reports.audit, { status: 'error' })
  await page.goto('/settings/game-rates')
  const history = page.getByRole('region', { name: 'Last changes' })
  await expect(history.getByRole('alert')).toContainText('Failed to fetch the audit')
  await page.unroute(`**${api.reports.audit.path}`)
  await history.getByRole('button', { name: 'Retry' }).click()
  const changes = history.getByRole('listitem')
  await expect(changes).toHaveCount(5)
  await expect(changes.nth(1)).toContainText('Single Digit, payout multiplier × 9.4 → × 9.6')
  await history.getByRole('button', { name: 'Show older changes' }).click()
  await expect(changes.nth(5)).toContainText('→ × 9.1')
})
