/** The pages of single things: a bid, a request, a posting. */
import { api } from '@munim/contract'
import { PAYEE_FIELDS, PLAYER_FIELDS } from '@munim/core'
import type { Page } from '@playwright/test'
import { answerWith, expect, expectSound, expectSoundOnBoth, holdBack, test, unique } from './support.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a bid, a request and a posting have pages that lead to one another @both', async ({ page, office }) => {
  const player = await office.player('Paged', 500)
  const id = await office.withdrawal(player, 200)
  await page.goto(`/wallet?tab=withdrawals&search=${player.mobile}`)
  await page.getByRole('link', { name: `Request #${id}` }).click()
  await expect(heading(page)).toHaveText(`Request #${id}`)
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Decision' })).toContainText('Waited1 min')
  await expectSound(page)
  await page.getByRole('link', { name: /^Posting #/ }).click()
  await expect(heading(page)).toContainText('Posting #')
  await expect(page.getByText('House: withdrawals held')).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: `Request #${id}` }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByLabel('Payment reference (UTR)').fill('452110000412')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Withdrawal paid out')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  const bid = await office.bid(player, await office.market('PAGES'), '4', 50)
  await page.goto(`/bet/details/${bid.id}`)
  await expect(heading(page)).toHaveText(`Bid #${bid.id}`)
  await expect(page.getByRole('region', { name: 'Outcome' }).getByRole('definition')).toHaveText([
    'running',
    '–',
  ])
  await expectSound(page)
  await page.goto('/bet/details/999999999')
  await expect(heading(page)).toHaveText('Bid not found')
})

test('until another record is there, nothing of the one before is shown under its address', async ({
  page,
  office,
}) => {
  const [player, ref_id] = [await office.player('Twice', 500), unique()]
  const asked = { amount: 300, transfer_type: 'upi', ref_id } as const
  const first = (await office.call(api.player.requestDeposit, asked, player.token)).data.id
  const second = (await office.call(api.player.requestDeposit, asked, player.token)).data.id
  const market = await office.market('PAGES')
  const placed = { marketId: String(market.id), session: 'close', game_mode: 'single_digit' } as const
  const bids = ['1', '2'].map((close_digit) => ({ ...placed, close_digit, points: 10 }))
  const slip = (await office.call(api.player.placeBids, { bids }, player.token)).data
  for (const { of, from, link, to } of [
    { of: api.wallet.get, from: `/wallet/details/${first}`, link: 'Request', to: second },
    { of: api.bids.get, from: `/bet/details/${slip[0]!.id}`, link: 'Bid', to: slip[1]!.id },
  ]) {
    await page.goto(from)
    await expect(heading(page)).toBeVisible()
    const answer = await holdBack(page, of)
    await page.getByRole('link', { name: `${link} #${to}` }).click()
    await expect(page).toHaveURL(new RegExp(`/${to}$`))
    await expect(heading(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^(Approve|Revert)$/ })).toHaveCount(0)
    answer()
    await expect(heading(page)).toHaveText(`${link} #${to}`)
    await page.unroute(`**${of.path}`)
  }
})

test('from a bid its whole slip is listed, and left again', async ({ page, office }) => {
  const player = await office.player('Slip', 500)
  const market = await office.market('SLIPS')
  const before = await office.bid(player, market, '9', 10)
  const bids = ['4', '5', '6'].map((close_digit) => ({
    marketId: String(market.id),
    session: 'close' as const,
    game_mode: 'single_digit' as const,
    close_digit,
    points: 50,
  }))
  const { data } = await office.call(api.player.placeBids, { bids }, player.token)
  const id = data[1]!.id
  await page.goto(`/bet/details/${id}`)
  await expect(page.getByText('2 other bids at the same moment')).toBeVisible()
  await page.getByRole('link', { name: 'All bids of this slip' }).click()
  await expect(page).toHaveURL(new RegExp(`/bet\\?slip=${id}$`))
  await expect(page.getByText(`Slip of bid #${id}`)).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /^Bid #/ })).toHaveCount(3)
  for (const each of data) await expect(page.getByRole('link', { name: `Bid #${each.id}` })).toBeVisible()
  await expect(page.getByRole('link', { name: `Bid #${before.id}` })).toHaveCount(0)
  await expect(page.getByText('₹150.00').first()).toBeVisible() // Of all days, and of today.
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Leave out Slip' }).click()
  await expect(page).toHaveURL(/\/bet$/)
  await expect(page.getByText(/^Showing 1 to 10 of /)).toBeVisible()
})

test('a withdrawal shows every payee field as it was, and every one that was changed since', async ({
  page,
  office,
}) => {
  const player = await office.player('Of payees', 500)
  const sample = (figures: number) =>
    Object.fromEntries(
      PAYEE_FIELDS.map((name, index) => [
        name,
        PLAYER_FIELDS[name].kind === 'number' ? `${figures}0${index}` : `Own ${figures}0${index}`,
      ]),
    )
  const [were, are] = [sample(987_654), sample(887_654)]
  await office.call(api.player.updateProfile, were, player.token)
  const asked = { amount: 200, transfer_type: 'upi' } as const
  const { data } = await office.call(api.player.requestWithdrawal, asked, player.token)
  await page.goto(`/wallet/details/${data.id}`)
  const then = page.getByRole('region', { name: 'Payee when it was asked for' }).getByRole('definition')
  await expect(then).toHaveText(Object.values(were))
  const now = page.getByRole('region', { name: 'Payee now' }).getByRole('definition')
  await expect(now).toHaveCount(0)

  await office.call(api.player.updateProfile, are, player.token)
  await page.reload()
  await expect(then).toHaveText(Object.values(were))
  await expect(now).toHaveText(Object.values(are))
})

test('how long before its cut-off a bid came is what lies between the two printed moments', async ({
  page,
  office,
}) => {
  const player = await office.player('Cut-off', 500)
  const { id } = await office.bid(player, await office.market('SECONDS'), '4', 50)
  const { data } = await office.call(api.bids.get, { betId: id })
  const moments = { createdAt: '2026-11-20T15:59:58.400Z', ends_at: '2026-11-20T16:00:00.000Z' }
  await answerWith(page, api.bids.get, { status: 'success', data: { ...data, ...moments } })
  await page.goto(`/bet/details/${id}`)
  await expect(page.getByText(/9:29:58 pm/)).toBeVisible()
  await expect(page.getByText(/9:30:00 pm/)).toBeVisible()
  await expect(page.getByText('placed 2 s before its betting ended')).toBeVisible()
})
