/** Signing in (specification 1 §2 Login page, §4 Admin session, §5). */
import { api } from '@munim/contract'
import { ADMIN, answerWith, enterLogin, expect, holdBack, NOBODY, sentTo, test } from './support.ts'

test.use({ storageState: NOBODY })

test('the sign-in page has its title, both fields and its button, and no more than the Login link above', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Secure Admin Access' })).toBeVisible()
  await expect(page.getByLabel('User ID')).toHaveAttribute('autocomplete', 'username')
  await expect(page.getByLabel('Password')).toHaveAttribute('autocomplete', 'current-password')
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password')
  await expect(page.getByRole('button', { name: 'Secure Login' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toHaveAttribute('href', '/admin/login')
  await expect(page.getByRole('button', { name: 'Admin', exact: true })).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
})

test('both fields are required, and what is missing is said at the field', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
  await page.goto('/login')
  await page.getByRole('button', { name: 'Secure Login' }).click()
  await expect(page.getByLabel('User ID')).toHaveAccessibleDescription('User ID is required')
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Password is required')
  await expect(page.getByLabel('User ID')).toBeFocused()

  await page.getByLabel('User ID').fill('admin')
  await page.getByRole('button', { name: 'Secure Login' }).click()
  await expect(page.getByText('User ID is required')).toHaveCount(0)
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Password')).toBeFocused()
  expect(calls).toEqual([])
})

test('a wrong password is refused in words, what was typed stays, and the password has the focus', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByLabel('User ID').fill(ADMIN.userName)
  await page.getByLabel('Password').fill('not the password')
  await page.getByLabel('Password').press('Enter')
  await expect(page.getByRole('alert')).toHaveText('User ID or password is incorrect')
  await expect(page.getByLabel('Password')).toHaveValue('not the password')
  await expect(page.getByLabel('Password')).toBeFocused()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()

  await page.getByLabel('Password').fill(ADMIN.password)
  await page.getByLabel('Password').press('Enter')
  await expect(page).toHaveURL('/')
})

test('while it asks, the button says so and asks once; then the token is kept as it came, and the dashboard opens', async ({
  page,
}) => {
  const sent = sentTo(page, api.auth.login)
  const answer = await holdBack(page, api.auth.login)
  await page.goto('/login')
  await enterLogin(page)
  const busy = page.getByRole('button', { name: 'Authenticating...' })
  await expect(busy).toBeVisible()
  await busy.click({ force: true })
  const answered = page.waitForResponse(`**${api.auth.login.path}`)
  answer()
  const { token } = await (await answered).json()

  await expect(page).toHaveURL('/')
  expect(sent.map((request) => request.postDataJSON())).toEqual([ADMIN])
  expect(sent[0]!.headers().authorization).toBe('')
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBe(token)
})

test('signing in leads back to the address that was wanted, with its search', async ({ page }) => {
  await page.goto('/users?search=nobody-at-all&approved=true')
  await expect(page).toHaveURL('/login')
  await enterLogin(page)
  await expect(page).toHaveURL('/users?search=nobody-at-all&approved=true')
  await expect(page.getByRole('searchbox')).toHaveValue('nobody-at-all')

  // The sign-in page is no step to come back to.
  await page.goBack()
  await expect(page).not.toHaveURL(/login/)
})

test('a password can be shown, and pasted', async ({ page }) => {
  await page.goto('/login')
  const password = page.getByLabel('Password')
  await password.fill('a secret')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(password).toHaveAttribute('type', 'password')

  await password.press('ControlOrMeta+a')
  await page.getByLabel('User ID').fill('pasted')
  await page.getByLabel('User ID').press('ControlOrMeta+a')
  await page.getByLabel('User ID').press('ControlOrMeta+c')
  await password.focus()
  await password.press('ControlOrMeta+a')
  await password.press('ControlOrMeta+v')
  await expect(password).toHaveValue('pasted')
})

test('guessing is answered with how long to wait', async ({ page }) => {
  const sentence = 'Too many attempts. Try again in 4 seconds.'
  await answerWith(page, api.auth.login, { status: 'error', message: sentence }, 429)
  await page.goto('/login')
  await enterLogin(page, { userName: 'admin', password: 'guess' })
  await expect(page.getByRole('alert')).toHaveText(sentence)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the cover turns every 3 s, its figures move every 5 s, are called illustrative, and can be paused', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install({ time: 0 })
  await page.goto('/login')
  const cover = page.getByRole('complementary')
  await expect(cover.getByText('Illustrative figures')).toBeVisible()
  await page.clock.pauseAt(3_600_000) // However long the page took.
  const feature = () => cover.getByRole('paragraph').first().innerText()
  const signIns = async () =>
    Number((await cover.getByRole('definition').first().innerText()).replace(',', ''))

  const turns = [await feature()]
  for (const _ of [1, 2, 3]) {
    await page.clock.runFor(3000)
    turns.push(await feature())
  }
  expect(new Set(turns).size).toBe(4)
  const before = await signIns()
  await page.clock.runFor(5000)
  expect(await signIns()).toBeGreaterThan(before)

  await page.getByRole('button', { name: 'Pause' }).click()
  const paused = [await feature(), await signIns()]
  await page.clock.runFor(30_000)
  expect([await feature(), await signIns()]).toEqual(paused)
  await page.getByRole('button', { name: 'Play' }).click()
  await page.clock.runFor(5000)
  expect(await signIns()).toBeGreaterThan(paused[1] as number)
})

test('who asked for less motion sees the cover without motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
})

for (const [why, name] of [
  ['blocks site data', 'SecurityError'],
  ['has no room', 'QuotaExceededError'],
] as const)
  test(`a browser that ${why} signs in for as long as the page is open`, async ({ page }) => {
    await page.addInitScript((fault) => {
      const refuse = () => {
        throw new DOMException('refused', fault)
      }
      if (fault === 'QuotaExceededError') Storage.prototype.setItem = refuse
      else
        for (const kind of ['localStorage', 'sessionStorage'])
          Object.defineProperty(window, kind, { get: refuse })
    }, name)
    await page.goto('/wallet')
    await enterLogin(page)
    await expect(page.getByRole('heading', { name: 'Wallet Management' })).toBeVisible()
    await page.getByRole('button', { name: /pause updates|resume updates/ }).click()
    await expect(page.getByRole('button', { name: 'Paused, resume updates' })).toBeVisible()
    await page.getByRole('button', { name: 'Admin', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/login')
  })

test('who has gone back from the second factor is not signed in by its answer', async ({ page, office }) => {
  const token = await office.signIn()
  const needed = { status: 'success', token, device: 'known', needs: 'factor', factors: ['totp'] }
  await answerWith(page, api.auth.login, needed)
  await answerWith(page, api.factors.enter, { status: 'success', data: { proof: 'entered' } })
  const answer = await holdBack(page, api.factors.enter)
  await page.goto('/login')
  await enterLogin(page)
  await page.getByRole('textbox', { name: 'Code' }).fill('123456')
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByLabel('User ID').fill('another one')
  const answered = page.waitForResponse(`**${api.factors.enter.path}`)
  answer()
  await answered
  await answerWith(page, api.auth.login, { message: 'User ID or password is incorrect' }, 401)
  await page.getByLabel('Password', { exact: true }).fill('typed after it')
  await page.getByRole('button', { name: 'Secure Login' }).click()
  await expect(page.getByRole('alert')).toHaveText('User ID or password is incorrect')
  await expect(page.getByLabel('User ID')).toHaveValue('another one')
})
