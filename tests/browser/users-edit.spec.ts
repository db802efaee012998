/** The form that edits a user (specification 1 §2 User details, §5). */
import { api, MPIN_MASK } from '@munim/contract'
import { FIELD_NAMES, isFlag, isSecret, PLAYER_FIELDS, type PlayerField } from '@munim/core'
import { ADMIN, answerWith, declineNext, expect, holdBack, signedInWith, test } from './support.ts'
import { card, detailsOf, factOf } from './user-page.ts'

test('the form sends only what was changed, says what that is, and shows it afterwards', async ({
  page,
  office,
}) => {
  const player = await office.player('Edited')
  await page.goto(detailsOf(player))
  await page.getByRole('button', { name: 'Edit User' }).click()
  for (const group of ['Basic Information', 'Bank Details', 'Payment Methods', 'Notification Settings'])
    await expect(page.getByRole('group', { name: group })).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(player.name)
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled()

  await page.getByLabel('Telegram').fill('@edited')
  await page.getByLabel('Branch').fill('Malviya Nagar')
  await page.getByRole('switch', { name: 'Betting' }).click()
  await expect(page.getByText('Unsaved: Telegram – → @edited')).toContainText('Betting on → off')
  const sent = page.waitForRequest(`**${api.users.update.path}`)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  expect((await sent).postDataJSON()).toEqual({
    id: player.id,
    telegram: '@edited',
    branch_name: 'Malviya Nagar',
    betting: false,
    basedOn: { telegram: '', branch_name: '', betting: true },
  })
  await expect(page.getByRole('status')).toHaveText('User details updated')
  await expect(factOf(card(page, 'Basic Information'), 'Telegram')).toHaveText('@edited')
  await expect(factOf(card(page, 'Basic Information'), 'May')).toHaveText('transfer')
  await expect(factOf(card(page, 'Bank Details'), 'Branch')).toHaveText('Malviya Nagar')
  await expect(page.getByRole('button', { name: 'Edit User' })).toBeFocused()
  expect((await office.call(api.users.get, { id: player.id })).data.user_name).toBe(player.name)
})

test('what the player changed meanwhile is not sent when it was only touched, nor written over when it was typed', async ({
  page,
  office,
}) => {
  const player = await office.player('Both edit')
  const stored = async () => (await office.call(api.users.get, { id: player.id })).data
  await office.call(api.users.update, { id: player.id, account_no: '111', telegram: '' })
  await page.goto(detailsOf(player))
  await page.getByRole('button', { name: 'Edit User' }).click()
  const account = page.getByLabel('Account no.')
  await account.fill('1110')
  await account.fill('111')
  await page.getByLabel('Telegram').fill('@typed')
  await office.call(api.users.update, { id: player.id, account_no: '222' })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('status')).toHaveText('User details updated')
  expect(await stored()).toMatchObject({ account_no: '222', telegram: '@typed' })

  await page.getByRole('button', { name: 'Edit User' }).click()
  await account.fill('333')
  await office.call(api.users.update, { id: player.id, account_no: '444' })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alert')).toContainText('The player was changed meanwhile')
  await expect(page.getByText('Unsaved: Account no. 444 → 333')).toBeVisible()
  expect((await stored()).account_no).toBe('444')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect.poll(async () => (await stored()).account_no).toBe('333')
})

test('every declared field is in its group of the form, is saved, and is shown in the details', async ({
  page,
  office,
}) => {
  const player = await office.player('All Fields', 0, { approved: false })
  const before = (await office.call(api.users.get, { id: player.id })).data
  const names = FIELD_NAMES.filter((name) => PLAYER_FIELDS[name].group !== null)
  const figures = `9${String(Date.now()).slice(-9)}`
  const typed = (name: PlayerField) =>
    isSecret(name) ? '7351' : /^(mobile|number)$/.test(PLAYER_FIELDS[name].kind) ? figures : `All ${figures}`
  await page.goto(detailsOf(player))
  await page.getByRole('button', { name: 'Edit User' }).click()
  for (const name of names) {
    const { group, label, max } = PLAYER_FIELDS[name]
    const fields = page.getByRole('group', { name: group! })
    if (isFlag(name)) {
      await expect(fields.getByRole('switch', { name: label, exact: true })).toBeChecked({
        checked: before[name],
      })
      await fields.getByRole('switch', { name: label, exact: true }).click()
    } else {
      const field = fields.getByLabel(label, { exact: true })
      await expect(field).toHaveAttribute('maxlength', String(max))
      await field.fill(typed(name))
    }
  }
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('status')).toHaveText('User details updated')
  const after: Record<string, unknown> = (await office.call(api.users.get, { id: player.id })).data
  for (const name of names) {
    const value = isFlag(name) ? !before[name] : name === 'mpin' ? MPIN_MASK : typed(name)
    expect([name, after[name]]).toEqual([name, value])
    const { group, label } = PLAYER_FIELDS[name]
    if (name === 'user_name') await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(value))
    else if (!isFlag(name)) await expect(factOf(card(page, group!), label)).toHaveText(String(value))
  }
  const flags = {
    Status: 'Blocked',
    Approval: 'Approved',
    Account: 'switched off',
    Verified: 'yes',
    May: 'nothing',
  }
  for (const [label, words] of Object.entries(flags))
    await expect(factOf(card(page, 'Basic Information'), label)).toHaveText(words)
  await expect(factOf(card(page, 'Notification Settings'), 'Receives')).toHaveText('nothing')
})

test('Mobile takes 11 characters, MPIN 4; the MPIN is never shown', async ({ page, office }) => {
  const player = await office.player('Short Fields')
  await office.call(api.users.update, { id: player.id, mpin: '4321' })
  await page.goto(detailsOf(player))
  await page.getByRole('button', { name: 'Edit User' }).click()
  const mobile = page.getByLabel('Mobile')
  await mobile.fill('')
  await mobile.pressSequentially('123456789012345')
  await expect(mobile).toHaveValue('12345678901')
  const mpin = page.getByLabel('MPIN')
  await expect(mpin).toHaveValue('')
  await mpin.pressSequentially('987654')
  await expect(mpin).toHaveValue('9876')
  await expect(page.getByText('MPIN replaced')).toBeVisible()
  await expect(page.getByText('4321')).toHaveCount(0)
})

test('while it is saved nothing more is typed, and the keyboard stays where it was', async ({
  page,
  office,
}) => {
  await answerWith(page, api.users.update, { status: 'error' })
  const letGo = await holdBack(page, api.users.update)
  await page.goto(detailsOf(await office.player('Waiting')))
  await page.getByRole('button', { name: 'Edit User' }).click()
  const field = page.getByLabel('Telegram')
  await field.fill('@waiting')
  await field.press('Enter')
  await expect(field).toBeDisabled()
  await expect(page.getByRole('switch', { name: 'Betting' })).toBeDisabled()
  letGo()
  await expect(page.getByRole('alert')).toHaveText('Failed to update user details')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('@waiting')
})

test('Cancel gives everything up; leaving with changes asks first', async ({ page, office }) => {
  const player = await office.player('Cancelled')
  await page.goto(detailsOf(player))
  await page.getByRole('button', { name: 'Edit User' }).click()
  await page.getByLabel('Telegram').fill('@never')
  const asked = declineNext(page)
  await page.getByRole('link', { name: 'Market', exact: true }).click()
  await expect.poll(() => asked).toEqual(['Leave without saving the changes?'])
  await expect(page).toHaveURL(detailsOf(player))
  await expect(page.getByLabel('Telegram')).toHaveValue('@never')
  for (const title of ['Reset Password', 'Delete User']) {
    await page.getByRole('button', { name: title }).click()
    await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByLabel('Telegram')).toHaveValue('@never')
  }

  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(factOf(card(page, 'Basic Information'), 'Telegram')).toHaveText('–')
  await page.getByRole('button', { name: 'Edit User' }).click()
  await expect(page.getByLabel('Telegram')).toHaveValue('')
  expect((await office.call(api.users.get, { id: player.id })).data.telegram).toBe('')
})

test('what is typed outlasts a look at another tab, and leaving from there asks first', async ({
  page,
  office,
}) => {
  const player = await office.player('Looked up')
  await page.goto(detailsOf(player))
  await page.getByRole('button', { name: 'Edit User' }).click()
  await page.getByLabel('Telegram').fill('@typed')
  await page.getByRole('tab', { name: 'Transaction History' }).click()
  await expect(page.getByLabel('Telegram')).toHaveCount(0)
  const asked = declineNext(page)
  await page.getByRole('link', { name: 'Market', exact: true }).click()
  await expect.poll(() => asked).toEqual(['Leave without saving the changes?'])
  await page.getByRole('tab', { name: 'User Details' }).click()
  await expect(page.getByLabel('Telegram')).toHaveValue('@typed')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('status')).toHaveText('User details updated')
  expect((await office.call(api.users.get, { id: player.id })).data.telegram).toBe('@typed')
})

test('no field with the focus is hidden by the bar that floats over the form @both', async ({
  page,
  office,
}) => {
  const player = await office.player('Tabbed')
  await page.goto(detailsOf(player))
  await page.getByRole('button', { name: 'Edit User' }).click()
  await page.getByLabel('Telegram').fill('@tabbed')
  const bar = page.getByRole('button', { name: 'Save Changes' }).locator('..')
  const field = page.locator(':focus')
  for (const label of [
    'MPIN',
    'Betting',
    'Transfer',
    'Verified',
    'Account in use',
    'Blocked',
    'Account holder',
  ]) {
    await page.keyboard.press('Tab')
    await expect(field).toHaveAccessibleName(label)
    const [under, above] = [await field.boundingBox(), await bar.boundingBox()]
    expect(under!.y + under!.height).toBeLessThanOrEqual(above!.y)
  }
})

test('a session that ends while something is unsaved asks nothing, and the way back is the same user', async ({
  browser,
  office,
  baseURL,
}) => {
  const player = await office.player('Interrupted')
  const token = await office.signIn()
  const context = await browser.newContext({ storageState: signedInWith(token, baseURL!) })
  const page = await context.newPage()
  await page.goto(detailsOf(player))
  await page.getByRole('button', { name: 'Edit User' }).click()
  await page.getByLabel('Telegram').fill('@lost')
  page.on('dialog', () => expect('nothing').toBe('asked'))
  await office.call(api.auth.logout, {}, token)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('User ID').fill(ADMIN.userName)
  await page.getByLabel('Password').fill(ADMIN.password)
  await page.getByLabel('Password').press('Enter')
  await expect(page).toHaveURL(detailsOf(player))
  await context.close()
})
