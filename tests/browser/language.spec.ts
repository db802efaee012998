/** The panel in another language: whose it is, and what the start asks for (decision 59). */
import { api } from '@munim/contract'
import { LANGUAGE_KEY, loadLanguage } from '@munim/contract/languages'
import type { Browser, Page } from '@playwright/test'
import { newPlayer, RUNNING } from './draws.ts'
import { enterLogin, expect, expectSoundOnBoth, NOBODY, signedInWith, test, unique } from './support.ts'

async function pageOf(browser: Browser, storageState: typeof NOBODY | ReturnType<typeof signedInWith>) {
  return (await browser.newContext({ storageState, baseURL: test.info().project.use.baseURL! })).newPage()
}

const DASHBOARD = { en: 'Dashboard', hi: 'डैशबोर्ड' }
const expectIn = async (page: Page, language: 'en' | 'hi') => {
  await expect(page.getByRole('heading', { level: 1, name: DASHBOARD[language] })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

async function choose(page: Page, account: string, language: string) {
  await page.getByRole('button', { name: account, exact: true }).click()
  await page.getByRole('menuitemradio', { name: language }).click()
}

test('the language that an administrator chose follows to another browser', async ({
  browser,
  office,
  baseURL,
}) => {
  const { userName, password, signIn } = await office.administrator('Auditor')
  const [one, two] = [
    await pageOf(browser, signedInWith(await signIn(), baseURL!)),
    await pageOf(browser, signedInWith(await signIn(), baseURL!)),
  ]
  await one.goto('/')
  await two.goto('/')
  await expectIn(two, 'en')
  await choose(one, 'Admin', 'हिन्दी')
  await expectIn(one, 'hi')
  await expectIn(two, 'en') // Until its next load.
  await two.reload()
  await expectIn(two, 'hi')

  // A third, where somebody else used English, and now this one signs in.
  const three = await pageOf(browser, NOBODY)
  await three.goto('/login')
  await enterLogin(three, { userName, password })
  await expectIn(three, 'hi')
  await choose(three, 'एडमिन', 'English')
  await expectIn(three, 'en')
  await two.reload()
  await expectIn(two, 'en')
  const beside = await two.context().newPage()
  await beside.goto('/')
  await expectIn(beside, 'en')
  await choose(two, 'Admin', 'हिन्दी')
  await expectIn(two, 'hi')
  // What another tab was turned to can be chosen in this one, too.
  await choose(beside, 'Admin', 'हिन्दी')
  await expectIn(beside, 'hi')
  await two.getByRole('button', { name: 'एडमिन', exact: true }).click()
  await two.getByRole('menuitem', { name: 'साइन आउट' }).click()
  await expect(two.getByLabel('यूज़र ID')).toBeVisible() // The browser's last one.
  for (const page of [one, two, three]) await page.context().close()
})

test('the panel is turned to Hindi, with what the server says, and back', async ({ page, office }) => {
  const { signIn } = await office.administrator('Auditor')
  await page.evaluate((token) => localStorage.setItem('adminToken', token), await signIn())
  await page.goto('/users/details/999999')
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'हिन्दी' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(page.getByText('यूज़र नहीं मिला')).toBeVisible()
  await page.goto('/wallet')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('वॉलेट मैनेजमेंट')
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'एडमिन', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wallet Management')
})

test('the sign-in page is turned to Hindi and back, and the panel goes on in it', async ({
  browser,
  office,
}) => {
  const { userName, password } = await office.administrator('Auditor')
  const page = await pageOf(browser, NOBODY)
  await page.goto('/login')
  await page.getByRole('button', { name: 'हिन्दी' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('button', { name: 'Secure Login' })).toBeVisible()
  await page.getByRole('button', { name: 'हिन्दी' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await page.locator('[name=username]').fill(userName)
  await page.locator('[name=password]').fill(password)
  await page.locator('[type=submit]').click()
  await expectIn(page, 'hi')
  await page.context().close()
})

test('what only a screen reader says, and two switches side by side, have names of their own in Hindi', async ({
  page,
  office,
}) => {
  const word = unique()
  const player = await office.player(`One ${word}`, 100)
  await page.goto('/login')
  await page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [LANGUAGE_KEY, 'hi'])
  await page.goto(`/users?search=${word}`)
  await expect(page.getByRole('button', { name: 'मैसेज छिपाएँ' })).toBeVisible() // 'हटाएँ' deletes and removes.
  await page.getByRole('row', { name: player.name }).getByRole('link', { name: 'देखें' }).click()
  await expect(page.getByRole('button', { name: 'पिछला यूज़र' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'अगला यूज़र' })).toBeVisible()
  await page.getByRole('tab', { name: /^ट्रांज़ैक्शन हिस्ट्री/ }).click()
  await expect(page.getByRole('img', { name: 'क्रेडिट' })).toBeVisible()

  await page.goto('/market')
  await page.getByRole('button', { name: 'नया मार्केट बनाएँ' }).click()
  await expect(page.getByRole('switch', { name: 'जारी', exact: true })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'चालू', exact: true })).toBeVisible()
})

test('a language that could not be kept is told, and the panel stays as it is', async ({
  browser,
  office,
  baseURL,
}) => {
  const { signIn } = await office.administrator('Auditor')
  const page = await pageOf(browser, signedInWith(await signIn(), baseURL!))
  await page.route(`**${api.auth.setLanguage.path}`, (route) =>
    route.fulfill({ status: 500, json: { status: 'error', message: api.auth.setLanguage.failed } }),
  )
  await page.goto('/')
  await choose(page, 'Admin', 'हिन्दी')
  await expect(page.getByText('Failed to save the language')).toBeVisible()
  await expectIn(page, 'en')
  expect(await page.evaluate((key) => localStorage.getItem(key), LANGUAGE_KEY)).toBeNull()
  await page.context().close()
})

test('the page asks at once for all that is loaded before the first screen', async ({ browser }) => {
  const page = await pageOf(browser, NOBODY)
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  const ofStart = () => asked.filter((path) => /\.(js|css)$/.test(path)).sort()
  // The first module says nothing, so that what is asked for is what the page names.
  await page.route(/assets\/index-[^/]*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await page.goto('/login', { waitUntil: 'networkidle' })
  const named = ofStart()
  await page.unrouteAll()
  asked.length = 0
  // What start.tsx asks for itself, the first screen, is not counted: it is there and says nothing.
  await page.route(/assets\/start-[^/]*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await page.goto('/login', { waitUntil: 'networkidle' })
  expect(named).toContainEqual(expect.stringMatching(/start-[^/]*\.js$/))
  expect(ofStart()).toEqual(named)
  await page.context().close()
})

/** A sentence without values, as the panel says it in Hindi. */
const HINDI = await loadLanguage('hi')
const inHindi = (sentence: string): string => HINDI.sentence(sentence) ?? sentence

async function speakHindi(page: Page) {
  await page.evaluate((key) => localStorage.setItem(key, 'hi'), LANGUAGE_KEY)
}

test.describe('in Hindi', () => {
  test('a prediction tells of no bet that it was cancelled, and analytics name games and sessions', async ({
    page,
    office,
  }) => {
    const market = await office.newMarket('HINDI', RUNNING)
    await newPlayer(office, market.id)
    await speakHindi(page)
    const analytics = page.waitForResponse(`**${api.bids.analytics.path}`)
    await page.goto(`/results/details/${market.id}?tab=predict`)
    await page.getByLabel(inHindi('Open Panna')).fill('128')
    await page.getByRole('button', { name: inHindi('Predict Result') }).click()
    const result = page.getByRole('region', { name: inHindi('Predicted Result') })
    await expect(result).toContainText(/, 1 बिड$/)
    await (await analytics).finished()
    await expect(result.getByRole('status')).toHaveCount(0)
    await expect(result).toContainText(/, 1 बिड$/)

    await page.goto(`/results/details/${market.id}?tab=analytics`)
    const rowIn = (panel: string, name: string) =>
      page.getByRole('region', { name: inHindi(panel) }).getByRole('rowheader', { name: inHindi(name) })
    await expect(rowIn('By game mode', 'Single Digit')).toBeVisible()
    await expect(rowIn('By session', 'Open')).toBeVisible()
  })

  test('the figures of one status name it', async ({ page }) => {
    await speakHindi(page)
    await page.goto('/reports?tab=bids&status=win')
    const hint = inHindi('{status} only').replace('{status}', inHindi('win'))
    expect(hint).not.toContain('win')
    await expect(page.getByText(hint).first()).toBeVisible()
  })

  test('a bid is reverted for the reason that is stored in English', async ({ page, office }) => {
    const player = await office.player('Hindi', 500)
    const bid = await office.bid(player, await office.market('HINDI'), '4', 100)
    await speakHindi(page)
    await page.goto(`/bet/details/${bid.id}`)
    await page.getByRole('button', { name: inHindi('Revert') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: inHindi('Revert'), exact: true })
      .click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const { cancelled } = (await office.call(api.bids.get, { betId: bid.id })).data
    expect(cancelled?.reason).toBe('Reverted by admin')
  })

  test('all that is known of a player is shown as in English', async ({ page, office }) => {
    const player = await office.player('Hindi')
    const labels = page.getByRole('main').getByRole('term')
    await page.goto(`/users/details/${player.id}`)
    await expect(labels.getByText('IFSC code', { exact: true })).toBeVisible()
    // What the payouts' own call tells comes after the player's.
    await expect(labels.getByText('Staked', { exact: true })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const inEnglish = await labels.allTextContents()
    await speakHindi(page)
    await page.reload()
    await expect(labels).toHaveText(inEnglish.map(inHindi))
  })
})
