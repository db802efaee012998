/**
 * How quickly the panel is there, and how still it is: what each screen loads, how far things on it move by themselves,
 * and after how long an act is painted on a processor that is four times slower.
 * `npm run bench -- panel` fills a server of its own with demonstration data. `--server http://127.0.0.1:3000 --password …`
 * looks at one that runs, which has such data: it asks for ten deposits there and approves them. `--only acts` and
 * `--only screens` look at half of it, `--shifts` tells what moved, `--rounds 1` times each act once.
 */
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { api } from '@munim/contract'
import { chromium, type Page } from '@playwright/test'
import { launchOptions } from '../tests/support/chromium.ts'
import { addressesOn, openPanel, settled, shiftsOn, sumOf, WIDTHS } from '../tests/support/panel-screens.ts'
import { ask, OWNER, signIn } from '../tests/support/server-process.ts'
import { type Act, actsAt, approveOn } from './panel/acts.ts'
import { median, tableOf } from './run/figures.ts'
import { openBench } from './run/setup.ts'

const ALLOWED = { shift: 0.02, firstJs: 170, firstCss: 25, screen: 20, files: 8, paintMs: 100 }
const SLOWER = 4

const { values } = parseArgs({
  options: {
    server: { type: 'string' },
    user: { type: 'string', default: OWNER.userName },
    password: { type: 'string', default: OWNER.password },
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    shifts: { type: 'boolean', default: false },
  },
})
let missed = 0
const own = values.server === undefined ? await openBench({ DEMO_DATA: 'on' }) : null
const host = values.server ?? own!.server.host
const browser = await chromium.launch(await launchOptions())

const cells = tableOf(44, 11)

/** The figure as text, marked where it is above what is allowed. */
function held(figure: number, most: number, digits: number): string {
  if (figure <= most) return figure.toFixed(digits)
  missed++
  return `✗ ${figure.toFixed(digits)}`
}

interface Loaded {
  js: number
  css: number
  files: number
}

/** What the page loads from here on, kilobytes as gzip makes them. */
function watchFiles(page: Page): { readonly take: () => Promise<Loaded> } {
  let bodies: Promise<readonly [kind: string, size: number] | null>[] = []
  page.on('response', (response) => {
    const [, kind] = /\/assets\/.*\.(js|css)$/.exec(new URL(response.url()).pathname) ?? []
    if (kind === undefined) return
    const sizeOf = (body: Buffer) => [kind, gzipSync(body).length / 1000] as const
    bodies.push(response.body().then(sizeOf, () => null)) // The page may be left meanwhile.
  })
  return {
    take: async () => {
      const taken = (await Promise.all(bodies)).filter((each) => each !== null)
      bodies = []
      const sum = (kind: string) => taken.reduce((all, [of, size]) => (of === kind ? all + size : all), 0)
      return { js: sum('js'), css: sum('css'), files: taken.length }
    },
  }
}

function wait(page: Page, ms: number): Promise<void> {
  return page.waitForTimeout(ms)
}

async function lookAtScreens(token: string): Promise<void> {
  const addresses = await addressesOn(host, token)
  cells('', 'shift', 'shift', 'js kB', 'css kB', 'files', 'then kB', 'then files')
  cells('screen', 'at 1280', 'at 375', 'alone', 'alone', 'alone', 'opened', 'opened')
  for (const [screen, address] of addresses) {
    const as = screen === 'login' ? null : token
    const moved: number[] = []
    let alone: Loaded = { js: 0, css: 0, files: 0 }
    for (const width of [1280, 375] as const) {
      const page = await openPanel(browser, host, as, WIDTHS[width])
      const files = watchFiles(page)
      await page.goto(host + address)
      await settled(page)
      alone = await files.take()
      await wait(page, 1500)
      const shifts = await shiftsOn(page)
      moved.push(sumOf(shifts))
      if (values.shifts)
        for (const [value, what] of shifts) console.log(`  ${width} ${value.toFixed(4)} ${what}`)
      await page.context().close()
    }
    const isFirst = screen === 'login' || screen === 'dashboard'
    const then = isFirst ? null : await openedAfterTheFirst(token, address)
    const [js, css] = [alone.js, alone.css]
    cells(
      screen,
      ...moved.map((shift) => held(shift, ALLOWED.shift, 3)),
      isFirst ? held(js, ALLOWED.firstJs, 1) : js.toFixed(1),
      isFirst ? held(css, ALLOWED.firstCss, 1) : css.toFixed(1),
      String(alone.files),
      then === null ? '' : held(then.js + then.css, ALLOWED.screen, 1),
      then === null ? '' : held(then.files, ALLOWED.files, 0),
    )
  }
  for (const [path, name] of [
    ['/desk/deposits?step=case&id=', 'the work queue'],
    ['/wallet?status=pending&search=Asha+Bench&first=', 'Wallet'],
  ] as const)
    for (const width of [1280, 375] as const) {
      const shifts = await shiftsWhileApproving(token, path, width)
      cells(`ten deposits approved in ${name} at ${width}`, held(sumOf(shifts), ALLOWED.shift, 3))
      if (values.shifts) for (const [value, what] of shifts) console.log(`  ${value.toFixed(4)} ${what}`)
    }
}

/** What a screen loads that is opened from the dashboard, once that is there with what it fetches ahead. */
async function openedAfterTheFirst(token: string, address: string): Promise<Loaded> {
  const page = await openPanel(browser, host, token, WIDTHS[1280])
  const files = watchFiles(page)
  await page.goto(host)
  await settled(page)
  await wait(page, 2500)
  await files.take()
  await page.evaluate(`history.pushState({}, '', '${address}')`)
  await wait(page, 300)
  await settled(page)
  await wait(page, 300)
  const loaded = await files.take()
  await page.context().close()
  return loaded
}

/** Ten that are asked for now, by one new player; the number of the first. */
async function askForTen(token: string): Promise<number> {
  const unique = () => String(Math.random()).slice(2, 14)
  const player = { user_name: 'Asha Bench', mobile: `6${unique().slice(0, 9)}`, password: 'secret1' }
  const { data, token: theirs } = await ask(host, api.player.register, player)
  await ask(host, api.users.update, { id: data.id, isApproved: true }, { token })
  const ids: number[] = []
  for (let count = 1; count <= 10; count++) {
    const asked = { amount: 100 + count, transfer_type: 'upi', ref_id: unique() } as const
    ids.push((await ask(host, api.player.requestDeposit, asked, { token: theirs })).data.id)
  }
  return ids[0]!
}

async function shiftsWhileApproving(token: string, path: string, width: 1280 | 375) {
  const first = await askForTen(token)
  const page = await openPanel(browser, host, token, WIDTHS[width])
  await page.goto(host + path + first)
  await settled(page)
  await wait(page, 1000)
  const before = (await shiftsOn(page)).length
  for (let count = 0; count < 10; count++) {
    await approveOn(page).click()
    await wait(page, 900)
  }
  await wait(page, 1000)
  const shifts = await shiftsOn(page)
  await page.context().close()
  return shifts.slice(before)
}

const WATCH_ACTS = `
  window.munimActs = []
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId > 0) window.munimActs.push(duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

async function lookAtActs(token: string): Promise<void> {
  const addresses = await addressesOn(host, token)
  await askForTen(token)
  console.log(
    `\nMilliseconds to the next paint, on a processor ${SLOWER} times slower: the slowest of an act, medians of ${values.rounds}`,
  )
  const [waiting] = (await ask(host, api.results.waiting, {}, { token })).data // Its exposure has a grid.
  const draw = waiting ? `/results/details/${waiting.marketId}` : addresses.get('result details')!
  for (const act of actsAt(addresses.get('user details')!, draw)) {
    const times: number[] = []
    for (let round = 0; round < Number(values.rounds); round++) times.push(await paintOf(act, token))
    times.sort((one, other) => one - other)
    cells(
      act.name,
      held(median(times), ALLOWED.paintMs, 0),
      `of ${times.map((time) => time.toFixed(0)).join(' ')}`,
    )
  }
}

async function paintOf({ at, on = WIDTHS[1280], before, act }: Act, token: string): Promise<number> {
  const page = await openPanel(browser, host, token, on)
  await page.addInitScript(WATCH_ACTS)
  await page.goto(host + at)
  await settled(page)
  await wait(page, 2500) // What is fetched ahead is there.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await before?.(page)
  await wait(page, 1000)
  await page.evaluate('window.munimActs.length = 0')
  await act(page)
  await wait(page, 1200)
  const durations = await page.evaluate<number[]>('window.munimActs')
  await page.context().close()
  return Math.max(0, ...durations)
}

try {
  const token = own
    ? await signIn(host)
    : (await ask(host, api.auth.login, { userName: values.user, password: values.password })).token
  if (values.only !== 'acts') await lookAtScreens(token)
  if (values.only !== 'screens') await lookAtActs(token)
} finally {
  await browser.close()
  await own?.close()
}
if (missed > 0) process.exitCode = 1
