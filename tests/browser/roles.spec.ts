/** Each role goes through every screen: what it may not do is closed with its reason, and nothing that is asked is refused. */
import { api } from '@munim/contract'
import { SCREENS } from '@munim/contract/screens'
import { callsOf, expect, goWithin, signedInWith, test } from './support.ts'

/** The screens that are closed to whom. */
const CLOSED = {
  Results: ['administrators'],
  Cashier: ['administrators'],
  Support: ['administrators', 'to confirm'],
} as const satisfies Readonly<Record<string, readonly (keyof typeof SCREENS)[]>>

for (const [role, closed] of Object.entries(CLOSED)) {
  test(`${role} goes through every screen`, async ({ browser, office, baseURL }) => {
    const player = await office.player('Seen', 500)
    const market = await office.market('SEEN')
    const [bid, request] = [await office.bid(player, market, '4', 50), await office.withdrawal(player, 100)]
    const [posting] = (await office.call(api.reports.transactions, { search: player.mobile })).data
    const ids: Partial<Record<keyof typeof SCREENS, number | string>> = {
      'user details': player.id,
      'market details': market.id,
      'bid details': bid.id,
      'result details': market.id,
      'request details': request,
      'posting details': posting!.id,
      'work queue': 'withdrawals',
    }
    const storageState = signedInWith((await office.administrator(role)).token, baseURL!)
    const context = await browser.newContext({ storageState, baseURL: baseURL! })
    const page = await context.newPage()
    const { asked, refused } = callsOf(page)
    await page.goto('/')
    const found: string[] = []
    for (const [name, [address]] of Object.entries(SCREENS)) {
      if (name === 'login') continue
      const id = ids[name as keyof typeof SCREENS] ?? ''
      await goWithin(page, address.replace(/\{-\$\w+\}|\$\w+/, String(id)))
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading, name).toBeVisible()
      await expect.poll(() => asked.size, { message: name }).toBe(0)
      await expect(page.getByRole('button', { name: 'Retry' }), name).toHaveCount(0)
      if ((await heading.innerText()).startsWith('Your role does not allow this')) found.push(name)
    }
    expect(refused).toEqual([])
    expect(found).toEqual(closed)
    await context.close()
  })
}
