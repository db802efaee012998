/** What administrators do in the panel, each an act whose paint is timed. */
import type { BrowserContextOptions, Locator, Page } from '@playwright/test'
import { WIDTHS } from '../../tests/support/panel-screens.ts'

/** An act at an address of the panel. */
export interface Act {
  readonly name: string
  readonly at: string
  readonly on?: BrowserContextOptions
  /** What is done before it, and not measured. */
  readonly before?: (page: Page) => Promise<unknown>
  readonly act: (page: Page) => Promise<unknown>
}

const ASHA = { delay: 150 }
const main = (page: Page) => page.getByRole('main')
const within = (page: Page, name: string | RegExp) =>
  main(page)
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
const type = (field: Locator) => field.pressSequentially('Asha', ASHA)
const search = (page: Page) => main(page).getByRole('textbox').or(main(page).getByRole('searchbox')).first()
const find = (page: Page) => page.getByRole('button', { name: 'Search or jump' }).click()
const account = (page: Page) => page.getByRole('button', { name: 'Admin', exact: true }).click()
const turnDark = (page: Page) => page.getByRole('menuitemradio', { name: 'Dark' }).click()
const secondTab = (page: Page) => main(page).getByRole('tab').nth(1).click()
const nextPage = (page: Page) => page.getByRole('button', { name: 'Next page' }).click()
/** Of the first request that can be approved; the work queue has a button for several, 'Approve 3 confirmed'. */
export const approveOn = (page: Page) =>
  main(page)
    .getByRole('button', { name: /^Approve(?! \d)/, disabled: false })
    .first()
const approve = (page: Page) => approveOn(page).click()

const SHELL: readonly Act[] = [
  { name: 'opening Find anything', at: '/users', act: find },
  {
    name: 'typing in Find anything',
    at: '/users',
    before: find,
    act: (page) => type(page.getByRole('combobox')),
  },
  { name: 'opening the menu of the account', at: '/', act: account },
  {
    name: 'opening the bell',
    at: '/',
    act: (page) => page.getByRole('button', { name: 'Recent activity' }).click(),
  },
  { name: 'turning the theme on the dashboard', at: '/', before: account, act: turnDark },
  { name: 'turning the theme on a list', at: '/users', before: account, act: turnDark },
  {
    name: 'going to another screen',
    at: '/',
    act: (page) => page.getByRole('link', { name: 'Users', exact: true }).first().click(),
  },
]

const PHONE: readonly Act[] = [
  { name: 'the drawer of a phone', at: '/', act: (page) => page.getByLabel('Open menu').tap() },
  { name: 'the filters of a phone', at: '/bet', act: (page) => within(page, /^Filters/).tap() },
  {
    name: 'approving a deposit on a phone',
    at: '/wallet?status=pending',
    act: (page) => approveOn(page).tap(),
  },
]

const LISTS: readonly Act[] = [
  { name: 'typing in the search of users', at: '/users', act: (page) => type(search(page)) },
  { name: 'typing in the search of bets', at: '/bet', act: (page) => type(search(page)) },
  { name: 'the next page of users', at: '/users', act: nextPage },
  { name: 'the next page of transactions', at: '/reports', act: nextPage },
  { name: 'switching a tab of Wallet', at: '/wallet', act: secondTab },
  { name: 'approving a deposit in Wallet', at: '/wallet?status=pending', act: approve },
  { name: 'approving a deposit in the work queue', at: '/desk/deposits', act: approve },
  { name: 'the fourteen days as a table', at: '/', act: (page) => within(page, 'Table').click() },
]

/** All of them; `user` and `draw` are addresses of a player and a draw. */
export function actsAt(user: string, draw: string): readonly Act[] {
  const exposure = (page: Page) => within(page, 'Exposure')
  const analytics = `${draw}?tab=analytics`
  const records: readonly Act[] = [
    { name: 'opening the dialog of funds', at: user, act: (page) => within(page, /Funds/).click() },
    { name: 'switching a tab of a player', at: user, act: secondTab },
    { name: 'opening the exposure', at: analytics, act: (page) => exposure(page).click() },
    {
      name: 'walking through the exposure',
      at: `${analytics}&view=exposure`,
      before: (page) => page.getByRole('grid').getByRole('button').first().click(),
      act: (page) => page.keyboard.press('ArrowRight'),
    },
  ]
  const phone = [
    ...PHONE,
    { name: 'the exposure on a phone', at: analytics, act: (page: Page) => exposure(page).tap() },
  ].map((act) => ({ ...act, on: WIDTHS[375] }))
  return [...records, ...LISTS, ...SHELL, ...phone]
}
