/** A module that MOBILE_VERIFIER names is taken, and what is none is refused in a sentence. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadVerifier } from './mobile-verifier.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'munim-verifier-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function moduleOf(text: string): Promise<string> {
  const path = join(folder, `${text.length}.mjs`)
  await writeFile(path, text)
  return path
}

test('what a module exports is asked', async () => {
  const path = await moduleOf(
    "export const send = async () => {}\nexport const check = async (mobile, code) => code === '1234'",
  )
  const { send, check } = await loadVerifier(path)
  const { signal } = new AbortController()
  await send('9876543210', signal)
  expect([await check('9876543210', '1234', signal), await check('9876543210', '9', signal)]).toEqual([
    true,
    false,
  ])
})

test.each([
  ['export const send = async () => {}', 'does not export the functions send and check.'],
  ['export const = 1', "can't be loaded: "],
  [undefined, "can't be loaded: "],
])('%s is refused in a sentence', async (text, why) => {
  const path = text === undefined ? join(folder, 'nowhere.mjs') : await moduleOf(text)
  const said = await loadVerifier(path).catch((error: Error) => error.message)
  expect(said).toMatch(/^MOBILE_VERIFIER is [^\n]+$/)
  expect(said).toContain(why)
})
