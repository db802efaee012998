/** What a user's money and bids did (specification 1 §2 User details). */
import { api } from '@munim/contract'
import { declared } from './draws.ts'
import { expect, rupees, test, unique } from './support.ts'
import { detailsOf } from './user-page.ts'

test.describe('Transaction History', () => {
  test('is a ledger: what came, what went, and what was left, with the status of each @both', async ({
    page,
    office,
    isMobile,
  }) => {
    const player = await office.player('Ledger', 1000)
    await office.bid(player, await office.market('LEDGER'), '7', 100)
    await office.withdrawal(player, 200)
    const refused = await office.withdrawal(player, 300)
    await office.call(api.wallet.decideWithdrawal, {
      transactionId: refused,
      status: 'rejected',
      note: 'no such account',
    })
    await page.goto(detailsOf(player, 'transactions'))
    await expect(page.getByRole('tab', { name: 'Transaction History 5' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    const entries = isMobile
      ? page.getByRole('tabpanel').getByRole('listitem')
      : page.getByRole('tabpanel').locator('tbody').getByRole('row')
    await expect(entries).toHaveCount(5)
    // The latest first.
    for (const [at, words] of [
      ['Withdrawal', 'completed', '300.00', '700.00'],
      ['Withdrawal', 'failed', '300.00', '400.00'],
      ['Withdrawal', 'pending', '200.00', '700.00'],
      ['Bid placed', 'LEDGER', ' · Close 7', 'completed', '100.00', '900.00'],
      ['Funds added', 'completed', '1,000.00', '1,000.00'],
    ].entries()) {
      for (const word of words) await expect(entries.nth(at)).toContainText(word)
    }
  })

  test('has ten a page, kept in the address', async ({ page, office }) => {
    const player = await office.player('Many')
    for (let n = 1; n <= 11; n++) await office.call(api.users.addFunds, { id: player.id, amount: n })
    await page.goto(detailsOf(player, 'transactions'))
    const rows = page.getByRole('tabpanel').locator('tbody').getByRole('row')
    await expect(page.getByText('Showing 1 to 10 of 11 entries')).toBeVisible()
    await expect(rows).toHaveCount(10)
    await page.getByRole('button', { name: 'Page 2' }).click()
    await expect(page).toHaveURL(`${detailsOf(player, 'transactions')}&page=2`)
    await expect(rows).toHaveCount(1)
    await page.reload()
    await expect(page.getByText('Showing 11 to 11 of 11 entries')).toBeVisible()
    await page.getByRole('tab', { name: /Bid History/ }).click()
    await expect(page).toHaveURL(detailsOf(player, 'bids'))
    await page.goBack()
    await expect(page.getByText('Showing 11 to 11 of 11 entries')).toBeVisible()

    await page.goto(`${detailsOf(player, 'transactions')}&page=9`)
    await expect(page.getByText('This page is past the end of the list.')).toBeVisible()
    await page.getByRole('button', { name: 'First page' }).click()
    await expect(page.getByText('Showing 1 to 10 of 11 entries')).toBeVisible()
    const next = page.getByRole('button', { name: 'Next page' })
    await next.press('Enter')
    await expect(page.getByText('Showing 11 to 11 of 11 entries')).toBeVisible()
    await expect(next).toBeDisabled()
    await expect(next).toBeFocused()
  })

  test('marks an entry that does not continue the one before it', async ({ page, office }) => {
    const player = await office.player('Gap', 100)
    await office.call(api.users.addFunds, { id: player.id, amount: 50 })
    await page.route(`**${api.users.transactions.path}`, async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      answer.data[0].prev_balance = 90
      await route.fulfill({ response, json: answer })
    })
    await page.goto(detailsOf(player, 'transactions'))
    const rows = page.getByRole('tabpanel').locator('tbody').getByRole('row')
    await expect(rows).toHaveCount(2)
    await expect(rows.filter({ hasText: 'does not continue from the entry below' })).toHaveCount(1)
    await expect(rows.first()).toContainText('does not continue from the entry below')
  })
})

test.describe('Bid History', () => {
  test('shows where, on what, how much, how it went and what it won @both', async ({
    page,
    office,
    isMobile,
  }) => {
    const player = await office.player('Better', 1000)
    const market = await office.market('BETTER')
    await office.bid(player, market, '4', 100)
    const { day } = await office.bid(player, market, '5', 130)
    await declared(office.call, market.id, day, '1-128', '4-455')
    const other = await office.market('OTHER')
    await office.bid(player, other, '6', 150)
    const cancelled = await office.bid(player, other, '8', 120)
    await office.call(api.bids.revert, { betId: cancelled.id })
    const { data } = await office.call(api.users.bids, { userId: player.id })
    const won = data.find(({ status }) => status === 'win')!

    await page.goto(detailsOf(player, 'bids'))
    const bids = isMobile
      ? page.getByRole('tabpanel').getByRole('listitem')
      : page.getByRole('tabpanel').locator('tbody').getByRole('row')
    await expect(bids).toHaveCount(4)
    for (const [at, words] of [
      [other.name, 'Close', 'Single Digit 8', '₹120.00', 'cancelled', '–'],
      [other.name, 'Single Digit 6', '₹150.00', 'running', '–'],
      [market.name, 'Single Digit 5', '₹130.00', 'loss', '–'],
      [market.name, '11:59 pm – 12:30 am', 'Single Digit 4', '₹100.00', 'win', rupees(won.win as number)],
    ].entries()) {
      for (const word of words) await expect(bids.nth(at)).toContainText(word)
    }
  })

  test('who has bet nothing and moved nothing is told so', async ({ page, office }) => {
    const player = await office.player(`Idle ${unique()}`)
    await page.goto(detailsOf(player, 'bids'))
    await expect(page.getByText('No bids found')).toBeVisible()
    await page.getByRole('tab', { name: 'Transaction History 0' }).click()
    await expect(page.getByText('No transactions found')).toBeVisible()
  })
})
