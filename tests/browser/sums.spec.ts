/** Every screen with the largest sums: each is whole in its place, over nothing else, and no page goes sideways. */
import type { Endpoint } from '@munim/contract'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { everyCall } from '../support/contract.ts'
import { expect, test } from './support.ts'
import { addressesOf, MOST, openEach, saidIn, walk, withWhatIsRare } from './walk.ts'

const WIDTHS = [1280, 1024, 800, 375, 320]
const LARGEST = /99,99,99,999\.99/
/** That it is written into the answers is seen by these. */
const WITH_SUMS = [
  'users',
  'user details',
  'bets',
  'bid details',
  'result details',
  'wallet',
  'request details, Approve',
  'work queue',
  'exposure',
  'day book',
  'month book',
  'reports',
  'to look at',
  'to confirm, Confirm',
  'story of a player',
]

type Json = Readonly<Record<string, unknown>>

/** What writes the largest sum, with the sign that is there, wherever an answer of this call has rupees. */
function largestIn({ answer }: Endpoint): (told: unknown) => unknown {
  const whole = z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any' }) as Json
  const defs = (whole.$defs ?? {}) as Record<string, Json>
  const write = (told: unknown, schema: Json | undefined): unknown => {
    if (schema === undefined || told === null) return told
    const ref = schema.$ref as string | undefined
    if (ref?.endsWith('/Rupees') && typeof told === 'number') return told < 0 ? -MOST : MOST
    if (ref !== undefined) return write(told, ref === '#' ? whole : defs[ref.replace('#/$defs/', '')])
    for (const several of [schema.allOf, schema.anyOf, schema.oneOf] as (Json[] | undefined)[])
      for (const one of several ?? []) told = write(told, one)
    if (Array.isArray(told)) return told.map((each) => write(each, schema.items as Json | undefined))
    if (typeof told !== 'object' || told === null) return told
    const { properties = {}, additionalProperties } = schema as { [key in string]: Record<string, Json> }
    const rest = typeof additionalProperties === 'object' ? (additionalProperties as Json) : undefined
    return Object.fromEntries(
      Object.entries(told).map(([name, value]) => [name, write(value, properties[name] ?? rest)]),
    )
  }
  return (told) => write(told, whole)
}

async function withLargestSums(page: Page): Promise<void> {
  const calls = new Map(everyCall.map(([, call]) => [call.path as string, call]))
  await page.route('**/admin/**', async (route) => {
    const call = calls.get(new URL(route.request().url()).pathname)
    if (route.request().method() !== 'POST' || call === undefined || call.file !== undefined)
      return route.fallback()
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    await route.fulfill({ response, json: largestIn(call)(await response.json()) })
  })
}

/** Sums that leave what they are in, are cut off or lie over other words, and a page that is wider than its screen. */
const misplaced = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const { scrollWidth, clientWidth } = document.scrollingElement!
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth - clientWidth} px too wide`)
    interface Run {
      readonly whole: Node
      readonly words: string
      readonly box: DOMRect
      readonly around: readonly { readonly box: HTMLElement; readonly style: CSSStyleDeclaration }[]
    }
    const over = [...document.querySelectorAll('[role=dialog], [role=menu]')].filter((each) =>
      each.checkVisibility(),
    )
    const looked = over.at(-1) ?? document.body
    const aroundOf = (holder: HTMLElement) => {
      const around: Run['around'][number][] = []
      for (let box: HTMLElement | null = holder; box && box !== looked; box = box.parentElement)
        around.push({ box, style: getComputedStyle(box) })
      return around
    }
    const runs: Run[] = []
    const texts = document.createTreeWalker(looked, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const holder = text.parentElement!
      if (!text.textContent!.trim() || holder.closest('.mu-hidden, svg, title, style')) continue
      if (!holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const around = aroundOf(holder)
      const whole = holder.closest('.mu-whole') ?? text
      const words = whole.textContent!.trim().slice(0, 40)
      for (const box of range.getClientRects()) if (box.width > 1) runs.push({ whole, words, box, around })
    }
    const scrolls = ({ style }: Run['around'][number]) => /auto|scroll/.test(style.overflowX)
    const isCut = ({ style }: Run['around'][number]) =>
      style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
    const sums = runs.filter(({ words }) => /₹|^[+−]?\d[\d.,]*$/.test(words))
    for (const { words, box, around } of sums)
      for (const each of around) {
        if (scrolls(each)) break
        if (/inline$|contents/.test(each.style.display)) continue
        const edge = each.box.getBoundingClientRect()
        const beyond = Math.round(Math.max(box.right - edge.right, edge.left - box.left))
        if (beyond <= 1) continue
        found.push(`'${words}' leaves ${each.box.tagName} ${each.box.className} by ${beyond} px`)
        break
      }
    const isLoose = ({ around }: Run) =>
      around.some((each) => /sticky|fixed|absolute/.test(each.style.position) || isCut(each))
    const placed = runs.filter((run) => !isLoose(run))
    for (const one of placed.filter(({ words }) => /\d/.test(words)))
      for (const other of placed) {
        if (one.whole === other.whole) continue
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        if (across > 1 && down > 6) found.push(`'${one.words}' lies over '${other.words}'`)
      }
    return [...new Set(found)]
  })

test('the largest sums are whole on every screen, at every width', async ({ page, office }) => {
  test.slow()
  const addresses = await addressesOf(office)
  await withLargestSums(page)
  await withWhatIsRare(page, office)
  const said = await saidIn('en')
  const found: string[] = []
  const seen: string[] = []
  const look = async (name: string) => {
    let wrong = await misplaced(page)
    // A frame learns what its table takes a moment after it is drawn.
    for (let turn = 0; turn < 5 && wrong.length > 0; turn++) {
      await page.waitForTimeout(100)
      wrong = await misplaced(page)
    }
    found.push(...wrong.map((each) => `${name}: ${each}`))
  }
  const lookAt = async (name: string, widths: readonly number[]) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      // A list that news come for may be drawn anew just now.
      if (WITH_SUMS.includes(name)) await expect(page.getByText(LARGEST), name).not.toHaveCount(0)
      await look(`${name} at ${width}`)
    }
    seen.push(name)
  }
  await walk(page, addresses, async (name) => {
    await lookAt(name, WIDTHS)
    await openEach(page, name, said, (opened) => lookAt(opened, [375, 320]))
  })
  expect(found).toEqual([])
  expect(seen).toEqual(expect.arrayContaining(WITH_SUMS))
})
