/** Find anything from every screen, by keyboard alone. */
import { api } from '@munim/contract'
import type { Page } from '@playwright/test'
import { answerWith, expect, expectNoViolations, expectSound, test } from './support.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search by name, mobile, account' })
/** By its keys, as soon as the page is there. */
async function open(page: Page) {
  await expect(heading(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field(page)).toBeFocused()
}
const options = (page: Page) => page.getByRole('option')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const grouped = (mobile: string) => `${mobile.slice(0, 5)} ${mobile.slice(5)}`

test('a player is found from any screen and opened by keyboard alone, and is there the next time', async ({
  page,
  office,
}) => {
  const asha = await office.player('Asha', 500)
  await page.goto('/banners')
  await open(page)
  await page.keyboard.type(`+91 ${grouped(asha.mobile)}`)
  await expect(options(page).first()).toContainText(asha.name)
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(asha.name)

  await open(page)
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toContainText([asha.name])
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
})

test('Enter that comes before the answer opens what it finds', async ({ page, office }) => {
  const ravi = await office.player('Ravi')
  await page.goto('/banners')
  await page.getByRole('button', { name: 'Search or jump' }).click()
  await field(page).fill(`#${ravi.id} `)
  await field(page).fill(ravi.mobile)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(ravi.name)
})

test('arrows lead to the act that fits: funds of the player who was found', async ({ page, office }) => {
  const meena = await office.player('Meena', 100)
  await page.goto('/users')
  await open(page)
  await page.keyboard.type(meena.mobile)
  await expect(options(page).first()).toContainText(meena.name) // No other's, of whom a part of the number is.
  await expect(options(page).nth(1)).toContainText('Add or deduct funds')
  await page.keyboard.press('ArrowDown')
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await options(page).nth(1).getAttribute('id'))!,
  )
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Amount', { exact: true })).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`/users/details/${meena.id}$`))
})

test('screens and acts are found by name; what is not there, and what fails, is said @both', async ({
  page,
}) => {
  await page.goto('/banners')
  await page.getByRole('button', { name: 'Search or jump' }).click()
  await expect(page.getByRole('group', { name: 'Go to' })).toBeVisible()
  await expectNoViolations(page)
  await field(page).fill('game ra')
  await expect(options(page)).toHaveText([/Change game rates/, /Game Rates/])
  await field(page).fill('add funds')
  await expect(options(page)).toHaveText([/Add or deduct funds in the profile/])
  await field(page).fill('nothing is called that')
  await expect(page.getByRole('status').getByText('Nothing found')).toBeVisible()
  await expectSound(page)
  await answerWith(page, api.find.anything, { status: 'error', message: 'Failed to search' }, 500)
  await field(page).fill('another')
  await expect(page.getByRole('status').getByText('Failed to search')).toBeVisible()
  await page.unroute(`**${api.find.anything.path}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('status').getByText('Nothing found')).toBeVisible()
})

test('what was found is kept by no browser after signing out', async ({ page, office, baseURL }) => {
  const token = await office.signIn()
  const lata = await office.player('Lata')
  await page.goto('/banners')
  await page.evaluate((own) => localStorage.setItem('adminToken', own), token)
  await page.goto(`${baseURL}/banners`)
  await open(page)
  await page.keyboard.type(lata.mobile)
  await expect(options(page).first()).toContainText(lata.name)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(lata.name)
  const kept = () => page.evaluate(() => localStorage.getItem('munimFound'))
  expect(await kept()).toContain(lata.name)
  expect(await kept()).not.toContain(lata.mobile)
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('button', { name: 'Secure Login' })).toBeVisible()
  expect(await kept()).toBeNull()
})

test('the rest of what was found is in the list of its kind, decided or not', async ({ page, office }) => {
  const { id, name, mobile } = await office.player('Paid')
  const User = { id, user_name: name, mobile }
  const request = (nth: number, kind: 'deposit' | 'withdraw') => {
    const known = { id: nth, kind, status: 'completed', amount: 500, User, ref_id: '', note: 'UTR4711' }
    return { ...known, by: 'note', createdAt: '2026-03-10T09:00:00.000Z' }
  }
  const nothing = { players: [], bids: [], postings: [], draws: [], markets: [], more: ['requests'] }
  const kinds = ['withdraw', 'withdraw', 'withdraw', 'withdraw', 'withdraw'] as const
  const data = { ...nothing, requests: kinds.map((kind, nth) => request(nth + 1, kind)) }
  await answerWith(page, api.find.anything, { status: 'success', data })
  await page.goto('/banners')
  await open(page)
  await page.keyboard.type('UTR4711')
  const all = options(page).filter({ hasText: 'Show all that were found' })
  await expect(all).toHaveCount(1)
  await all.click()
  await expect(page).toHaveURL(/\/wallet\?(?=.*tab=withdrawals)(?=.*status=all)(?=.*search=UTR4711)/)
  await expect(page.getByRole('tab', { name: 'Withdrawal Requests' })).toHaveAttribute(
    'aria-selected',
    'true',
  )

  await answerWith(page, api.find.anything, {
    status: 'success',
    data: { ...data, requests: [...data.requests.slice(1), request(7, 'deposit')] },
  })
  await page.goto('/banners')
  await open(page)
  await page.keyboard.type('UTR4711')
  await expect(all).toHaveText([/Withdrawals/, /Deposits/])
  await all.last().click()
  await expect(page).toHaveURL(/\/wallet\?(?=.*tab=deposits)(?=.*status=all)(?=.*search=UTR4711)/)
})

test('a dispute at the cut-off is answered in four acts: open, type, Enter, and Revert with its effect', async ({
  page,
  office,
}) => {
  const player = await office.player('Disputed', 500)
  const market = await office.market('CUT OFF')
  const { id } = await office.bid(player, market, '4', 100)
  await page.goto('/banners')
  await open(page)
  await page.keyboard.type(`bid ${id}`)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(`Bid #${id}`)
  // Without a hover: to the second, how long before the end, at what rate.
  await expect(page.getByText(/^placed .* before its betting ends$/)).toBeVisible()
  const times = page.getByRole('region', { name: 'Times' })
  await expect(times).toContainText(/\d{1,2}:\d\d:\d\d [ap]m/)
  await expect(page.getByRole('region', { name: 'Bet' })).toContainText('× 9')
  await page.getByRole('button', { name: 'Revert' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revert Bid' })
  await expect(dialog).toContainText('₹500.00')
  await dialog.getByRole('button', { name: 'Revert' }).click()
  await expect(page.getByRole('region', { name: 'Outcome' })).toContainText('cancelled')
  await expect(page.getByText('Bid refunded')).toBeVisible()
})
