/** Every screen of the panel at an address where it has something to show, and how much of it moved by itself there. */
import { api, TOKEN_KEY } from '@munim/contract'
import { SCREENS, type Screen } from '@munim/contract/screens'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { ask } from './server-process.ts'

/** The widths that the panel is drawn for, as a browser's context has them. */
export const WIDTHS = {
  1280: { viewport: { width: 1280, height: 800 } },
  375: { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true },
} as const satisfies Readonly<Record<number, BrowserContextOptions>>

/** Of this server, whose data has at least one row of each kind; a screen that asks for none has its address as it is. */
export async function addressesOn(host: string, token: string): Promise<ReadonlyMap<Screen, string>> {
  const of = { token }
  const one = { limit: 1 }
  const [users, markets, bids, deposits, rows] = await Promise.all([
    ask(host, api.users.list, one, of),
    ask(host, api.markets.list, {}, of),
    ask(host, api.bids.list, one, of),
    ask(host, api.wallet.deposits, one, of),
    ask(host, api.reports.transactions, one, of),
  ])
  const ids = {
    'user details': users.data[0]!.id,
    'market details': markets.data[0]!.id,
    'bid details': bids.data[0]!.id,
    'result details': markets.data[0]!.id,
    'request details': deposits.data[0]!.id,
    'posting details': rows.data[0]!.id,
    'work queue': 'deposits',
  }
  return addressesWith(ids)
}

/** Each screen's address, with the number of the record that it is of. */
export function addressesWith(
  ids: Readonly<Partial<Record<Screen, number | string>>>,
): ReadonlyMap<Screen, string> {
  const screens = Object.entries(SCREENS) as [Screen, readonly [string, string?]][]
  return new Map(
    screens.map(([screen, [address]]) => [
      screen,
      address.replace(/\{?-?\$\w+\}?/, String(ids[screen] ?? '')),
    ]),
  )
}

/** Runs before a page's own scripts: adds up what the browser counts as a shift, what follows a press at once is none. */
const WATCH_SHIFTS = `
  window.munimShifts = []
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries())
      if (!hadRecentInput) window.munimShifts.push([value, sources.map(({ node }) =>
        (node?.nodeType === 1 ? node : node?.parentElement)?.outerHTML.slice(0, 90)).join(' | ')])
  }).observe({ type: 'layout-shift', buffered: true })`

export type Shift = readonly [value: number, what: string]

/** What has moved on this page so far; since it was opened, or since what it showed then was forgotten. */
export const shiftsOn = (page: Page): Promise<readonly Shift[]> =>
  page.evaluate<Shift[]>('window.munimShifts')

export const sumOf = (shifts: readonly Shift[]): number => shifts.reduce((sum, [value]) => sum + value, 0)

/** Resolves once nothing is loaded, drawn as loading, or asked for any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1, form h1, h1, [role=alert]').first().waitFor()
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.evaluate('document.fonts.ready.then(() => null)')
}

/** A page of a browser of its own: nothing is cached; this session's token lies in it, where there is one. */
export async function openPanel(
  browser: Browser,
  host: string,
  token: string | null,
  size: BrowserContextOptions,
): Promise<Page> {
  const storage = { munimDevicesSeen: '9999', ...(token !== null && { [TOKEN_KEY]: token }) }
  const localStorage = Object.entries(storage).map(([name, value]) => ({ name, value }))
  const origins = [{ origin: new URL(host).origin, localStorage }]
  const zone = { locale: 'en-IN', timezoneId: 'Asia/Kolkata' }
  const context = await browser.newContext({ ...size, ...zone, storageState: { cookies: [], origins } })
  const page = await context.newPage()
  await page.addInitScript(WATCH_SHIFTS)
  return page
}
