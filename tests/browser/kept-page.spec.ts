/** Stories that share a page, one after another: what one leaves behind is not there for the next. */
import { expect, expectNoViolations, test } from './support.ts'

test.describe.configure({ mode: 'serial' })

test('a story leaves what it stored, routes, media, a size, a listener and another page', async ({
  page,
  context,
}) => {
  await page.goto('/users')
  await expect(page.getByRole('main')).toBeVisible()
  await page.evaluate(() => {
    for (const storage of [localStorage, sessionStorage]) storage.setItem('left', 'here')
  })
  await page.route('**/health/ready', (route) => route.fulfill({ status: 418 }))
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'no-preference' })
  await page.setViewportSize({ width: 500, height: 400 })
  page.on('dialog', (dialog) => dialog.accept())
  await (await context.newPage()).goto('/login')
})

test('the next one finds none of it', async ({ page, context, viewport, token }) => {
  expect(context.pages()).toEqual([page])
  expect(page.viewportSize()).toEqual(viewport)
  const found = await page.evaluate(async () => ({
    left: [localStorage.getItem('left'), sessionStorage.length],
    token: localStorage.getItem('adminToken'),
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
    ready: (await fetch('/health/ready')).status,
    isAgreed: confirm('Is anybody there?'),
  }))
  expect(found).toEqual({
    left: [null, 0],
    token,
    isDark: false,
    isStill: true,
    ready: 200,
    isAgreed: false,
  })
  await page.clock.install({ time: 0 })
  await page.addInitScript(() => Object.assign(globalThis, { isLeft: true }))
  await page.goto('/users')
  expect(await page.evaluate(() => 'isLeft' in globalThis && Date.now() < 1e12)).toBe(true)
})

test('after a clock and a script that stay, the next one has a new context', async ({ page }) => {
  await page.goto('/users')
  expect(await page.evaluate(() => 'isLeft' in globalThis || Date.now() < 1e12)).toBe(false)
})

test('axe names what breaks a rule, whether it was in the page before or not', async ({ page }) => {
  await page.goto('/users')
  await expect(page.getByRole('searchbox')).toBeVisible()
  await expectNoViolations(page)
  await page.evaluate(() => document.querySelector('main')!.append(document.createElement('button')))
  await expect(expectNoViolations(page)).rejects.toThrow('light button-name: <button></button>')
})
