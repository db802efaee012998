/** Push messages: to one, to all, to some; the figures, the way to the phones, and how far a message has come. */
import { type Answer, api } from '@munim/contract'
import type { Page } from '@playwright/test'
import {
  answerWith,
  expect,
  expectNoSidewaysScroll,
  expectSound,
  expectSoundOnBoth,
  holdBack,
  holdClock,
  lineOf,
  loseAnswer,
  type Office,
  sentTo,
  test,
  unique,
} from './support.ts'

type Message = Answer<typeof api.push.list>['data'][number]

/** A player with the app on a phone. */
async function withPhone(office: Office, name: string) {
  const player = await office.player(name)
  await office.call(api.player.pushToken, { token: `token-${unique()}` }, player.token)
  return player
}
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
const sending = (page: Page, { path }: { path: string }) => page.waitForRequest(`**${path}`)

const CONNECTED = { state: 'ready', message: 'Push is connected.', since: null }
const figures = (users: object = {}) => ({
  status: 'success',
  data: {
    users: {
      total: 12_408,
      with_fcm_token: 8112,
      personal_notifications_enabled: 11_000,
      result_notifications_enabled: 7000,
      ...users,
    },
    connection: CONNECTED,
  },
})

function message(parts: Partial<Message>): Message {
  return {
    id: 7,
    title: 'Kalyan is open',
    description: 'Until 4:10 pm',
    notificationType: 'personal',
    audience: 'all',
    user: null,
    state: 'done',
    accepted: 0,
    waiting: 0,
    sent: 0,
    failed: 0,
    dead: 0,
    unknown: 0,
    dropped: 0,
    perSecond: 0,
    secondsLeft: null,
    createdAt: '2026-03-10T09:00:00.000Z',
    expiresAt: '2026-03-12T09:00:00.000Z',
    startedAt: null,
    finishedAt: null,
    ...parts,
  }
}
const listOf = (...data: Message[]) => ({ status: 'success', data, total: data.length, totalPages: 1 })
const SENDING = message({
  state: 'sending',
  accepted: 8112,
  waiting: 6112,
  sent: 1990,
  dead: 10,
  perSecond: 305.5,
  secondsLeft: 20,
})
const DONE = message({ state: 'done', accepted: 8112, sent: 8000, failed: 2, dead: 110 })

test('a message goes to the one player whose ID is typed, and is kept where push is not connected @both', async ({
  page,
  office,
}) => {
  const asha = await withPhone(office, 'Asha')
  const title = `For you ${unique()}`
  await page.goto('/push-notifications')
  await expect(page.getByText('Push is not connected')).toBeVisible()
  await field(page, 'User ID').fill(`${asha.id}`)
  await expect(page.getByRole('region', { name: 'Who receives it' })).toContainText(asha.name)
  await field(page, 'Title').fill(` ${title} `)
  await field(page, 'Description').fill('आपका भुगतान हो गया।')
  await expectSound(page)
  const sent = sending(page, api.push.sendToUser)
  await send(page).dblclick()
  expect((await sent).postDataJSON()).toEqual({
    userId: asha.id,
    title,
    description: 'आपका भुगतान हो गया।',
    notificationType: 'personal',
  })
  await expect(page.getByText('Push notification kept for 1 user, until push is connected')).toBeVisible()
  await expect(field(page, 'Title')).toHaveValue('')
  await expect(lineOf(page, title)).toHaveCount(1)
  await expect(lineOf(page, title)).toContainText('Kept')
  await expect(lineOf(page, title).getByRole('link', { name: asha.name })).toBeVisible()
  await expectSound(page)
  // Where another administrator stopped it meanwhile, that is shown, too.
  const { data } = await office.call(api.push.list, {})
  await office.call(api.push.stop, { id: data.find((each) => each.title === title)!.id })
  await lineOf(page, title).getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('Nothing of this push notification waits any more')).toBeVisible()
  await expect(lineOf(page, title)).toContainText('Stopped')
  await expect(lineOf(page, title).getByRole('button', { name: 'Stop' })).toHaveCount(0)
})

test('what is missing is said at its field, tab by tab, and nothing is sent', async ({ page }) => {
  const sent = sentTo(page, api.push.sendToUser, api.push.sendToMany, api.push.sendToAll)
  await page.goto('/push-notifications')
  const complain = async (name: string, sentence: string) => {
    await send(page).click()
    await expect(field(page, name)).toHaveAccessibleDescription(new RegExp(sentence))
    await expect(field(page, name)).toBeFocused()
  }
  await complain('User ID', 'User ID and title are required')
  await field(page, 'User ID').fill('abc')
  await expect(field(page, 'User ID')).toHaveValue('') // numbers only
  await field(page, 'User ID').fill('7')
  await complain('Title', 'User ID and title are required')

  await page.getByRole('tab', { name: 'Broadcast' }).click()
  await expect(page).toHaveURL(/tab=broadcast/)
  await complain('Title', 'Title is required')
  await field(page, 'Title').fill('x'.repeat(101))
  await complain('Title', 'Title must be less than 100 characters')
  await field(page, 'Title').fill('')

  await page.getByRole('tab', { name: 'Multiple Users' }).click()
  await complain('User IDs', 'User IDs and title are required')
  await field(page, 'User IDs').fill('abc, 1.5x')
  await complain('Title', 'User IDs and title are required')
  await field(page, 'Title').fill('Hello')
  await complain('User IDs', 'Please provide valid user IDs')
  await field(page, 'User IDs').fill('7')
  await field(page, 'Description').fill('y'.repeat(501))
  await complain('Description', 'Description must be less than 500 characters')
  expect(sent).toEqual([])
})

test('a broadcast asks with its number before it is sent, once', async ({ page }) => {
  await answerWith(page, api.push.stats, figures())
  const answer = { id: 7, notifications_sent: 8112, state: 'waiting' }
  await answerWith(page, api.push.sendToAll, { status: 'success', data: answer })
  await page.goto('/push-notifications?tab=broadcast')
  await expect(page.getByText('At most 8,112 players')).toBeVisible()
  await page.getByRole('button', { name: 'Result', exact: true }).click()
  await expect(page.getByText('At most 7,000 players')).toBeVisible()
  await field(page, 'Title').fill('Kalyan is open')
  const sent = sentTo(page, api.push.sendToAll)
  await send(page).click()
  const dialog = page.getByRole('dialog', { name: 'Send to all players' })
  await expect(dialog).toContainText('at most 7,000 players')
  await expect(dialog).toContainText('Kalyan is open')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(sent).toEqual([])
  await send(page).click()
  const asked = sending(page, api.push.sendToAll)
  await dialog.getByRole('button', { name: 'Send to all' }).click()
  expect((await asked).postDataJSON()).toEqual({
    title: 'Kalyan is open',
    description: '',
    notificationType: 'result',
  })
  await expect(page.getByText('Push notification sent to 8,112 users')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(sent).toHaveLength(1)
})

test('a broadcast is published as a notification, too, where that is chosen', async ({ page, office }) => {
  const title = `Kalyan is open ${unique()}`
  await page.goto('/push-notifications?tab=broadcast')
  await page.getByRole('switch', { name: 'Also publish as a notification' }).check()
  await field(page, 'Title').fill('ab') // Enough for a push.
  await send(page).click()
  await expect(field(page, 'Title')).toHaveAccessibleDescription(/Title must be at least 3 characters/)
  await field(page, 'Title').fill(title)
  await send(page).click()
  await page.getByRole('button', { name: 'Send to all' }).click()
  await expect(
    page.getByText(/^Push notification kept for .* Notification sent successfully!$/),
  ).toBeVisible()
  await expect(lineOf(page, title)).toHaveCount(1)
  expect((await office.call(api.notifications.list, { search: title })).data.total).toBe(1)
})

test('a message whose answer was lost is sent once, also after a look at another tab', async ({
  page,
  office,
}) => {
  const asha = await withPhone(office, 'Asha')
  const title = `Sent once ${unique()}`
  await page.goto('/push-notifications')
  await field(page, 'User ID').fill(`${asha.id}`)
  await field(page, 'Title').fill(title)
  await loseAnswer(page, api.push.sendToUser)
  await send(page).click()
  await expect(page.getByRole('alert')).toContainText('server is not responding')
  await page.getByRole('tab', { name: 'Broadcast' }).click()
  await page.getByRole('tab', { name: 'Single User' }).click()
  await send(page).click()
  await expect(page.getByText('Push notification kept for 1 user')).toBeVisible()
  await expect(field(page, 'Title')).toHaveValue('')
  await expect(lineOf(page, title)).toHaveCount(1)
})

test('a message goes to those of the listed players who have a phone; what is no number is dropped', async ({
  page,
  office,
}) => {
  const [asha, ravi] = [await withPhone(office, 'Asha'), await office.player('Ravi')]
  await page.goto('/push-notifications?tab=multiple')
  const ids = ` ${asha.id}\nabc,${ravi.id} ,1.5x\n ${asha.id}` // A pasted column has lines.
  await field(page, 'User IDs').fill(ids)
  const receivers = page.getByRole('region', { name: 'Who receives it' })
  await expect(receivers).toContainText('2 valid IDs')
  await expect(receivers).toContainText('2 dropped: abc, 1.5x')
  await expect(receivers).toContainText(ravi.name)
  await answerWith(page, api.push.receivers, { status: 'error' })
  await field(page, 'User IDs').fill(`${asha.id}`)
  await expect(receivers).toContainText('Failed to fetch who receives it')
  await expect(receivers).not.toContainText(ravi.name)
  await field(page, 'User IDs').fill(ids)
  await field(page, 'Title').fill('Hi')
  const sent = sending(page, api.push.sendToMany)
  await send(page).click()
  expect((await sent).postDataJSON()).toMatchObject({ userIds: [asha.id, ravi.id], title: 'Hi' })
  await expect(page.getByText('Push notification kept for 1 user of 2 requested')).toBeVisible()
})

test('players are found by name and mobile, several are chosen by keyboard, and an unknown ID is said before', async ({
  page,
  office,
}) => {
  const [asha, ravi] = [await withPhone(office, 'Asha'), await office.player('Ravi')]
  const picker = page.getByRole('combobox', { name: 'Find a player' })
  const option = page.getByRole('option')
  const receivers = page.getByRole('region', { name: 'Who receives it' })
  await page.goto('/push-notifications')
  await picker.fill(asha.name)
  await expect(option).toHaveCount(1)
  await expect(option).toContainText(asha.name)
  await expectSoundOnBoth(page)
  await option.click()
  await expect(field(page, 'User ID')).toHaveValue(`${asha.id}`)
  await expect(receivers).toContainText(asha.name)

  await page.getByRole('tab', { name: 'Multiple Users' }).click()
  await expect(field(page, 'User IDs')).toBeVisible() // The picker of one user is gone.
  await picker.fill(`+91 ${asha.mobile}`)
  await expect(option).toHaveCount(1)
  await page.keyboard.press('Enter') // Takes the first, and sends nothing.
  await expect(field(page, 'User IDs')).toHaveValue(`${asha.id}`)
  await page.keyboard.type(ravi.name)
  await expect(option).toHaveText([new RegExp(ravi.name)])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field(page, 'User IDs')).toHaveValue(`${asha.id}, ${ravi.id}`)
  await field(page, 'User IDs').fill(`${asha.id}, ${ravi.id}, 999999999`)
  const chosen = receivers.getByRole('list', { name: 'Chosen users' }).getByRole('listitem')
  await expect(receivers).toContainText('No user has the ID 999999999')
  await expect(receivers).toContainText('1 of 2 can be reached')
  await expect(chosen).toHaveText([new RegExp(asha.name), new RegExp(`${ravi.name}.*no push token`)])
  await expectSoundOnBoth(page)
  await receivers.getByRole('button', { name: `Leave out ${ravi.name}` }).click()
  await expect(chosen).toHaveCount(1)
  await expect(field(page, 'User IDs')).toHaveValue(`${asha.id}, 999999999`)

  await picker.fill('nobody is called that')
  await expect(page.getByRole('status').getByText('No users found')).toBeVisible()
  await answerWith(page, api.users.list, { status: 'error' })
  await picker.fill('another')
  await expect(page.getByRole('status').getByText('Failed to fetch users')).toBeVisible()
})

test('a profile leads to a message for its player', async ({ page, office }) => {
  const asha = await withPhone(office, 'Asha')
  await page.goto(`/users/details/${asha.id}`)
  await page.getByRole('link', { name: 'Send a push message' }).click()
  await expect(field(page, 'User ID')).toHaveValue(`${asha.id}`)
  await expect(page.getByRole('region', { name: 'Who receives it' })).toContainText(asha.name)
  await field(page, 'Title').fill('For you')
  // Another one, chosen in Find anything, is who it goes to; so is the same one, where another was typed since.
  const ravi = await withPhone(office, 'Ravi')
  for (const { mobile, id } of [ravi, asha, asha]) {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search by name, mobile, account' }).fill(mobile)
    await page.getByRole('option', { name: 'Send a push message' }).click()
    await expect(field(page, 'User ID')).toHaveValue(`${id}`)
    await field(page, 'User ID').fill(`${ravi.id}`)
  }
  await field(page, 'User ID').fill(`${asha.id}`)
  const sent = sending(page, api.push.sendToUser)
  await send(page).click()
  expect((await sent).postDataJSON()).toMatchObject({ userId: asha.id, title: 'For you' })
  await expect(page.getByText('Push notification kept for 1 user')).toBeVisible()
})

test('who can not be reached is told before, and the refusal says why', async ({ page, office }) => {
  const ravi = await office.player('Ravi')
  await page.goto('/push-notifications')
  await field(page, 'User ID').fill(`${ravi.id}`)
  const receivers = page.getByRole('region', { name: 'Who receives it' })
  await expect(receivers).toContainText('Has no push token')
  await field(page, 'Title').fill('Hello')
  await send(page).click()
  await expect(page.getByRole('alert')).toContainText('This user has no push token')
  await expect(field(page, 'Title')).toHaveValue('Hello')
  await field(page, 'User ID').fill('999999999')
  await expect(receivers).toContainText('User not found')
})

test('a success stays for five seconds', async ({ page }) => {
  const answer = { id: 7, notifications_sent: 3, requested_users: 3, state: 'waiting' }
  await answerWith(page, api.push.sendToMany, { status: 'success', data: answer })
  await page.clock.install()
  await page.goto('/push-notifications?tab=multiple')
  await field(page, 'User IDs').fill('1,2,3')
  await field(page, 'Title').fill('Hello')
  await holdClock(page)
  await send(page).click()
  const told = page.getByText('Push notification sent to 3 users')
  await expect(told).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(4900)
  await expect(told).toBeVisible()
  await page.clock.runFor(200)
  await expect(told).toHaveCount(0)
})

test('the cards are read again by Refresh Stats, and say where they are old', async ({ page }) => {
  await answerWith(page, api.push.stats, figures())
  await page.goto('/push-notifications')
  const main = page.getByRole('main')
  for (const [label, figure] of [
    ['Total Users', '12,408'],
    ['Users with Push Token', '8,112'],
    ['Personal Notifications Enabled', '11,000'],
    ['Result Notifications Enabled', '7,000'],
  ] as const) {
    await expect(main.getByText(label, { exact: true }).locator('..')).toContainText(figure)
  }
  await expect(page.getByText('Push is not connected')).toHaveCount(0)
  await answerWith(page, api.push.stats, figures({ with_fcm_token: 8113 }))
  await page.getByRole('button', { name: 'Refresh Stats' }).click()
  await expect(main.getByText('8,113')).toBeVisible()
  await answerWith(page, api.push.stats, { status: 'error' })
  await page.getByRole('button', { name: 'Refresh Stats' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to fetch statistics. Please try again')
  await expect(main.getByText('8,113')).toBeVisible()
})

test('figures that cannot be fetched say so, and the forms stay', async ({ page }) => {
  await answerWith(page, api.push.stats, { status: 'error' })
  await page.goto('/push-notifications')
  await expect(page.getByRole('alert')).toContainText('Failed to fetch statistics. Please try again.')
  await expect(field(page, 'Title')).toBeVisible()
  await expectSoundOnBoth(page)
  await page.unroute(`**${api.push.stats.path}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Total Users')).toBeVisible()
})

test('where the server says nothing a failed send has its sentence', async ({ page }) => {
  await answerWith(page, api.push.sendToAll, { status: 'error' })
  await page.goto('/push-notifications?tab=broadcast')
  await field(page, 'Title').fill('Hello')
  await send(page).click()
  await page.getByRole('button', { name: 'Send to all' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to send push notification')
  await expect(field(page, 'Title')).toHaveValue('Hello')
})

test('a message on its way is asked for every two seconds, and no more once it is done @both', async ({
  page,
}) => {
  await page.clock.install()
  await answerWith(page, api.push.list, listOf(SENDING))
  const asked = sentTo(page, api.push.list)
  let answered = 0
  page.on('requestfinished', (request) => {
    if (request.url().endsWith(api.push.list.path)) answered += 1
  })
  await page.goto('/push-notifications')
  await expect(lineOf(page, 'Kalyan is open')).toContainText('Sending')
  await expect(lineOf(page, 'Kalyan is open')).toContainText('24 % · 306/s · 20 s left')
  await expect(page.getByRole('progressbar', { name: 'Progress of Kalyan is open' })).toBeVisible()
  await expectSound(page)
  await holdClock(page)
  const first = asked.length
  let rounds = 0
  // The answer before may still be on its way when the two seconds are over: it is waited for.
  const askedAgain = async (before = asked.length) =>
    expect(async () => {
      rounds += 1
      await page.clock.runFor(2000)
      expect(asked.length).toBeGreaterThan(before)
    }).toPass()
  for (let time = 0; time < 4; time++) await askedAgain()
  expect(asked.length - first).toBeLessThanOrEqual(rounds + 1) // One may have been under way when the clock was held.
  await expect.poll(() => answered).toBe(asked.length) // What is on its way would be held, too, and no other is asked.
  const untilNow = asked.length // Something else that happens here asks, too.
  await answerWith(page, api.push.list, listOf(DONE))
  const answer = await holdBack(page, api.push.list)
  await askedAgain(untilNow)
  const slow = asked.length
  await page.clock.runFor(10_000)
  expect(asked).toHaveLength(slow)
  answer()
  await expect(async () => {
    await page.clock.runFor(2000)
    expect(await lineOf(page, 'Kalyan is open').textContent()).toContain('Done')
  }).toPass()
  await expect(lineOf(page, 'Kalyan is open')).toContainText('8,000 of 8,112')
  await expect(lineOf(page, 'Kalyan is open')).toContainText('2 failed, 110 invalid token')
  const before = asked.length
  await page.clock.runFor(20_000)
  expect(asked).toHaveLength(before)
})

test('what was typed stays from tab to tab, and Back leads through them', async ({ page }) => {
  await page.goto('/push-notifications')
  await field(page, 'Title').fill('Hello')
  await page.getByRole('tab', { name: 'Broadcast' }).click()
  await expect(page).toHaveURL(/tab=broadcast/)
  await page.getByRole('tab', { name: 'Multiple Users' }).click()
  await expect(page).toHaveURL(/tab=multiple/)
  await expect(field(page, 'Title')).toHaveValue('Hello')
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Broadcast' })).toHaveAttribute('aria-selected', 'true')
  await expect(field(page, 'Title')).toHaveValue('Hello')
  await field(page, 'Title').fill('')
  await page.goForward()
  await field(page, 'User IDs').fill('12, 7')
  const question = page.waitForEvent('dialog')
  const left = page.getByRole('link', { name: 'Feedbacks', exact: true }).click()
  await (await question).dismiss()
  await left
  await expect(field(page, 'User IDs')).toHaveValue('12, 7')
})

test('nothing lies beside a screen of 320 px', async ({ page }) => {
  await answerWith(page, api.push.list, listOf(SENDING, message({ id: 6, title: 'x'.repeat(100) })))
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/push-notifications?tab=multiple')
  await expect(page.getByText('Sending')).toBeVisible()
  await expectNoSidewaysScroll(page)
})
