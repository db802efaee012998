/**
 * The work queue by keyboard: a day's deposits and withdrawals in few keys, with arrivals and a second administrator. The
 * stories count what there is, so they have a server of their own.
 */
import { api } from '@munim/contract'
import type { Page } from '@playwright/test'
import { signatureOf } from '../support/provider.ts'
import {
  expect,
  expectNoViolations,
  expectSound,
  holdBack,
  holdClock,
  type Office,
  repeatWhileBusy,
  sentTo,
  signedInWith,
  testAlone,
  unique,
} from './support.ts'

const test = testAlone()
test.describe.configure({ mode: 'serial' })
test.use({ isLive: true })

async function withdrawals(office: Office, many: number): Promise<number[]> {
  const ids: number[] = []
  for (let count = 1; count <= many; count++)
    ids.push(await office.withdrawal(await office.player('Ravi', 1000), 100 + count))
  return ids
}

const matter = (page: Page) => page.getByRole('region', { name: 'The open item' })
/** A key or a click that comes sooner after an item is drawn is not meant for it. */
const READ_MS = 350
async function read(page: Page, words: string): Promise<void> {
  await expect(matter(page)).toContainText(words)
  await page.waitForTimeout(READ_MS)
}
const open = (page: Page, id: number) => read(page, `Request #${id} `)
/** In the list beside the open item. */
const choose = (page: Page, id: number) =>
  page
    .getByRole('listitem')
    .filter({ hasText: `#${id} ` })
    .getByRole('button')
    .click()
const held = (page: Page) => page.getByRole('button', { name: 'Take back' })

/** Its case is asked for ahead, so that it is at hand when it is the next. */
const caseOf = (page: Page, id: number) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith(api.desk.getCase.path) && response.request().postDataJSON().id === id,
  )

/** As the payment provider tells it. */
async function confirm(page: Page, ref_id: string, amount: number): Promise<void> {
  const body = JSON.stringify({ ref_id, amount })
  const headers = { 'content-type': 'application/json', 'x-signature': signatureOf(body) }
  // A busy server is told again.
  await expect(async () => {
    const response = await page.request.post(api.wallet.confirmDeposit.path, { data: body, headers })
    expect(response.status()).toBe(200)
  }).toPass()
}

/** The decisions that the page sent, in their order. */
function decisionsOf(page: Page): { id: number; status: string; note?: string }[] {
  const sent: { id: number; status: string; note?: string }[] = []
  page.on('request', (request) => {
    const isDecision = [api.wallet.decideDeposit, api.wallet.decideWithdrawal].some(({ path }) =>
      request.url().endsWith(path),
    )
    if (!isDecision) return
    const { transactionId: id, basedOn: _, ...body } = request.postDataJSON()
    sent.push({ id, ...body })
  })
  return sent
}

/** Every key that goes down counts; a paste is one. */
function keysOf(page: Page) {
  let many = 0
  return {
    press: async (key: string) => {
      many++
      await page.keyboard.press(key)
    },
    paste: async (text: string) => {
      many++
      await page.keyboard.insertText(text)
    },
    count: () => many,
  }
}

const stateOf = async (office: Office, list: typeof api.wallet.deposits, ids: readonly number[]) => {
  const { data } = await office.call(list, { limit: 100 })
  return ids.map((id) => data.find((request) => request.id === id)!.status)
}

test('twenty deposits, with two rejected, take at most 25 keys', async ({ page, office }) => {
  const ids = await office.deposits(20)
  const sent = decisionsOf(page)
  await repeatWhileBusy(page, api.wallet.decideDeposit)
  await page.goto('/desk/deposits')
  const keys = keysOf(page)
  for (const [at, id] of ids.entries()) {
    await open(page, id)
    if (at === 4 || at === 9) {
      await keys.press('r')
      await keys.press('1')
    } else await keys.press('a')
  }
  await expect(held(page)).toHaveCount(0)
  expect(keys.count()).toBeLessThanOrEqual(25)
  expect(sent.map(({ id }) => id)).toEqual(ids)
  expect(sent[4]).toEqual({ id: ids[4], status: 'rejected', note: 'The payment was not received.' })
  await expect
    .poll(() => stateOf(office, api.wallet.deposits, ids))
    .toEqual(ids.map((_, at) => (at === 4 || at === 9 ? 'rejected' : 'completed')))
  await expect(page.getByText('20 decided, 0 left')).toBeVisible()
})

test('ten withdrawals, with two rejected, take at most 40 keys, and none is paid without its UTR', async ({
  page,
  office,
}) => {
  const ids = await withdrawals(office, 10)
  const sent = decisionsOf(page)
  await repeatWhileBusy(page, api.wallet.decideWithdrawal)
  await page.goto('/desk/withdrawals')
  await open(page, ids[0]!)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('button', { name: 'Approve' }).click() // the field is empty still
  await expect(page.getByLabel('Payment reference (UTR)')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(matter(page)).toContainText('Type the UTR of the payment')
  await page.keyboard.press('Escape')
  expect(sent).toEqual([])

  const first = page.waitForRequest(`**${api.wallet.decideWithdrawal.path}`)
  const keys = keysOf(page)
  for (const [at, id] of ids.entries()) {
    await open(page, id)
    if (at === 3 || at === 7) {
      await keys.press('r')
      await keys.press('1')
    } else {
      await keys.press('a')
      await keys.paste(`UTR: 45210000${at}`)
      await keys.press('Enter')
    }
  }
  await expect(held(page)).toHaveCount(0)
  expect(keys.count()).toBeLessThanOrEqual(40)
  expect(sent.map(({ id }) => id)).toEqual(ids)
  expect(sent[0]).toEqual({ id: ids[0], status: 'completed', note: 'UTR 452100000' })
  expect((await first).postDataJSON()).toMatchObject({ basedOn: { batch: null } })
  await expect
    .poll(() => stateOf(office, api.wallet.withdrawals, ids))
    .toEqual(ids.map((_, at) => (at === 3 || at === 7 ? 'rejected' : 'completed')))
})

test("a bank's answer is reviewed, and each withdrawal it paid is approved with its UTR", async ({
  page,
  office,
}) => {
  const { id: userId, token } = await office.player('Ravi', 1000)
  const account = {
    account_holder: 'Ravi',
    account_no: `50100${unique()}`.slice(0, 14),
    ifsc_code: 'HDFC0000123',
  }
  await office.call(api.users.update, { id: userId, ...account })
  const asked = (amount: number) =>
    office.call(api.player.requestWithdrawal, { amount, transfer_type: 'bank' }, token)
  const paid = (await asked(101)).data.id
  const refused = (await asked(102)).data.id
  const { data: batch } = await office.call(api.desk.makeBatch, { bank: 'other', ids: [paid, refused] })
  const sent = decisionsOf(page)
  await page.goto('/desk/withdrawals')
  await open(page, paid)
  const row = page.getByRole('listitem').filter({ hasText: `#${paid} ` })
  await expect(row.getByRole('img', { name: `In batch ${batch.id}` })).toBeVisible()
  const told = `It is in batch ${batch.id} of`
  await expect(matter(page)).toContainText(told)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Bank files' }).click()
  await page.getByRole('button', { name: "Read the bank's answer" }).click()
  const reference = (id: number) => `MUN${String(id).padStart(9, '0')}`
  const file = page.getByRole('dialog').locator('input[type=file]')
  const choose = (name: string, text: string) =>
    file.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  for (const [name, text, why] of [
    ['empty.csv', '', 'The file is empty'],
    ['answer.xlsx', 'PK\u0003\u0004\0\0', 'This file is no text: save it as CSV, and open that'],
    ['year.csv', 'x'.repeat(1_000_001), 'The file is too large'],
  ] as const) {
    await choose(name, text)
    await expect(page.getByRole('alert')).toContainText(why)
  }
  await choose('answer.csv', `${reference(paid)} UTR 432198765012`)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(file).toHaveValue('') // The same one can be chosen again.
  await page
    .getByLabel('Or lines with reference and UTR')
    .fill(`${reference(paid)} UTR 432198765012\n${reference(refused)},102.00,Returned by bank,432198765013`)
  const dialog = page.getByRole('dialog')
  const lines = dialog.getByRole('list', { name: 'What the bank answered' }).getByRole('listitem')
  await expect(lines).toContainText(['Matched', 'The bank refused it'])
  await expectNoViolations(page)
  const answer = await holdBack(page, api.wallet.decideWithdrawal)
  await dialog.getByRole('button', { name: 'Approve 1 withdrawal' }).click()
  await expect(dialog.getByRole('button', { name: "Open the bank's file" })).toBeDisabled()
  answer()
  await expect(lines.first()).toContainText('Approved')
  expect(sent).toEqual([{ id: paid, status: 'completed', note: 'UTR 432198765012' }])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Bank files' })).toBeFocused()
  await page.goto(`/wallet/details/${refused}`)
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByRole('dialog')).toContainText(told)
  await office.call(api.wallet.decideWithdrawal, { transactionId: refused, status: 'rejected' })
})

test('what another administrator puts into a bank file meanwhile is put into no second one unseen', async ({
  page,
  office,
}) => {
  const ids: number[] = []
  for (const name of ['Asha', 'Ravi', 'Meena']) {
    const { token } = await office.player(name, 500)
    const account = { account_no: '00123456789', ifsc_code: 'SBIN0031024' }
    await office.call(api.player.updateProfile, account, token)
    const asked = { amount: 120, transfer_type: 'bank' } as const
    ids.push((await office.call(api.player.requestWithdrawal, asked, token)).data.id)
  }
  const [one, two, three] = ids as [number, number, number]
  const made = sentTo(page, api.desk.makeBatch)
  const theirs = (id: number) => office.call(api.desk.makeBatch, { bank: 'other', ids: [id] })
  await page.goto('/desk/withdrawals')
  await page.getByRole('button', { name: 'Bank files' }).click()
  await page.getByRole('button', { name: 'New bank file' }).click()
  const dialog = page.getByRole('dialog')
  const box = (id: number) => dialog.getByRole('checkbox', { name: new RegExp(`#${id}$`) })
  await dialog.getByLabel('All 3 that are free').check()
  await theirs(one)
  await expect(dialog.getByRole('alert')).toHaveText(
    '1 withdrawal was put into another file meanwhile: not chosen any more.',
  )
  await expect(box(one)).not.toBeChecked()
  await expect(dialog).toContainText('2 chosen, ₹240.00')
  await expectNoViolations(page)

  // Before this page hears of it.
  const letGo = await holdBack(page, api.desk.payables)
  await box(one).check()
  await expect(dialog).toContainText('1 of them is in another file already: the bank may pay twice.')
  await theirs(two)
  await dialog.getByRole('button', { name: 'Save the file' }).click()
  await expect(dialog.getByRole('alert').first()).toContainText(`Request #${two} is in batch`)
  expect(made.map((request) => request.postDataJSON().again)).toEqual([[one]])
  letGo()
  await expect(box(two)).not.toBeChecked()
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save the file' }).click()
  await saved
  const { data: batches } = await office.call(api.desk.batches, {})
  expect(
    (await office.call(api.desk.getBatch, { id: batches[0]!.id })).data.rows.map(({ id }) => id),
  ).toEqual([one, three])
  for (const transactionId of ids)
    await office.call(api.wallet.decideWithdrawal, { transactionId, status: 'rejected' })
})

test('what the provider confirmed is approved together, with its count and sum first and an answer for each @both', async ({
  page,
  office,
}) => {
  const ids = await office.deposits(3)
  const { data } = await office.call(api.wallet.deposits, { limit: 100 })
  const [one, two, three] = ids.map((id) => data.find((request) => request.id === id)!)
  await confirm(page, one!.ref_id, 101)
  await confirm(page, two!.ref_id, 102)
  await confirm(page, three!.ref_id, 9) // Another amount: a person decides.
  const sent = decisionsOf(page)
  await page.goto('/desk/deposits')
  await page.getByRole('button', { name: 'Approve 2 confirmed' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('2 deposits, ₹203.00 in all')
  await expectSound(page)
  // Decided by another administrator meanwhile.
  await office.call(api.wallet.decideDeposit, { transactionId: one!.id, status: 'rejected' })
  await dialog.getByRole('button', { name: 'Approve 2 deposits' }).click()
  const lines = dialog.getByRole('list', { name: 'Confirmed deposits' }).getByRole('listitem')
  await expect(lines).toContainText(['This request is decided already', 'Approved'])
  expect(sent.map(({ id }) => id)).toEqual([one!.id, two!.id])
  await expect
    .poll(() => stateOf(office, api.wallet.deposits, ids))
    .toEqual(['rejected', 'completed', 'pending'])
  await office.call(api.wallet.decideDeposit, { transactionId: three!.id, status: 'rejected' })
})

test('a confirmed deposit of a player who claims many others says why it is not credited', async ({
  page,
  office,
}) => {
  const ids = await office.deposits(7)
  const last = ids.at(-1)!
  const { data } = await office.call(api.wallet.deposits, { limit: 100 })
  await confirm(page, data.find(({ id }) => id === last)!.ref_id, 107)
  await page.goto('/desk/deposits')
  await choose(page, last)
  await open(page, last)
  await expect(matter(page)).toContainText('The payment provider confirmed this amount.')
  await expect(matter(page)).toContainText('this player claims 6 other payments that are not confirmed')
  await expectNoViolations(page)
  for (const transactionId of ids)
    await office.call(api.wallet.decideDeposit, { transactionId, status: 'rejected' })
})

test('what is decided can be taken back, and is sent when the screen is left; what failed is named', async ({
  page,
  office,
}) => {
  const [one, two, three] = (await office.deposits(3)) as [number, number, number]
  const sent = decisionsOf(page)
  await page.goto('/desk/deposits')
  await open(page, one)
  await page.keyboard.press('a')
  await open(page, two)
  await page.keyboard.press('u')
  await open(page, one)
  await page.keyboard.press('j')
  await open(page, two)
  await page.keyboard.press('n')
  await page.keyboard.type('Seen by Meera, a friend')
  await page.keyboard.press('Enter')
  expect(sent).toEqual([])
  await page.keyboard.press('a')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect.poll(() => sent).toEqual([{ id: two, status: 'completed', note: 'Seen by Meera, a friend' }])

  await page.goto('/desk/deposits')
  await open(page, one)
  await page.keyboard.press('a')
  await open(page, three)
  // Decided by another administrator while it is held.
  await office.call(api.wallet.decideDeposit, { transactionId: one, status: 'rejected' })
  await expect(page.getByRole('alert')).toContainText(
    /#\d+ Asha.* was not approved: This request is decided already/,
  )
  await expect(page.getByRole('list', { name: /^Deposits that wait/ })).toContainText('decided by another')
  await page.keyboard.press('a')
  await page.reload() // The browser finishes what is sent as the page goes.
  await expect
    .poll(() => stateOf(office, api.wallet.deposits, [one, two, three]))
    .toEqual(['rejected', 'completed', 'completed'])
})

test('signing out sends what is held', async ({ page, office, baseURL }) => {
  const [id] = (await office.deposits(1)) as [number]
  const { token: own } = await office.administrator('Owner', 'leela')
  await page.goto(`${baseURL}/desk/deposits`)
  await page.evaluate((token) => localStorage.setItem('adminToken', token), own)
  await page.reload()
  await open(page, id)
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/login/)
  await expect.poll(() => stateOf(office, api.wallet.deposits, [id])).toEqual(['completed'])
})

test('two administrators work on one queue: each sees what the other has open, and nothing is decided twice', async ({
  page,
  browser,
  office,
  baseURL,
}) => {
  const { token } = await office.administrator('Owner', 'meera')
  const context = await browser.newContext({
    storageState: signedInWith(token, baseURL!, { isLive: true }),
    baseURL: baseURL!,
  })
  const hers = await context.newPage()
  const ids = await office.deposits(8)
  const sent = [decisionsOf(page), decisionsOf(hers)]

  await page.goto('/desk/deposits')
  await open(page, ids[0]!)
  await hers.goto('/desk/deposits')
  await open(hers, ids[1]!) // The first is open at the other, so that the next opens by itself.
  await expect(page.getByRole('button', { name: new RegExp(`#${ids[1]} .*meera`) })).toBeVisible()
  await hers.keyboard.press('k')
  await open(hers, ids[0]!)
  await expect(matter(hers)).toContainText('admin is looking at this')
  await hers.keyboard.press('j')

  for (let turn = 0; ; turn++) {
    if (turn === 3) ids.push(...(await office.deposits(2)))
    const at = turn % 2 === 0 ? page : hers
    // All, as there may be none a moment later.
    const [, words] = /Request #(\d+)/.exec((await matter(at).allInnerTexts()).join()) ?? []
    // Where the other was quicker, one goes on.
    const isGone = await at.getByText('Another administrator has decided this.').isVisible()
    if (words !== undefined) await at.keyboard.press(isGone ? 'j' : 'a')
    const states = await stateOf(office, api.wallet.deposits, ids)
    if (turn > 3 && states.every((state) => state === 'completed')) break
    // Where nothing opens by itself any more, what is held is waited for.
    if (words === undefined) await at.waitForTimeout(250)
  }
  await context.close()
  const decided = sent.flat().map(({ id }) => id)
  expect([...new Set(decided)].sort()).toEqual([...ids].sort())
})

test('an item that is begun or was open first stays open, whoever opens it meanwhile', async ({
  page,
  office,
}) => {
  const ids = await withdrawals(office, 2)
  const one = ids[0]!
  let said = { openBy: ['meera'], isSecond: true }
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  let tells = 0
  // Which of two pages was first is a race that the server can't be made to lose.
  await page.route(`**${api.desk.open.path}`, async (route) => {
    if (route.request().postDataJSON().id !== null) tells++
    await answered
    await route.fulfill({ json: { code: 200, status: 'success', message: 'OK', ...said } })
  })
  const theirs = expect(matter(page))
  await page.goto('/desk/withdrawals')
  await open(page, one)
  await page.keyboard.press('a')
  await page.keyboard.type('4521')
  answer()
  await theirs.toContainText('meera is looking at this')
  await page.keyboard.type('7700')
  await expect(page.getByLabel('Payment reference (UTR)')).toHaveValue('45217700')
  await theirs.toContainText(`Request #${one} `)

  said = { openBy: [], isSecond: false }
  await page.clock.install()
  await page.goto('/desk/withdrawals')
  await open(page, one)
  await theirs.not.toContainText('is looking at this')
  await holdClock(page)
  said = { openBy: ['meera'], isSecond: true }
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  tells = 0
  await page.clock.runFor(60_000)
  await expect.poll(() => tells).toBeGreaterThan(4)
  await theirs.toContainText('meera is looking at this')
  await theirs.toContainText(`Request #${one} `)
  await page.clock.runFor(6 * 60_000)
  // What was told in those minutes may come here later.
  await expect(async () => {
    tells = 0
    await page.waitForTimeout(500)
    expect(tells).toBe(0)
  }).toPass()
  await page.clock.runFor(60_000)
  expect(tells).toBe(0)
  await page.unroute(`**${api.desk.open.path}`)
  for (const transactionId of ids)
    await office.call(api.wallet.decideWithdrawal, { transactionId, status: 'rejected' })
})

test('players are approved, feedback is read and answered with the keys', async ({ page, office }) => {
  const asha = await office.player('Asha', 0, { approved: false })
  const words = 'Where is my deposit of this morning?'
  await office.call(api.player.feedback, { feedback: words }, asha.token)
  const ravi = await office.player('Ravi', 0, { approved: false })
  await page.goto('/desk/users')
  await read(page, asha.name)
  await page.keyboard.press('a')
  await read(page, ravi.name)
  await page.keyboard.press('r')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Blocked: #${ravi.id} ${ravi.name}`)).toBeVisible()
  await page.getByRole('link', { name: 'Feedback 1' }).click()
  await read(page, words)
  await page.keyboard.press('r')
  await expect(matter(page)).toContainText('Your request was completed.')
  await page.keyboard.press('2')
  await expect(page.getByText(/^Reply to #/)).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect
    .poll(async () => {
      const { data } = await office.call(api.feedbacks.list, { search: words })
      return data.feedbacks.map(({ isReadByAdmin, adminComment }) => [isReadByAdmin, adminComment])
    })
    .toEqual([[true, 'Your request was completed.']])
  expect((await office.call(api.users.get, { id: asha.id })).data.isApproved).toBe(true)
  expect((await office.call(api.users.get, { id: ravi.id })).data.isBlocked).toBe(true)
})

test('without violations, nothing beside the screen, and when nothing waits that is said @both', async ({
  page,
  office,
  isMobile,
}) => {
  const asked = await office.deposits(2)
  const [id] = (await withdrawals(office, 1)) as [number]
  for (const kind of ['deposits', 'withdrawals'] as const) {
    await page.goto(`/desk/${kind}`)
    if (isMobile) {
      await expectNoViolations(page)
      await page
        .getByRole('list', { name: /that wait/ })
        .getByRole('button')
        .first()
        .click()
    }
    await read(page, 'Request #')
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    await expectSound(page)
  }
  await expect(matter(page).getByRole('img', { name: /by UPI/ })).toBeVisible()
  // The decision needs what is there: fields that the player never filled push the money off the screen.
  await expect(matter(page)).toContainText('UPI ID')
  await expect(matter(page)).not.toContainText('Account number')
  await office.call(api.wallet.decideWithdrawal, { transactionId: id, status: 'rejected' })
  await page.goto('/desk/withdrawals')
  await expect(page.getByText('Nothing is waiting.')).toBeVisible()
  const next = page.getByRole('main').getByRole('link', { name: /deposits? to approve$/ })
  await expect(next).toHaveAttribute('href', '/desk/deposits')
  await expectNoViolations(page)
  // The stories after this one open the oldest that waits, which must be their own.
  for (const transactionId of asked)
    await office.call(api.wallet.decideDeposit, { transactionId, status: 'rejected' })
})

test('a UTR that paid another is named before it is approved, and what was typed outlasts taking back', async ({
  page,
  office,
}) => {
  const [first, second] = (await withdrawals(office, 2)) as [number, number]
  const utr = `4521${unique().replace(/\D/g, '').padStart(8, '7').slice(-8)}`
  const paid = { transactionId: first, status: 'completed', note: `UTR ${utr} · by phone` } as const
  await office.call(api.wallet.decideWithdrawal, paid)
  await page.goto('/desk/withdrawals')
  await open(page, second)
  await page.keyboard.press('n')
  await page.keyboard.type('Seen by Meera')
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await page.keyboard.insertText(utr)
  await expect(matter(page)).toContainText(`A payout was approved with this UTR before: Request #${first}`)
  await expectNoViolations(page)
  await page.keyboard.press('Enter')
  await page.keyboard.press('u')
  await open(page, second)
  await expect(page.getByLabel('Payment reference (UTR)')).toHaveValue(utr)
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('Seen by Meera')
  await page.keyboard.press('r')
  await page.keyboard.press('1')
  await expect(matter(page)).toHaveCount(0)
  await page.keyboard.press('u')
  await open(page, second)
  await expect(matter(page).getByRole('list', { name: 'Reasons' })).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.type('No such account')
  await page.keyboard.press('Enter')
  await page.keyboard.press('u')
  await open(page, second)
  await expect(page.getByLabel('In your own words')).toHaveValue('No such account')
  await expect(page.getByLabel('Note', { exact: true })).toHaveCount(0)
  // What a question that is closed asked for goes out with no act.
  await matter(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(matter(page)).toHaveCount(0)
  await page.goBack()
  await open(page, second)
  await expect(page.getByLabel('In your own words')).toHaveCount(0)
  await expect(page.getByLabel('Note', { exact: true })).toHaveCount(0)
  const sent = decisionsOf(page)
  await page.keyboard.press('a')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect.poll(() => sent).toEqual([{ id: second, status: 'completed', note: `UTR ${utr}` }])
  await page.goto(`/wallet/details/${first}`)
  await expect(page.getByText('Paid with UTR')).toBeVisible()
  await expect(page.getByText(utr, { exact: true })).toBeVisible()
})

test('a second press of the same key does not decide what is not read yet', async ({ page, office }) => {
  const [one, two] = (await office.deposits(2)) as [number, number]
  const sent = decisionsOf(page)
  const nextAhead = caseOf(page, two)
  await page.clock.install()
  await page.goto('/desk/deposits')
  await open(page, one)
  await nextAhead // It is drawn at once.
  await holdClock(page)
  await page.keyboard.press('a')
  await expect(matter(page)).toContainText(`Request #${two} `)
  await page.clock.runFor(299)
  await page.keyboard.press('a')
  await expect(matter(page)).toContainText(`Request #${two} `)
  expect(sent).toEqual([])
  await page.clock.runFor(1)
  await page.keyboard.press('a') // What was decided before is sent.
  await expect.poll(() => sent.map(({ id }) => id)).toEqual([one])
  await page.clock.resume()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  // What was sent is answered a moment later.
  await expect
    .poll(() => stateOf(office, api.wallet.deposits, [one, two]))
    .toEqual(['completed', 'completed'])
})

test('a double click decides one item, not the next that lies under the pointer then', async ({
  page,
  office,
}) => {
  const [one, two] = (await office.deposits(2)) as [number, number]
  const sent = decisionsOf(page)
  const nextAhead = caseOf(page, two)
  await page.clock.install()
  await page.goto('/desk/deposits')
  await choose(page, one)
  await open(page, one)
  await nextAhead // Its button is there at once.
  await holdClock(page)
  await matter(page).getByRole('button', { name: 'Approve' }).dblclick()
  await expect(matter(page)).toContainText(`Request #${two} `)
  await page.clock.resume()
  await open(page, two)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect.poll(() => sent.map(({ id }) => id)).toEqual([one])
  await expect.poll(() => stateOf(office, api.wallet.deposits, [one, two])).toEqual(['completed', 'pending'])
  await office.call(api.wallet.decideDeposit, { transactionId: two, status: 'rejected' })
})

test('what is approved together is what is confirmed as it opens, and can be left before that is known', async ({
  page,
  office,
}) => {
  const ids = await office.deposits(2, 'gpay')
  const { data } = await office.call(api.wallet.deposits, { limit: 100 })
  const [one, two] = ids.map((id) => data.find((request) => request.id === id)!)
  await confirm(page, one!.ref_id, 101)
  await page.goto('/desk/deposits')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Approve 1 confirmed' }).click()
  await dialog.getByRole('button', { name: 'Approve 1 deposit' }).click()
  await expect(dialog.getByRole('listitem')).toContainText('Approved')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await confirm(page, two!.ref_id, 102)
  await page.getByRole('link', { name: /^Withdrawals/ }).click()
  await page.getByRole('link', { name: /^Deposits/ }).click()

  await page.route(`**${api.desk.confirmed.path}`, () => {}) // It is never answered.
  const openIt = page.getByRole('button', { name: 'Approve 1 confirmed' })
  await openIt.click()
  await expect(dialog.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  await expect(dialog).not.toContainText('No pending deposit is confirmed.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  await page.unroute(`**${api.desk.confirmed.path}`)

  await openIt.click()
  await expect(dialog.getByRole('listitem')).toContainText(`#${two!.id} `)
  await expectNoViolations(page)
  await office.call(api.settings.update, { bonus: 100, bonus_show: true })
  await dialog.getByRole('button', { name: 'Approve 1 deposit' }).click()
  await expect(dialog.getByRole('listitem')).toContainText('changed meanwhile: look at it again')
  // Beside a long word of what becomes of it, the bonus is not cut.
  const below = page.getByText(`#${two!.id} · Google Pay · + ₹102.00 bonus`)
  await below.evaluate((line) => line.setAttribute('style', 'width: 128px'))
  expect(await below.evaluate((line) => line.scrollWidth)).toBe(128)
  await dialog.getByRole('button', { name: 'Look again' }).press('Enter')
  await expect(dialog.getByRole('listitem')).toContainText('+ ₹102.00 bonus')
  await expect(dialog.getByRole('button', { name: 'Approve 1 deposit' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Approve 1 deposit' }).click()
  await expect(dialog.getByRole('listitem')).toContainText('Approved')
  await office.call(api.settings.update, { bonus: 25, bonus_show: false })
  await expect.poll(() => stateOf(office, api.wallet.deposits, ids)).toEqual(['completed', 'completed'])
})

test("what was decided here is not called another administrator's on the way back", async ({
  page,
  office,
}) => {
  const before = (await office.call(api.wallet.deposits, { status: 'pending', limit: 100 })).data
  for (const { id: transactionId } of before)
    await office.call(api.wallet.decideDeposit, { transactionId, status: 'rejected' })
  const [id] = (await office.deposits(1)) as [number]
  await page.goto('/desk/deposits')
  await open(page, id)
  await page.keyboard.press('a')
  await page.getByRole('link', { name: /^Withdrawals/ }).click()
  await expect.poll(() => stateOf(office, api.wallet.deposits, [id])).toEqual(['completed'])
  await page.getByRole('link', { name: /^Deposits/ }).click()
  await expect(page.getByText('Nothing is waiting.')).toBeVisible()
  await expect(page.getByText('Another administrator has decided this.')).toHaveCount(0)
})

test('an item that can not be fetched says so, and is there when it is tried again', async ({
  page,
  office,
}) => {
  const [one, two] = (await office.deposits(2)) as [number, number]
  const path = `**${api.desk.getCase.path}`
  await page.route(path, (route) =>
    route.request().postDataJSON().id === two
      ? route.fulfill({ status: 500, json: { status: 'error', message: 'Busy' } })
      : route.continue(),
  )
  await page.goto('/desk/deposits')
  await choose(page, one)
  await open(page, one)
  await choose(page, two)
  await expect(matter(page).getByRole('alert')).toContainText('Busy')
  await page.unroute(path)
  await matter(page).getByRole('button', { name: 'Retry' }).click()
  await open(page, two)
  for (const transactionId of [one, two])
    await office.call(api.wallet.decideDeposit, { transactionId, status: 'rejected' })
})

test('reasons are not saved before they are there, nor over those of another unseen', async ({
  page,
  office,
}) => {
  const { data } = await office.call(api.desk.reasons, {})
  const answer = await holdBack(page, api.desk.reasons)
  await page.goto('/desk/deposits')
  await page.getByRole('button', { name: 'Edit reasons' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  answer()
  const save = dialog.getByRole('button', { name: 'Save' })
  await expect(dialog.getByRole('textbox')).toHaveValue(data.deposits.join('\n'))
  await expect(save).toBeEnabled()

  await dialog.getByRole('textbox').fill(data.deposits.join('\n\n'))
  await office.call(api.desk.saveReasons, { kind: 'deposits', reasons: ['Not this'] })
  await save.click()
  await expect(dialog).toContainText('meanwhile: “Not this”. Save again to replace them.')
  await save.click()
  await expect(dialog).toBeHidden()
  expect((await office.call(api.desk.reasons, {})).data.deposits).toEqual(data.deposits)
})

test('a note can be typed where a deposit without a reference is asked about', async ({ page, office }) => {
  const { token } = await office.player('Meena')
  const asked = { amount: 150, transfer_type: 'upi' } as const
  const { id } = (await office.call(api.player.requestDeposit, asked, token)).data
  const sent = decisionsOf(page)
  await page.goto('/desk/deposits')
  await choose(page, id)
  await open(page, id)
  await page.keyboard.press('a')
  await expect(matter(page)).toContainText('It has no reference. Approve it all the same?')
  await page.keyboard.press('n')
  await page.keyboard.type('Seen')
  await page.keyboard.press('Enter')
  await page.keyboard.press('a')
  await read(page, 'It has no reference. Approve it all the same?')
  // Emptied, it is still what the next keys are typed into.
  const note = page.getByLabel('Note', { exact: true })
  await note.fill('')
  await page.keyboard.type('ra1')
  await expect(note).toHaveValue('ra1')
  await expect(held(page)).toHaveCount(0)
  await note.fill('Paid at the counter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('a')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect.poll(() => sent).toEqual([{ id, status: 'completed', note: 'Paid at the counter' }])
})

test('a key that is pressed twice answers no question that it has just asked', async ({ page, office }) => {
  const { token } = await office.player('Meena')
  const asked = { amount: 150, transfer_type: 'upi' } as const
  const { id } = (await office.call(api.player.requestDeposit, asked, token)).data
  await page.clock.install()
  await page.goto('/desk/deposits')
  await choose(page, id)
  await open(page, id)
  await holdClock(page)
  await page.keyboard.press('a')
  await expect(matter(page)).toContainText('It has no reference. Approve it all the same?')
  await page.clock.runFor(299)
  await page.keyboard.press('a')
  await page.clock.runFor(301)
  await page.keyboard.press('r')
  await expect(matter(page).getByRole('list', { name: 'Reasons' })).toBeVisible()
  await page.clock.runFor(299)
  await page.keyboard.press('r')
  await expect(held(page)).toHaveCount(0)
  await expect(matter(page)).toContainText(`Request #${id} `)
  await page.clock.runFor(1)
  await page.keyboard.press('r')
  await expect(held(page)).toBeVisible()
  await page.clock.resume()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect.poll(() => stateOf(office, api.wallet.deposits, [id])).toEqual(['rejected'])
})

test('a deposit whose payment was credited already cannot be approved, which is said; it can be rejected', async ({
  page,
  office,
}) => {
  const { token } = await office.player('Meena')
  const asked = { amount: 150, transfer_type: 'upi', ref_id: unique() } as const
  const first = (await office.call(api.player.requestDeposit, asked, token)).data.id
  const again = (await office.call(api.player.requestDeposit, asked, token)).data.id
  await office.call(api.wallet.decideDeposit, { transactionId: first, status: 'completed' })
  const sent = decisionsOf(page)
  await page.goto('/desk/deposits')
  await choose(page, again)
  await open(page, again)
  await expect(matter(page)).toContainText(`This payment was credited already, by request #${first}.`)
  const approve = matter(page).getByRole('button', { name: 'Approve' })
  await expect(approve).toBeDisabled()
  await expect(approve).toHaveAccessibleDescription(/^It can't be approved/)
  await page.keyboard.press('a')
  await expectNoViolations(page)
  await page.keyboard.press('r')
  await page.keyboard.press('1')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect
    .poll(() => sent.map(({ id, status }) => ({ id, status })))
    .toEqual([{ id: again, status: 'rejected' }])
})
