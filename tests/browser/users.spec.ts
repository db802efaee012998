/** The list of users (specification 1 §2 User list, §8). */
import { api } from '@munim/contract'
import type { Page } from '@playwright/test'
import {
  answerWith,
  expect,
  expectNoSidewaysScroll,
  goWithin,
  holdBack,
  holdClock,
  type Office,
  type Player,
  sentTo,
  test,
  unique,
} from './support.ts'

const PLACEHOLDER = 'Search by name, mobile, account details'
const rowOf = (page: Page, { name }: Player) => page.getByRole('row', { name })
const listOf = (search: string) => `/users?search=${encodeURIComponent(search)}`

/** Players who share one word in their names, which no other story's have. */
async function several(office: Office, count: number, options?: { approved: boolean }) {
  const word = unique()
  const players: Player[] = []
  for (let at = 0; at < count; at += 8)
    players.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(8, count - at) }, () => office.player(word, 0, options)),
      )),
    )
  return { word, players }
}

test('a row shows who, how much, and all states, in columns in their order; the cards count what they say @both', async ({
  page,
  office,
  isMobile,
}) => {
  const word = unique()
  const approved = await office.player(word, 1234.5)
  const waiting = await office.player(word, 0, { approved: false })
  await office.call(api.users.update, { id: waiting.id, isBlocked: true, betting: false })
  await page.goto(listOf(word))
  const { data } = await office.call(api.users.get, { id: approved.id })
  const joined = new Intl.DateTimeFormat('en-IN', {
    timeZone: 'Asia/Kolkata',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(new Date(data.createdAt))

  const line = (player: Player) =>
    isMobile ? page.getByRole('listitem').filter({ hasText: player.name }) : rowOf(page, player)
  await expect(line(approved)).toContainText(approved.name)
  for (const words of [approved.mobile, '₹1,234.50', 'Active', 'Approved', joined])
    await expect(line(approved)).toContainText(words)
  for (const words of ['₹0.00', 'Blocked', 'Pending']) await expect(line(waiting)).toContainText(words)
  await expect(line(approved).getByRole('switch', { name: 'Betting' })).toBeChecked()
  await expect(line(waiting).getByRole('switch', { name: 'Betting' })).not.toBeChecked()
  await expect(line(waiting).getByRole('switch', { name: 'Transfer' })).toBeChecked()
  await expect(line(approved).getByRole('link', { name: 'View' })).toBeVisible()
  await expect(line(approved).getByRole('link', { name: /^WhatsApp chat/ })).toBeVisible()
  await expect(line(approved).getByRole('button')).toHaveText(['Block'])
  await expect(line(waiting).getByRole('button', { name: /Approve|block/i })).toHaveText([
    'Approve',
    'Unblock',
  ])

  for (const [label, words] of [
    ['Total Users', '2'],
    ['Active Users', '1on this page'],
    ['Approved Users', '1on this page'],
    ['Total Wallet Balance', '₹1,234.50that match'],
  ] as const) {
    const card = page.getByText(label, { exact: true })
    await expect(card).toHaveCount(1)
    await expect(card.locator('..')).toContainText(`${label}${words}`)
  }
  if (isMobile) return
  await expect(line(approved).getByRole('cell').first()).toHaveText(String(approved.id))
  await expect(page.getByRole('columnheader')).toHaveText([
    'ID',
    'User Info',
    'Wallet',
    'Status',
    'Approval',
    'Betting',
    'Transfer',
    'Joined',
    'WhatsApp',
    'Actions',
  ])
})

test('a name however long leaves the acts of its row in sight, and its page in its width @both', async ({
  page,
  office,
}) => {
  const player = await office.player('W'.repeat(50))
  await page.goto(listOf(player.name))
  const view = await page.getByRole('link', { name: 'View' }).boundingBox()
  expect(view!.x + view!.width).toBeLessThanOrEqual(page.viewportSize()!.width)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'View' }).click()
  await expect(page.getByRole('heading', { level: 1, name: player.name })).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('the figures are as high while the list is searched as before @both', async ({ page }) => {
  await page.goto('/users')
  const search = page.getByPlaceholder(PLACEHOLDER)
  await expect(page.getByText('of all users')).toBeVisible()
  const before = await search.boundingBox()
  await search.fill(unique())
  await expect(page.getByText('No users found')).toBeVisible()
  expect(await search.boundingBox()).toEqual(before)
})

test('the acts of a row are in sight where the table is wider than its frame', async ({ page, office }) => {
  const asha = await office.player('Asha of a long and wide name', 0, { approved: false })
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto(listOf(asha.name))
  const row = rowOf(page, asha)
  await expect(row.getByRole('link', { name: 'View' })).toBeInViewport({ ratio: 1 })
  await page.addStyleTag({ content: 'html { font-size: 150% }' })
  // Whatever of the row lies under them, a switch too, takes no press.
  const others = await row
    .getByRole('cell')
    .last()
    .evaluate((cell) => {
      const { left, right, top, height } = cell.getBoundingClientRect()
      const at = Array.from({ length: Math.floor(right - left) }, (_, px) =>
        document.elementFromPoint(left + px + 0.5, top + height / 2),
      )
      return at.filter((each) => !cell.contains(each)).length
    })
  expect(others).toBe(0)
  await row.getByRole('link', { name: 'Chat' }).focus()
  const [chat, acts] = [
    await row.getByRole('link', { name: 'Chat' }).boundingBox(),
    await row.getByRole('cell').last().boundingBox(),
  ]
  expect(chat!.x + chat!.width).toBeLessThanOrEqual(acts!.x)
})

test('the filters are All Users, Approved, Unapproved', async ({ page, office }) => {
  const word = unique()
  const approved = await office.player(word)
  const waiting = await office.player(word, 0, { approved: false })
  await page.goto(listOf(word))
  const filters = page.getByRole('group', { name: 'Filter by approval' }).getByRole('button')
  await expect(filters).toHaveText(['All Users', 'Approved', 'Unapproved'])
  await expect(filters.and(page.locator('[aria-pressed=true]'))).toHaveText(['All Users'])
  const rows = page.getByRole('rowheader')
  for (const [filter, shown] of [
    ['Approved', [approved]],
    ['Unapproved', [waiting]],
    ['All Users', [waiting, approved]],
  ] as const) {
    await page.getByRole('button', { name: filter, exact: true }).click()
    await expect(rows).toHaveText(shown.map(({ name }) => new RegExp(name)))
    await expect(filters.and(page.locator('[aria-pressed=true]'))).toHaveText([filter])
  }
})

test('the search finds by name, mobile and account details, cut of its blanks, and says when nobody is found @both', async ({
  page,
  office,
  isMobile,
}) => {
  const player = await office.player('Searched')
  const account = String(Date.now())
  const upi = `${unique()}@ybl`
  await office.call(api.users.update, { id: player.id, account_no: account, upi_id: upi })
  await page.goto('/users')
  const search = page.getByPlaceholder(PLACEHOLDER)
  const found = isMobile
    ? page.getByRole('main').getByRole('listitem').filter({ hasText: 'View' })
    : page.getByRole('rowheader')
  for (const words of [player.name.toUpperCase(), player.mobile, account, upi]) {
    const asked = page.waitForRequest(
      (request) => request.url().endsWith('/getAll') && request.postDataJSON().search === words,
    )
    await search.fill(`  ${words} `)
    await asked
    await expect(found).toHaveCount(1)
    await expect(found).toContainText(player.name)
  }

  await search.fill(`${player.name} and nobody`)
  await expect(page.getByText('No users found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(search).toHaveValue('')
  await expect(page).toHaveURL('/users')
  await expect(found).toHaveCount(10)
})

test('Betting and Transfer are switched at once, and back where it fails', async ({ page, office }) => {
  const player = await office.player('Switched')
  await page.goto(listOf(player.name))
  for (const [name, key, sentence] of [
    ['Betting', 'betting', 'Failed to update betting status'],
    ['Transfer', 'transfer', 'Failed to update transfer status'],
  ] as const) {
    const toggle = rowOf(page, player).getByRole('switch', { name })
    const done = page.waitForResponse(`**${api.users.update.path}`)
    await toggle.click()
    await expect(toggle).not.toBeChecked()
    expect((await done).request().postDataJSON()).toEqual({ id: player.id, [key]: false })
    expect((await office.call(api.users.get, { id: player.id })).data[key]).toBe(false)

    await answerWith(page, api.users.update, {})
    const answer = await holdBack(page, api.users.update)
    await toggle.click()
    await expect(toggle).toBeChecked()
    answer()
    await expect(page.getByRole('alert')).toHaveText(sentence)
    await expect(toggle).not.toBeChecked()
    await page.unrouteAll()
  }
})

test('Approve approves once and for good, and is told for 3 s without moving a row @both', async ({
  page,
  office,
}) => {
  const player = await office.player('Approved Now', 0, { approved: false })
  await page.clock.install()
  await page.goto(listOf(player.name))
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  const view = page.getByRole('link', { name: 'View' })
  const before = await view.boundingBox()
  await holdClock(page)
  const sent = page.waitForRequest(`**${api.users.update.path}`)
  await approve.click()
  expect((await sent).postDataJSON()).toEqual({ id: player.id, isApproved: true })
  await expect(page.getByRole('status')).toHaveText(`User approved: ${player.name}`)
  await page.clock.runFor(2999)
  await expect(page.getByRole('status')).toBeVisible()
  await expect(approve).toHaveCount(0)
  await expect(page.getByText('Pending')).toHaveCount(0)
  expect((await view.boundingBox())?.y).toBe(before?.y)
  await page.clock.runFor(1)
  await expect(page.getByRole('status')).toHaveCount(0)
  expect((await office.call(api.users.get, { id: player.id })).data.isApproved).toBe(true)
})

test('Block and Unblock go there and back', async ({ page, office }) => {
  const player = await office.player('Blocked Now')
  await page.goto(listOf(player.name))
  const row = rowOf(page, player)
  await row.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(row).toContainText('Blocked')
  await expect(page.getByRole('status')).toHaveText(`User blocked: ${player.name}`)
  expect((await office.call(api.users.get, { id: player.id })).data.isBlocked).toBe(true)
  await row.getByRole('button', { name: 'Unblock' }).click()
  await expect(row).toContainText('Active')
  await expect(row.getByRole('button', { name: 'Block', exact: true })).toBeVisible()
  expect((await office.call(api.users.get, { id: player.id })).data.isBlocked).toBe(false)
})

test('a double click on Block blocks, also where the answer is there before its second click', async ({
  page,
  office,
}) => {
  const player = await office.player('Hasty')
  await page.goto(listOf(player.name))
  const row = rowOf(page, player)
  const sent = sentTo(page, api.users.update)
  await row.getByRole('button', { name: 'Block', exact: true }).dblclick({ delay: 500 })
  await expect(row).toContainText('Blocked')
  await page.goto(`/users/details/${player.id}`)
  await page.getByRole('button', { name: 'Unblock User' }).dblclick({ delay: 500 })
  await expect(page.getByRole('button', { name: 'Block User' })).toBeVisible()
  expect(sent.map((request) => request.postDataJSON().isBlocked)).toEqual([true, false])
})

test('what fails in a row is told in its own words and can be dismissed', async ({ page, office }) => {
  const player = await office.player('Refused', 0, { approved: false })
  await page.goto(listOf(player.name))
  const row = rowOf(page, player)
  await answerWith(page, api.users.update, {})
  await row.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to approve user')
  await expect(row).toContainText('Pending')
  await row.getByRole('button', { name: 'Block' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to update user status')
  await expect(row).toContainText('Active')
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the WhatsApp link opens a chat with the number in a new tab', async ({ page, office }) => {
  const player = await office.player('Chat')
  await page.goto(listOf(player.name))
  const chat = page.getByRole('link', { name: `WhatsApp chat with ${player.name} (opens in a new tab)` })
  await expect(chat).toHaveAttribute('href', `https://wa.me/91${player.mobile}`)
  await expect(chat).toHaveAttribute('target', '_blank')
  await expect(chat).toHaveAttribute('rel', /noopener/)

  // As it is dialled within India.
  const dialled = `0${player.mobile}`
  await office.call(api.users.update, { id: player.id, mobile: dialled })
  await page.reload()
  await expect(chat).toHaveAttribute('href', `https://wa.me/91${player.mobile}`)

  // An international number has its own code.
  const abroad = `9715${player.mobile.slice(3)}`
  await office.call(api.users.update, { id: player.id, mobile: abroad })
  await page.reload()
  await expect(chat).toHaveAttribute('href', `https://wa.me/${abroad}`)
})

test('more than five pages show the first, the last, the neighbours and ellipses, ten rows a page', async ({
  page,
  office,
}) => {
  const { word } = await several(office, 51, { approved: false })
  await page.goto(listOf(word))
  const nav = page.getByRole('navigation', { name: 'Pages' })
  const pages = () => nav.innerText().then((text) => text.split(/\s+/).filter(Boolean).join(' '))
  const rows = page.getByRole('rowheader')
  await expect(page.getByText('Showing 1 to 10 of 51 entries')).toBeVisible()
  await expect(rows).toHaveCount(10)
  expect(await pages()).toBe('1 2 3 … 6')
  await expect(nav.getByRole('button', { name: 'Previous page' })).toBeDisabled()

  await nav.getByRole('button', { name: 'Page 3' }).click()
  await expect(page.getByText('Showing 21 to 30 of 51 entries')).toBeVisible()
  await expect(nav.locator('[aria-current=page]')).toHaveText('3')
  expect(await pages()).toBe('1 2 3 4 … 6')
  await nav.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('Showing 31 to 40 of 51 entries')).toBeVisible()
  expect(await pages()).toBe('1 … 3 4 5 6')
  await nav.getByRole('button', { name: 'Page 6' }).click()
  await expect(page.getByText('Showing 51 to 51 of 51 entries')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(nav.getByRole('button', { name: 'Next page' })).toBeDisabled()
})

test('up to five pages are all shown, and one page has no pages', async ({ page, office }) => {
  const { word, players } = await several(office, 11)
  await page.goto(listOf(word))
  const nav = page.getByRole('navigation', { name: 'Pages' })
  await expect(page.getByText('Showing 1 to 10 of 11 entries')).toBeVisible()
  await expect(nav.getByRole('button')).toHaveText(['', '1', '2', ''])

  await goWithin(page, listOf(players[0]!.name))
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await expect(nav).toHaveCount(0)
  await expect(page.getByText(/Showing/)).toHaveCount(0)
})

test('the address keeps search, filter and page; Back undoes; a pasted address shows the same', async ({
  page,
  office,
}) => {
  const { word } = await several(office, 11, { approved: false })
  await page.goto('/users')
  await page.getByPlaceholder(PLACEHOLDER).fill(word)
  await expect(page).toHaveURL(`/users?search=${word}`)
  await page.getByRole('button', { name: 'Unapproved' }).click()
  await expect(page).toHaveURL(`/users?search=${word}&approved=false`)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(`/users?search=${word}&approved=false&page=2`)
  await expect(page.getByText('Showing 11 to 11 of 11 entries')).toBeVisible()

  const pasted = await page.context().newPage()
  await pasted.goto(page.url())
  await expect(pasted.getByText('Showing 11 to 11 of 11 entries')).toBeVisible()
  await expect(pasted.getByPlaceholder(PLACEHOLDER)).toHaveValue(word)
  await expect(pasted.getByRole('button', { name: 'Unapproved' })).toHaveAttribute('aria-pressed', 'true')
  await pasted.close()

  await page.goBack()
  await expect(page.getByText('Showing 1 to 10 of 11 entries')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`/users?search=${word}`)
  await expect(page.getByRole('button', { name: 'All Users' })).toHaveAttribute('aria-pressed', 'true')

  // A new filter or search begins at its first page.
  await page.goForward()
  await page.goForward()
  await expect(page).toHaveURL(/page=2/)
  await page.getByRole('button', { name: 'All Users' }).click()
  await expect(page).toHaveURL(`/users?search=${word}`)
})

test('a page past the end says so and leads to the first', async ({ page, office }) => {
  const player = await office.player('Past The End')
  await page.goto(`${listOf(player.name)}&page=9`)
  await expect(page.getByText('No users found')).toBeVisible()
  await expect(page.getByText('This page is past the end of the list.')).toBeVisible()
  await page.getByRole('button', { name: 'First page' }).click()
  await expect(page).not.toHaveURL(/page=/)
  await expect(page.getByRole('rowheader')).toHaveCount(1)
})

test('View opens the details, the way back leads to the same list, and the arrows to its next user', async ({
  page,
  office,
}) => {
  const { word } = await several(office, 11, { approved: false })
  await page.goto(`${listOf(word)}&approved=false`)
  await expect(page.getByRole('rowheader')).toHaveCount(10)
  const names = (await page.getByRole('rowheader').allInnerTexts()).map((text) => text.split('\n')[0])
  await page.getByRole('row').nth(9).getByRole('link', { name: 'View' }).click()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(names[8]!)
  await page.getByRole('link', { name: 'Previous user' }).click()
  await expect(title).toHaveText(names[7]!)
  await page.getByRole('link', { name: 'Next user' }).click()
  await expect(title).toHaveText(names[8]!)

  // Who is approved leaves the list's filter, and the next one is still the next.
  await page.getByRole('button', { name: 'Approve User' }).click()
  await expect(page.getByRole('button', { name: 'Approve User' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Next user' }).click()
  await expect(title).toHaveText(names[9]!)
  await page.getByRole('tab', { name: /Bid History/ }).click()
  await page.getByRole('link', { name: 'Next user' }).click()
  await expect(title).not.toHaveText(names[9]!)
  await expect(page.getByRole('tab', { name: /Bid History/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('button', { name: 'Next user' })).toBeDisabled()

  await page.getByRole('link', { name: 'Back to the list: Users' }).click()
  await expect(page.getByPlaceholder(PLACEHOLDER)).toHaveValue(word)
  await expect(page.getByRole('button', { name: 'Unapproved' })).toHaveAttribute('aria-pressed', 'true')
})
