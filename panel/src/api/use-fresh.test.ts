import { api } from '@munim/contract'
import { hashKey, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Known } from './use-fresh.ts'

// Files share a worker, and so its modules: who was there in another file's page, at its time, is not known here.
vi.resetModules()
const { call } = await import('./call.ts')
const { tellNews, useLive } = await import('./live-state.ts')
const { besideOf, keepFresh } = await import('./use-fresh.ts')
const { writeAnswers } = await import('./write-answers.ts')

type Page = { readonly data: readonly { readonly id: number }[] }
type Answering = (said: number | Page, headers?: Record<string, string>) => void

const OF = api.feedbacks.list
const BODY = { page: 1, limit: 10 }
const KEY = [OF.path, BODY]
const HASH = hashKey(KEY)
const BEGUN = new Date('2026-11-28T06:00:00Z')
const rows = (...ids: number[]): Page => ({ data: ids.map((id) => ({ id })) })

/** Requests that wait for their answer, the first asked first. */
let asked: Answering[]
let told: Known<Page> | null
let queries: QueryClient
let leave: () => void
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const news = () => tellNews({ queryHash: HASH } as never)
const own = () => queries.getQueryCache().get(HASH)!
const shown = () => queries.getQueryData(KEY)
const beside = () => besideOf(queries, HASH, told)
async function answer(...of: Parameters<Answering>) {
  await settle()
  asked.shift()!(...of)
  await settle()
}
async function see(state: 'visible' | 'hidden') {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(async () => {
  vi.useFakeTimers({ now: BEGUN })
  vi.spyOn(Math, 'random').mockReturnValue(1) // The waits are at their longest.
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  asked = []
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
    const response = Promise.withResolvers<Response>()
    signal?.addEventListener('abort', () => response.reject(signal.reason))
    asked.push((said, headers = {}) => {
      const [status, body] = typeof said === 'number' ? [said, {}] : [200, { ...said, status: 'success' }]
      if (status === 0) response.reject(new TypeError('Failed to fetch'))
      else response.resolve(new Response(JSON.stringify(body), { status, headers }))
    })
    return response.promise
  })
  useLive.setState({ isWanted: true })
  await see('visible')
  told = null
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  const stopReading = new QueryObserver(queries, {
    queryKey: KEY,
    queryFn: ({ signal }) => call(OF, BODY, { signal }),
  }).subscribe(() => {})
  const isEmpty = ({ data }: Page) => data.length === 0
  const tell = (known: Known<Page>) => {
    told = known
  }
  const stop = keepFresh(queries, OF, BODY, { isEmpty, tell } as never)
  leave = () => [stop, stopReading].forEach((each) => void each())
  await answer(rows(1))
})
afterEach(() => {
  leave()
  queries.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('what is new is known beside the rows that are read', async () => {
  news()
  await answer(rows(2, 1))
  expect([shown(), beside().fresh]).toMatchObject([rows(1), rows(2, 1)])
})

test('news while it is asked are asked for once more, and then never again by itself', async () => {
  news()
  await settle()
  news()
  news()
  expect(asked).toHaveLength(1)
  await answer(rows(2, 1))
  await answer(rows(3, 2, 1))
  await settle(3_600_000)
  expect([asked.length, beside().fresh]).toMatchObject([0, rows(3, 2, 1)])
})

test('after a second fault it says since when it is not current; it asks again, ever later, until it is', async () => {
  await settle(1000)
  news()
  await answer(500)
  expect(beside().behindSince, 'a single fault is made good first').toBeNull()
  for (const wait of [500, 1000, 2000, 5000, 10_000, 20_000, 30_000, 30_000]) {
    await settle(wait - 1)
    expect(asked).toHaveLength(0)
    await settle(1)
    await answer(0)
    expect(beside().behindSince).toEqual(new Date(BEGUN.getTime() + 1000))
  }
  await settle(30_000)
  await answer(rows(2, 1))
  expect(beside()).toMatchObject({ behindSince: null, fresh: rows(2, 1) })
})

test('news that was known stays while later news can not be had', async () => {
  news()
  await answer(rows(2, 1))
  for (const wait of [0, 500]) {
    news()
    await settle(wait)
    await answer(500)
  }
  expect(beside()).toMatchObject({ behindSince: BEGUN, fresh: rows(2, 1) })
})

test('a stream that begins anew asks at once', async () => {
  news()
  for (const wait of [0, 500, 1000, 2000, 5000]) {
    await settle(wait)
    await answer(0)
  }
  news()
  await answer(rows(1))
  expect(beside().behindSince).toBeNull()
  await settle(60_000)
  expect(asked).toHaveLength(0)
})

test.each(['left', 'paused'])('a page that is %s does not ask again; back on it, it does', async (why) => {
  const [go, back] =
    why === 'left'
      ? [() => see('hidden'), () => see('visible')]
      : [() => useLive.setState({ isWanted: false }), () => useLive.setState({ isWanted: true })]
  for (const wait of [0, 500, 1000, 2000, 5000, 10_000]) {
    if (wait === 0) news()
    await settle(wait)
    await answer(500)
  }
  await go()
  await settle(600_000)
  expect(asked).toHaveLength(0)
  expect(beside().behindSince).not.toBeNull()
  await back()
  await settle(20_000)
  await answer(rows(1))
  expect(beside().behindSince).toBeNull()
})

test("where the list's own call fails too it alone is told, and takes the next answer", async () => {
  news()
  await answer(500)
  await settle(500)
  await answer(500)
  void own()
    .fetch()
    .catch(() => {})
  await answer(500)
  expect([own().state.status, beside().behindSince]).toEqual(['error', null])
  await settle(1000)
  await answer(500)
  await settle(500)
  await answer(500)
  expect(beside().behindSince, 'nor later').toBeNull()
  await settle(1000)
  await answer(rows(2, 1))
  expect([own().state.status, shown()]).toMatchObject(['success', rows(2, 1)])
})

test.each([401, 403, 404, 409])(
  'a no (%i) is left to the own call to say, and it is not asked again',
  async (no) => {
    news()
    await answer(no)
    expect(asked, 'the own call').toHaveLength(1)
    await answer(rows(1))
    await settle(3_600_000)
    expect([asked.length, beside().behindSince]).toEqual([0, null])
  },
)

test('a busy server is asked when it said, whatever happens until then; a second time it is told', async () => {
  news()
  await answer(429, { 'retry-after': '3' })
  news()
  await settle(2999)
  expect(asked).toHaveLength(0)
  await settle(1)
  await answer(429, { 'retry-after': '20' })
  expect(beside().behindSince).toEqual(BEGUN)
  await see('hidden')
  await settle(60_000)
  expect(asked, 'nor in a page that was left').toHaveLength(0)
})

test('a busy server that was left is asked at the first news after its time', async () => {
  news()
  await answer(429, { 'Retry-After': '20' })
  await see('hidden')
  await settle(25_000)
  await see('visible')
  expect(asked).toHaveLength(0)
  news()
  await settle()
  expect(asked).toHaveLength(1)
})

test("what is known beside outlasts the reader's own act, and has it in it", async () => {
  news()
  await answer(rows(3, 1, 2))
  await settle(1)
  const without = ({ data, ...rest }: Page) => ({ ...rest, data: data.filter(({ id }) => id !== 2) })
  writeAnswers(queries, OF, without as never)
  expect(shown()).toMatchObject(rows(1))
  expect(beside().fresh).toMatchObject(rows(3, 1))
  for (const _ of [1, 2]) {
    news()
    await answer(0)
    await settle(1)
  }
  const { behindSince } = beside()
  expect(behindSince).not.toBeNull()
  writeAnswers(queries, OF, (answer) => answer)
  expect(beside().behindSince).toBe(behindSince)
})

test('an answer that is older than the news is not what it ends with', async () => {
  void own().fetch()
  await settle()
  const [refresh] = asked
  news()
  await settle()
  expect(asked, 'the one under way is waited for').toHaveLength(1)
  await answer(rows(1))
  expect(asked[0]).not.toBe(refresh)
  await answer(rows(2, 1))
  expect(beside().fresh).toMatchObject(rows(2, 1))
})

test('what was asked before another answer was shown is asked once more', async () => {
  news()
  await settle(1)
  queries.setQueryData(KEY, rows(2, 1))
  await answer(rows(1))
  await answer(rows(2, 1))
  expect([asked.length, beside().fresh]).toMatchObject([0, rows(2, 1)])
})

test('where no row is read the answer is shown at once', async () => {
  queries.setQueryData(KEY, rows())
  news()
  await answer(rows(1))
  expect([shown(), beside().fresh]).toMatchObject([rows(1), null])
})

test.each([500, rows(2, 1)])(
  'a list that is left as it is answered (%j) tells nothing and asks no more',
  async (said) => {
    news()
    await settle()
    asked[0]!(said)
    leave()
    await settle(60_000)
    expect([told, asked.length]).toEqual([null, 1])
  },
)
