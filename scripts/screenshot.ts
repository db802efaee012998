/**
 * A picture of a screen, to look at it by eye:
 * `node scripts/screenshot.ts /users --to users.png --width 375 --theme dark --user admin --password …`
 * With a `--token` instead of a password it does not sign in. The address may be a whole one; Munim's own is assumed.
 */
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { launchOptions } from '../tests/support/chromium.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: 'string', default: 'screen.png' },
    server: { type: 'string', default: 'http://127.0.0.1:3000' },
    width: { type: 'string', default: '1280' },
    height: { type: 'string', default: '800' },
    theme: { type: 'string', default: 'light' },
    token: { type: 'string' },
    user: { type: 'string', default: 'admin' },
    password: { type: 'string' },
    full: { type: 'boolean', default: false },
    wait: { type: 'string', default: '1200' }, // The start-up screen takes its time, in milliseconds.
  },
})

const address = new URL(positionals[0] ?? '/', values.server)
const token = values.token ?? (values.password === undefined ? undefined : await signIn(values.password))

const browser = await chromium.launch(await launchOptions())
const page = await browser.newPage({
  viewport: { width: Number(values.width), height: Number(values.height) },
  colorScheme: values.theme === 'dark' ? 'dark' : 'light',
})
page.on('console', (message) => message.type() === 'error' && console.error(message.text()))
page.on('pageerror', (error) => console.error(error))
await page.addInitScript(
  `localStorage.setItem('munimTheme', '${values.theme}');` +
    (token === undefined ? '' : `localStorage.setItem('adminToken', '${token}');`),
)
await page.goto(address.href)
// Not until nothing is under way: what happens is followed for as long as the page is open.
await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {})
await page.waitForTimeout(Number(values.wait))
await page.screenshot({ path: values.to, fullPage: values.full })
await browser.close()
console.log(`${address.href} → ${values.to}`)

async function signIn(password: string): Promise<string> {
  const answer = await fetch(new URL('/admin/auth/login', address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: values.user, password }),
  })
  const { token, message } = (await answer.json()) as { token?: string; message?: string }
  if (token === undefined) throw new Error(`Signing in: ${message}`)
  return token
}
