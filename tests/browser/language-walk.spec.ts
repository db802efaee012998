/**
 * Every screen in other languages: in longer English (en-XA) nothing lies beside the screen, no word is cut off where
 * nobody can read it, and statuses are in the catalogue; in Hindi axe finds nothing. What opens over a screen is looked at, too.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGE_KEY, PSEUDO_TAG } from '@munim/contract/languages'
import type { Page } from '@playwright/test'
import {
  expect,
  expectNoSidewaysScroll,
  expectNoViolations,
  expectSoundOnBoth,
  NOBODY,
  test,
} from './support.ts'
import { addressesOf, buttonOf, OPENINGS, openEach, saidIn, walk, withWhatIsRare } from './walk.ts'

const NARROWEST = { width: 320, height: 640 }
const WIDE = { width: 1280, height: 800 }

async function speak(page: Page, tag: string): Promise<void> {
  await page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [LANGUAGE_KEY, tag])
}

/** What a second factor or a provider brings; an address of numbers, as this one, has no passkeys. */
const LOOKED_AT_BY_THEIR_STORIES = [
  'desk/approve-confirmed',
  'profile/recovery-codes',
  'shell/factor-question',
]

test('each dialog of the panel is opened here, or has a story of its own', () => {
  const source = join(import.meta.dirname, '../../panel/src')
  const dialogs = globSync('**/*.tsx', { cwd: source })
    .filter((path) =>
      /(?<!\w)<(Dialog|Modal\.Root|Drawer\.Root)\s/.test(readFileSync(join(source, path), 'utf8')),
    )
    .map((path) => path.replaceAll('\\', '/').replace(/^screens\/|\.tsx$/g, ''))
    .filter((path) => !path.startsWith('widgets/'))
  const looked = [...LOOKED_AT_BY_THEIR_STORIES, ...OPENINGS.flatMap(({ draws = [] }) => draws)]
  expect(dialogs.sort()).toEqual(looked.sort())
})

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

/** Statuses and ways back that are in no catalogue: what is in one has brackets in longer English. */
const notInCatalogue = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[class*=_status_], [class*=_crumbs_] a')]
      .map((element) => element.textContent!.trim())
      .filter((words) => /[a-z]{3}/i.test(words) && !words.startsWith('['))
      .map((words) => `not in the catalogue: ${words}`),
  )

test('words that are longer have room, on the narrowest screen and on a wide one', async ({
  page,
  office,
}) => {
  const addresses = await addressesOf(office)
  await withWhatIsRare(page, office)
  const said = await saidIn(PSEUDO_TAG)
  await page.setViewportSize(NARROWEST)
  await speak(page, PSEUDO_TAG)
  const found: string[] = []
  const wrongs = async () => {
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    const wide = wider > 0 ? [`the page is ${wider} px wider than the screen`] : []
    return [...wide, ...(await cutOff(page)), ...(await notInCatalogue(page))]
  }
  const look = async (name: string) => {
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
    await page.setViewportSize(WIDE)
    await look(`${name}, wide`)
    await page.setViewportSize(NARROWEST)
    await openEach(page, name, said, look)
  })
  expect(found).toEqual([])
})

test('an act of many words leaves Cancel whole, at 320 px and in text of 200 %', async ({ page }) => {
  await page.goto('/profile')
  for (const tag of ['en', 'hi', PSEUDO_TAG]) {
    const said = await saidIn(tag)
    await speak(page, tag)
    for (const [path, by, act] of [
      ['/settings/administrators', 'Add Role', 'Save'],
      ['/market', 'Create New Market', 'Create Market'],
    ] as const) {
      await page.goto(path)
      await buttonOf(page, said(by)).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: said(act) }).evaluate((button) => {
        const label = button.querySelector('[class*=Button-label]')!
        label.textContent = Array(12).fill(label.textContent).join(' ')
      })
      for (const [width, fontSize] of [
        [320, '100%'],
        [640, '200%'],
      ] as const) {
        await page.setViewportSize({ width, height: 640 })
        await page
          .locator('html')
          .evaluate((html, size) => html.style.setProperty('font-size', size), fontSize)
        await expect(dialog.getByRole('button', { name: said('Cancel') })).toBeVisible()
        const cut = await dialog
          .getByRole('button')
          .evaluateAll((buttons) =>
            buttons.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent),
          )
        expect(cut, `${path} in ${tag} at ${width} px`).toEqual([])
      }
    }
  }
})

test('axe finds nothing in Hindi on a phone, light and dark', async ({ page, office }) => {
  const addresses = await addressesOf(office)
  await withWhatIsRare(page, office)
  const said = await saidIn('hi')
  await page.setViewportSize({ width: 375, height: 812 })
  await speak(page, 'hi')
  await walk(page, addresses, async (name) => {
    await expectNoViolations(page, 'html', ['dark', 'light'])
    await openEach(page, name, said, async (_, as) => {
      await expectNoViolations(page, as === 'form' ? 'main' : `[role=${as}]`)
    })
  })
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
})

test.describe('signed out', () => {
  test.use({ storageState: NOBODY })
  test('the sign-in page in Hindi and in longer English', async ({ page }) => {
    await speak(page, 'hi')
    await page.goto('/login')
    await expect(page.getByLabel('यूज़र ID')).toBeVisible()
    await expectSoundOnBoth(page)
    const said = await saidIn(PSEUDO_TAG)
    await speak(page, PSEUDO_TAG)
    await page.setViewportSize(NARROWEST)
    await page.goto('/login')
    await expect(page.getByRole('button', { name: said('Secure Login') })).toBeVisible()
    await expectNoSidewaysScroll(page)
    expect(await cutOff(page)).toEqual([])
  })
})
