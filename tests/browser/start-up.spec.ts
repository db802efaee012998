/** The panel as a whole, before anyone has signed in. */
import { expect, test } from '@playwright/test'

test('without a session every address leads to the sign-in, which fits the screen @both', async ({
  page,
}) => {
  const faults: Error[] = []
  page.on('pageerror', (fault) => faults.push(fault))
  await page.goto('/users')

  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByLabel('User ID')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(faults).toEqual([])
})
