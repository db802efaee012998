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

test('it can be put on the home screen of a phone: manifest and icons are whole', async ({ page }) => {
  await page.goto('/login')
  const devtools = await page.context().newCDPSession(page)
  expect(await devtools.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] })
  const { errors, url } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = (await (await page.request.get(url)).json()) as { icons: { src: string; sizes: string }[] }
  for (const { src, sizes } of manifest.icons) {
    const [width] = sizes.split('x').map(Number)
    const drawn = await page.evaluate(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return image.naturalWidth
    }, src)
    expect(drawn, src).toBe(Number.isNaN(width) ? drawn : width)
    expect(drawn, src).toBeGreaterThan(0)
  }
})
