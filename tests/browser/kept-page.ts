/**
 * The page of a story. A worker has one for its stories, so that the panel is fetched and compiled once and not for each.
 * What a story leaves behind is taken away before the next one; after what can't be taken away, such as a clock that was
 * set, the next one has a new context.
 */
import type { Browser, Page } from '@playwright/test'

export interface Kept {
  page: Page | undefined
  isWorn: boolean
}

interface Wanted {
  readonly viewport: { readonly width: number; readonly height: number } | null
  readonly storage: readonly { readonly name: string; readonly value: string }[]
}

/** Of the panel's own origin, where what it stores is; but no page of it, so that nothing of it runs. */
const NEUTRAL = '/mark.svg'

/** On a busy machine a page is left within seconds. */
const LEAVING_MS = 30_000

/** A story waits for no movement. One about it asks for `no-preference`. */
const STILL = 'reduce'

/** What outlives a story: Playwright has nothing that takes it back. */
const LASTING = [
  'addInitScript',
  'addLocatorHandler',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'routeFromHAR',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
]
const CLOCK = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime']

/** A page as a new context has it, whose local storage holds what is wanted. */
export async function neutralPage(kept: Kept, browser: Browser, wanted: Wanted): Promise<Page> {
  const page = (await cleaned(kept, wanted)) ?? (await fresh(kept, browser))
  await page.evaluate((storage) => {
    sessionStorage.clear()
    localStorage.clear()
    for (const { name, value } of storage) localStorage.setItem(name, value)
  }, wanted.storage)
  return page
}

async function fresh(kept: Kept, browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [] },
    reducedMotion: STILL,
  })
  const page = await context.newPage()
  const wear = () => {
    kept.isWorn = true
  }
  whenCalled(page, LASTING, wear)
  whenCalled(context, LASTING, wear)
  whenCalled(context.clock, CLOCK, wear)
  Object.assign(kept, { page, isWorn: false })
  await page.goto(NEUTRAL)
  return page
}

function whenCalled(owner: object, names: readonly string[], tell: () => void): void {
  for (const name of names) {
    const method = Reflect.get(owner, name)
    if (typeof method !== 'function') continue
    Reflect.set(owner, name, (...args: unknown[]) => {
      tell()
      return Reflect.apply(method, owner, args)
    })
  }
}

/** The page of the story before; undefined where there is none that can be used again. */
async function cleaned({ page, isWorn }: Kept, { viewport }: Wanted): Promise<Page | undefined> {
  if (page === undefined) return undefined
  const context = page.context()
  if (isWorn || page.isClosed() || !(await isLeft(page))) {
    await context.close()
    return undefined
  }
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.emulateMedia({
    colorScheme: null,
    contrast: null,
    forcedColors: null,
    media: null,
    reducedMotion: STILL,
  })
  if (viewport) await page.setViewportSize(viewport)
  await page.mouse.move(-1, -1)
  return page
}

/** The page is left before anything else, so that no call that the story held back is let go; one that asks whether to leave, and hangs, is not. */
async function isLeft(page: Page): Promise<boolean> {
  for (const event of ['console', 'dialog', 'pageerror', 'request', 'response'] as const)
    page.removeAllListeners(event)
  return page.goto(NEUTRAL, { timeout: LEAVING_MS }).then(
    () => true,
    () => false,
  )
}
