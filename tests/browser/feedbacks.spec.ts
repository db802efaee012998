/** What players write: found, filtered, read with and without a response, and taken back to unread. */
import { api } from '@munim/contract'
import type { Page } from '@playwright/test'
import {
  answerWith,
  expect,
  expectNoSidewaysScroll,
  expectNoViolations,
  expectSound,
  expectSoundOnBoth,
  goWithin,
  type Office,
  sentTo,
  test,
} from './support.ts'

async function written(office: Office, ...texts: readonly string[]) {
  const player = await office.player('Writer')
  for (const feedback of texts) await office.call(api.player.feedback, { feedback }, player.token)
  return player
}
const of = (page: Page, { name }: { name: string }, more = '') =>
  page.goto(`/feedbacks?search=${encodeURIComponent(name)}${more}`)
const entry = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const READ = 'Mark as Read & Add Response'
const UNREAD = 'Mark as Unread'
const found = async (office: Office, { name }: { name: string }) =>
  (await office.call(api.feedbacks.list, { search: name })).data.feedbacks

test('a response of another administrator is told before it is replaced', async ({ page, office }) => {
  const asha = await written(office, 'Two answer this one')
  await of(page, asha)
  const card = entry(page, 'Two answer this one')
  await card.getByRole('button', { name: READ }).click()
  const { id } = (await found(office, asha))[0]!
  const [theirs, ours] = ['We look into it now', 'It was paid yesterday']
  await office.call(api.feedbacks.update, { id, isReadByAdmin: true, adminComment: theirs })
  const dialog = page.getByRole('dialog', { name: READ })
  await dialog.getByRole('textbox').fill(ours)
  await dialog.getByRole('button', { name: 'Mark as Read' }).click()
  await expect(dialog).toContainText(`Another response was given meanwhile: “${theirs}”.`)
  await expectNoViolations(page)
  expect((await found(office, asha))[0]).toMatchObject({ adminComment: theirs })
  await dialog.getByRole('button', { name: 'Mark as Read' }).click()
  await expect(dialog).toBeHidden()
  await expect(card).toContainText(ours)
})

test('a double click on Mark as Unread opens nothing', async ({ page, office }) => {
  const asha = await written(office, 'Read and unread at once')
  const { id } = (await found(office, asha))[0]!
  await office.call(api.feedbacks.update, { id, isReadByAdmin: true })
  await of(page, asha)
  const card = entry(page, 'Read and unread at once')
  await card.getByRole('button', { name: UNREAD }).click()
  const button = card.getByRole('button', { name: READ })
  await button.dispatchEvent('click', { detail: 2 })
  await expect(button).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await button.click()
  await expect(page.getByRole('dialog', { name: READ })).toBeVisible()
})

test('an unread feedback is new until it is read with a response, and stays in its place @both', async ({
  page,
  office,
}) => {
  const asha = await written(office, 'Kalyan ka result late aaya.\nTime par daliye.')
  await of(page, asha, '&status=unread')
  const card = entry(page, 'Kalyan ka result')
  await expect(card).toContainText('New')
  await expect(card.getByRole('link', { name: asha.name })).toHaveAttribute(
    'href',
    `/users/details/${asha.id}`,
  )
  await expectSound(page)

  await card.getByRole('button', { name: READ }).click()
  const dialog = page.getByRole('dialog', { name: READ })
  await expect(dialog).toContainText('Time par daliye.')
  const response = dialog.getByRole('textbox', { name: 'Response (optional)' })
  await expect(response).toBeFocused()
  await response.fill('  हम माफ़ी चाहते हैं, "अब" ठीक है!  ')
  await expect(dialog).toContainText('32/500')
  await expectNoViolations(page)
  const sent = page.waitForRequest(`**${api.feedbacks.update.path}`)
  await dialog.getByRole('button', { name: 'Mark as Read' }).click()
  expect((await sent).postDataJSON()).toMatchObject({
    isReadByAdmin: true,
    adminComment: 'हम माफ़ी चाहते हैं, "अब" ठीक है!',
  })
  await expect(page.getByText('Feedback updated successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(card).not.toContainText('New')
  await expect(card).toContainText('हम माफ़ी चाहते हैं')
  await expect(card.getByRole('button', { name: UNREAD })).toBeFocused()

  await page.getByRole('button', { name: 'Read only', exact: true }).click()
  await page.getByRole('button', { name: 'Unread only' }).click()
  await expect(page.getByText('No feedback found')).toBeVisible()
})

test('it is read without a response, and goes back to unread at once', async ({ page, office }) => {
  const ravi = await written(office, 'Dark mode please')
  await of(page, ravi)
  const card = entry(page, 'Dark mode please')
  await card.getByRole('button', { name: READ }).click()
  const asked = page.waitForRequest(`**${api.feedbacks.update.path}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Read' }).click()
  const { id } = (await found(office, ravi))[0]!
  expect((await asked).postDataJSON()).toEqual({ id, isReadByAdmin: true })
  await expect(card).not.toContainText('New')

  const back = page.waitForRequest(`**${api.feedbacks.update.path}`)
  await card.getByRole('button', { name: UNREAD }).click()
  expect((await back).postDataJSON()).toEqual({ id, isReadByAdmin: false })
  await expect(card).toContainText('New')
  await expect(card.getByRole('button', { name: READ })).toBeFocused()
  expect(await found(office, ravi)).toMatchObject([{ isReadByAdmin: false, adminComment: '' }])
})

test('an invalid response is not sent, and one that becomes valid is', async ({ page, office }) => {
  const meena = await written(office, 'Too many signs')
  await of(page, meena)
  await entry(page, 'Too many signs').getByRole('button', { name: READ }).click()
  const dialog = page.getByRole('dialog')
  const response = dialog.getByRole('textbox')
  const sent = sentTo(page, api.feedbacks.update)
  await response.fill('123456789')
  await expect(dialog.getByText('Comment must be')).toBeHidden() // not while one is still typing
  for (const [typed, sentence] of [
    ['123456789', 'Comment must be at least 10 characters long'],
    ['x'.repeat(501), 'Comment must not exceed 500 characters'],
    ['<b>bold words</b>', 'Comment contains invalid characters'],
    ['mail me @ home please', 'Comment contains invalid characters'],
    ['अच्छा है ★★★★★', 'Comment contains invalid characters'],
  ] as const) {
    await response.fill(typed)
    await dialog.getByRole('button', { name: 'Mark as Read' }).click()
    await expect(response).toHaveAccessibleDescription(new RegExp(sentence))
    await expect(response).toBeFocused()
  }
  expect(sent).toEqual([])
  await response.fill(`All signs - . , ! ? ' " 123 ${'x'.repeat(470)}`.slice(0, 500))
  await dialog.getByRole('button', { name: 'Mark as Read' }).click()
  await expect(dialog).toBeHidden()
  expect(sent).toHaveLength(1)
})

test('search and filter are in the address, and Back takes the filter back @both', async ({
  page,
  office,
}) => {
  const asha = await written(office, 'Read one', 'New one')
  const [, read] = await found(office, asha)
  await office.call(api.feedbacks.update, { id: read!.id, isReadByAdmin: true })
  await page.goto('/feedbacks')
  const search = page.getByRole('searchbox')
  await expect(search).toHaveAttribute('maxlength', '100')
  await search.fill(` ${asha.name} `)
  const list = page.getByRole('list', { name: /^Feedback/ })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  for (const [filter, shown, word] of [
    ['Unread only', 'New one', 'unread'],
    ['Read only', 'Read one', 'read'],
  ] as const) {
    await page.getByRole('button', { name: filter, exact: true }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(list).toContainText(shown)
    await expect(page).toHaveURL(new RegExp(`status=${word}`))
  }
  await page.goBack()
  await expect(list).toContainText('New one')
  await expect(page.getByRole('button', { name: 'Unread only' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
})

test('the cards count all, unread and read, and follow what one does', async ({ page, office }) => {
  const asha = await written(office, 'Count me')
  await of(page, asha)
  const counted = async (label: string) => {
    const text = await page.getByRole('main').getByText(label, { exact: true }).locator('..').innerText()
    return Number(text.replaceAll(/\D/g, ''))
  }
  await expect(entry(page, 'Count me')).toBeVisible()
  const before = {
    total: await counted('Total'),
    unread: await counted('Unread'),
    read: await counted('Read'),
  }
  expect(before.total).toBe(before.unread + before.read)
  await entry(page, 'Count me').getByRole('button', { name: READ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Read' }).click()
  await expect(entry(page, 'Count me').getByRole('button', { name: UNREAD })).toBeVisible()
  expect(await counted('Total')).toBe(before.total)
  expect(await counted('Unread')).toBe(before.unread - 1)
  expect(await counted('Read')).toBe(before.read + 1)
})

test('Previous and Next lead through the pages, and the line says where one is', async ({ page, office }) => {
  const texts = Array.from({ length: 12 }, (_, index) => `Number ${index + 1} of twelve`)
  const asha = await written(office, ...texts)
  await of(page, asha)
  await expect(page.getByText('Showing 1-10 of 12')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText('Showing 11-12 of 12')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByText('Showing 1-10 of 12')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Showing 11-12 of 12')).toBeVisible()
  await goWithin(page, `/feedbacks?search=${encodeURIComponent(asha.name)}&page=9`)
  await expect(page.getByText('This page is past the end of the list.')).toBeVisible()
  await page.getByRole('button', { name: 'First page' }).click()
  await expect(page.getByText('Showing 1-10 of 12')).toBeVisible()
})

test('where all is read nothing is waiting', async ({ page }) => {
  const pagination = { currentPage: 1, totalPages: 0, totalItems: 0, itemsPerPage: 10 }
  const data = { feedbacks: [], pagination, stats: { total: 3, unread: 0, read: 3 } }
  await answerWith(page, api.feedbacks.list, { status: 'success', data })
  await page.goto('/feedbacks?status=unread')
  await expect(page.getByText('Nothing is waiting.')).toBeVisible()
  await expectSoundOnBoth(page)
})

test('where the server says nothing the failures have their own sentences', async ({ page, office }) => {
  const asha = await written(office, 'Failing', 'Failing already read')
  const [read] = await found(office, asha)
  await office.call(api.feedbacks.update, { id: read!.id, isReadByAdmin: true })
  await answerWith(page, api.feedbacks.update, { status: 'error' })
  await of(page, asha)
  await page.getByRole('button', { name: UNREAD }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to update feedback')
  await page.getByRole('button', { name: READ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Kept for the next try')
  await dialog.getByRole('button', { name: 'Mark as Read' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Failed to update feedback')
  await expect(dialog.getByRole('textbox')).toHaveValue('Kept for the next try')
})

test('a list that cannot be fetched says so and can be asked again', async ({ page }) => {
  await answerWith(page, api.feedbacks.list, { status: 'error' })
  await page.goto('/feedbacks')
  await expect(page.getByText('Total', { exact: true }).locator('..')).toContainText('–')
  await expect(page.getByRole('alert')).toContainText('Failed to fetch feedbacks. Please try again.')
  await page.unroute(`**${api.feedbacks.list.path}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('list', { name: /^Feedback/ })).toBeVisible()
})

test('the words of a deleted player stay and lead nowhere', async ({ page, office }) => {
  const asha = await written(office, 'I am leaving now')
  await office.call(api.users.remove, { id: asha.id })
  await page.goto(`/feedbacks?search=${encodeURIComponent(`Deleted user #${asha.id}`)}`)
  const card = entry(page, 'I am leaving now')
  await expect(card.getByRole('link')).toHaveCount(0)
})

test('nothing lies beside a screen of 320 px', async ({ page, office }) => {
  const asha = await written(office, `${'x'.repeat(200)} and words`)
  await page.setViewportSize({ width: 320, height: 640 })
  await of(page, asha)
  await expect(page.getByRole('button', { name: READ })).toBeVisible()
  await expectNoSidewaysScroll(page)
})
