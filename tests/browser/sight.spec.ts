/**
 * For every eye: forced colours, more contrast, no movement, words that are spaced wider, and a page at 400 %. What
 * colour says on a screen is said by a form as well.
 */

import { AxeBuilder } from '@axe-core/playwright'
import { api } from '@munim/contract'
import { SCREENS } from '@munim/contract/screens'
import type { Locator, Page } from '@playwright/test'
import { newPlayer, RUNNING } from './draws.ts'
import { expect, expectNoSidewaysScroll, goWithin, holdBack, type Office, test } from './support.ts'
import { detailsOf } from './user-page.ts'

/** The screens that an administrator comes to without a number in the address. */
const PATHS = Object.entries(SCREENS)
  .map(([, [address]]) => address.replace(/\/?\{-\$\w+\}$/, ''))
  .filter((path) => path !== '/login' && !path.includes('$') && !path.endsWith('/details'))

/** A picture in grey: how light each pixel is, 0 to 1, row by row. */
interface Grey {
  readonly width: number
  readonly light: readonly number[]
}

async function greyOf(shown: Locator): Promise<Grey> {
  const picture = (await shown.screenshot()).toString('base64')
  return shown.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
    canvas.drawImage(bitmap, 0, 0)
    const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height)
    const light = Array.from({ length: data.length / 4 }, (_, at) => {
      const [red, green, blue] = data.subarray(at * 4, at * 4 + 3)
      return (0.2126 * red! + 0.7152 * green! + 0.0722 * blue!) / 255
    })
    return { width: bitmap.width, light }
  }, picture)
}

const meanOf = ({ light }: Grey) => light.reduce((sum, each) => sum + each, 0) / light.length

/** Which share of the pixels of two pictures is light in the one and dark in the other. */
function differing(one: Grey, other: Grey): number {
  const rows = Math.min(one.light.length / one.width, other.light.length / other.width)
  const columns = Math.min(one.width, other.width)
  let differ = 0
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const apart = one.light[row * one.width + column]! - other.light[row * other.width + column]!
      if (Math.abs(apart) > 0.3) differ += 1
    }
  return differ / (rows * columns)
}

async function expectFilled(chosen: Locator, other: Locator): Promise<void> {
  const apart = async () => Math.abs(meanOf(await greyOf(chosen)) - meanOf(await greyOf(other)))
  // What was just pressed may be drawn a moment after it is told as pressed.
  await expect.poll(apart, { message: `${chosen} beside ${other}` }).toBeGreaterThan(0.3)
}

const inForcedColours = (page: Page, colorScheme: 'light' | 'dark') =>
  page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' })

async function exposedMarket(office: Office) {
  const market = await office.newMarket('FORCED', RUNNING)
  const { token } = await newPlayer(office, market.id)
  const bets = ['137', '128', '119'].map((open_panna, nth) => ({
    marketId: market.id,
    session: 'open' as const,
    game_mode: nth < 2 ? ('single_panna' as const) : ('double_panna' as const),
    open_panna,
    points: 10 + 20 * nth,
  }))
  await office.call(api.player.placeBids, { bids: bets }, token)
  return market
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`forced colours, ${colorScheme}: a right that is on is not drawn as one that is off, and what is chosen is filled`, async ({
    page,
    office,
  }) => {
    const player = await office.player('Forced')
    await office.call(api.users.update, { id: player.id, betting: false })
    await inForcedColours(page, colorScheme)
    await page.goto(`/users?search=${encodeURIComponent(player.name)}`)
    const track = (name: string) => page.getByRole('switch', { name }).first().locator('+ *')
    await expect(page.getByRole('switch', { name: 'Betting' })).not.toBeChecked()
    await expect(page.getByRole('switch', { name: 'Transfer' })).toBeChecked()
    expect(differing(await greyOf(track('Betting')), await greyOf(track('Transfer')))).toBeGreaterThan(0.1)

    const choice = (name: RegExp) => page.getByRole('group').getByRole('button', { name })
    await expectFilled(choice(/^All Users/), choice(/^Approved/))
    const entry = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
    await expectFilled(entry('Users'), entry('Market'))

    await goWithin(page, detailsOf(player))
    await page.getByLabel('Amount').fill('100')
    await expect(page.getByRole('button', { name: 'Deduct Funds' })).toBeDisabled()
    const edge = (name: string) =>
      page.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).borderStyle)
    expect([await edge('Add Funds'), await edge('Deduct Funds')]).toEqual(['solid', 'dashed'])
    const amount = page.getByLabel('Amount')
    const note = page.getByRole('textbox', { name: 'Note' })
    const ring = (field: Locator) => field.evaluate((input) => getComputedStyle(input).outlineStyle)
    await note.focus()
    expect([await ring(amount), await ring(note)]).toEqual(['none', 'solid'])
    const line = (name: RegExp) =>
      page.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).borderBottomWidth)
    expect(parseFloat(await line(/User Details/))).toBeGreaterThan(parseFloat(await line(/Story/)))

    await goWithin(page, '/bet')
    const today = page.getByRole('button', { name: 'Today', exact: true })
    await today.click()
    await expect(today).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('heading', { level: 1 }).hover()
    await expectFilled(today, page.getByRole('button', { name: 'Yesterday' }))
  })
}

test('forced colours: each step of the exposure is a form of its own, and the chosen cell is framed', async ({
  page,
  office,
}) => {
  const market = await exposedMarket(office)
  await inForcedColours(page, 'light')
  await page.goto(`/results/details/${market.id}?tab=analytics&view=exposure`)
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('button')).toHaveCount(220)
  const steps = page.getByRole('main').locator('i[data-step]')
  await expect(steps).toHaveCount(7)
  const pictures: Grey[] = []
  for (const step of await steps.all()) pictures.push(await greyOf(step))
  for (const [nth, one] of pictures.entries())
    for (const other of pictures.slice(nth + 1)) expect(differing(one, other)).toBeGreaterThan(0.03)
  const frame = (cell: Locator) =>
    cell.evaluate((button) => getComputedStyle(button, '::after').borderTopStyle === 'double')
  expect(await frame(grid.getByRole('button', { pressed: true }).first())).toBe(true)
  expect(await frame(grid.getByRole('button', { pressed: false }).first())).toBe(false)
})

test('forced colours: the three courses of fourteen days are full, hollow and broken, as their legend is', async ({
  page,
}) => {
  await inForcedColours(page, 'light')
  await page.goto('/')
  const plot = page.locator('svg:has(> svg > polyline)')
  await expect(plot).toBeVisible()
  const fillOf = (series: number) =>
    plot
      .locator(`[data-series='${series}']`)
      .first()
      .evaluate((bar) => getComputedStyle(bar).fill)
  expect(await fillOf(1)).not.toBe(await fillOf(2))
  const dashes = await plot.locator('polyline').evaluate((line) => getComputedStyle(line).strokeDasharray)
  expect(dashes).not.toBe('none')
  const marks = await page.locator('span[data-series]').evaluateAll((each) =>
    each.map((name) => {
      const { backgroundColor, borderTopStyle } = getComputedStyle(name, '::before')
      return `${backgroundColor} ${borderTopStyle}`
    }),
  )
  expect(new Set(marks).size).toBe(3)
})

/** Every text at 7:1 (WCAG 1.4.6), in both themes. Axe passes what it can't read: no colour of these is a `color-mix`. */
async function expectMoreContrast(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ contrast: 'more', colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    const { violations } = await new AxeBuilder({ page })
      .options({
        runOnly: { type: 'rule', values: ['color-contrast-enhanced'] },
        resultTypes: ['violations'],
      })
      .setLegacyMode()
      .analyze()
    const found = violations.flatMap(({ nodes }) =>
      nodes.map(({ html, any }) => `${colorScheme} ${any[0]?.message}: ${html.slice(0, 160)}`),
    )
    expect(found).toEqual([])
  }
}

test('who asks for more contrast reads every text at 7 : 1', async ({ page, office }) => {
  test.slow() // Axe looks at each screen twice.
  const market = await exposedMarket(office)
  const player = await office.player('Contrast', 500)
  await page.goto('/')
  for (const path of [
    '/',
    '/users',
    detailsOf(player),
    '/wallet',
    '/bet',
    '/results',
    `/results/details/${market.id}?tab=analytics&view=exposure`,
    '/settings',
  ]) {
    await goWithin(page, path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expectMoreContrast(page)
  }
  await goWithin(page, detailsOf(player))
  await page.getByRole('button', { name: 'Delete User' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('DELETE')
  const dangerous = dialog.getByRole('button', { name: 'Delete', exact: true })
  await expect(dangerous).toBeEnabled()
  await expectMoreContrast(page)
  await dangerous.hover()
  await expectMoreContrast(page)
})

test('more contrast draws lines that are seen: 3 : 1 beside the page', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ contrast: 'more', colorScheme })
    await page.goto('/users')
    await expect(page.getByRole('searchbox')).toBeVisible()
    const ratio = await page.evaluate(() => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d')!
      const lightOf = (colour: string) => {
        canvas.fillStyle = colour
        canvas.fillRect(0, 0, 1, 1)
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
          const share = part / 255
          return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
      }
      const colours = [
        getComputedStyle(document.body).backgroundColor,
        getComputedStyle(document.querySelector('main [class*=_frame_]')!).borderTopColor,
      ].map(lightOf)
      return (Math.max(...colours) + 0.05) / (Math.min(...colours) + 0.05)
    })
    expect(ratio).toBeGreaterThanOrEqual(3)
  }
})

test('nothing runs for who asked for no movement, also while it loads', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const answer = await holdBack(page, api.users.list)
  const running = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .map(({ effect }) => String((effect as KeyframeEffect).target?.className)),
    )
  await page.goto('/users')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(running).toEqual([])
  answer()
  await expect(page.getByRole('switch').first()).toBeVisible()
  for (const path of ['/', '/results', '/wallet']) {
    await goWithin(page, path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(running).toEqual([])
  }
})

/** WCAG 1.4.12. */
const SPACING = `*, *::before, *::after {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important }`

/** What is cut off or goes beyond its own edge: of buttons, links, heads, labels and tabs. */
const clipped = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
    const parts = document.querySelectorAll<HTMLElement>(
      'button, a, th, label, legend, h1, h2, h3, [role=tab], [role=option]',
    )
    for (const part of parts) {
      if (part.closest('.mu-hidden, svg, [aria-hidden=true]') || !part.checkVisibility()) continue
      const words = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
      for (let node = words.nextNode(); node !== null; node = words.nextNode()) {
        const holder = node.parentElement!
        if (!node.textContent?.trim() || holder.closest('.mu-hidden, svg')) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const text = range.getBoundingClientRect()
        if (text.width === 0 || !holder.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
          continue
        // Hidden from the eye alone; and what ends in an ellipsis, a name, is whole where it leads to.
        const around = [holder, holder.parentElement!].map((each) => getComputedStyle(each))
        if (around.some(({ clipPath, textOverflow }) => clipPath !== 'none' || textOverflow === 'ellipsis'))
          continue
        let isFree = { x: false, y: false }
        for (let box: HTMLElement | null = holder; box && box !== document.body; box = box.parentElement) {
          const style = getComputedStyle(box)
          const own = box === part && /^(BUTTON|A)$/.test(part.tagName) && style.display !== 'inline'
          const edge = box.getBoundingClientRect()
          isFree = { x: isFree.x || scrolls(style.overflowX), y: isFree.y || scrolls(style.overflowY) }
          const isCut =
            ((own || cuts(style.overflowX)) &&
              !isFree.x &&
              (text.left < edge.left - 1.5 || text.right > edge.right + 1.5)) ||
            ((own || cuts(style.overflowY)) &&
              !isFree.y &&
              (text.top < edge.top - 1.5 || text.bottom > edge.bottom + 1.5))
          if (!isCut) continue
          found.push(`${part.tagName} "${node.textContent.trim().slice(0, 40)}" in ${box.className}`)
          break
        }
      }
    }
    return [...new Set(found)]
  })

for (const [name, size] of [
  ['a wide screen', { width: 1280, height: 800 }],
  ['a screen at 400 %', { width: 320, height: 256 }],
] as const) {
  test(`words that are spaced wider are cut off nowhere on ${name}, which goes on downwards only`, async ({
    page,
    office,
  }) => {
    test.slow() // Every screen.
    const player = await office.player('Spaced', 1200)
    const market = await exposedMarket(office)
    await page.setViewportSize(size)
    await page.goto('/')
    for (const path of [
      ...PATHS,
      detailsOf(player),
      detailsOf(player, 'story'),
      `/market/details/${market.id}`,
      ...[
        'overview',
        'bets',
        'analytics',
        'analytics&view=exposure',
        'analytics&view=time',
        'predict',
        'manual',
      ].map((tab) => `/results/details/${market.id}?tab=${tab}`),
    ]) {
      await goWithin(page, path)
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expectNoSidewaysScroll(page)
      const spacing = await page.addStyleTag({ content: SPACING })
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
      await expect.poll(() => clipped(page), path).toEqual([])
      await expect.poll(wide, path).toBeLessThanOrEqual(size.width)
      await spacing.evaluate((tag) => (tag as Element).remove())
    }
  })
}

test('no field of a dialog that has the focus is hidden by its foot, at 200 % and at 400 %, in large text', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Add Role' })
  const foot = dialog.getByRole('button', { name: 'Cancel' }).locator('..')
  const field = page.locator(':focus')
  for (const { fontSize, ...size } of [
    { width: 640, height: 400, fontSize: '100%' },
    { width: 320, height: 256, fontSize: '100%' },
    { width: 320, height: 640, fontSize: '200%' },
  ]) {
    await page.setViewportSize(size)
    await page.goto('/settings/administrators')
    await page.getByRole('button', { name: 'Add Role' }).click()
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await page.locator('html').evaluate((html, size) => html.style.setProperty('font-size', size), fontSize)
    // As long as in a language of longer words.
    await dialog.getByText('Save', { exact: true }).evaluate((act) => {
      act.textContent = 'Keep the note for later'
    })
    for (const right of await dialog.getByRole('checkbox').all()) {
      await page.keyboard.press('Tab')
      await expect(right).toBeFocused()
      const [under, above] = [await field.boundingBox(), await foot.boundingBox()]
      expect(under!.y + under!.height).toBeLessThanOrEqual(above!.y)
    }
  }
})
