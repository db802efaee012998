/** Notices to all players: sent with their checks, found again, edited and deleted in the list. */
import { api } from '@munim/contract'
import type { Page } from '@playwright/test'
import {
  answerWith,
  declineNext,
  expect,
  expectNoSidewaysScroll,
  expectNoViolations,
  expectSound,
  expectSoundOnBoth,
  goWithin,
  holdBack,
  loseAnswer,
  type Office,
  sentTo,
  test,
  unique,
} from './support.ts'

const notice = async (office: Office, title: string, description = '') =>
  (await office.call(api.notifications.send, { title: `${title} ${unique()}`, description })).data
const entry = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const manage = (page: Page, search: string, more = '') =>
  page.goto(`/notifications?tab=manage&search=${encodeURIComponent(search)}${more}`)
const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const descriptionField = (page: Page) => page.getByRole('textbox', { name: 'Description' })

test('a notification is sent once and reaches every player', async ({ page, office }) => {
  const asha = await office.player('Asha')
  const title = `Diwali ${unique()}`
  await page.goto('/notifications')
  await titleField(page).fill(`  ${title} `)
  await descriptionField(page).fill('आज सभी बाज़ार खुले हैं।')
  await expect(page.getByText(`${title.length}/100`)).toBeVisible()
  await expect(page.getByText('23/500')).toBeVisible()
  await expect(page.getByRole('region', { name: 'As players read it' })).toContainText('आज सभी बाज़ार')
  await expectSoundOnBoth(page)

  const sent = sentTo(page, api.notifications.send)
  await page.getByRole('button', { name: 'Send' }).dblclick()
  await expect(page.getByRole('status').filter({ hasText: 'Notification sent successfully!' })).toBeVisible()
  await expect(titleField(page)).toHaveValue('')
  await expect(descriptionField(page)).toHaveValue('')
  expect(sent).toHaveLength(1)
  const { data } = await office.call(api.player.notifications, { page: 1, limit: 100 }, asha.token)
  expect(data.filter((each) => each.title === title)).toMatchObject([{ description: 'आज सभी बाज़ार खुले हैं।' }])
})

test('the same words go out as a push where that is chosen; its failure is said apart, and each is sent once', async ({
  page,
}) => {
  const title = `Diwali ${unique()}`
  const sent: string[] = []
  page.on('request', (request) => {
    const way = [api.notifications.send, api.push.sendToAll].find(({ path }) => request.url().endsWith(path))
    if (way !== undefined) sent.push(`${way.path} ${request.postDataJSON().title}`)
  })
  await page.goto('/notifications')
  const also = page.getByRole('switch', { name: 'Also send as a push notification' })
  await expect(also).not.toBeChecked()
  await titleField(page).fill(title)
  await also.check()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Send to all players' })
  await expect(dialog).toContainText(title)
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(sent).toEqual([])

  await loseAnswer(page, api.push.sendToAll)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByRole('button', { name: 'Send to all' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Notification sent successfully! The push notification was not sent:',
  )
  await expect(titleField(page)).toHaveValue('')
  await expect(page.getByText(`“${title}” is not sent as a push notification yet.`)).toBeVisible()
  await expectSoundOnBoth(page)
  await page.getByRole('tab', { name: 'Manage Notifications' }).click()
  await page.getByRole('tab', { name: 'Send Notification' }).click()
  await page.getByRole('button', { name: 'Send again' }).dblclick()
  await expect(page.getByText('Push notification kept for')).toHaveText(
    /^This was sent already \(.*\), and is not done a second time: Notification sent successfully! Push/,
  )
  await expect(also).not.toBeChecked()
  const [notice, push] = [api.notifications.send, api.push.sendToAll].map(({ path }) => `${path} ${title}`)
  expect(sent).toEqual([notice, push, push]) // The one whose answer was lost, with its key.
  await page.goto('/push-notifications')
  await expect(page.getByRole('main').getByText(title)).toHaveCount(1)
})

test('what is wrong is said at its field and nothing is sent', async ({ page }) => {
  const sent = sentTo(page, api.notifications.send)
  await page.goto('/notifications')
  for (const [title, description, sentence] of [
    ['', '', 'Title is required'],
    ['   ', '', 'Title is required'],
    ['ab', '', 'Title must be at least 3 characters'],
    ['x'.repeat(101), '', 'Title must be less than 100 characters'],
    ['Good morning', 'y'.repeat(501), 'Description must be less than 500 characters'],
  ] as const) {
    await titleField(page).fill(title)
    await descriptionField(page).fill(description)
    await page.getByRole('button', { name: 'Send' }).click()
    const field = description === '' ? titleField(page) : descriptionField(page)
    await expect(field).toHaveAccessibleDescription(new RegExp(sentence))
    await expect(field).toBeFocused()
  }
  expect(sent).toEqual([])
})

test('the fields take more than the limits and say so, and take the limits themselves', async ({ page }) => {
  await page.goto('/notifications')
  const title = unique().padEnd(100, 'x')
  await titleField(page).fill(`${title}y`)
  await expect(page.getByText('101/100')).toBeVisible()
  await expect(page.getByText('Title must be less than 100 characters')).toBeVisible()
  await titleField(page).press('Backspace')
  await expect(page.getByText('100/100')).toBeVisible()
  await expect(page.getByText('Title must be less than 100 characters')).toBeHidden()
  await descriptionField(page).fill('y'.repeat(500))
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Notification sent successfully!')).toBeVisible()
})

test('what was typed stays while one looks at the other tab, and is not left without a question', async ({
  page,
}) => {
  await page.goto('/notifications')
  await titleField(page).fill('Half written')
  await page.getByRole('tab', { name: 'Manage Notifications' }).click()
  await expect(page).toHaveURL(/tab=manage/)
  await page.goBack()
  await expect(titleField(page)).toHaveValue('Half written')
  const asked: string[] = []
  // Answered as it comes: a click can be held until its question is.
  const leave = async (answer: 'accept' | 'dismiss') => {
    page.once('dialog', (question) => {
      asked.push(question.message())
      void question[answer]()
    })
    await page.getByRole('link', { name: 'Feedbacks', exact: true }).click()
  }
  await leave('dismiss')
  await expect.poll(() => asked).toEqual(['Leave without sending the notification?'])
  await expect(titleField(page)).toHaveValue('Half written')
  await leave('accept')
  await expect(page.getByRole('heading', { name: 'Feedbacks' })).toBeVisible()
})

test('a notification whose answer was lost is sent once, also after a look at the other tab', async ({
  page,
  office,
}) => {
  const title = `Told once ${unique()}`
  await page.goto('/notifications')
  await titleField(page).fill(title)
  await loseAnswer(page, api.notifications.send)
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await send.click()
  await expect(page.getByRole('alert')).toContainText('server is not responding')
  await page.getByRole('tab', { name: 'Manage Notifications' }).click()
  await page.getByRole('tab', { name: 'Send Notification' }).click()
  await send.click()
  await expect(page.getByText('Notification sent successfully!')).toBeVisible()
  await expect(titleField(page)).toHaveValue('')
  expect((await office.call(api.notifications.list, { search: title })).data.total).toBe(1)
})

test('the cards count all, today and the last seven days', async ({ page }) => {
  const data = { notifications: [], total: 1234, totalPages: 124, today: 3, lastSevenDays: 21 }
  await answerWith(page, api.notifications.list, { status: 'success', data })
  await page.goto('/notifications')
  const main = page.getByRole('main')
  await expect(main.getByText('Total', { exact: true }).locator('..')).toContainText('1,234')
  await expect(main.getByText('Today', { exact: true }).locator('..')).toContainText('3')
  await expect(main.getByText('This Week', { exact: true }).locator('..')).toContainText('21')
})

test('a notification is found by title, description and day, and Back takes the search back @both', async ({
  page,
  office,
}) => {
  const word = unique()
  const { title } = await notice(office, 'Found', `with the word ${word}`)
  const { createdAt } = await notice(office, 'Another')
  await page.goto('/notifications')
  await page.getByRole('tab', { name: 'Manage Notifications' }).click()
  const search = page.getByRole('searchbox', { name: 'Search by title, description or date' })
  for (const text of [title, word.toUpperCase()]) {
    await search.fill(text)
    await expect(page.getByRole('list', { name: /^Notifications/ }).getByRole('listitem')).toHaveCount(1)
    await expect(entry(page, title)).toBeVisible()
  }
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date(createdAt))
  await search.fill(day)
  await expect(entry(page, title)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`search=${day}`))
  await search.fill(`${word} and more`)
  await expect(page.getByText('No notifications found')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(search).toHaveValue('')
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Send Notification' })).toHaveAttribute('aria-selected', 'true')
})

test('a card shows the Indian day', async ({ page }) => {
  const late = { id: 7, title: 'Late', description: '', createdAt: '2026-03-10T20:00:00.000Z' }
  const data = { notifications: [late], total: 1, totalPages: 1, today: 0, lastSevenDays: 0 }
  await answerWith(page, api.notifications.list, { status: 'success', data })
  await page.goto('/notifications?tab=manage')
  await expect(entry(page, 'Late')).toContainText('11 Mar 2026, 1:30 am')
})

test('a description over 150 characters is shown whole and short again', async ({ page, office }) => {
  const word = unique()
  await notice(office, `Short ${word}`, 'x'.repeat(150))
  const long = await notice(office, `Long ${word}`, `${'Some words of it. '.repeat(12)}The end.`)
  await manage(page, word)
  await expect(page.getByRole('button', { name: /^Show/ })).toHaveCount(1)
  const card = entry(page, long.title)
  await expect(card).not.toContainText('The end.')
  await card.getByRole('button', { name: 'Show more' }).click()
  await expect(card).toContainText('The end.')
  await expectSoundOnBoth(page)
  await card.getByRole('button', { name: 'Show less' }).click()
  await expect(card).not.toContainText('The end.')
})

test('a notification is edited in the list, by keyboard too @both', async ({ page, office }) => {
  const { id, title } = await notice(office, 'Edit me', 'as it was')
  await manage(page, title)
  await entry(page, title).getByRole('button', { name: 'Edit' }).press('Enter')
  await expect(titleField(page)).toBeFocused()
  await titleField(page).fill('changed my mind')
  await page.keyboard.press('Escape')
  await expect(entry(page, title).getByRole('button', { name: 'Edit' })).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(titleField(page)).toHaveValue(title)
  for (const [typed, sentence] of [
    [' ', 'Title is required'],
    ['ab', 'Title must be at least 3 characters'],
  ] as const) {
    await titleField(page).fill(typed)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(titleField(page)).toHaveAccessibleDescription(sentence)
  }
  await expectSound(page)
  // An edit asks for three characters and no more (specification 2 §5).
  const longer = `${title} ${'x'.repeat(100)}`
  await titleField(page).fill(longer)
  await descriptionField(page).fill('')
  await titleField(page).press('Enter')
  await expect(page.getByText('Notification updated successfully!')).toBeVisible()
  await expect(entry(page, longer)).toBeVisible()
  await expect(entry(page, longer).getByRole('button', { name: 'Edit' })).toBeFocused()
  const { data } = await office.call(api.notifications.list, { search: title })
  expect(data.notifications).toMatchObject([{ id, title: longer, description: '' }])
})

test('an edit outlasts a look at the other tab, and is not left without a question', async ({
  page,
  office,
}) => {
  const { title } = await notice(office, 'Half edited', 'as it was')
  await manage(page, title)
  await entry(page, title).getByRole('button', { name: 'Edit' }).click()
  await titleField(page).fill('Half changed')
  await page.getByRole('tab', { name: 'Send Notification' }).click()
  await expect(titleField(page)).toHaveValue('')
  const asked = declineNext(page)
  await page.getByRole('link', { name: 'Feedbacks', exact: true }).click()
  await expect.poll(() => asked).toEqual(['Leave without saving the changes?'])
  await page.goBack()
  await expect(titleField(page)).toHaveValue('Half changed')
})

test('an edit that was begun is not left for another notification without a question', async ({
  page,
  office,
}) => {
  const word = unique()
  const { title: first } = await notice(office, `First ${word}`)
  const { title: second } = await notice(office, `Second ${word}`)
  await manage(page, word)
  const edit = (title: string) => entry(page, title).getByRole('button', { name: 'Edit' })
  await edit(first).click()
  await edit(second).click() // Nothing was typed in the first.
  await expect(titleField(page)).toHaveValue(second)
  await titleField(page).fill('Half changed')
  const asked = declineNext(page)
  await edit(first).click()
  expect(asked).toEqual(['Leave without saving the changes?'])
  await expect(titleField(page)).toHaveValue('Half changed')
  page.once('dialog', (question) => void question.accept())
  await edit(first).click()
  await expect(titleField(page)).toHaveValue(first)
})

test('a save leaves alone the description that another administrator changed meanwhile', async ({
  page,
  office,
}) => {
  const { id, title } = await notice(office, 'Two at it', 'as it was')
  await manage(page, title)
  await entry(page, title).getByRole('button', { name: 'Edit' }).click()
  await titleField(page).fill(`${title} again`)
  await office.call(api.notifications.update, { id, title, description: 'as another wrote it' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Notification updated successfully!')).toBeVisible()
  await expect(entry(page, `${title} again`)).toContainText('as another wrote it')
})

test('words of another administrator are told before they are replaced', async ({ page, office }) => {
  const { id, title } = await notice(office, 'Two edit it', 'as it was')
  await manage(page, title)
  await entry(page, title).getByRole('button', { name: 'Edit' }).click()
  await descriptionField(page).fill('as we wrote it')
  const theirs = 'as another wrote it'
  await office.call(api.notifications.update, { id, title, description: theirs })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText(`changed this notification meanwhile: “${theirs}”.`)
  const [stored] = (await office.call(api.notifications.list, { search: title })).data.notifications
  expect(stored).toMatchObject({ description: theirs })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Notification updated successfully!')).toBeVisible()
  await expect(entry(page, title)).toContainText('as we wrote it')
})

test('deleting asks; the last one of a page leads to the page before it', async ({ page, office }) => {
  const word = unique()
  for (let number = 1; number <= 11; number++) await notice(office, `Delete ${word} ${number} of 11`)
  await manage(page, word)
  await expect(page.getByText('Showing 1 to 10 of 11 entries')).toBeVisible()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  const remove = entry(page, `${word} 1 of 11`).getByRole('button', { name: 'Delete' })
  const asked = declineNext(page)
  await remove.click()
  expect(asked).toEqual(['Are you sure you want to delete this notification?'])
  await expect(remove).toBeVisible()

  page.once('dialog', (dialog) => void dialog.accept())
  await remove.click()
  await expect(page.getByText('Notification deleted successfully!')).toBeVisible()
  await expect(page).not.toHaveURL(/page=2/)
  await expect(entry(page, word)).toHaveCount(10)

  const { data } = await office.call(api.notifications.list, { search: ` ${word} 2 of` })
  await office.call(api.notifications.remove, { id: data.notifications[0]!.id }) // Another administrator was first.
  page.once('dialog', (dialog) => void dialog.accept())
  await entry(page, `${word} 2 of`).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert')).toContainText('Notification not found')
  await expect(entry(page, word)).toHaveCount(9)
})

test('one deleted while the last page is under way leaves no empty page', async ({ page, office }) => {
  const word = unique()
  for (let number = 1; number <= 11; number++) await notice(office, `Under way ${word} ${number} of 11`)
  await manage(page, word)
  const newest = entry(page, `${word} 11 of 11`)
  await expect(newest).toBeVisible()
  const letGo = await holdBack(page, api.notifications.list)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  page.once('dialog', (dialog) => void dialog.accept())
  await newest.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Notification deleted successfully!')).toBeVisible()
  letGo()
  await expect(entry(page, word)).toHaveCount(10)
  await expect(newest).toHaveCount(0)
  await expect(page).not.toHaveURL(/page=2/)
})

test('where the server says nothing each failure has its own sentence', async ({ page, office }) => {
  const { title } = await notice(office, 'Failing')
  const silent = { status: 'error' }
  await manage(page, title)
  for (const endpoint of [api.notifications.send, api.notifications.update, api.notifications.remove])
    await answerWith(page, endpoint, silent)
  page.on('dialog', (dialog) => void dialog.accept())
  await entry(page, title).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to delete notification')
  await entry(page, title).getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to update notification')
  await page.getByRole('tab', { name: 'Send Notification' }).click()
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Send Notification')
  await titleField(page).fill('Good morning')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to send notification')
  await expect(titleField(page)).toHaveValue('Good morning')
})

test('an answer counts as a success by its flag, too', async ({ page }) => {
  await answerWith(page, api.notifications.send, { success: true })
  await page.goto('/notifications')
  await titleField(page).fill('Good morning')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Notification sent successfully!')).toBeVisible()
})

test('a list that cannot be fetched says so and can be asked again', async ({ page }) => {
  await answerWith(page, api.notifications.list, { status: 'error' })
  await page.goto('/notifications')
  await expect(page.getByRole('alert')).toContainText('Failed to fetch notifications. Please try again.')
  await goWithin(page, '/notifications?tab=manage&search=nothing')
  await expect(page.getByRole('alert')).toContainText('Failed to fetch notifications. Please try again.')
  await expectSoundOnBoth(page)
  await page.unroute(`**${api.notifications.list.path}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('nothing lies beside a screen of 320 px', async ({ page, office }) => {
  const { title } = await notice(office, 'x'.repeat(80), 'y'.repeat(140))
  await page.setViewportSize({ width: 320, height: 640 })
  await manage(page, title)
  await expect(entry(page, title)).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.getByRole('tab', { name: 'Send Notification' }).click()
  await expectNoSidewaysScroll(page)
})
