/** The bell: what needs a person until it was seen, and what was told in this session. */
import { type Answer, api } from '@munim/contract'
import type { Page } from '@playwright/test'
import {
  answerWith,
  expect,
  expectNoSidewaysScroll,
  expectNoViolations,
  expectSound,
  expectSoundOnBoth,
  test,
} from './support.ts'

type Alert = Answer<typeof api.alerts.list>['data'][number]

const bell = (page: Page) => page.getByRole('button', { name: 'Recent activity' })
const opened = (page: Page) => page.getByRole('dialog', { name: 'Recent activity' })
const part = (page: Page, name: string) => opened(page).getByRole('region', { name })
const needs = (page: Page) => part(page, 'Needs you').getByRole('listitem')
const told = (page: Page) => part(page, 'Told in this session').getByRole('listitem')

const BOOKS: Alert = {
  id: 'books 7',
  kind: 'books',
  sentence: 'The books do not agree: 2 differences',
  since: '2026-11-23T04:10:00.000Z',
  address: '/',
  isSeen: false,
}
const LATE: Alert = {
  id: 'declare 3 2026-11-22 close 1',
  kind: 'declare',
  sentence: 'KALYAN, close, is not declared by itself: 111 is not a panna',
  since: '2026-11-22T12:40:00.000Z',
  address: '/results/details/3?date=2026-11-22',
  isSeen: false,
}
const BACKUP: Alert = {
  id: 'backup 9',
  kind: 'backup',
  sentence: 'The last backup is old: on the server, npm run backup',
  since: '2026-11-20T21:30:00.000Z',
  address: null,
  isSeen: true,
}
const answer = (page: Page, ...data: Alert[]) =>
  answerWith(page, api.alerts.list, { status: 'success', data })

test('what needs a person is counted until it was seen, and leads to where it is mended @both', async ({
  page,
}) => {
  let all = [BOOKS, LATE, BACKUP]
  await page.route(`**${api.alerts.list.path}`, (route) =>
    route.fulfill({ json: { status: 'success', data: all } }),
  )
  await page.route(`**${api.alerts.see.path}`, (route) => {
    const { ids } = route.request().postDataJSON()
    all = all.map((each) => ({ ...each, isSeen: each.isSeen || ids.includes(each.id) }))
    return route.fulfill({ json: { status: 'success' } })
  })
  await page.goto('/banners')
  await expect(bell(page)).toHaveAccessibleDescription('2 need you')
  const seen = page.waitForRequest(`**${api.alerts.see.path}`)
  await bell(page).click()
  expect((await seen).postDataJSON()).toEqual({ ids: [BOOKS.id, LATE.id] })
  await expect(needs(page)).toHaveCount(3)
  await expect(needs(page).nth(0)).toContainText('The books do not agree: 2 differences')
  await expect(needs(page).nth(0)).toContainText('since 23 Nov, 9:40 am')
  // Seen now, and for as long as it is open marked as what is new.
  await expect(bell(page)).not.toHaveAttribute('aria-describedby')
  await expect(needs(page).filter({ hasText: 'new' })).toHaveCount(2)
  await expect(needs(page).nth(2).getByRole('link')).toHaveCount(0)
  await expectSound(page)

  await needs(page).nth(1).getByRole('link').click()
  await expect(page).toHaveURL('/results/details/3?date=2026-11-22')
  await expect(opened(page)).toHaveCount(0)
  await bell(page).click()
  await expect(needs(page)).toHaveCount(3)
  await expect(needs(page).filter({ hasText: 'new' })).toHaveCount(0)
})

test('nothing, a failure and what is old are said, and the keyboard opens and closes it', async ({
  page,
}) => {
  await answer(page)
  await page.goto('/banners')
  await expect(bell(page)).not.toHaveAttribute('aria-describedby')
  await bell(page).focus()
  await page.keyboard.press('Enter')
  await expect(part(page, 'Needs you')).toContainText('Nothing needs you now.')
  await expect(part(page, 'Told in this session')).toContainText('kept here until you sign out')
  await expectSoundOnBoth(page)
  await page.keyboard.press('Escape')
  await expect(opened(page)).toHaveCount(0)
  await expect(bell(page)).toBeFocused()

  await answerWith(page, api.alerts.list, { status: 'error' })
  await page.reload()
  await bell(page).click()
  await expect(opened(page).getByRole('alert')).toContainText('Failed to fetch what needs you')
  await expectSoundOnBoth(page)
  await answer(page, BACKUP)
  await opened(page).getByRole('button', { name: 'Retry' }).click()
  await expect(needs(page)).toHaveCount(1)
})

test('nothing lies beside a screen of 320 px', async ({ page }) => {
  await answer(page, BOOKS, { ...LATE, sentence: `${LATE.sentence} ${'x'.repeat(60)}` }, BACKUP)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/banners')
  await expect(bell(page)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Admin', exact: true })).toBeInViewport({ ratio: 1 })
  await bell(page).click()
  await expect(needs(page)).toHaveCount(3)
  await expectNoSidewaysScroll(page)
  await expect(opened(page)).toBeInViewport({ ratio: 1 })
})

test('a message that is gone is kept, also a failure, until signing out', async ({
  page,
  office,
  baseURL,
}) => {
  const token = await office.signIn()
  const player = await office.player('Kept')
  await page.goto('/banners')
  await page.evaluate((own) => localStorage.setItem('adminToken', own), token)
  await page.goto(`${baseURL}/users/details/${player.id}`)
  await page.getByRole('button', { name: 'Block User' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('User blocked')
  await page.route(`**${api.users.update.path}`, (route) => route.abort())
  await page.getByRole('button', { name: 'Unblock User' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await page.getByRole('link', { name: 'Users', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await bell(page).click()
  await expect(told(page)).toHaveText([/Network error/, /User blocked/])
  await expectNoViolations(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('button', { name: 'Secure Login' })).toBeVisible()
  await page.evaluate((own) => localStorage.setItem('adminToken', own), await office.signIn())
  await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'adminToken' })))
  await page.evaluate(() => history.pushState({}, '', '/banners'))
  await expect(page.getByRole('heading', { level: 1, name: 'Banners' })).toBeVisible()
  await bell(page).click()
  await expect(part(page, 'Told in this session')).toContainText('kept here until you sign out')
})
