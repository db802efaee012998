/**
 * What happens reaches the open screen by itself, and moves nothing that is being read. These stories count what there
 * is, so they have a server of their own.
 */
import { rm } from 'node:fs/promises'
import { api, type Endpoint } from '@munim/contract'
import type { Page, Route } from '@playwright/test'
import { testFolder } from '../support/database.ts'
import { signIn, startServer } from '../support/server-process.ts'
import { declared, OVER } from './draws.ts'
import { expect, expectNoViolations, test as shared, signedInWith } from './support.ts'

interface Own {
  readonly host: string
  readonly token: string
  readonly dataDir: string
  /** Ends the server, and starts it again at the same address; what is handed in happens in between. */
  restart(meanwhile: () => Promise<void>): Promise<void>
}

const test = shared.extend<object, { own: Own }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: how Playwright learns that nothing is needed.
    async ({}, use) => {
      const dataDir = await testFolder()
      const env = { DATA_DIR: dataDir, DEMO_DATA: 'off' }
      let server = await startServer('', env)
      const { host } = server
      await use({
        host,
        token: await signIn(host),
        dataDir,
        async restart(meanwhile) {
          await server.stop()
          await meanwhile()
          server = await startServer('', { ...env, PORT: new URL(host).port })
        },
      })
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  token: [async ({ own }, use) => use(own.token), { scope: 'worker' }],
  dataDir: [async ({ own }, use) => use(own.dataDir), { scope: 'worker' }],
  baseURL: async ({ own }, use) => use(own.host),
})
test.use({ isLive: true, allowedErrors: /net::ERR_/ })
test.describe.configure({ mode: 'serial' })

const isLive = (page: Page) => expect(page.getByRole('button', { name: 'Live, pause updates' })).toBeVisible()
const entry = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** Each of these calls ends in a fault, until it is told to stop. */
async function failing(page: Page, { path }: Endpoint) {
  let count = 0
  const fail = (route: Route) => {
    count++
    return route.fulfill({ status: 500, json: { status: 'error', message: 'Failed' } })
  }
  await page.route(`**${path}`, fail)
  return { count: () => count, stop: () => page.unroute(`**${path}`, fail) }
}

test('new bids are counted over a list that stays, its figures change in place, and a click shows them', async ({
  page,
  office,
}) => {
  const [asha, market] = [await office.player('Asha', 1000), await office.market('LIVE')]
  await page.goto(`/bet?market=${market.id}`)
  await isLive(page)
  await office.bid(asha, market, '1', 10) // The list was empty when it was opened.
  const first = page.getByRole('row').nth(1)
  await expect(first).toContainText(asha.name)
  const before = await first.innerText()
  const top = (await first.boundingBox())?.y

  await office.bid(asha, market, '2', 20)
  await office.bid(asha, market, '3', 30)
  const pill = page.getByRole('button', { name: 'Show 2 new bids' })
  await expect(pill).toBeVisible()
  await expect(page.getByText('₹60.00').first()).toBeVisible()
  expect(await first.innerText()).toBe(before)
  expect((await first.boundingBox())?.y).toBe(top)
  await expectNoViolations(page)

  await pill.press('Enter')
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(4)
  await expect(pill).toHaveCount(0)
  expect(await page.evaluate(() => document.activeElement?.contains(document.querySelector('table')))).toBe(
    true,
  )
  await expect(page.locator('body')).not.toBeFocused()
})

test('a list that a busy server refused first stays too, once it is shown by what happened', async ({
  page,
  office,
}) => {
  const [asha, market] = [await office.player('Asha', 1000), await office.market('BUSY')]
  const [refused, asked] = [{ status: 'error', message: 'Busy' }, Promise.withResolvers<void>()]
  await page.route(
    `**${api.bids.list.path}`,
    (route) => {
      asked.resolve()
      return route.fulfill({ status: 429, headers: { 'retry-after': '3' }, json: refused })
    },
    { times: 1 },
  )
  const again = page.waitForResponse(
    (answer) => answer.url().endsWith(api.bids.list.path) && answer.status() === 429,
  )
  await page.goto(`/bet?market=${market.id}`)
  await Promise.all([asked.promise, again, isLive(page)])
  await office.bid(asha, market, '1', 10)
  await expect(page.getByRole('row').nth(1)).toContainText(asha.name)
  await office.bid(asha, market, '2', 20)
  const pill = page.getByRole('button', { name: 'Show 1 new bid' })
  await expect(pill).toBeVisible()
  await page.waitForTimeout(3500) // The refused call would have been asked again.
  await expect(pill).toBeVisible()
})

test('a request raises what waits behind Wallet, whose name stays Wallet; in its list it waits to be shown', async ({
  page,
  office,
}) => {
  const asha = await office.player('Asha', 1000)
  await office.withdrawal(asha, 100)
  await page.goto('/wallet?tab=withdrawals&status=pending')
  await isLive(page)
  await expect(entry(page, 'Wallet')).toHaveText('Wallet')
  await expect(entry(page, 'Wallet')).toHaveAccessibleDescription('1 to decide')
  const request = await office.withdrawal(asha, 200)
  await expect(entry(page, 'Wallet')).toHaveAccessibleDescription('2 to decide')
  await expect(page.getByRole('button', { name: 'Show 1 new request' })).toBeVisible()
  await expect(page.getByRole('cell', { name: '₹200.00' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Show 1 new request' }).click()
  await expect(page.getByRole('cell', { name: '₹200.00' })).toBeVisible()
  // Decided by somebody else: the row stays where it is read.
  await office.call(api.wallet.decideWithdrawal, { transactionId: request, status: 'rejected' })
  await expect(entry(page, 'Wallet')).toHaveAccessibleDescription('1 to decide')
  await expect(page.getByRole('cell', { name: '₹200.00' })).toBeVisible()
})

for (const act of ['Approve', 'Reject']) {
  test(`${act} of a withdrawal says so once a file for a bank is made of it elsewhere`, async ({
    page,
    office,
  }) => {
    const { token, name } = await office.player('Ravi', 500)
    const account = { account_no: '00123456789', ifsc_code: 'SBIN0031024' }
    await office.call(api.player.updateProfile, account, token)
    const asked = { amount: 120, transfer_type: 'bank' } as const
    const { id } = (await office.call(api.player.requestWithdrawal, asked, token)).data
    await page.goto('/wallet?tab=withdrawals')
    await isLive(page)
    await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: act }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('₹120.00')
    await expect(dialog).not.toContainText('It is in batch')
    const { data: batch } = await office.call(api.desk.makeBatch, { bank: 'other', ids: [id] })
    await expect(dialog).toContainText(`It is in batch ${batch.id} of`)
    // Closed while it is decided: nothing is done, and it is shown as it is.
    await page.route(`**${api.wallet.decideWithdrawal.path}`, async (route) => {
      await office.call(api.desk.closeBatch, { id: batch.id })
      await route.continue()
    })
    await dialog.getByRole('button', { name: act }).click()
    await expect(dialog.getByRole('alert').first()).toContainText(`What a bank was told of request #${id}`)
    await expect(dialog).not.toContainText('It is in batch')
    await office.call(api.wallet.decideWithdrawal, { transactionId: id, status: 'rejected' })
  })
}

test('what a busy server refused to tell of a list is asked for again when it says so', async ({
  page,
  office,
}) => {
  const asha = await office.player('Asha', 1000)
  await office.withdrawal(asha, 100)
  await page.goto('/wallet?tab=withdrawals&status=pending')
  await isLive(page)
  await expect(page.getByRole('table')).toBeVisible()
  let refusals = 2
  const busy = { status: 429, headers: { 'retry-after': '1' }, json: { status: 'error', message: 'Busy' } }
  await page.route(`**${api.wallet.withdrawals.path}`, (route) =>
    refusals-- > 0 ? route.fulfill(busy) : route.continue(),
  )
  const request = await office.withdrawal(asha, 200)
  await expect(page.getByRole('button', { name: 'Show 1 new request' })).toBeVisible()
  await office.call(api.wallet.decideWithdrawal, { transactionId: request, status: 'rejected' })
})

test('a list whose news could not be had says that it is not current, until it has tried again', async ({
  page,
  office,
}) => {
  const asha = await office.player('Asha', 1000)
  await office.withdrawal(asha, 100)
  await page.goto('/wallet?tab=withdrawals&status=pending')
  await isLive(page)
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  const top = (await rows.nth(1).boundingBox())!.y
  const asked = await failing(page, api.wallet.withdrawals)
  const request = await office.withdrawal(asha, 200)
  const behind = page.getByText(/^Not current since \d+:\d\d\s.m\. Trying again$/).first()
  await expect(behind).toBeVisible()
  expect((await rows.nth(1).boundingBox())!.y).toBe(top)
  await expectNoViolations(page)
  await expect.poll(asked.count).toBeGreaterThan(2)
  await asked.stop()
  await expect(page.getByRole('button', { name: 'Show 1 new request' })).toBeVisible()
  expect(await page.getByText(/^Not current/).count(), 'no region says it any more').toBe(0)
  await office.call(api.wallet.decideWithdrawal, { transactionId: request, status: 'rejected' })
})

test('a single fault is made good before it is told', async ({ page, office }) => {
  const asha = await office.player('Asha', 1000)
  await office.withdrawal(asha, 100)
  await page.goto('/wallet?tab=withdrawals&status=pending')
  await isLive(page)
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  await page.evaluate(() => {
    const look = () => {
      if (document.body.textContent.includes('Not current')) document.body.dataset.behind = 'told'
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  const fault = { status: 500, json: { status: 'error', message: 'Failed' } }
  await page.route(`**${api.wallet.withdrawals.path}`, (route) => route.fulfill(fault), { times: 1 })
  const failed = page.waitForResponse((response) => response.status() === 500)
  const request = await office.withdrawal(asha, 200)
  await failed
  await expect(page.getByRole('button', { name: /^Show \d new request/ })).toBeVisible()
  await expect(page.locator('body')).not.toHaveAttribute('data-behind')
  await office.call(api.wallet.decideWithdrawal, { transactionId: request, status: 'rejected' })
})

test('a row changes in its place, and what its own reader does shows no pill', async ({ page, office }) => {
  const player = await office.player('Meena', 0, { approved: false })
  await page.goto('/users')
  await isLive(page)
  const row = page.getByRole('row', { name: new RegExp(player.name) })
  await expect(entry(page, 'Users')).toHaveAccessibleDescription('1 to approve')
  await office.call(api.users.addFunds, { id: player.id, amount: 77 })
  await expect(row).toContainText('₹77.00')
  await row.getByRole('button', { name: /^Approve/ }).click()
  await expect(row).toContainText('Approved')
  await expect(entry(page, 'Users')).not.toHaveAttribute('aria-describedby')
  await expect(page.getByRole('button', { name: /^Show \d+ new/ })).toHaveCount(0)
})

test('a result declared elsewhere is shown on the open screens, and in the list at its market', async ({
  page,
  office,
}) => {
  const [first, second] = [
    await office.newMarket('EARLY ONE', OVER),
    await office.newMarket('EARLY TWO', OVER),
  ]
  const declare = ({ id, market_date }: typeof first) =>
    declared(office.call, id, market_date!, '1-128', '4-455')
  await page.goto('/results?search=early')
  await isLive(page)
  const names = page.getByRole('table', { name: 'Results of the current draws' }).getByRole('rowheader')
  await expect(names).toHaveCount(2)
  const order = await names.allInnerTexts()
  await declare(order[0] === first.name ? first : second)
  await expect(page.getByRole('row', { name: new RegExp(`^${order[0]} `) })).toContainText('128')
  expect(await names.allInnerTexts()).toEqual(order)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(names).toHaveText(order.toReversed())

  const other = order[0] === first.name ? second : first
  await page.goto(`/results/details/${other.id}`)
  await isLive(page)
  await expect(page.getByRole('heading', { name: other.name })).toBeVisible()
  await declare(other)
  await expect(page.getByRole('main')).toContainText('455')
})

test('feedback waits over the list, and is counted behind its entry', async ({ page, office }) => {
  const asha = await office.player('Asha')
  const write = (feedback: string) => office.call(api.player.feedback, { feedback }, asha.token)
  await write('The first')
  await page.goto('/feedbacks')
  await isLive(page)
  await expect(entry(page, 'Feedbacks')).toHaveAccessibleDescription('1 to read')
  await write('The second')
  await expect(entry(page, 'Feedbacks')).toHaveAccessibleDescription('2 to read')
  await expect(page.getByText('The second')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show 1 new feedback' }).click()
  await expect(page.getByText('The second')).toBeVisible()
})

test('paused, nothing moves, and it stays so at the next visit; resumed, it catches up @both', async ({
  page,
  office,
}) => {
  await office.player('Somebody')
  await page.goto('/users')
  await isLive(page)
  await page.getByRole('button', { name: 'Live, pause updates' }).click()
  await expect(page.getByRole('button', { name: 'Paused, resume updates' })).toBeVisible()
  await page.reload()
  const resume = page.getByRole('button', { name: 'Paused, resume updates' })
  await expect(resume).toBeVisible()
  const newcomer = await office.player('Newcomer')
  await expect(page.getByText(newcomer.name)).toHaveCount(0)
  await resume.click()
  await isLive(page)
  await page.getByRole('button', { name: 'Show 1 new user' }).click()
  await expect(page.getByText(newcomer.name)).toBeVisible()
  await expectNoViolations(page)
})

test('out of sight it follows no more, and catches up when it is looked at again', async ({
  page,
  office,
}) => {
  const show = (state: 'visible' | 'hidden') =>
    page.evaluate((is) => {
      Object.defineProperty(document, 'visibilityState', { value: is, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await page.clock.install()
  await page.goto('/users')
  await isLive(page)
  await show('hidden')
  await page.clock.fastForward(16_000)
  await expect(page.getByRole('button', { name: 'Paused, resume updates' })).toBeVisible()
  const newcomer = await office.player('Meanwhile')
  await show('visible')
  await isLive(page)
  await page.getByRole('button', { name: 'Show 1 new user' }).click()
  await expect(page.getByText(newcomer.name)).toBeVisible()
})

test('where its file could not be fetched, resuming loads the page anew', async ({ page }) => {
  const file = '**/assets/live-*.js'
  await page.route(file, (route) => route.abort())
  await page.goto('/users')
  const paused = page.getByRole('button', { name: 'Paused, resume updates' })
  await expect(paused).toBeVisible()
  await page.unroute(file)
  await paused.click()
  await isLive(page)
})

test('while the server is away it says Reconnecting, and follows again when it is back', async ({
  page,
  own,
  office,
}) => {
  const [known, other] = [await office.player('Known'), await office.player('Other')]
  await page.goto('/users')
  await isLive(page)
  await own.restart(async () => {
    await expect(
      page.getByRole('button', { name: /^(Reconnecting, pause|Paused, resume) updates/ }),
    ).toBeVisible()
    await page.getByPlaceholder(/^Search/).fill(known.name)
    await expect(page.getByText('Shown below: not refreshed since')).toBeVisible()
    await expect(page.getByRole('cell', { name: other.name })).toBeVisible()
  })
  await isLive(page)
  await expect(page.getByRole('cell', { name: other.name })).toHaveCount(0)
  await expect(page.getByText('Shown below: not refreshed since')).toHaveCount(0)
  await page.getByPlaceholder(/^Search/).fill('')
  await expect(page.getByRole('cell', { name: other.name })).toBeVisible()
  const newcomer = await office.player('Comeback')
  await page.getByRole('button', { name: 'Show 1 new user' }).click()
  await expect(page.getByText(newcomer.name)).toBeVisible()
})

test('whose session ends elsewhere is signed out with the reason', async ({ browser, baseURL, office }) => {
  const token = await signIn(baseURL!)
  const context = await browser.newContext({
    baseURL: baseURL!,
    storageState: signedInWith(token, baseURL!, { isLive: true }),
  })
  const page = await context.newPage()
  await page.goto('/users')
  await isLive(page)
  await office.call(api.auth.logout, {}, token)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('alert')).toContainText('Please sign in again')
  await context.close()
})
