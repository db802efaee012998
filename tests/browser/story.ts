/** What the stories in a browser begin with: an administrator who is signed in, their calls, and the look at a page. */
import AxeBuilder from '@axe-core/playwright'
import type { Answer, Body, Endpoint } from '@munim/contract'
import { api, TOKEN_KEY } from '@munim/contract'
import { dayOf } from '@munim/core'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'

export { expect } from '@playwright/test'

/** Calls the server as the administrator, or as somebody else. */
type Caller = <E extends Endpoint>(endpoint: E, body: Body<E>, token?: string) => Promise<Answer<E>>

/** A `page` that is signed in, and `call` to arrange a story without clicking through it. */
export const test = base.extend<{ call: Caller }>({
  call: async ({ request }, use) => {
    const admin = await signIn(request)
    await use((endpoint, body, token = admin) => post(request, endpoint, body, token))
  },
  page: async ({ page, request }, use) => {
    const token = await signIn(request)
    await page.addInitScript(([key, value]) => localStorage.setItem(key!, value!), [TOKEN_KEY, token])
    await use(page)
  },
})

let token: Promise<string> | null = null

/** Once a worker: sign-ins are counted. */
function signIn(request: APIRequestContext): Promise<string> {
  const credentials = { userName: 'admin', password: process.env.ADMIN_PASSWORD! }
  token ??= post(request, api.auth.login, credentials, '').then((answer) => answer.token)
  return token
}

async function post<E extends Endpoint>(
  request: APIRequestContext,
  { path }: E,
  body: Body<E>,
  authorization: string,
): Promise<Answer<E>> {
  const response = await request.post(path, { data: body, headers: { authorization } })
  const answer = await response.json()
  expect(answer, `${path} ${JSON.stringify(body)}`).toMatchObject({ status: 'success' })
  return answer
}

/** Axe finds nothing, and nothing makes the page scroll sideways, in both themes. */
export async function expectGoodLooks(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
    expect(found, `axe, ${colorScheme}`).toEqual([])
  }
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(isWide, 'the page scrolls sideways').toBe(false)
}

/** No two stories share a record. */
export const unique = (word: string): string =>
  `${word} ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`.toUpperCase()

export const today = () => dayOf(new Date())
