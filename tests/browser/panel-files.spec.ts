/** What the panel loads, by the manifest of its build: little at first, and little for each screen after that. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'

const dist = join(import.meta.dirname, '../../panel/dist')

/** Kilobytes as gzip makes them. */
const FIRST_JS = 170
const FIRST_CSS = 25
/** What is fetched ahead once the first screen is shown. */
const AHEAD = 120
const SCREEN = 20
const SCREEN_FILES = 8

interface Chunk {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'))

/** The files that come with these chunks, and with what they import. */
function filesOf(keys: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const add = (key: string): void => {
    if (seen.has(key)) return
    seen.add(key)
    const { file, css = [], imports = [] } = manifest[key]!
    for (const each of [file, ...css]) files.add(each)
    for (const each of imports) add(each)
  }
  for (const key of keys) add(key)
  return files
}

const kB = (files: Iterable<string>, ending = '') =>
  [...files]
    .filter((file) => file.endsWith(ending))
    .reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length / 1000, 0)

const keyOf = (name: string) => {
  const [key] = Object.entries(manifest).find(([, chunk]) => chunk.name === name) ?? []
  if (key === undefined) throw new Error(`The build has no chunk ${name}`)
  return key
}
const entry = keyOf('index')
const started = keyOf('start')
/** Asked for beside the first screen. */
const live = keyOf('live')
const first = filesOf([entry, started, keyOf('dashboard'), live])
const ahead = filesOf([keyOf('ahead')])

test(`the first load of the dashboard is at most ${FIRST_JS} kB of scripts and ${FIRST_CSS} kB of styles`, () => {
  expect(kB(first, '.js')).toBeLessThanOrEqual(FIRST_JS)
  expect(kB(first, '.css')).toBeLessThanOrEqual(FIRST_CSS)
})

test('the sign-in is no more', () => {
  const signIn = filesOf([entry, started, keyOf('login'), live])
  expect(kB(signIn, '.js')).toBeLessThanOrEqual(FIRST_JS)
  expect(kB(signIn, '.css')).toBeLessThanOrEqual(FIRST_CSS)
})

test(`what is fetched ahead is at most ${AHEAD} kB`, () => {
  expect(kB(ahead.difference(first))).toBeLessThanOrEqual(AHEAD)
})

test(`each screen that is then opened is at most ${SCREEN} kB in ${SCREEN_FILES} files`, () => {
  const screens = manifest[started]!.dynamicImports ?? []
  expect(screens.length).toBeGreaterThan(25)
  const tooMuch = screens.flatMap((screen) => {
    const files = filesOf([screen]).difference(first).difference(ahead)
    const size = kB(files)
    return size > SCREEN || files.size > SCREEN_FILES
      ? [`${screen}: ${size.toFixed(1)} kB in ${files.size} files`]
      : []
  })
  expect(tooMuch).toEqual([])
})
