/**
 * The tests in a browser: the built panel, served by the real server with demonstration data. A story runs on the
 * wide screen; one tagged `@phone` runs on the narrow one instead, one tagged `@both` on both.
 */
import { createServer } from 'node:net'
import { defineConfig } from '@playwright/test'
import { launchOptions } from './tests/support/chromium.ts'
import { testFolder } from './tests/support/database.ts'
import { HANG_MS, STORY_MS, STORY_WAIT_MS } from './tests/support/waits.ts'

/** This file is read again in each worker, which must find the same server: the environment is what they share. */
process.env.MUNIM_BROWSER_PORT ??= String(await freePort())
process.env.MUNIM_BROWSER_DATA_DIR ??= await testFolder()
process.env.ADMIN_PASSWORD ??= 'test password of the browser'
const address = `http://127.0.0.1:${process.env.MUNIM_BROWSER_PORT}`

/** A path as the shell takes it, whatever stands in it. */
function quoted(path: string): string {
  return process.platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", "'\\''")}'`
}

/**
 * Most stories load the panel and are gone: what V8 would make faster for later costs more than it saves, and where axe
 * looks at every element it is as much. Room for what is young is collected seldom.
 */
const SHORT_LIVED = '--js-flags=--no-opt,--no-maglev,--min-semi-space-size=16'
const { args = [], ...browser } = await launchOptions()

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })
}

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  workers: 4, // On two processors three leave a sixth of the time unused.
  forbidOnly: !!process.env.CI,
  // Machines are shared: what is slow is not wrong. A story that only passes the second time is named as flaky.
  timeout: STORY_MS,
  expect: { timeout: STORY_WAIT_MS },
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    baseURL: address,
    actionTimeout: STORY_WAIT_MS,
    launchOptions: { ...browser, args: [...args, SHORT_LIVED] },
    locale: 'en-IN',
    timezoneId: process.env.TZ ?? 'Asia/Kolkata',
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'wide', grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grep: /@phone|@both/,
      use: { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: {
    command: `${quoted(process.execPath)} tests/support/browser-server.ts`,
    url: `${address}/health/ready`,
    env: { PORT: process.env.MUNIM_BROWSER_PORT, DATA_DIR: process.env.MUNIM_BROWSER_DATA_DIR },
    gracefulShutdown: { signal: 'SIGTERM', timeout: HANG_MS },
    timeout: HANG_MS,
    stdout: 'ignore',
  },
})
