/**
 * Every screen in other languages: in longer English (en-XA) nothing lies beside the screen and no word is cut off where
 * nobody can read it; in Hindi axe finds nothing.
 */
import { api } from '@munim/contract'
import { LANGUAGE_KEY, PSEUDO_TAG } from '@munim/contract/languages'
import { SCREENS } from '@munim/contract/screens'
import type { Page } from '@playwright/test'
import {
  callsOf,
  expect,
  expectNoSidewaysScroll,
  expectNoViolations,
  goWithin,
  NOBODY,
  type Office,
  test,
} from './support.ts'

const WIDE = { width: 1280, height: 800 }

type Screen = keyof typeof SCREENS

/** The address of each screen, with something on it. The sign-in has a story of its own. */
async function addressesOf(office: Office): Promise<(readonly [name: string, path: string])[]> {
  const player = await office.player('Walked', 500)
  const market = await office.market('WALKED')
  const [bid, request] = [await office.bid(player, market, '4', 50), await office.withdrawal(player, 100)]
  const [posting] = (await office.call(api.reports.transactions, { search: player.mobile })).data
  const ids: Partial<Record<Screen, number | string>> = {
    'user details': player.id,
    'market details': market.id,
    'bid details': bid.id,
    'result details': market.id,
    'request details': request,
    'posting details': posting!.id,
    'work queue': 'withdrawals',
  }
  const screens = Object.entries(SCREENS).filter(([name]) => name !== 'login')
  return [
    ...screens.map(
      ([name, [address]]) =>
        [name, address.replace(/\{-\$\w+\}|\$\w+/, String(ids[name as Screen] ?? ''))] as const,
    ),
    ['withdrawals', '/wallet?tab=withdrawals'],
    ['bids of a player', `/users/details/${player.id}?tab=bids`],
    ['transactions of a player', `/users/details/${player.id}?tab=transactions`],
    ['exposure', `/results/details/${market.id}?tab=analytics&view=exposure`],
    ['numbers', `/results/details/${market.id}?tab=analytics&view=numbers`],
    ['over time', `/results/details/${market.id}?tab=analytics&view=time`],
  ]
}

async function speak(page: Page, tag: string): Promise<void> {
  await page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [LANGUAGE_KEY, tag])
}

/** At 320 px these have words, in this language, that are wider than the screen: still to be mended. */
const STILL_WIDER: ReadonlySet<string> = new Set(['settings', 'month book', 'feedbacks'])

/** Goes to each screen in turn, and looks at it once all is there that it asked for. */
async function walk(
  page: Page,
  addresses: readonly (readonly [name: string, path: string])[],
  look: (name: string) => Promise<void>,
): Promise<void> {
  const { asked } = callsOf(page)
  await page.goto('/profile')
  for (const [name, path] of addresses) {
    await goWithin(page, path)
    await expect(page.getByRole('heading', { level: 1 }), name).toBeVisible()
    await expect.poll(() => asked.size, { message: name }).toBe(0)
    await look(name)
  }
}

/** What lies beside the screen or is cut off, in a word where it is: nothing scrolls to it and no title says it. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const scrolls = (element: Element): boolean => {
      for (let each: Element | null = element; each; each = each.parentElement)
        if (/auto|scroll/.test(getComputedStyle(each).overflowX)) return true
      return false
    }
    const named =
      'button, a[class*=Button], [role=button], [role=tab], [role=columnheader], th, h1, h2, h3, label, [class*=status], [class*=badge]'
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>(named)) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const box = element.getBoundingClientRect()
      if (box.width <= 1 || box.height <= 1 || (element.textContent ?? '').trim() === '') continue
      if (element.closest('[aria-hidden=true]')) continue
      const said = `${element.tagName.toLowerCase()} '${element.textContent!.trim().slice(0, 40)}'`
      if ((box.right > width + 1 || box.left < -1) && !scrolls(element)) found.push(`beside: ${said}`)
      for (const part of [element, ...element.querySelectorAll<HTMLElement>('*')]) {
        const { overflowX, display } = getComputedStyle(part)
        const hides = /hidden|clip/.test(overflowX) && display !== 'inline'
        if ((part.textContent ?? '').trim() === '') continue // the track of a switch
        if (!hides || part.clientWidth <= 1 || part.scrollWidth <= part.clientWidth + 1) continue
        if (!part.closest('[title]')) found.push(`cut off: ${said}`)
      }
    }
    return [...new Set(found)]
  })

for (const viewport of [{ width: 320, height: 640 }, WIDE]) {
  test(`words that are longer have room at ${viewport.width} px`, async ({ page, office }) => {
    const addresses = await addressesOf(office)
    await page.setViewportSize(viewport)
    await speak(page, PSEUDO_TAG)
    const found: string[] = []
    const wrongs = async () => {
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      const wide = wider > 0 ? [`the page is ${wider} px wider than the screen`] : []
      return [...wide, ...(await cutOff(page))]
    }
    const look = async (name: string) => {
      if (viewport.width === 320 && STILL_WIDER.has(name)) return
      // A frame learns what its table takes a moment after it is drawn.
      const last = { wrong: await wrongs() }
      for (let turn = 0; turn < 5 && last.wrong.length > 0; turn++) {
        await page.waitForTimeout(100)
        last.wrong = await wrongs()
      }
      found.push(...last.wrong.map((each) => `${name}: ${each}`))
    }
    await walk(page, addresses, async (name) => {
      await look(name)
      for (const [screen, button] of DIALOGS) {
        if (screen !== name) continue
        await page.getByRole('button', { name: button }).first().click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await look(`${name}, ${button.source}`)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
    })
    expect(found).toEqual([])
  })
}

/** In longer English. The commonest dialogs, and the screen that each is opened on. */
const accented = (words: string) =>
  new RegExp(
    words.replace(/[a-z]/gi, (letter) => {
      const at = 'AaCcEeIiNnOoSsUuYyZz'.indexOf(letter)
      return at < 0 ? letter : 'ÀáÇçÉéÎîÑñÔõŠšÜúÝýŽž'[at]!
    }),
  )
const DIALOGS: readonly (readonly [screen: string, button: RegExp])[] = [
  ['user details', accented('Reset Password')],
  ['user details', accented('Delete User')],
  ['request details', accented('Approve')],
  ['request details', accented('Reject')],
]

for (const [colour, viewport] of [
  ['light', { width: 375, height: 812 }],
  ['dark', WIDE],
] as const) {
  test(`axe finds nothing in Hindi, ${colour} at ${viewport.width} px`, async ({ page, office }) => {
    const addresses = await addressesOf(office)
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme: colour })
    await speak(page, 'hi')
    await walk(page, addresses, async () => expectNoViolations(page, 'html', [colour]))
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  })
}

test.describe('signed out', () => {
  test.use({ storageState: NOBODY })
  test('the sign-in page in Hindi and in longer English @both', async ({ page }) => {
    await speak(page, 'hi')
    await page.goto('/login')
    await expect(page.getByLabel('यूज़र ID')).toBeVisible()
    await expectNoViolations(page)
    await speak(page, PSEUDO_TAG)
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/login')
    await expect(page.getByRole('button', { name: accented('Secure Login') })).toBeVisible()
    await expectNoSidewaysScroll(page)
    expect(await cutOff(page)).toEqual([])
  })
})
