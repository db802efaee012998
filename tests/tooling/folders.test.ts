/** A checkout may lie in any folder: blanks, letters outside ASCII and what a shell or an address reads otherwise. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, realpath, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyCheckout } from '../support/checkout.ts'

let folder: string
let running: ChildProcess | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), 'munim-folders-'))
  await chmod(folder, 0o755) // As root, PostgreSQL is another user, and passes through.
})

afterAll(async () => {
  running?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** A script of package.json in that checkout, as npm runs it; and what it says. */
function run(checkout: string, ...args: string[]) {
  const { DATABASE_URL: _, DATA_DIR: __, ...environment } = process.env
  const child = spawn(process.execPath, [join(checkout, 'scripts/munim.mjs'), ...args], {
    cwd: checkout,
    env: { ...environment, PORT: '0', DEMO_DATA: 'off', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running = child
  let text = ''
  const address = Promise.withResolvers<string>()
  void address.promise.catch(() => {}) // A script that serves nothing has none.
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      text += String(part)
      const found = /Munim is at (\S+)/.exec(text)?.[1]
      if (found) address.resolve(found)
    })
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said: text }))
  void ended.then(({ said }) => address.reject(new Error(`It ended without an address: ${said}`)))
  return { child, address: address.promise, ended }
}

/** Windows has no quotes in names, and needs none: its paths reach no shell. */
const odd = process.platform === 'win32' ? "munim é [a] it's" : 'munim é [a] it\'s "$HOME" `x`'

test('npm start and npm test work in a folder with blanks, letters outside ASCII, quotes and a dollar', async () => {
  const checkout = join(folder, 'with space', odd)
  copyCheckout(checkout)
  await startsAndServes(checkout)
  expect((await run(checkout, 'verify').ended).said).toContain('The books agree')

  expect(await run(checkout, 'test', 'unit', 'core/src/money').ended).toMatchObject({ code: 0 })
  expect(await run(checkout, 'test', 'http', 'feedbacks').ended).toMatchObject({ code: 0 })
})

test('npm start works below # and % as well, where npm test says why it can not', async () => {
  const checkout = join(folder, 'no #1 100%')
  await rename(join(folder, 'with space', odd), checkout)
  await rm(join(checkout, 'panel/dist'), { recursive: true })
  await startsAndServes(checkout)

  expect(await run(checkout, 'test', 'unit').ended).toMatchObject({
    code: 1,
    said: expect.stringContaining('move it to where no # is in the path'),
  })
})

/** The end waits for no connection of ours. */
const leaving = { headers: { connection: 'close' } }

async function startsAndServes(checkout: string): Promise<void> {
  const { child, address, ended } = run(checkout, 'start')
  const host = await address
  const page = await fetch(host, leaving)
  expect(page.status).toBe(200)
  const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())!
  expect((await fetch(host + script, leaving)).status).toBe(200)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
}
