/** Each role goes through every screen: what it may not do is closed with its reason, and nothing that is asked is refused. */
import type { Screen } from '@munim/contract/screens'
import { recordsOfScreens } from './draws.ts'
import { callsOf, expect, goWithin, signedInWith, test } from './support.ts'

/** The screens that are closed to whom. */
const CLOSED = {
  Results: ['administrators'],
  Cashier: ['administrators'],
  Support: ['administrators', 'to confirm'],
} as const satisfies Readonly<Record<string, readonly Screen[]>>

/** Of all roles, which change nothing. */
let records: Awaited<ReturnType<typeof recordsOfScreens>> | undefined

for (const [role, closed] of Object.entries(CLOSED)) {
  test(`${role} goes through every screen`, async ({ browser, office, baseURL }) => {
    records ??= await recordsOfScreens(office)
    const { screens } = records
    const storageState = signedInWith((await office.administrator(role)).token, baseURL!)
    const context = await browser.newContext({ storageState, baseURL: baseURL! })
    const page = await context.newPage()
    const { asked, refused } = callsOf(page)
    await page.goto('/')
    const found: string[] = []
    for (const [name, address] of screens) {
      await goWithin(page, address)
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
