/** The gallery of banners. One gallery is all there is, so these stories have a server of their own. */
import { api } from '@munim/contract'
import type { Page } from '@playwright/test'
import { PNG } from '../support/upload-files.ts'
import {
  answerWith,
  declineNext,
  expect,
  expectSound,
  expectSoundOnBoth,
  goWithin,
  holdBack,
  loseAnswer,
  type Office,
  sentTo,
  testAlone,
} from './support.ts'

const test = testAlone()

test.describe.configure({ mode: 'serial' })

const image = (name = 'banner.png') => ({ name, mimeType: 'image/png', buffer: PNG })
const choose = (page: Page, file: ReturnType<typeof image>) =>
  page.locator('input[type=file]').setInputFiles(file)
const card = (page: Page, id: number) =>
  page.getByRole('listitem').filter({ hasText: new RegExp(`#${id}(?!\\d)`) })
const counted = (page: Page, label: string) =>
  page.getByRole('main').getByText(label, { exact: true }).first().locator('..')

/** A banner that is there already. */
async function banner(host: string, token: string, isActive = true) {
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(PNG)]), 'banner.png')
  form.append('isActive', String(isActive))
  const headers = { authorization: token }
  const answer = await fetch(new URL(api.banners.create.path, host), { method: 'POST', headers, body: form })
  return ((await answer.json()) as { data: { id: number; imageUrl: string } }).data
}
async function empty(office: Office): Promise<void> {
  const { data } = await office.call(api.banners.list, { limit: 100 })
  for (const { id } of data.banners) await office.call(api.banners.remove, { id })
}

test('an empty gallery leads to the form, which asks for an image', async ({ page, office }) => {
  await empty(office)
  await page.goto('/banners')
  await expect(page.getByText('No banners found')).toBeVisible()
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Create the first one' }).click()
  await expect(page).toHaveURL(/tab=create/)
  await expect(page.getByRole('switch', { name: 'Show it to players at once' })).toBeChecked()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Please select an image')
  await expectSoundOnBoth(page)
})

test('a banner is created once with the image that was seen before, and players see it @both', async ({
  page,
  office,
}) => {
  await empty(office)
  const asha = await office.player('Asha')
  await page.goto('/banners?tab=create')
  await choose(page, image('diwali.png'))
  await expect(page.getByRole('img', { name: 'Chosen, not uploaded yet' })).toBeVisible()
  await expect(page.getByText('diwali.png · 1 kB · not uploaded yet')).toBeVisible()
  const sent = sentTo(page, api.banners.create)
  await page.getByRole('button', { name: 'Create', exact: true }).dblclick()
  await expect(page.getByText('Banner created successfully')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Manage Banners' })).toHaveAttribute('aria-selected', 'true')
  const { data } = await office.call(api.player.banners, {}, asha.token)
  expect(data).toHaveLength(1)
  expect(sent).toHaveLength(1)
  const { id } = data[0]!
  await expect(card(page, id)).toContainText('Active')
  await expect(card(page, id).getByRole('img', { name: `Banner ${id}, active` })).toBeVisible()
  await expectSound(page)
})

test('a banner whose answer was lost is made once, also after a look at the other tab', async ({
  page,
  office,
}) => {
  await empty(office)
  await page.goto('/banners?tab=create')
  await choose(page, image('holi.png'))
  await loseAnswer(page, api.banners.create)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('server is not responding')
  await page.getByRole('tab', { name: 'Manage Banners' }).click()
  await page.getByRole('tab', { name: 'Create Banner' }).click()
  await expect(page.getByText('holi.png')).toBeVisible()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('Banner created successfully')).toBeVisible()
  expect((await office.call(api.banners.list, {})).data.stats.total).toBe(1)
})

test('an answer that comes once another screen is open leaves that one as it is', async ({
  page,
  office,
}) => {
  await empty(office)
  const times = { open_time: '10:00', close_time: '11:00' }
  const { data: market } = await office.call(api.markets.create, { name: 'LEFT', ...times })
  page.on('dialog', (question) => question.accept())
  const acts = [
    ['/banners?tab=create', api.banners.create, 'Create', 'Banner created successfully'],
    [`/market/details/${market.id}`, api.markets.remove, 'Delete', 'Market deleted successfully'],
  ] as const
  for (const [address, endpoint, button, done] of acts) {
    await page.goto(address)
    if (endpoint === api.banners.create) await choose(page, image())
    const answer = await holdBack(page, endpoint)
    await page.getByRole('button', { name: button, exact: true }).click()
    await goWithin(page, '/wallet?tab=withdrawals&status=rejected')
    await expect(page.getByRole('tab', { name: 'Withdrawal Requests', selected: true })).toBeVisible()
    answer()
    await expect(page.getByText(done)).toBeVisible()
    await expect(page.getByText(done)).toBeHidden()
    await expect(page).toHaveURL(/\/wallet\?tab=withdrawals&status=rejected$/)
  }
})

test('what is no image, or too large, is not chosen', async ({ page }) => {
  await page.goto('/banners?tab=create')
  await choose(page, { name: 'notes.pdf', mimeType: 'application/pdf', buffer: PNG })
  await expect(page.getByRole('alert')).toContainText('Please select an image')
  await choose(page, { ...image('huge.png'), buffer: Buffer.alloc(10 * 1024 * 1024 + 1) })
  await expect(page.getByRole('alert')).toContainText('The file is too large')
  await expect(page.getByRole('img', { name: 'Chosen, not uploaded yet' })).toHaveCount(0)
  // Its name says that it is an image, and it is none: the server looks.
  await choose(page, { ...image('script.png'), buffer: Buffer.from('<script>alert(1)</script>') })
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('This file is not an image that can be read')
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Drop an image here, or choose one')).toBeVisible()
})

test('an image is dropped as well as chosen', async ({ page }) => {
  await page.goto('/banners?tab=create')
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], 'dropped.png', { type: 'image/png' }))
      return data
    },
    [...PNG],
  )
  await page.getByRole('group', { name: 'Image' }).dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page.getByText('dropped.png')).toBeVisible()
  await page.getByRole('tab', { name: 'Manage Banners' }).click()
  await expect(page.getByText('dropped.png')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Create Banner' }).click()
  await expect(page.getByText('dropped.png')).toBeVisible()
  const question = page.waitForEvent('dialog')
  const left = page.getByRole('link', { name: 'Feedbacks', exact: true }).click()
  await (await question).dismiss()
  await left
  await expect(page.getByText('dropped.png')).toBeVisible()
})

test('a banner is switched off and on with one click, and stays where it is', async ({
  page,
  office,
  own,
}) => {
  await empty(office)
  const { id } = await banner(own.host, own.token)
  await page.goto('/banners?status=active')
  const sent = page.waitForRequest(`**${api.banners.update.path}`)
  await card(page, id).getByRole('button', { name: 'Deactivate' }).click()
  expect((await sent).headers()['content-type']).toMatch(/^multipart\/form-data/)
  await expect(page.getByText('Banner updated successfully')).toBeVisible()
  await expect(card(page, id)).toContainText('Inactive')
  await expect(counted(page, 'Total')).toContainText('1')
  await page.getByRole('button', { name: 'Inactive', exact: true }).click()
  await expect(page).toHaveURL(/status=inactive/)
  await card(page, id).getByRole('button', { name: 'Activate' }).click()
  await expect(card(page, id).getByRole('button', { name: 'Deactivate' })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Active', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(card(page, id)).toContainText('Active')
})

test('the filter shows its own, and the cards count all', async ({ page, office, own }) => {
  await empty(office)
  const active = await banner(own.host, own.token)
  const inactive = await banner(own.host, own.token, false)
  await page.goto('/banners')
  for (const [filter, shown, hidden] of [
    ['Active', active.id, inactive.id],
    ['Inactive', inactive.id, active.id],
  ] as const) {
    await page.getByRole('button', { name: filter, exact: true }).click()
    await expect(card(page, shown)).toBeVisible()
    await expect(card(page, hidden)).toHaveCount(0)
    await expect(counted(page, 'Total')).toContainText('2')
  }
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(page.getByRole('list', { name: /^Banners/ }).getByRole('listitem')).toHaveCount(2)
})

test('a banner is edited with and without another image', async ({ page, office, own }) => {
  await empty(office)
  const { id, imageUrl } = await banner(own.host, own.token)
  await page.goto('/banners')
  await card(page, id).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: `Edit Banner #${id}` })
  await dialog.getByRole('switch', { name: 'Shown to players' }).click()
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Banner updated successfully')).toBeVisible()
  await expect(card(page, id)).toContainText('Inactive')
  const read = async () => (await office.call(api.banners.list, {})).data.banners[0]
  expect(await read()).toMatchObject({ id, imageUrl, isActive: false })

  await card(page, id).getByRole('button', { name: 'Edit' }).click()
  await dialog.locator('input[type=file]').setInputFiles(image('new.png'))
  await expect(dialog.getByRole('img', { name: 'Chosen, not uploaded yet' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  const changed = (await read())!
  expect(changed).toMatchObject({ id, isActive: false })
  expect(changed.imageUrl).not.toBe(imageUrl)
  await expect(card(page, id).getByRole('img')).toHaveAttribute('src', changed.imageUrl)
})

test('another image leaves a banner hidden that another administrator hid meanwhile', async ({
  page,
  office,
  own,
}) => {
  await empty(office)
  const { id } = await banner(own.host, own.token)
  await page.goto('/banners')
  await card(page, id).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: `Edit Banner #${id}` })
  await dialog.locator('input[type=file]').setInputFiles(image('new.png'))
  const form = new FormData()
  form.append('id', String(id))
  form.append('isActive', 'false')
  const headers = { authorization: own.token }
  await fetch(new URL(api.banners.update.path, own.host), { method: 'POST', headers, body: form })
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(card(page, id)).toContainText('Inactive')
})

test('deleting asks, and the gallery keeps the focus', async ({ page, office, own }) => {
  await empty(office)
  const [first, second] = [await banner(own.host, own.token), await banner(own.host, own.token)]
  const third = await banner(own.host, own.token)
  await page.goto('/banners')
  const asked = declineNext(page)
  await expect(card(page, third.id)).toBeVisible()
  await office.call(api.banners.remove, { id: third.id }) // Another administrator was first.
  await card(page, third.id).getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByRole('alert')).toContainText('Banner not found')
  await expect(card(page, third.id)).toHaveCount(0)
  await card(page, second.id).getByRole('button', { name: 'Delete' }).click()
  expect(asked).toEqual(['Are you sure you want to delete this banner?'])
  page.once('dialog', (dialog) => void dialog.accept())
  await card(page, second.id).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Banner deleted successfully')).toBeVisible()
  await expect(card(page, second.id)).toHaveCount(0)
  await expect(card(page, first.id)).toBeVisible()
  await expect(page.getByRole('list', { name: /^Banners/ })).toBeFocused()
})

test('where an image is gone a placeholder is shown in its place', async ({ page, office, own }) => {
  await empty(office)
  const { id } = await banner(own.host, own.token)
  await page.route('**/uploads/banners/**', (route) => route.fulfill({ status: 404 }))
  await page.goto('/banners')
  await expect(
    card(page, id).getByRole('img', { name: `Banner ${id}, active: the image is gone` }),
  ).toBeVisible()
  await expect(card(page, id)).toContainText('Image not available')
  await expectSoundOnBoth(page)
})

test('a picture of another shape is shown whole in a frame as wide as all @both', async ({
  page,
  office,
  own,
}) => {
  await empty(office)
  const { id } = await banner(own.host, own.token) // One pixel, a square.
  await page.goto('/banners')
  const picture = card(page, id).getByRole('img')
  await expect(picture).toHaveJSProperty('complete', true)
  const { width, height } = (await picture.boundingBox())!
  expect(width / height).toBeCloseTo(5 / 2, 1)
})

test('ten are on a page, and the page is in the address', async ({ page, office, own }) => {
  await empty(office)
  for (let number = 0; number < 11; number++) await banner(own.host, own.token)
  await page.goto('/banners')
  await expect(page.getByText('Showing 1 to 10 of 11 entries')).toBeVisible()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('list', { name: /^Banners/ }).getByRole('listitem')).toHaveCount(1)
  await page.goBack()
  await expect(page.getByText('Showing 1 to 10 of 11 entries')).toBeVisible()
})

test('where the server says nothing each failure has its own sentence', async ({ page, office, own }) => {
  await empty(office)
  const { id } = await banner(own.host, own.token)
  for (const endpoint of [api.banners.create, api.banners.update, api.banners.remove])
    await answerWith(page, endpoint, { status: 'error' })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/banners')
  const said = page.getByRole('alert')
  await card(page, id).getByRole('button', { name: 'Deactivate' }).click()
  await expect(said).toContainText('Failed to update banner status')
  await expect(card(page, id)).toContainText('Active')
  await card(page, id).getByRole('button', { name: 'Delete' }).click()
  await expect(said).toContainText('Failed to delete banner')
  await card(page, id).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Failed to create/update banner')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('tab', { name: 'Create Banner' }).click()
  await choose(page, image())
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(said).toContainText('Failed to create/update banner')
})

test('a gallery that cannot be fetched says so and can be asked again', async ({ page }) => {
  await answerWith(page, api.banners.list, { status: 'error' })
  await page.goto('/banners')
  await expect(page.getByRole('alert')).toContainText('Failed to fetch banners. Please try again.')
  await expectSoundOnBoth(page)
  await page.unroute(`**${api.banners.list.path}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
