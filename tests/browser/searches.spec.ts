/** The searches of Wallet and Bets. */
import { api } from '@munim/contract'
import { expect, test } from './support.ts'

const grouped = (mobile: string) => `${mobile.slice(0, 5)} ${mobile.slice(5)}`

test('Wallet finds a request by its reference whatever became of it, and by its player', async ({
  page,
  office,
}) => {
  const player = await office.player('Walleted')
  const ref_id = `77${String(Math.floor(Math.random() * 1e10)).padStart(10, '0')}`
  const { data } = await office.call(
    api.player.requestDeposit,
    { amount: 100, transfer_type: 'upi', ref_id },
    player.token,
  )
  await office.call(api.wallet.decideDeposit, { transactionId: data.id, status: 'rejected' })
  await page.goto('/wallet')
  const search = page.getByRole('searchbox', { name: 'Search by name, mobile, account, reference' })
  await search.fill(`UTR ${ref_id.replace(/(....)(?=.)/g, '$1 ')}`)
  const row = page.getByRole('row').filter({ hasText: player.name })
  await expect(row).toContainText('rejected')
  await search.fill(grouped(player.mobile))
  await expect(row).toContainText(ref_id)
})

test('Bets finds a bid by its number and by its player, and its figures follow', async ({ page, office }) => {
  const player = await office.player('Betting', 500)
  const market = await office.market('FOUND')
  const bid = await office.bid(player, market, '4', 100)
  await office.bid(player, market, '5', 50)
  await page.goto('/bet')
  const search = page.getByRole('searchbox', { name: 'Search by name, mobile or ID' })
  await search.fill(`+91 ${grouped(player.mobile)}`)
  await expect(page.getByRole('row').filter({ hasText: player.name })).toHaveCount(2)
  await expect(page.getByText('Total Bet Amount', { exact: true }).locator('..')).toContainText('₹150.00')
  await search.fill(`bid #${bid.id}`)
  await expect(page.getByRole('row').filter({ hasText: player.name })).toHaveCount(1)
})
