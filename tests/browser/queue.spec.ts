/**
 * Queues worked by a script: whatever comes meanwhile and however one moves on, nothing is skipped, nothing decided twice,
 * and the oldest comes first. These stories count what there is, so they have a server of their own.
 */
import { api } from '@munim/contract'
import type { Page } from '@playwright/test'
import { expect, expectNoViolations, holdBack, sentTo, testAlone } from './support.ts'

const test = testAlone()
test.describe.configure({ mode: 'serial' })

const rows = (page: Page) => page.getByRole('table').getByRole('row')
const open = (page: Page) => rows(page).filter({ has: page.getByRole('button', { name: 'Approve' }) })
const pill = (page: Page) => page.getByRole('button', { name: /^\d+ (decided|read)\./ })
const idsOf = async (page: Page) =>
  (await rows(page).getByRole('cell').first().isVisible())
    ? (await rows(page).locator('td:first-child').allInnerTexts()).map(Number)
    : []

const WAYS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'the key': (page) => page.keyboard.press(']'),
  'the button': (page) => pill(page).click(),
  'the page numbers': async (page) => {
    const second = page.getByRole('button', { name: 'Page 2', exact: true })
    await ((await second.count()) > 0 ? second : pill(page)).click()
  },
}

/** The key clicks the button, and what moves on does not ask whether the list is followed. */
const RUNS = [...Object.keys(WAYS).map((way) => [true, way] as const), [false, 'the page numbers'] as const]

for (const [isLive, name] of RUNS) {
  test.describe(`${isLive ? 'followed live' : 'paused'}, moving on by ${name}`, () => {
    test.use({ isLive })

    test('a queue that grows while it is worked is worked whole, the oldest first', async ({
      page,
      office,
    }) => {
      const asked = await office.deposits(22)
      const sent = sentTo(page, api.wallet.decideDeposit)
      await page.goto('/wallet?tab=deposits')
      await expect(page.getByLabel('Status')).toHaveValue('pending')
      for (let round = 1; ; round++) {
        await expect(open(page).first().or(page.getByText('Nothing is waiting.'))).toBeVisible()
        const ids = await idsOf(page)
        if (ids.length === 0) break
        for (const [index] of ids.entries()) {
          await open(page).first().getByRole('button', { name: 'Approve' }).click()
          await expect(rows(page).nth(index + 1)).toContainText('completed')
        }
        expect(await idsOf(page)).toEqual(ids)
        if (round <= 2) asked.push(...(await office.deposits(3)))
        await expect(pill(page)).toHaveText(
          isLive ? `${ids.length} decided. ${restOf(asked, sent)}` : /^\d+ decided\./,
        )
        await WAYS[name]!(page)
      }
      expect(sent.map((request) => request.postDataJSON().transactionId)).toEqual(asked)
      const { data } = await office.call(api.wallet.deposits, { status: 'pending' })
      expect(data).toEqual([])
    })
  })
}

const restOf = (asked: readonly unknown[], sent: readonly unknown[]) =>
  asked.length > sent.length ? `Show the next ${asked.length - sent.length}` : 'Look for more'

test('what somebody else decides on the page before skips nothing', async ({ page, office }) => {
  const asked = await office.deposits(22)
  await page.goto('/wallet?status=pending')
  await expect(open(page)).toHaveCount(10)
  for (const transactionId of asked.slice(0, 10))
    await office.call(api.wallet.decideDeposit, { transactionId, status: 'rejected' })
  await page.keyboard.press(']')
  await expect.poll(() => idsOf(page)).toEqual(asked.slice(10, 20))
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => idsOf(page)).toEqual(asked.slice(20)) // Nothing was decided here: this is the next page.
  await page.getByRole('button', { name: 'Page 1' }).click()
  await expect.poll(() => idsOf(page)).toEqual(asked.slice(10, 20))
  for (const transactionId of asked.slice(10))
    await office.call(api.wallet.decideDeposit, { transactionId, status: 'rejected' })
})

test('where a busy server cannot say what was decided meanwhile, nothing is skipped either', async ({
  page,
  office,
}) => {
  const asked = await office.deposits(22)
  await page.goto('/wallet?status=pending')
  await expect(open(page)).toHaveCount(10)
  for (const transactionId of asked.slice(0, 10))
    await office.call(api.wallet.decideDeposit, { transactionId, status: 'rejected' })
  const busy = { status: 429, headers: { 'retry-after': '1' }, json: { status: 'error', message: 'Busy' } }
  await page.route(`**${api.wallet.deposits.path}`, (route) => route.fulfill(busy), { times: 1 })
  await page.keyboard.press(']')
  await expect.poll(() => idsOf(page)).toEqual(asked.slice(10, 20))
  for (const transactionId of asked.slice(10))
    await office.call(api.wallet.decideDeposit, { transactionId, status: 'rejected' })
})

test('a filter that is chosen while the next page is looked up begins at its first page', async ({
  page,
  office,
}) => {
  const asked = await office.deposits(12)
  await page.goto('/wallet?status=pending')
  await expect(open(page)).toHaveCount(10)
  const answer = await holdBack(page, api.wallet.deposits)
  const looked = page.waitForResponse(`**${api.wallet.deposits.path}`)
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await page.getByLabel('Status').selectOption('all')
  await expect(page).toHaveURL(/status=all/)
  answer()
  await looked
  await expect(page.getByRole('table', { name: /the latest first/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Page 1', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(page).not.toHaveURL(/page=/)
  for (const transactionId of asked)
    await office.call(api.wallet.decideDeposit, { transactionId, status: 'rejected' })
})

test.describe('followed live', () => {
  test.use({ isLive: true })

  test('in a queue that was empty, what is decided stays in its place, and the next one waits', async ({
    page,
    office,
  }) => {
    await page.goto('/wallet?status=pending')
    await expect(page.getByRole('button', { name: 'Live, pause updates' })).toBeVisible()
    await expect(page.getByText('Nothing is waiting.')).toBeVisible()
    const asked = await office.deposits(1)
    await open(page).getByRole('button', { name: 'Approve' }).click()
    await expect(rows(page).nth(1)).toContainText('completed')
    asked.push(...(await office.deposits(1)))
    await expect(pill(page)).toHaveText('1 decided. Show the next 1')
    expect(await idsOf(page)).toEqual(asked.slice(0, 1))
    await office.call(api.wallet.decideDeposit, { transactionId: asked[1]!, status: 'rejected' })
  })

  test('what somebody else decides stays in its place, with nothing to decide any more', async ({
    page,
    office,
  }) => {
    const asked = await office.deposits(3)
    await page.goto('/wallet?status=pending')
    await expect(open(page)).toHaveCount(3)
    await office.call(api.wallet.decideDeposit, { transactionId: asked[1]!, status: 'rejected' })
    await expect(open(page)).toHaveCount(2)
    await expect(rows(page).nth(2)).toContainText('decided')
    await expect(pill(page)).toHaveText('1 decided. Show the next 2')
    await expectNoViolations(page)
    await pill(page).click()
    await expect.poll(() => idsOf(page)).toEqual([asked[0], asked[2]])
    for (const transactionId of [asked[0]!, asked[2]!])
      await office.call(api.wallet.decideDeposit, { transactionId, status: 'rejected' })
  })
})

test('Wallet opens on what is pending when something is, and on all when nothing is', async ({
  page,
  office,
}) => {
  const status = page.getByLabel('Status')
  await page.goto('/wallet?tab=deposits')
  await expect(status).toHaveValue('all')
  const [id] = await office.deposits(1)
  await page.goto('/')
  await page.getByRole('link', { name: 'Wallet', exact: true }).first().click()
  await expect(status).toHaveValue('pending')
  await expect(page).toHaveURL('/wallet')
  await page.getByRole('tab', { name: 'Withdrawal Requests' }).click()
  await expect(page).toHaveURL('/wallet?tab=withdrawals')
  await expect(status).toHaveValue('all') // Of these nothing is.
  await page.getByRole('tab', { name: 'Deposit Requests' }).click()
  await expect(status).toHaveValue('pending')
  await status.selectOption('All')
  await expect(page).toHaveURL(/status=all/)
  await page.reload()
  await expect(status).toHaveValue('all')
  await office.call(api.wallet.decideDeposit, { transactionId: id!, status: 'rejected' })
})

test('no column moves while a queue is worked', async ({ page, office }) => {
  await office.deposits(2)
  await page.goto('/wallet?status=pending')
  await expect(open(page)).toHaveCount(2)
  const places = () =>
    page
      .getByRole('columnheader')
      .evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().left)))
  const before = await places()
  for (const act of ['Approve', 'Reject']) {
    await open(page).first().getByRole('button', { name: act }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Deposit request updated' })).toBeVisible()
    expect(await places()).toEqual(before)
  }
  await expect(open(page)).toHaveCount(0)
})

test('users to approve are a queue as well', async ({ page, office }) => {
  for (const { id } of (await office.call(api.users.list, { isApproved: false, limit: 100 })).data)
    await office.call(api.users.update, { id, isApproved: true })
  const ids: number[] = []
  for (let count = 1; count <= 12; count++)
    ids.push((await office.player('Newcomer', 0, { approved: false })).id)
  await page.goto('/users?approved=false')
  await expect.poll(() => idsOf(page)).toEqual(ids.slice(0, 10))
  for (let count = 10; count > 0; count--) {
    await expect(open(page)).toHaveCount(count)
    await open(page).first().getByRole('button', { name: 'Approve' }).click()
  }
  await expect(pill(page)).toHaveText('10 decided. Show the next 2')
  await page.keyboard.press(']')
  await expect.poll(() => idsOf(page)).toEqual(ids.slice(10))
})

test('feedback to read is a queue as well', async ({ page, office }) => {
  const { token } = await office.player('Writer')
  const words = Array.from({ length: 12 }, (_, index) => `Word ${String(index + 1).padStart(2, '0')}`)
  for (const feedback of words) await office.call(api.player.feedback, { feedback }, token)
  await page.goto('/feedbacks?status=unread')
  const texts = page.getByRole('list', { name: /^Feedback/ }).getByText(/^Word \d\d$/)
  await expect(texts).toHaveText(words.slice(0, 10))
  for (let count = 1; count <= 3; count++) {
    await page.getByRole('button', { name: 'Mark as Read & Add Response' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as Read' }).click()
    await expect(pill(page)).toHaveText(`${count} read. Show the next ${12 - count}`)
  }
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(texts).toHaveText(words.slice(3))
})
