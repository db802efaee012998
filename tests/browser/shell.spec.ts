/** The shell: header, sidebar, drawer, addresses, the session, the start (specification 1 §2 Shell, Route table, §4). */
import { api } from '@munim/contract'
import { LANGUAGE_KEY } from '@munim/contract/languages'
import type { Page } from '@playwright/test'
import {
  answerWith,
  enterLogin,
  expect,
  goWithin,
  holdBack,
  holdClock,
  NOBODY,
  secondClick,
  signedInWith,
  test,
} from './support.ts'

const SECTIONS = [
  ['Dashboard', '/'],
  ['Users', '/users'],
  ['Market', '/market'],
  ['Bet', '/bet'],
  ['Results', '/results'],
  ['Wallet', '/wallet'],
  ['Settings', '/settings'],
  ['Reports', '/reports'],
  ['Notifications', '/notifications'],
  ['Push Notifications', '/push-notifications'],
  ['Feedbacks', '/feedbacks'],
  ['Banners', '/banners'],
] as const

/** The entry of the sidebar that says it is the current one. */
const current = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link')
    .and(page.locator('[aria-current="page"]'))

test.describe('header', () => {
  test('the brand says Admin and leads to the dashboard', async ({ page }) => {
    await page.goto('/profile')
    const logo = page.getByRole('banner').getByRole('link', { name: /Munim\s*Admin/ })
    await expect(logo).toHaveAttribute('href', '/')
    await logo.click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toHaveCount(0)
  })

  test('Admin opens and closes a menu of Profile Settings, Preferences and Sign Out, in this order @both', async ({
    page,
  }) => {
    await page.goto('/users')
    const admin = page.getByRole('button', { name: 'Admin', exact: true })
    const items = page.getByRole('menuitem')
    await expect(items).toHaveCount(0)
    await admin.click()
    await expect(items).toHaveText(['Profile Settings', 'Preferences', 'Sign Out'])
    await expect(admin).toHaveAttribute('aria-expanded', 'true')
    await admin.click()
    await expect(items).toHaveCount(0)

    await admin.click()
    await page.getByRole('heading', { name: 'Users' }).click()
    await expect(items).toHaveCount(0)

    await admin.click()
    await page.keyboard.press('Escape')
    await expect(items).toHaveCount(0)
    await expect(admin).toBeFocused()
  })

  test('Profile Settings and Preferences lead to /profile and /settings', async ({ page }) => {
    await page.goto('/users')
    await page.getByRole('button', { name: 'Admin', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Profile Settings' }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('menuitem')).toHaveCount(0)
    await page.getByRole('button', { name: 'Admin', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Preferences' }).click()
    await expect(page).toHaveURL('/settings')
  })

  test('the theme that was chosen stays', async ({ page }) => {
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Admin', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.reload({ waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  })
})

test.describe('sidebar', () => {
  test('it has the twelve sections in their order, each at its address, and opens each', async ({ page }) => {
    await page.goto('/')
    const entries = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
    await expect(entries).toHaveText(SECTIONS.map(([name]) => name))
    for (const [name, path] of SECTIONS.toReversed()) {
      await entries.filter({ hasText: new RegExp(`^${name}$`) }).click()
      await expect(page).toHaveURL(new RegExp(`${path}([?]|$)`))
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/^Oops|could not be shown/)
      await expect(current(page)).toHaveText([name])
    }
  })

  test('the section of an address below it is the current one; Dashboard is only at its own', async ({
    page,
  }) => {
    await page.goto('/notifications')
    for (const [path, name] of [
      ['/users/nothing/here', 'Users'],
      ['/market/nothing/here', 'Market'],
      ['/push-notifications', 'Push Notifications'],
      ['/desk', 'Wallet'],
      ['/desk/withdrawals', 'Wallet'],
      ['/desk/users', 'Users'],
      ['/desk/feedback', 'Feedbacks'],
    ] as const) {
      await goWithin(page, path)
      await expect(current(page)).toHaveText([name])
    }
    await goWithin(page, '/profile')
    await expect(page.getByRole('heading', { name: 'Admin Change Password' })).toBeVisible()
    await expect(current(page)).toHaveCount(0)
  })

  test('it goes 150 ms after the click', async ({ page, office }) => {
    await office.player('Counted', 0, { approved: false })
    await page.goto('/profile')
    await page.getByRole('link', { name: 'Users', exact: true }).hover() // Fetches the screen.
    await expect(page.getByRole('heading', { name: 'Admin Change Password' })).toBeVisible()
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(3_600_000) // However long it takes to be told.
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await page.clock.runFor(149)
    expect(new URL(page.url()).pathname).toBe('/profile')
    await page.clock.runFor(1)
    await expect(page).toHaveURL('/users')
    await page.getByTitle(/to approve$/).click()
    await page.clock.runFor(149)
    expect(new URL(page.url()).pathname).toBe('/users')
    await page.clock.runFor(1)
    await expect(page).toHaveURL('/desk/users')
  })

  test('there is no menu button where the sidebar is shown', async ({ page }) => {
    await page.goto('/profile')
    await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()
    await page.setViewportSize({ width: 769, height: 800 })
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()
    await page.setViewportSize({ width: 768, height: 800 })
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Sections' })).toBeHidden()
  })
})

test('the second click of the double one that opened the drawer goes nowhere @phone', async ({ page }) => {
  await page.goto('/feedbacks')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  const users = drawer.getByRole('link', { name: 'Users', exact: true })
  for (const over of [drawer.getByRole('link', { name: 'Munim' }), drawer.getByRole('button'), users]) {
    await secondClick(over)
    await expect(page).toHaveURL('/feedbacks')
  }
  await users.click()
  await expect(page).toHaveURL('/users')
})

test('the drawer closes by its button, Escape, a click beside it, and going somewhere @phone', async ({
  page,
}) => {
  await page.goto('/profile')
  const sections = page.getByRole('navigation', { name: 'Sections' })
  const open = page.getByRole('button', { name: 'Open menu' })
  await expect(open).toBeVisible()
  await expect(sections).toHaveCount(0)
  for (const close of [
    () => page.getByRole('button', { name: 'Close menu' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(360, 400),
  ]) {
    await open.click()
    await expect(sections.getByRole('link')).toHaveText(SECTIONS.map(([name]) => name))
    await close()
    await expect(sections).toHaveCount(0)
    await expect(open).toBeFocused()
  }

  const narrow = page.viewportSize()!
  await open.click()
  await page.setViewportSize({ ...narrow, width: 1024 })
  await expect(page.getByRole('button', { name: 'Close menu' })).toHaveCount(0)
  await page.setViewportSize(narrow)

  await open.click()
  await sections.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page).toHaveURL('/users')
  await expect(sections).toHaveCount(0)
  await open.click()
  await expect(current(page)).toHaveText(['Users'])
  await page.goBack()
  await expect(page).toHaveURL('/profile')
  await expect(sections).toHaveCount(0)
})

test.describe('addresses', () => {
  test('every page begins at its top, unless the hash contains login', async ({ page }) => {
    const scrolled = () => page.evaluate(() => scrollY)
    await page.setViewportSize({ width: 1280, height: 300 })
    await page.goto('/users')
    await expect(page.getByRole('row').nth(5)).toBeVisible()
    await page.evaluate(() => scrollTo(0, 200))
    await page.getByRole('link', { name: 'Users', exact: true }).focus()
    await goWithin(page, '/profile#login')
    await expect(page.getByRole('heading', { name: 'Admin Change Password' })).toBeVisible()
    expect(await scrolled()).toBeGreaterThan(0)

    await goWithin(page, '/users')
    await expect(page.getByRole('row').nth(5)).toBeVisible()
    expect(await scrolled()).toBe(0)
  })

  test('an unknown address, also in a section, says that the page does not exist, inside the shell', async ({
    page,
  }) => {
    expect((await page.goto('/nowhere'))?.status()).toBe(404)
    for (const path of ['/nowhere', '/Users', ...SECTIONS.slice(1).map(([, to]) => `${to}/nothing/here`)]) {
      await goWithin(page, path)
      await expect(page.getByText(path, { exact: false })).toBeVisible()
      await expect(
        page.getByRole('heading', { level: 1, name: "Oops, the page doesn't exist" }),
      ).toBeVisible()
      await expect(page.getByRole('button', { name: 'Admin', exact: true })).toBeVisible()
    }
    const back = page.getByRole('link', { name: 'Back to Dashboard' })
    await expect(back).toHaveAttribute('href', '/')
    await back.click()
    await expect(page).toHaveURL('/')
  })

  test('the old names lead to the new ones', async ({ page }) => {
    await page.goto('/admin')
    for (const [old, now] of [
      ['/admin/pushNotification', '/push-notifications'],
      ['/admin/login', '/'],
      ['/profile', '/profile'],
      ['/login', '/'],
    ] as const) {
      await goWithin(page, old)
      await expect(page).toHaveURL(now)
    }
    for (const [old, now] of [
      ['/admin/pushNotification', '/push-notifications'],
      ['/login', '/'],
    ] as const) {
      await page.goto(old)
      await expect(page).toHaveURL(now)
    }
  })

  test('the first key leads past the sidebar', async ({ page }) => {
    await page.goto('/users')
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    const isInside = await page.evaluate(() => document.activeElement?.closest('main') !== null)
    expect(isInside).toBe(true)
  })
})

test.describe('keys', () => {
  const url = (page: Page) => new URL(page.url()).search
  test('/ goes to the search, ] and [ to the page after and before; not while one types', async ({
    page,
  }) => {
    await page.goto('/users')
    await expect(page.getByRole('button', { name: 'Next page' })).toBeVisible()
    await page.keyboard.press(']')
    await expect(page).toHaveURL('/users?page=2')
    await expect(page.getByRole('button', { name: 'Previous page' })).toBeEnabled()
    await page.keyboard.press('[')
    await expect(page).toHaveURL('/users')
    await page.keyboard.press('[') // There is none before the first.
    await page.keyboard.press('/')
    const search = page.getByRole('searchbox')
    await expect(search).toBeFocused()
    await page.keyboard.type('/[]')
    await expect(search).toHaveValue('/[]')
    await expect.poll(() => url(page)).toContain('search=')
    expect(url(page)).not.toContain('page=')
  })

  test('they do nothing once they are switched off, also at the next visit', async ({ page }) => {
    await page.goto('/users')
    await page.getByRole('button', { name: 'Admin', exact: true }).click()
    const choice = page.getByRole('menuitemcheckbox', { name: 'Single-key shortcuts' })
    await expect(choice).toBeChecked()
    await choice.click()
    await expect(choice).not.toBeChecked()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Next page' })).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.press(']')
    await expect(page.getByRole('searchbox')).not.toBeFocused()
    await expect(page).toHaveURL('/users')
  })
})

test.describe('session', () => {
  test('signed out, every address leads to the sign-in', async ({ page }) => {
    await page.evaluate(() => localStorage.clear())
    await page.goto('/admin')
    await expect(page).toHaveURL('/login')
    for (const path of ['/', '/users/details/1', '/profile', '/nowhere', '/users/nowhere', '/admin/login']) {
      await goWithin(page, path)
      await expect(page).toHaveURL('/login')
      await expect(page.getByRole('heading', { name: 'Secure Admin Access' })).toBeVisible()
    }
  })

  test('signed in, the sign-in page leads to the dashboard', async ({ page }) => {
    await page.goto('/login')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('the stored token counts as signed in and goes raw with each call', async ({ page, token }) => {
    const asked = page.waitForRequest('**/admin/user/getAll')
    await page.goto('/users')
    const request = await asked
    expect(request.method()).toBe('POST')
    expect(request.headers()).toMatchObject({ authorization: token, 'content-type': 'application/json' })
  })

  test('Sign Out takes the token away here and on the server, and the next sign-in begins at the dashboard', async ({
    browser,
    office,
    baseURL,
  }) => {
    const token = await office.signIn()
    const context = await browser.newContext({ storageState: signedInWith(token, baseURL!) })
    const page = await context.newPage()
    await page.goto('/users')
    await page.getByRole('button', { name: 'Admin', exact: true }).click()
    const told = page.waitForResponse('**/admin/auth/logout')
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
    await expect(page.getByRole('menuitem')).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()
    expect((await told).status()).toBe(200)
    await expect(office.call(api.auth.whoAmI, {}, token)).rejects.toThrow('401')

    await enterLogin(page)
    await expect(page).toHaveURL('/')
    await context.close()
  })

  test('one session after another: the first one ends it no more, and leaves nothing behind in another tab', async ({
    browser,
    office,
    baseURL,
  }) => {
    const context = await browser.newContext({
      storageState: signedInWith(await office.signIn(), baseURL!),
    })
    const page = await context.newPage()
    const refusal = { status: 'error', message: 'Please sign in again' }
    await answerWith(page, api.auth.logout, refusal, 401)
    const answer = await holdBack(page, api.auth.logout)
    await page.goto('/users')
    await page.getByRole('button', { name: 'Admin', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await enterLogin(page)
    await expect(page).toHaveURL('/')
    const answered = page.waitForResponse(`**${api.auth.logout.path}`)
    answer()
    await (await answered).finished()
    await goWithin(page, '/profile')
    await page.getByLabel('Current Password', { exact: true }).fill('typed by the one before')

    const next = await office.signIn()
    const asked = page.waitForRequest(async (request) => (await request.allHeaders()).authorization === next)
    const other = await context.newPage()
    await other.goto('/users')
    await other.evaluate((token) => localStorage.setItem('adminToken', token), next)
    await asked
    await expect(page).toHaveURL('/profile')
    await expect(page.getByLabel('Current Password', { exact: true })).toHaveValue('')
    await context.close()
  })

  test('what was open as a session ended is closed in the next', async ({ page, office }) => {
    const token = await office.signIn()
    await page.goto('/profile')
    await page.evaluate((own) => localStorage.setItem('adminToken', own), token)
    await page.goto('/users')
    await page.getByRole('button', { name: 'Search or jump' }).click()
    const dialog = page.getByRole('dialog', { name: 'Search or jump' })
    await expect(dialog).toBeVisible()
    await office.call(api.auth.logout, {}, token)
    await page.keyboard.type('asha')
    await expect(page.getByRole('heading', { name: 'Secure Admin Access' })).toBeVisible()
    await enterLogin(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await expect(page.getByRole('switch').first()).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })

  test('what failed in a session, before it ended or after, is not told in the next', async ({
    context,
    page,
    office,
  }) => {
    const refused = async (message: string) =>
      answerWith(page, api.users.update, { status: 'error', message }, 500)
    await page.goto('/users')
    const betting = page.getByRole('switch', { name: 'Betting' })
    await refused('It failed before')
    await betting.first().press('Space')
    await expect(page.getByText('It failed before')).toBeVisible()
    await refused('It failed after')
    const answer = await holdBack(page, api.users.update)
    const asked = page.waitForRequest(`**${api.users.update.path}`)
    await betting.nth(1).press('Space')
    await asked

    const other = await context.newPage()
    await other.goto('/profile')
    await other.evaluate(() => localStorage.removeItem('adminToken'))
    await expect(page.getByRole('heading', { name: 'Secure Admin Access' })).toBeVisible()
    await other.evaluate((it) => localStorage.setItem('adminToken', it), await office.signIn())
    await expect(page.getByRole('switch').first()).toBeVisible()
    const late = page.waitForResponse(`**${api.users.update.path}`)
    answer()
    await (await late).finished()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await expect(page.getByText(/It failed/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Recent activity' }).click()
    await expect(page.getByText('What your acts come to is kept here')).toBeVisible()
  })

  test('signing out in one tab signs out the other', async ({ context, page }) => {
    await page.goto('/profile')
    const other = await context.newPage()
    await other.goto('/users')
    await other.evaluate(() => localStorage.removeItem('adminToken'))
    await expect(page.getByRole('heading', { name: 'Secure Admin Access' })).toBeVisible()
  })

  test('signing in in one tab signs in the other, which goes where it wanted', async ({
    context,
    page,
    token,
  }) => {
    await page.goto('/users')
    await page.evaluate(() => localStorage.removeItem('adminToken'))
    await page.goto('/market')
    const other = await context.newPage()
    await other.goto('/login')
    await expect(page.getByRole('heading', { name: 'Secure Admin Access' })).toBeVisible()
    await other.evaluate((it) => localStorage.setItem('adminToken', it), token)
    await expect(page).toHaveURL('/market')
    await expect(page.getByRole('heading', { level: 1, name: 'Market' })).toBeVisible()
  })
})

test.describe('start', () => {
  test.use({ storageState: NOBODY })

  test('a spinner is shown for 2000 ms before the panel shows', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { value: false }))
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(3_600_000) // However long it takes to be told.
    await page.goto('/login')
    const spinner = page.getByRole('status')
    await expect(spinner).toHaveText('Loading')
    await page.clock.runFor(1999)
    await expect(spinner).toBeVisible()
    await page.clock.runFor(1)
    await expect(page.getByRole('heading', { name: 'Secure Admin Access' })).toBeVisible()
    await expect(spinner).toHaveCount(0)
  })

  test('in a testing environment it is shown for 500 ms', async ({ page }) => {
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(3_600_000) // However long it takes to be told.
    await page.goto('/login')
    await expect(page.getByRole('status')).toHaveText('Loading')
    await page.clock.runFor(499)
    await expect(page.getByRole('status')).toBeVisible()
    await page.clock.runFor(1)
    await expect(page.getByRole('heading', { name: 'Secure Admin Access' })).toBeVisible()
  })
})

test.describe('screens that fail to load', () => {
  test.use({ allowedErrors: /Loading chunk profile failed|ERR_FAILED/ })

  test('the shell stays, says which chunk failed, and loads it when asked again', async ({ page }) => {
    await page.goto('/users')
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
    await page.route('**/assets/change-password-*.js', (route) => route.abort())
    await page.getByRole('button', { name: 'Admin', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Profile Settings' }).click()
    await expect(page.getByRole('alert')).toContainText('Loading chunk profile failed')
    await expect(page.getByRole('link', { name: 'Users', exact: true })).toBeVisible()

    await page.unrouteAll()
    await page.getByRole('button', { name: 'Load again' }).click()
    await expect(page.getByRole('heading', { name: 'Admin Change Password' })).toBeVisible()
  })

  test('a panel whose first file fails says so, and is there once that is loaded', async ({ page }) => {
    await page.route('**/assets/start-*.js', (route) => route.abort())
    await page.goto('/users')
    await expect(page.getByRole('alert')).toContainText('This page could not be shown')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Load again' }).click()
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  })

  test('a panel whose language does not come in 120 s is in English', async ({ page }) => {
    await page.evaluate((key) => localStorage.setItem(key, 'hi'), LANGUAGE_KEY)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await page.route('**/assets/hi-*.js', () => {})
    const asked = page.waitForRequest('**/assets/hi-*.js')
    await page.goto('/users')
    await asked
    await page.clock.runFor(119_999)
    const spinner = page.getByRole('status')
    await expect(spinner).toBeVisible()
    await expect(spinner).toHaveText('')
    await page.clock.runFor(1)
    await page.clock.resume()
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  })

  test('a menu whose file fails says so, and opens once the page is loaded again', async ({ page }) => {
    await page.route('**/assets/ahead-*.js', (route) => route.abort())
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    const bell = page.getByRole('button', { name: 'Recent activity' })
    await bell.click()
    await expect(page.getByText('This could not be loaded: load the page again')).toBeVisible()
    await page.unrouteAll()
    await page.reload()
    await bell.click()
    await expect(page.getByRole('dialog', { name: 'Recent activity' })).toBeVisible()
  })

  test('a menu opens whose file comes while its button is pressed', async ({ page }) => {
    const file = '**/assets/ahead-*.js'
    const { promise: isPressed, resolve: letCome } = Promise.withResolvers<void>()
    await page.route(file, async (route) => {
      await isPressed
      await route.continue()
    })
    const asked = page.waitForRequest(file)
    await page.goto('/')
    const address = (await asked).url()
    await page.getByRole('button', { name: 'Admin', exact: true }).hover()
    await page.mouse.down()
    letCome()
    await page.evaluate(async (address) => {
      await import(address)
      for (let frames = 0; frames < 5; frames++) await new Promise(requestAnimationFrame)
    }, address)
    await page.mouse.up()
    await expect(page.getByRole('menuitem', { name: 'Preferences' })).toBeVisible()
  })

  test('a dialog that does not come in 120 s says so', async ({ page, office }) => {
    const asha = await office.player('Asha')
    await page.goto(`/users/details/${asha.id}`)
    await expect(page.getByRole('button', { name: 'Reset Password' })).toBeVisible()
    await page.clock.install()
    await page.route('**/assets/reset-password-*.js', () => {})
    await holdClock(page)
    const asked = page.waitForRequest('**/assets/reset-password-*.js')
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await asked
    const failed = page.getByText('This could not be loaded: load the page again')
    await page.clock.runFor(119_999)
    await expect(failed).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(failed).toBeVisible()
  })

  test('a menu that does not come in 120 s says so', async ({ page }) => {
    await page.clock.install()
    await page.route('**/assets/ahead-*.js', () => {})
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    await holdClock(page)
    await page.getByRole('button', { name: 'Recent activity' }).click()
    const failed = page.getByText('This could not be loaded: load the page again')
    await page.clock.runFor(119_999)
    await expect(failed).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(failed).toBeVisible()
  })

  test('a chunk that does not come in 120 s has failed', async ({ page }) => {
    await page.goto('/users')
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
    await page.clock.install()
    await page.route('**/assets/change-password-*.js', () => {})
    await holdClock(page)
    const asked = page.waitForRequest('**/assets/change-password-*.js')
    await goWithin(page, '/profile')
    await asked
    await page.clock.runFor(119_999)
    await expect(page.getByText('Loading chunk')).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(page.getByRole('alert')).toContainText('Loading chunk profile failed')
  })
})
