/**
 * What the stories in the browser share: an administrator who is signed in, players and markets made for one story,
 * and no error in the console of any. All stories share one server at the same time: a story makes its own
 * players, counts on no empty table, and changes nothing that another looks at.
 */
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { AxeBuilder } from '@axe-core/playwright'
import { type Answer, api, type Body, type Endpoint, TOKEN_KEY } from '@munim/contract'
import { timeOf } from '@munim/core'
import {
  test as base,
  type ConsoleMessage,
  type Download,
  expect,
  type Locator,
  type Page,
  type Request,
  type Response,
  type Route,
  type WebError,
} from '@playwright/test'
import { isBusy } from '../support/busy.ts'
import { askFolder, testFolder } from '../support/database.ts'
import { PROVIDER_SECRET } from '../support/provider.ts'
import { ask, signIn, startServer } from '../support/server-process.ts'
import { type Kept, neutralPage } from './kept-page.ts'

export { expect }

/** The administrator of the shared server. Whoever changes the password does it on a server of their own. */
export const ADMIN = { userName: 'admin', password: process.env.ADMIN_PASSWORD! }
const PASSWORD = 'secret1'

export interface Player {
  readonly id: number
  readonly name: string
  readonly mobile: string
  readonly token: string
}

interface Market {
  readonly id: number
  readonly name: string
}

interface Story {
  readonly office: Office
  /** What the console may say in this story, beside refused calls. */
  readonly allowedErrors: RegExp | null
  readonly awayFromMidnight: undefined
  readonly quietConsole: undefined
  /** Whether the screens of this story follow what happens; else what other stories do at the same time is not seen. */
  readonly isLive: boolean
}

/** `storageState: NOBODY` is a browser in which nobody is signed in. */
export const NOBODY = { cookies: [], origins: [] }

export const test = base.extend<Story, { token: string; dataDir: string; kept: Kept }>({
  /** One sign-in a worker, whose session all its stories use. A story that ends its session makes one with `office.signIn`. */
  token: [
    // biome-ignore lint/correctness/noEmptyPattern: how Playwright learns that nothing is needed.
    async ({}, use, worker) => {
      const { token } = await ask(worker.project.use.baseURL!, api.auth.login, ADMIN)
      await use(token)
    },
    { scope: 'worker' },
  ],
  /** The folder of the server, in which its database is found. */
  dataDir: [
    // biome-ignore lint/correctness/noEmptyPattern: how Playwright learns that nothing is needed.
    async ({}, use) => use(process.env.MUNIM_BROWSER_DATA_DIR!),
    { scope: 'worker' },
  ],
  isLive: [false, { option: true }],
  storageState: async ({ token, baseURL, isLive }, use) => {
    await use(signedInWith(token, baseURL!, { isLive }))
  },
  office: async ({ token, baseURL, dataDir }, use) => {
    await use(officeAt(baseURL!, token, dataDir))
  },
  kept: [
    // biome-ignore lint/correctness/noEmptyPattern: how Playwright learns that nothing is needed.
    async ({}, use) => {
      const kept: Kept = { page: undefined, isWorn: false }
      await use(kept)
      await kept.page?.context().close()
    },
    { scope: 'worker' },
  ],
  context: async ({ page }, use) => use(page.context()),
  page: async ({ browser, kept, storageState, viewport }, use) => {
    const { origins } = storageState as ReturnType<typeof signedInWith>
    const storage = origins.flatMap(({ localStorage }) => localStorage)
    await use(await neutralPage(kept, browser, { viewport: viewport!, storage }))
  },
  awayFromMidnight: [
    // biome-ignore lint/correctness/noEmptyPattern: how Playwright learns that nothing is needed.
    async ({}, use) => {
      while (isAroundMidnight()) await sleep(1000)
      await use(undefined)
    },
    { auto: true, timeout: 600_000 },
  ],
  allowedErrors: [null, { option: true }],
  quietConsole: [
    async ({ context, allowedErrors }, use) => {
      const faults: string[] = []
      const onFault = (fault: WebError) => void faults.push(String(fault.error()))
      const onMessage = (message: ConsoleMessage) => {
        if (message.type() === 'error' && !isRefusedCall(message)) faults.push(message.text())
      }
      context.on('weberror', onFault).on('console', onMessage)
      await use(undefined)
      context.off('weberror', onFault).off('console', onMessage)
      expect(faults.filter((fault) => !allowedErrors?.test(fault))).toEqual([])
    },
    { auto: true },
  ],
})

/** By IST, with room for a story before it: the markets of the stories run and end by times of one day. */
function isAroundMidnight(): boolean {
  const time = timeOf(new Date())
  return time >= '23:54' || time < '00:02'
}

/**
 * For what there is only one of: the stories of a file have a server of their own, new and empty, where each file makes
 * its own test (Playwright keeps a worker, and its server, while files use the same one). They run one after another
 * (`test.describe.configure({ mode: 'serial' })`).
 */
export const testAlone = () =>
  test.extend<object, { own: { host: string; token: string; dataDir: string } }>({
    own: [
      // biome-ignore lint/correctness/noEmptyPattern: how Playwright learns that nothing is needed.
      async ({}, use) => {
        const dataDir = await testFolder()
        const server = await startServer('', {
          DATA_DIR: dataDir,
          DEMO_DATA: 'off',
          DEPOSIT_HOOK_SECRET: PROVIDER_SECRET,
        })
        await use({ host: server.host, token: await signIn(server.host), dataDir })
        await server.stop()
        await rm(dataDir, { recursive: true, force: true })
      },
      { scope: 'worker' },
    ],
    token: [async ({ own }, use) => use(own.token), { scope: 'worker' }],
    dataDir: [async ({ own }, use) => use(own.dataDir), { scope: 'worker' }],
    baseURL: async ({ own }, use) => use(own.host),
  })

/** A browser whose local storage holds this session's token, as an earlier visit left it. */
export const signedInWith = (token: string, address: string, { isLive = false } = {}) => ({
  cookies: [],
  origins: [
    {
      origin: new URL(address).origin,
      localStorage: [
        { name: TOKEN_KEY, value: token },
        // Other stories sign in meanwhile; that they are told is a story of its own.
        { name: 'munimDevicesSeen', value: '9999' },
        ...(isLive ? [] : [{ name: 'munimLive', value: 'paused' }]),
      ],
    },
  ],
})

/** Chromium reports every answer of 400 and above. A refusal is no fault of the panel; a missing file is. */
function isRefusedCall(message: ConsoleMessage): boolean {
  const { pathname } = new URL(message.location().url || 'about:blank')
  return message.text().startsWith('Failed to load resource') && !pathname.startsWith('/assets/')
}

/** Other stories make administrators: among several an early declaration is confirmed. */
const confirmed = <E extends Endpoint>(endpoint: E, body: Body<E>): Body<E> =>
  endpoint.path === api.results.declare.path ? ({ ...(body as object), confirmEarly: true } as Body<E>) : body

export type Office = ReturnType<typeof officeAt>

/** The steps of a story that happen outside the panel: what players do, and what another administrator did before. */
function officeAt(host: string, token: string, dataDir: string) {
  const call = <E extends Endpoint>(endpoint: E, body: Body<E>, as = token): Promise<Answer<E>> =>
    ask(host, endpoint, confirmed(endpoint, body), as === '' ? {} : { token: as })

  /** A registered player with these rupees; approved unless the story says otherwise. Their name is theirs alone. */
  async function player(name: string, rupees = 0, { approved = true } = {}): Promise<Player> {
    const alone = unique()
    const mobile = `6${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`
    const user_name = `${name} ${alone}`
    const { data, ...session } = await call(
      api.player.register,
      { user_name, mobile, password: PASSWORD },
      '',
    )
    if (approved) await call(api.users.update, { id: data.id, isApproved: true })
    if (rupees > 0) await call(api.users.addFunds, { id: data.id, amount: rupees })
    return { id: data.id, name: user_name, mobile, token: session.token }
  }

  /** A market whose close takes bids at every hour: it opens a minute before midnight and closes after it. */
  async function market(name: string): Promise<Market> {
    const times = { open_time: '23:59', close_time: '00:30' }
    const { data } = await call(api.markets.create, { name: `${name} ${unique()}`, ...times })
    return { id: data.id, name: data.name }
  }

  /** A market with these times, as if it had been made a week ago: it owes the results of draws that ended before now. */
  async function newMarket(
    word: string,
    times: Pick<Body<typeof api.markets.create>, 'open_time' | 'close_time'>,
    more: object = {},
  ) {
    const { data } = await call(api.markets.create, { name: `${word} ${unique()}`, ...times, ...more })
    await askFolder(
      dataDir,
      `update markets set created_at = created_at - interval '7 days' where id = ${data.id}`,
    )
    return data
  }

  /** A bid of whole rupees on the close's single digit; its id, and the day it counts for. */
  async function bid({ token: as }: Player, { id: marketId }: Market, close_digit: string, points: number) {
    const placed = { marketId: String(marketId), session: 'close', game_mode: 'single_digit' } as const
    const { data } = await call(api.player.placeBids, { bids: [{ ...placed, close_digit, points }] }, as)
    return { id: data[0]!.id, day: data[0]!.market_date }
  }

  /** A withdrawal that a player asks for; the request's id. */
  async function withdrawal({ id, token: as }: Player, amount: number): Promise<number> {
    await call(api.player.updateProfile, { upi_id: `player${id}@upi` }, as)
    const { data } = await call(api.player.requestWithdrawal, { amount, transfer_type: 'upi' }, as)
    return data.id
  }

  /** Deposits of a player of their own, of 101 rupees and up; the requests' ids. */
  async function deposits(many: number, transfer_type: 'upi' | 'gpay' = 'upi'): Promise<number[]> {
    const { token: as } = await player('Asha')
    const ids: number[] = []
    for (let count = 1; count <= many; count++) {
      const asked = { amount: 100 + count, transfer_type, ref_id: unique() }
      ids.push((await call(api.player.requestDeposit, asked, as)).data.id)
    }
    return ids
  }

  /** Another administrator with this role, who has chosen a password and is signed in once. */
  async function administrator(role = 'Owner', userName = `${role} ${unique()}`) {
    const { data } = await call(api.administrators.list, {})
    const roleId = data.roles.find(({ name }) => name === role)!.id
    const [first, password] = ['given by the owner', 'a word of my own']
    await call(api.administrators.create, { userName, password: first, roleId })
    const { token } = await call(api.auth.login, { userName, password: first }, '')
    await call(api.auth.resetPassword, { password: first, newPassword: password }, token)
    const signIn = async () => (await call(api.auth.login, { userName, password }, '')).token
    return { userName, password, token, signIn }
  }

  return {
    call,
    administrator,
    player,
    market,
    newMarket,
    bid,
    deposits,
    withdrawal,
    /** Another session of the administrator, for a story that ends it. */
    signIn: async () => (await call(api.auth.login, ADMIN, '')).token,
  }
}

/** A word that no other story has. Letters only, so that no search for digits finds it. */
export function unique(): string {
  return Array.from({ length: 8 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('')
}

const isWide = (page: Page) => page.viewportSize()!.width > 768

/** What a list shows of a name: a row on wide screens, a card on narrow ones. */
export function lineOf(page: Page, name: string): Locator {
  return page.getByRole(isWide(page) ? 'row' : 'listitem').filter({ hasText: name })
}

/** The field of a day, and how it writes one that is YYYY-MM-DD elsewhere. */
export const dayField = (page: Page, label: 'From Date' | 'To Date' | 'Select Date') => {
  const field = page.getByLabel(label)
  const written = (day: string) => day.split('-').reverse().join('-')
  return {
    field,
    fill: (day: string) => field.fill(written(day)),
    toHave: (day: string) => expect(field).toHaveValue(written(day)),
  }
}

/** Signs in on the page that asks for it. */
export async function enterLogin(page: Page, { userName, password } = ADMIN): Promise<void> {
  await page.getByLabel('User ID').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Secure Login' }).click()
}

/** Goes to an address inside the panel, once it has started; no server is asked for the page. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('main')).toBeVisible()
  await page.evaluate((to) => history.pushState({}, '', to), path)
}

/** Stops the page's clock, which `page.clock.install()` started before: from here only `page.clock.runFor` moves it. */
export async function holdClock(page: Page): Promise<void> {
  // Where a busy machine took more than the second to be told, it is told again.
  await expect(async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  }).toPass()
}

/** The second click of a double one alone, as it comes once another thing lies under the pointer. */
export async function secondClick(at: Locator): Promise<void> {
  const { x, y, width, height } = (await at.boundingBox())!
  const { mouse } = at.page()
  await mouse.move(x + width / 2, y + height / 2)
  await mouse.down({ clickCount: 2 })
  await mouse.up({ clickCount: 2 })
}

/** What a click saves as a file. A busy server refuses files first, for a moment: they are asked for again. */
export async function savedBy(page: Page, button: Locator): Promise<Download> {
  const saved = page.waitForEvent('download')
  const isAnswer = (response: Response) =>
    response.status() === 429 || 'content-disposition' in response.headers()
  let status = 429
  while (status === 429) {
    const answered = page.waitForResponse(isAnswer)
    await button.click()
    status = (await answered).status()
  }
  return saved
}

/** Answers this call in the server's place, where the server itself can't be made to answer so. */
export async function answerWith(page: Page, { path }: Endpoint, json: unknown, status = 200): Promise<void> {
  await page.route(`**${path}`, (route) => route.fulfill({ status, json }))
}

/** Keeps these calls back until what is returned lets them go. */
export async function holdBack(page: Page, { path }: Endpoint): Promise<() => void> {
  const going = Promise.withResolvers<void>()
  await page.route(`**${path}`, async (route) => {
    await going.promise
    await route.fallback()
  })
  return going.resolve
}

/** The server does what the next of these calls asks for, and its answer is lost. */
export async function loseAnswer(page: Page, { path }: Endpoint): Promise<void> {
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route(`**${path}`, lose, { times: 1 })
}

/** These calls are sent again in the page's place for as long as a busy server refuses them. */
export async function repeatWhileBusy(page: Page, { path }: Endpoint): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    let response = await route.fetch()
    while (await isBusy(new Response(null, { status: response.status(), headers: response.headers() })))
      response = await route.fetch()
    await route.fulfill({ response })
  })
}

/** What the page asks next, which is answered with no. */
export function declineNext(page: Page): readonly string[] {
  const asked: string[] = []
  page.once('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  return asked
}

export const rupees = (amount: number): string =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(amount)

/** What the page sends to these calls from here on. */
export function sentTo(page: Page, ...calls: readonly Endpoint[]): readonly Request[] {
  const sent: Request[] = []
  page.on('request', (request) => {
    if (calls.some(({ path }) => request.url().endsWith(path))) sent.push(request)
  })
  return sent
}

/** What is asked and not answered yet, and what was refused. */
export function callsOf(page: Page) {
  const [asked, refused] = [new Set<object>(), [] as string[]]
  page.on('request', (request) => void asked.add(request))
  page.on('requestfailed', (request) => void asked.delete(request))
  page.on('requestfinished', async (request) => {
    // A story may end before the answer is read.
    const status = (await request.response().catch(() => null))?.status() ?? 0
    if (status >= 400) refused.push(`${status} ${new URL(request.url()).pathname} at ${page.url()}`)
    asked.delete(request)
  })
  return { asked, refused }
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules that a theme can break. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** Half as long to compile as what AxeBuilder hands in by itself. */
const asPlaywrightDoes = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))
const axeSource = readFileSync(asPlaywrightDoes.resolve('axe-core/axe.min.js'), 'utf8')

const AXE_RULES = {
  light: { type: 'tag', values: WCAG },
  dark: { type: 'rule', values: COLOURS },
} as const
type Scheme = keyof typeof AXE_RULES

/**
 * WCAG 2.2 A and AA by axe, light and of what a theme can break also dark; of what `within` names, where that covers parts
 * of what is beside it. On a phone, which has the colours of the wide screen, language-walk.spec.ts alone looks at the
 * screens in the dark.
 */
export async function expectNoViolations(
  page: Page,
  within = 'html',
  schemes: readonly Scheme[] = isWide(page) ? ['light', 'dark'] : ['light'],
): Promise<void> {
  for (const colorScheme of schemes) {
    const runOnly = AXE_RULES[colorScheme]
    // A page of a second administrator moves as it was opened; what fades has no contrast yet.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    // Of the rules that hold axe would tell every element, in half the time again.
    const options = {
      runOnly: { ...runOnly, values: [...runOnly.values] },
      resultTypes: ['violations' as const],
    }
    // It is compiled once a page: where it is there already, nothing is handed in for it.
    const isThere = await page.evaluate(() => 'axe' in globalThis)
    const axe = new AxeBuilder({ page, axeSource: isThere ? 'true' : axeSource }).options(options)
    // In the dark what a dialog covers is looked at without one; dialogs, lists and notices are beside it.
    const dialog = page.locator('[aria-modal=true]').filter({ visible: true })
    if (colorScheme === 'dark' && within === 'html' && (await dialog.count()) > 0) axe.exclude('#root')
    // There are no frames to look into, and a page of its own for each look takes longer than the look.
    const { violations } = await axe.include(within).setLegacyMode().analyze()
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${colorScheme} ${id}: ${html}`),
    )
    expect(found).toEqual([])
  }
}

/** Nothing of the page lies beside the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // Not innerWidth: a phone widens that until everything fits.
  const { width } = page.viewportSize()!
  // Asked until it is so: the panel draws itself anew once the screen is another one.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(width)
}

/** Both: no violation and nothing beside the screen. */
export async function expectSound(page: Page, within?: string): Promise<void> {
  await expectNoViolations(page, within)
  await expectNoSidewaysScroll(page)
}

const NARROW = { width: 375, height: 812 }

/** Looks at the page as it is now on a screen as narrow as a phone's, where it needs no story of its own. */
export async function asNarrow(page: Page, look: () => Promise<void>): Promise<void> {
  const wide = page.viewportSize()!
  await page.setViewportSize(NARROW)
  await look()
  await page.setViewportSize(wide)
}

/** The same also on a screen as narrow as a phone's. */
export async function expectSoundOnBoth(page: Page, within?: string): Promise<void> {
  await expectSound(page, within)
  const opened = page.getByRole('dialog')
  const before = await opened.count()
  await asNarrow(page, async () => {
    await expect(opened).toHaveCount(before)
    await expectSound(page, within)
  })
}

/** On a phone the filters of a list of days are behind a button; on a wide screen they are in sight. */
export async function openFilters(page: Page): Promise<void> {
  if (isWide(page)) return
  await page.getByRole('button', { name: /^Filters/ }).click()
}

/** An act of a request's row that a phone has in the row's menu. */
export async function rowAct(line: Locator, name: string, onPhone = name): Promise<Locator> {
  const page = line.page()
  if (isWide(page)) return line.getByRole('button', { name })
  await line.getByRole('button', { name: /^More/ }).click()
  return page.getByRole('menuitem', { name: onPhone })
}

/** What has the focus once the buttons of a request's row are gone. */
export const restOfRow = (line: Locator): Locator =>
  isWide(line.page())
    ? line.getByRole('link', { name: 'View Profile' })
    : line.getByRole('button', { name: /^More/ })
