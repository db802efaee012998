/** Each screen is there at its address, and still: nothing that is read moves because something else comes. */
import { api } from '@munim/contract'
import { SCREENS, type Screen } from '@munim/contract/screens'
import type { Locator } from '@playwright/test'
import {
  addressesOn,
  openPanel,
  type Shift,
  settled,
  shiftsOn,
  sumOf,
  WIDTHS,
} from '../support/panel-screens.ts'
import { newPlayer, OVER, RUNNING } from './draws.ts'
import { answerWith, expect, holdBack, test as story, unique } from './support.ts'

/** As the browser counts it: of the screen's area, how much moved, times how far. */
const MOST = 0.02

const sizeOn = (isPhone: boolean) => WIDTHS[isPhone ? 375 : 1280]

/** Each story opens a page of its own: that of the worker, whose console is listened to elsewhere, is not made ready. */
const test = story.extend({
  // biome-ignore lint/correctness/noEmptyPattern: how Playwright learns that nothing is needed.
  quietConsole: async ({}, use) => use(undefined),
})

let addresses: ReturnType<typeof addressesOn> | undefined

function expectStill(shifts: readonly Shift[]): void {
  const said = shifts.map(([value, what]) => `${value.toFixed(4)} ${what}`).join('\n')
  expect(sumOf(shifts), said).toBeLessThanOrEqual(MOST)
}

for (const screen of Object.keys(SCREENS) as Screen[])
  test(`${screen} is there at its address, and nothing moves while it comes @both`, async ({
    browser,
    isMobile,
    baseURL,
    token,
    office,
  }) => {
    addresses ??= addressesOn(baseURL!, token)
    const address = (await addresses).get(screen)!
    // Where the other stories' administrator is signed in changes while it is read.
    const whose = screen === 'sessions' ? (await office.administrator()).token : token
    const fresh = await openPanel(browser, baseURL!, screen === 'login' ? null : whose, sizeOn(isMobile))
    const response = await fresh.goto(baseURL + address)
    await settled(fresh)
    expect(response?.status()).toBe(200)
    expect(new URL(fresh.url()).pathname).toBe(address)
    const title = fresh.getByRole('heading', { level: 1 })
    await expect(title).not.toHaveText(/^Oops|could not be shown|not found/)
    expectStill(await shiftsOn(fresh))
    await fresh.context().close()
  })

test('the head of a record and its acts come where room was kept for them @both', async ({
  page,
  office,
}) => {
  const player = await office.player('Room')
  const market = await office.newMarket('ROOM', RUNNING)
  const records = [
    [api.users.get, `/users/details/${player.id}`],
    [api.markets.get, `/market/details/${market.id}`],
  ] as const
  for (const [call, address] of records) {
    const answer = await holdBack(page, call)
    await page.goto(address)
    await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
    const first = page.getByRole('main').locator('.mu-frame').first()
    const kept = await first.boundingBox()
    answer()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await settled(page)
    const { y } = (await first.boundingBox())!
    expect(Math.abs(y - kept!.y), `of ${address}, in px`).toBeLessThanOrEqual(8)
  }
})

test('nothing moves where the figures leave out paise, which is told beside the sum @both', async ({
  browser,
  isMobile,
  baseURL,
  token,
  office,
}) => {
  const fresh = await openPanel(browser, baseURL!, token, sizeOn(isMobile))
  const { data } = await office.call(api.dashboard.getStats, {})
  const [deposits, withdrawals] = [23_475_230.5, 12_345_678.4]
  const told = {
    ...data,
    deposits: { ...data.deposits, total_amount: deposits },
    withdrawals: { ...data.withdrawals, total_amount: withdrawals, total_requests: 1_234_567 },
    admin_profit: deposits - withdrawals,
  }
  await answerWith(fresh, api.dashboard.getStats, { status: 'success', ...told, data: told })
  await fresh.goto(baseURL!)
  await expect(fresh.getByText('Paise, rounded −₹1')).toBeVisible()
  await settled(fresh)
  expectStill(await shiftsOn(fresh))
  await fresh.context().close()
})

test('nothing moves while a draw that waits comes, nor its bets, nor the map of what one would cost @both', async ({
  browser,
  isMobile,
  baseURL,
  token,
  office,
}) => {
  const waits = await office.newMarket('STILL', OVER)
  const running = await office.newMarket('STILL', RUNNING)
  await newPlayer(office, running.id)
  const bets = `${running.id}?tab=bets`
  const grid = `${running.id}?tab=analytics&view=exposure`
  for (const draw of [waits.id, bets, grid]) {
    const fresh = await openPanel(browser, baseURL!, token, sizeOn(isMobile))
    await fresh.goto(`${baseURL}/results/details/${draw}`)
    await settled(fresh)
    if (draw === grid) await expect(fresh.getByRole('grid')).toBeVisible()
    expectStill(await shiftsOn(fresh))
    await fresh.context().close()
  }
})

test('nothing moves where who is signed in was not told at first: the server was busy @phone', async ({
  browser,
  isMobile,
  baseURL,
  token,
}) => {
  const fresh = await openPanel(browser, baseURL!, token, sizeOn(isMobile))
  const busy = { status: 'error', message: 'Too many requests. Try again in 1 second' }
  await fresh.route(
    `**${api.auth.whoAmI.path}`,
    (route) => route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: busy }),
    { times: 1 },
  )
  await fresh.goto(`${baseURL}/users`)
  await expect(fresh.getByText('This is demonstration data.')).toBeVisible()
  await settled(fresh)
  expectStill(await shiftsOn(fresh))
  await fresh.context().close()
})

/** Where each request that waits lies on the page, from the first one down. */
const waitingOn = (approve: Locator) =>
  approve.evaluateAll((buttons) =>
    buttons.map((button) => {
      const { left, top } = button.getBoundingClientRect()
      return { left: left + scrollX, top: top + scrollY }
    }),
  )

test('what still waits stays where it lies while ten deposits are approved @both', async ({
  browser,
  isMobile,
  baseURL,
  token,
  office,
}) => {
  const player = await office.player('Still')
  for (let count = 1; count <= 10; count++) {
    const asked = { amount: 100 + count, transfer_type: 'upi', ref_id: unique() } as const
    await office.call(api.player.requestDeposit, asked, player.token)
  }
  const fresh = await openPanel(browser, baseURL!, token, sizeOn(isMobile))
  await fresh.goto(`${baseURL}/wallet?status=pending&search=${encodeURIComponent(player.name)}`)
  await settled(fresh)
  const approve = fresh.getByRole('main').getByRole('button', { name: 'Approve' })
  await expect(approve).toHaveCount(10)
  const before = await waitingOn(approve)
  for (let decided = 1; decided <= 10; decided++) {
    await approve.first().click()
    await expect(approve).toHaveCount(10 - decided)
    const now = await waitingOn(approve)
    const moved = before
      .slice(decided)
      .flatMap(({ left, top }, index) => [now[index]!.left - left, now[index]!.top - top].map(Math.abs))
    expect(Math.max(0, ...moved), `after ${decided}, in px`).toBeLessThanOrEqual(1)
  }
  await settled(fresh)
  await fresh.context().close()
})
