/** A phone's screens in pixels of layout: lists are short, strips are whole, a thumb meets what it can press. */
import { api } from '@munim/contract'
import { LANGUAGE_KEY } from '@munim/contract/languages'
import type { Locator, Page } from '@playwright/test'
import { addressesOn } from '../support/panel-screens.ts'
import {
  answerWith,
  callsOf,
  expect,
  expectNoSidewaysScroll,
  goWithin,
  holdBack,
  test,
  unique,
} from './support.ts'

const PHONE = { width: 375, height: 812 }
const SMALLEST = { width: 320, height: 640 }
const TABLET = { width: 768, height: 1024 }

const heightOf = async (list: Locator): Promise<number> => (await list.boundingBox())!.height

/** How many cells the lines of the first strip have. */
const linesOf = (page: Page) =>
  page
    .locator('[class*=_strip_]')
    .first()
    .evaluate((strip) => {
      const tops = [...strip.children].map((cell) => Math.round(cell.getBoundingClientRect().top))
      return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length)
    })

test('ten requests that wait take at most 1,400 px of a phone, and half of that on a tablet @phone', async ({
  page,
  office,
}) => {
  const player = await office.player('Queued')
  const body = { amount: 500, transfer_type: 'phonepe', ref_id: unique() } as const
  await office.call(api.player.requestDeposit, body, player.token)
  // Ten of one: real ones would push those of other stories off their first page.
  const one = await office.call(api.wallet.deposits, { search: player.name })
  const data = Array.from({ length: 10 }, (_, nth) => ({ ...one.data[0]!, id: 900_000 + nth }))
  await answerWith(page, api.wallet.deposits, { ...one, status: 'success', data } as never)
  await page.setViewportSize(PHONE)
  await page.goto('/wallet?status=pending')
  const list = page.getByRole('main').getByRole('list', { name: /deposit request/ })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  const note = await page.getByText('This is demonstration data').boundingBox()
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(whole - (note === null ? 0 : note.height + 40)).toBeLessThanOrEqual(1400)
  const onPhone = await heightOf(list)
  expect(onPhone).toBeLessThanOrEqual(1130)
  for (const button of await list.getByRole('button').all())
    expect(await heightOf(button)).toBeGreaterThanOrEqual(44)

  await page.setViewportSize(TABLET)
  await expect.poll(() => heightOf(list)).toBeLessThanOrEqual(onPhone / 2 + 10)
})

test('the act of a dialog or form is above the keyboard of a phone, which makes the page lower @phone', async ({
  page,
  office,
}) => {
  await page.goto('/settings/administrators')
  const viewport = page.locator('meta[name=viewport]')
  await expect(viewport).toHaveAttribute('content', /interactive-widget=resizes-content/)
  await page.getByRole('button', { name: 'Add Role' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Role' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.setViewportSize({ ...PHONE, height: 430 })
  const act = dialog.getByRole('button', { name: 'Save' })
  for (const part of [act, dialog.getByLabel('Name')]) await expect(part).toBeInViewport({ ratio: 1 })

  const [player, market] = [await office.player('Keyed'), await office.market('KEYED')]
  for (const [path, field, name] of [
    [`/results/details/${market.id}`, 'Open Panna', 'Declare Result'],
    [`/results/details/${market.id}?tab=manual`, 'Close Panna', 'Declare Result'],
    ['/notifications', 'Title', 'Send'],
    ['/push-notifications', 'Title', 'Send'],
    [`/users/details/${player.id}`, 'Amount', 'Add Funds'],
    ['/profile', 'New Password', 'Update Password'],
  ] as const) {
    await page.setViewportSize(PHONE)
    await page.goto(path)
    const typed = page.getByLabel(field, { exact: true })
    await typed.tap()
    await page.setViewportSize({ ...PHONE, height: 360 })
    // As a phone does for what is typed in.
    await typed.evaluate((input) => input.scrollIntoView({ block: 'nearest' }))
    for (const part of [typed, page.getByRole('button', { name, exact: true })])
      await expect(part, path).toBeInViewport({ ratio: 1 })
  }
})

test('over a scrolled queue what is done and what was told are both whole @phone', async ({
  page,
  office,
}) => {
  const player = await office.player('Scrolled')
  for (let amount = 100; amount < 106; amount++)
    await office.call(
      api.player.requestDeposit,
      { amount, transfer_type: 'phonepe', ref_id: unique() },
      player.token,
    )
  await page.setViewportSize(PHONE)
  await page.goto(`/wallet?status=pending&search=${player.mobile}`)
  const cards = page
    .getByRole('main')
    .getByRole('list', { name: /deposit request/ })
    .getByRole('listitem')
  await expect(cards).toHaveCount(6)
  await cards.nth(4).getByRole('button', { name: 'Approve' }).click()
  const pill = page.getByRole('button', { name: /^1 decided\./ })
  await expect(pill).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  // Told by a fault, it stays.
  const fault = { status: 500, json: { status: 'error', message: 'It could not be decided just now' } }
  await page.route(`**${api.wallet.decideDeposit.path}`, (route) => route.fulfill(fault))
  await cards.nth(5).getByRole('button', { name: 'Approve' }).click()
  const told = page.getByRole('alert')
  await expect(told).toBeVisible()
  for (const part of [pill, told])
    for (const side of [0.05, 0.5, 0.95])
      expect(
        await part.evaluate((of, share) => {
          const { left, top, width, height } = of.getBoundingClientRect()
          return of.contains(document.elementFromPoint(left + width / 2, top + height * share))
        }, side),
        `${await part.innerText()} at ${side}`,
      ).toBe(true)
})

test('views, buttons and tabs are as high as a thumb needs @phone', async ({ page, office }) => {
  const { data } = await office.call(api.markets.list, {})
  const player = await office.player('Thumb')
  await page.setViewportSize(PHONE)
  for (const [path, name] of [
    [`/results/details/${data[0]!.id}?tab=analytics`, 'Exposure'],
    [`/users/details/${player.id}`, 'Pause play'],
  ] as const) {
    await page.goto(path)
    expect(await heightOf(page.getByRole('button', { name })), name).toBeGreaterThanOrEqual(44)
  }
  await page.goto('/desk')
  expect(await heightOf(page.getByRole('link', { name: /^Deposits \d/ }))).toBeGreaterThanOrEqual(44)
})

/**
 * What is met within less than 42 px across or down, and has no other target beside it that way. A link within a sentence
 * is as its words are.
 */
const missedByThumbs = (page: Page) =>
  page.evaluate(() => {
    const targets =
      'a[href], button:enabled, input:enabled, select, textarea, [role=tab], [role=switch], [tabindex="0"]'
    const isIn = (target: HTMLElement, met: Element): boolean =>
      target.contains(met) ||
      (target.matches('input, select, textarea') &&
        met.closest('button') === null &&
        met.closest('[class*=Input-wrapper]')?.contains(target) === true)
    const isOther = (met: Element | null): boolean => met === null || met.closest(targets) !== null
    /** So far this way it is the target, up to 42; 42 too where another one is beside it, or the screen ends. */
    const reach = (target: HTMLElement, x: number, y: number, dx: number, dy: number): number => {
      for (let far = 1; far < 42; far++) {
        const at = (length: number) => document.elementFromPoint(x + dx * length, y + dy * length)
        const met = at(far)
        if (met === null || !isIn(target, met)) return isOther(met) || isOther(at(far + 2)) ? 42 : far - 1
      }
      return 42
    }
    const missed = new Set<string>()
    for (const target of document.querySelectorAll<HTMLElement>(targets)) {
      const said = target.getAttribute('aria-label') ?? target.textContent!.trim()
      const around = target.parentElement!.textContent!.length - target.textContent!.length
      const inSentence = target.matches('a') && getComputedStyle(target).display === 'inline' && around > 1
      if (!target.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { left, top, width, height } = target.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const middle = document.elementFromPoint(x, y)
      if (middle === null) continue
      const taker = isIn(target, middle) ? null : middle.closest('a[href], button')
      if (taker !== null && !taker.contains(target))
        missed.add(`${said.slice(0, 40)}, met as ${taker.textContent}`)
      if (inSentence || !isIn(target, middle)) continue
      const across = 1 + reach(target, x, y, -1, 0) + reach(target, x, y, 1, 0)
      const down = 1 + reach(target, x, y, 0, -1) + reach(target, x, y, 0, 1)
      if (Math.min(across, down) < 42) missed.add(`${said.slice(0, 40)}, ${across} × ${down}`)
    }
    return [...missed]
  })

test('a thumb meets what it can press, on each screen @phone', async ({ page, baseURL, token }) => {
  const { asked } = callsOf(page)
  const screens = await addressesOn(baseURL!, token)
  const draw = screens.get('result details')!
  const paths = [...screens.values(), `${draw}?tab=manual`, `${draw}?tab=analytics&view=exposure`, '/nowhere']
  const found: string[] = []
  await page.goto('/profile')
  for (const path of paths) {
    if (path === '/login') continue
    await goWithin(page, path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect.poll(() => asked.size, { message: path }).toBe(0)
    found.push(...(await missedByThumbs(page)).map((missed) => `${path}: ${missed}`))
    await expectNoSidewaysScroll(page)
  }
  expect(found).toEqual([])
})

test('fourteen markets are within 1,600 px of a phone @phone', async ({ page, office }) => {
  const { data } = await office.call(api.markets.list, {})
  const first = data.slice(0, 1)
  const fourteen = Array.from({ length: 14 }, (_, nth) => ({ ...first[0]!, id: 900_000 + nth }))
  await answerWith(page, api.markets.list, { status: 'success', data: fourteen } as never)
  await answerWith(page, api.results.due, { status: 'success', data: [] } as never)
  await page.setViewportSize(PHONE)
  await page.goto('/results')
  const list = page.getByRole('main').getByRole('list', { name: 'Results of the current draws' })
  await expect(list.getByRole('listitem')).toHaveCount(14)
  expect(await heightOf(list)).toBeLessThanOrEqual(1400)
})

test('no cell of a strip is alone in its last line, at any width @phone', async ({ page, office }) => {
  const player = await office.player('Strip')
  for (const path of ['/', '/reports', '/reports/day', '/feedbacks', `/users/details/${player.id}`]) {
    await page.goto(path)
    await expect(page.locator('[class*=_strip_]').first()).toBeVisible()
    for (const size of [SMALLEST, PHONE, TABLET]) {
      await page.setViewportSize(size)
      const lines = await linesOf(page)
      expect(lines.length === 1 || lines.at(-1)! > 1, `${path} at ${size.width}: ${lines.join(', ')}`).toBe(
        true,
      )
      await expectNoSidewaysScroll(page)
    }
  }
})

test('the parts of a screen are where they belong on a phone @phone', async ({ page }) => {
  const boxOf = async (part: Locator) => (await part.boundingBox())!
  await page.setViewportSize(PHONE)
  await page.goto('/')
  const main = page.getByRole('main')
  const facts = await boxOf(main.getByText(/· updated/))
  const act = await boxOf(main.getByRole('link', { name: 'Reports', exact: true }))
  expect(act.y, 'the acts are below the facts of the title').toBeGreaterThanOrEqual(facts.y + facts.height)
  const choice = await boxOf(page.getByRole('group', { name: 'Show the 14 days as' }))
  const legend = await boxOf(main.getByText('House result', { exact: true }).first())
  expect(legend.y, 'the legend is below the head').toBeGreaterThan(choice.y + choice.height + 6)

  await page.goto('/users')
  const showing = await boxOf(main.getByText(/^Showing 1 to 10/))
  const pages = await boxOf(main.getByRole('button', { name: 'Next page' }))
  expect(pages.y - showing.y - showing.height, 'the pages follow their sentence').toBeLessThanOrEqual(12)
  const end = await page.evaluate(() => document.documentElement.scrollHeight - scrollY)
  expect(end - pages.y - pages.height, 'nothing empty is below the pages').toBeLessThanOrEqual(32)

  await page.goto('/results')
  const title = main.getByRole('heading', { name: 'Waiting for your decision' })
  expect(await heightOf(title), 'the head of a panel is one line').toBeLessThanOrEqual(20)
})

test('a skeleton is no wider than a phone @phone', async ({ page }) => {
  const letGo = await holdBack(page, api.daybook.get)
  await page.goto('/reports/day')
  await expect(page.locator('main [data-waiting] [data-waiting]')).toBeVisible()
  await expectNoSidewaysScroll(page)
  letGo()
})

test('a list is about as high before its answer as after it @phone', async ({ page }) => {
  const letGo = await holdBack(page, api.users.list)
  await page.goto('/users')
  const before = await heightOf(page.locator('main [data-waiting]'))
  letGo()
  const list = page.getByRole('main').getByRole('list', { name: /^Players/ })
  const after = await heightOf(list)
  expect(before / after).toBeGreaterThan(0.85)
  expect(before / after).toBeLessThan(1.15)
})

test('the words of a chart have room on the smallest phone, in Hindi @phone', async ({ page, office }) => {
  const overview = await office.call(api.dashboard.getOverview, {})
  const amounts = { deposits: 40_000, withdrawals: 40_000, house: 0 }
  const days = overview.data.days.map((day) => ({ ...day, ...amounts }))
  await answerWith(page, api.dashboard.getOverview, {
    ...overview,
    data: { ...overview.data, days },
  } as never)
  await page.evaluate((key) => localStorage.setItem(key, 'hi'), LANGUAGE_KEY)
  await page.setViewportSize(SMALLEST)
  await page.goto('/')
  const lowest = page.getByText('−40 हज़ार', { exact: true })
  await expect(lowest).toBeVisible()
  const left = async (of: Locator) => (await of.boundingBox())!.x
  const panel = page.locator('[class*=_chart_]').first()
  expect(await left(lowest), 'amounts are inside of the panel').toBeGreaterThanOrEqual(await left(panel))
  const over = await page
    .locator('svg text, [class*=_amounts_] span, [class*=_hours_] span')
    .evaluateAll((words) => {
      const boxes = words.map((word) => word.getBoundingClientRect()).filter(({ width }) => width > 0)
      return boxes.filter((a, nth) =>
        boxes
          .slice(nth + 1)
          .some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1),
      ).length
    })
  expect(over).toBe(0)
})

test('keys are not told of where there are none @phone', async ({ page }) => {
  await page.goto('/users')
  await expect(page.getByRole('searchbox').first()).toBeVisible()
  await expect(page.locator('kbd').filter({ visible: true })).toHaveCount(0)
})
