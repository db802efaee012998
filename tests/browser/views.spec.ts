/** How lists are looked at: sorted by their heads, with chosen columns, and kept as views of one's own. On a server alone. */
import { api } from '@munim/contract'
import { LANGUAGE_KEY } from '@munim/contract/languages'
import type { Page } from '@playwright/test'
import {
  answerWith,
  dayField,
  expect,
  expectNoViolations,
  expectSound,
  holdBack,
  type Office,
  openFilters,
  sentTo,
  testAlone,
  unique,
} from './support.ts'

const test = testAlone()
test.describe.configure({ mode: 'serial' })

const menu = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Views(:|$)/ })
const namesIn = (page: Page) => page.getByRole('main').getByRole('row').getByRole('rowheader')

/** Pending deposits of these amounts, of players who are called after them. */
async function deposits(office: Office, ...amounts: readonly number[]) {
  for (const amount of amounts) {
    const { token } = await office.player(`Of ${amount}`)
    const body = { amount, transfer_type: 'phonepe', ref_id: unique() } as const
    await office.call(api.player.requestDeposit, body, token)
  }
}

async function keep(page: Page, name: string, { isFirst = false } = {}) {
  await menu(page).click()
  await page.getByRole('menuitem', { name: 'Keep this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Keep this view' })
  await dialog.getByLabel('Name').fill(name)
  if (isFirst) await dialog.getByRole('switch', { name: 'Open the list with it' }).click()
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click()
  await expect(page.getByRole('status')).toContainText('View kept')
}

test('what waits is sorted by its heads, and what is decided stays in its place', async ({
  page,
  office,
}) => {
  await deposits(office, 500, 900, 700)
  await page.goto('/wallet?status=pending')
  const date = page.getByRole('columnheader', { name: 'Date' })
  const amount = page.getByRole('columnheader', { name: 'Amount' })
  await expect(namesIn(page)).toHaveText([/Of 500/, /Of 900/, /Of 700/])
  await expect(date).toHaveAttribute('aria-sort', 'ascending')
  await amount.getByRole('button', { name: 'Amount' }).press('Enter')
  await expect(page).toHaveURL('/wallet?status=pending&order=largest')
  await expect(namesIn(page)).toHaveText([/Of 900/, /Of 700/, /Of 500/])
  await expect(amount).toHaveAttribute('aria-sort', 'descending')
  await expect(date).not.toHaveAttribute('aria-sort')
  await expect(page.getByRole('table', { name: 'Sorted by Amount: Largest first' })).toBeVisible()
  await expectNoViolations(page)

  await page
    .getByRole('row', { name: /Of 900/ })
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(page.getByRole('row', { name: /Of 900/ })).toContainText('completed')
  await expect(namesIn(page)).toHaveText([/Of 900/, /Of 700/, /Of 500/])
  await amount.getByRole('button', { name: 'Amount' }).click()
  await expect(page).toHaveURL('/wallet?status=pending&order=smallest')
  await expect(namesIn(page)).toHaveText([/Of 500/, /Of 700/])
  await date.getByRole('button', { name: 'Date' }).click()
  await expect(page).toHaveURL('/wallet?status=pending&order=newest')
  await date.getByRole('button', { name: 'Date' }).click()
  await expect(page).toHaveURL('/wallet?status=pending') // as it is by itself

  // Of all requests there is no order by amount, whatever the address says.
  await page.goto('/wallet?status=all&order=largest')
  await expect(namesIn(page)).toHaveText([/Of 700/, /Of 900/, /Of 500/])
  await expect(amount.getByRole('button')).toHaveCount(0)
})

test('from one player to the next the order of the list is followed', async ({ page, office }) => {
  const word = unique()
  for (const name of ['One', 'Two', 'Three']) await office.player(`${name} ${word}`)
  await page.goto(`/users?search=${word}&order=oldest`)
  await expect(namesIn(page)).toHaveText([/One/, /Two/, /Three/])
  await page.getByRole('row', { name: /One/ }).getByRole('link', { name: 'View' }).click()
  await page.getByRole('link', { name: 'Next user' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Two')
})

test('columns are left out and come back, by the menu @both', async ({ page, isMobile }) => {
  await page.goto('/wallet?status=all')
  const shown = isMobile
    ? page.getByRole('main').getByText('Note', { exact: true })
    : page.getByRole('columnheader', { name: 'Note' })
  if (!isMobile) await expect(shown).toBeVisible()
  await openFilters(page)
  await menu(page).click()
  await expectSound(page, '[role=menu]')
  await page.getByRole('menuitemcheckbox', { name: 'Note' }).click()
  await expect(page).toHaveURL('/wallet?status=all&hide=Note')
  await expect(shown).toHaveCount(0)
  await expect(page.getByRole('menuitemcheckbox', { name: 'User' })).toHaveCount(0) // whose row it is stays
  await page.getByRole('menuitemcheckbox', { name: 'Note' }).click()
  await expect(page).toHaveURL('/wallet?status=all')
})

test('a column that was left out in English is left out in Hindi, and the other way round', async ({
  page,
}) => {
  const speak = async (tag: string) => {
    await page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [LANGUAGE_KEY, tag])
    await page.reload()
  }
  const heads = page.getByRole('main').getByRole('columnheader')
  await page.goto('/wallet?status=all&hide=Note')
  await expect(heads.filter({ hasText: 'Amount' })).toBeVisible()
  await expect(heads.filter({ hasText: 'Note' })).toHaveCount(0)
  await speak('hi')
  await expect(heads.filter({ hasText: 'रकम' })).toBeVisible()
  await expect(heads.filter({ hasText: 'नोट' })).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'व्यू' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'रकम' }).click()
  await expect(page).toHaveURL('/wallet?status=all&hide=Note%2CAmount')
  // As a view holds it that was kept in Hindi before.
  await page.goto('/wallet?status=all&hide=नोट')
  await expect(heads.filter({ hasText: 'रकम' })).toBeVisible()
  await expect(heads.filter({ hasText: 'नोट' })).toHaveCount(0)
  await speak('en')
})

test('a view is kept by name, chosen from the menu, renamed and deleted @both', async ({ page }) => {
  const [mine, other] = [`Mine ${unique()}`, `Other ${unique()}`]
  await page.goto('/bet?status=loss&order=oldest&search=Asha')
  await openFilters(page)
  await page.getByRole('button', { name: 'Last month' }).click()
  await expect(page).toHaveURL(/from=.*to=/)
  const { searchParams } = new URL(page.url())
  await keep(page, mine)
  await expect(menu(page)).toHaveAccessibleName(`Views: ${mine}`)

  await page.goto('/bet')
  await openFilters(page)
  await menu(page).click()
  await page.getByRole('menuitem', { name: mine }).click()
  await expect(page).toHaveURL(/status=loss/)
  const now = new URL(page.url()).searchParams
  expect(Object.fromEntries(now)).toEqual({
    status: 'loss',
    order: 'oldest',
    from: searchParams.get('from'),
    to: searchParams.get('to'),
  })
  await dayField(page, 'From Date').toHave(searchParams.get('from')!)

  await menu(page).click()
  await page.getByRole('menuitem', { name: 'Edit views' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit views' })
  await expectSound(page)
  await dialog.getByLabel(`Name of ${mine}`).fill(other)
  await dialog.getByLabel(`Name of ${mine}`).press('Enter')
  await dialog.getByRole('button', { name: `Delete ${other}` }).click()
  await expect(dialog.getByLabel(`Name of ${other}`)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await menu(page).click()
  await expect(page.getByRole('menuitem', { name: other })).toHaveCount(0)
})

test('the name of a view is kept as a phone is turned, and its filters are laid out anew', async ({
  page,
}) => {
  for (const path of ['/bet', '/reports', '/wallet']) {
    await page.setViewportSize({ width: 375, height: 812 })
    await page.goto(path)
    await openFilters(page)
    await menu(page).click()
    await page.getByRole('menuitem', { name: 'Keep this view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Keep this view' })
    await dialog.getByLabel('Name').fill('Half typed')
    await page.setViewportSize({ width: 812, height: 375 })
    await expect(page.locator('main button', { hasText: /^Filters/ })).toHaveCount(0)
    await expect(dialog.getByLabel('Name'), path).toHaveValue('Half typed')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('a name that is refused once Done was pressed is told', async ({ page }) => {
  const name = `Left ${unique()}`
  await page.goto('/bet?status=loss')
  await keep(page, name)
  await menu(page).click()
  await page.getByRole('menuitem', { name: 'Edit views' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit views' })
  await dialog.getByLabel(`Name of ${name}`).fill(`Other ${unique()}`)
  await answerWith(page, api.views.rename, { message: 'This name is taken' }, 409)
  const answer = await holdBack(page, api.views.rename)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  answer()
  await expect(page.getByRole('alert')).toHaveText('This name is taken')
})

test('a list opens with the view that is said to, and cleared it stays cleared', async ({ page }) => {
  await page.goto('/users?approved=false')
  await keep(page, 'Waiting', { isFirst: true })
  await page.goto('/bet')
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page).toHaveURL('/users?approved=false')
  await expect(menu(page)).toHaveAccessibleName('Views: Waiting')
  await page.getByRole('button', { name: 'All Users' }).click()
  await expect(page).toHaveURL('/users')
  await page.goto('/users?approved=true')
  await expect(menu(page)).toHaveAccessibleName('Views')
  await expect(page).toHaveURL('/users?approved=true')
})

test('views are asked for beside who is signed in, once', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  const areViewsAsked = () => expect.poll(() => asked).toContain(api.views.list.path)
  await page.route(`**${api.auth.whoAmI.path}`, async (route) => {
    await areViewsAsked()
    await route.continue()
  })
  await page.goto('/bet')
  await expect(menu(page)).toBeVisible()
  expect(asked.filter((path) => path === api.views.list.path)).toHaveLength(1)
})

test('a tab of Reports is shown by a click, whatever view of the other one opens first', async ({ page }) => {
  await page.goto('/reports?tab=bids&status=loss')
  await keep(page, 'Lost', { isFirst: true })
  await page.goto('/reports')
  await expect(page).toHaveURL('/reports?tab=bids&status=loss')
  await page.getByRole('tab', { name: 'Transaction History' }).click()
  await expect(page).toHaveURL('/reports?tab=transactions')
  await expect(page.getByRole('tab', { name: 'Transaction History', selected: true })).toBeVisible()
  await page.reload()
  await expect(menu(page)).toHaveAccessibleName('Views')
  await expect(page).toHaveURL('/reports?tab=transactions')
})

test('on a phone a list opens with its view behind closed filters, asked for once @phone', async ({
  page,
}) => {
  await page.goto('/bet?status=running')
  await openFilters(page)
  await keep(page, 'Running', { isFirst: true })
  const asked = sentTo(page, api.bids.list)
  await page.goto('/bet')
  await expect(page).toHaveURL('/bet?status=running')
  await expect(page.getByText('No bids found')).toBeVisible()
  expect(asked.map((request) => request.postDataJSON())).toEqual([{ status: 'running', page: 1, limit: 10 }])

  await openFilters(page)
  await page.getByLabel('Status', { exact: true }).selectOption('All')
  await expect(page).toHaveURL('/bet')
  await openFilters(page) // closes them
  await expect(menu(page)).toHaveCount(0)
  await openFilters(page)
  await expect(menu(page)).toHaveAccessibleName('Views')
  await expect(page).toHaveURL('/bet')
})
