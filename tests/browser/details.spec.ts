/** The pages of single things: a bid, a request, a posting. */
import type { Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './support.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a bid, a request and a posting have pages that lead to one another @both', async ({ page, office }) => {
  const player = await office.player('Paged', 500)
  const id = await office.withdrawal(player, 200)
  await page.goto(`/wallet?tab=withdrawals&search=${player.mobile}`)
  await page.getByRole('link', { name: `Request #${id}` }).click()
  await expect(heading(page)).toHaveText(`Request #${id}`)
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectNoViolations(page)
  await page.getByRole('link', { name: /^Posting #/ }).click()
  await expect(heading(page)).toContainText('Posting #')
  await expect(page.getByText('House: withdrawals held')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectNoViolations(page)
  await page.getByRole('link', { name: `Request #${id}` }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByLabel('Payment reference (UTR)').fill('452110000412')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Withdrawal paid out')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  const bid = await office.bid(player, await office.market('PAGES'), '4', 50)
  await page.goto(`/bet/details/${bid.id}`)
  await expect(heading(page)).toHaveText(`Bid #${bid.id}`)
  await expectNoSidewaysScroll(page)
  await expectNoViolations(page)
  await page.goto('/bet/details/999999999')
  await expect(heading(page)).toHaveText('Bid not found')
})
