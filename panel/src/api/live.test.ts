import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// Files share a worker, and so its modules: who was there in another file's page, at its time, is not known here.
vi.resetModules()
const { useSession } = await import('../session.ts')
const { followLive } = await import('./live.ts')
const { useLive } = await import('./live-state.ts')

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
let streams: number[]
/** How long each stream lasts; null where none begins. */
let lastsMs: number | null

/** It goes on for as long as the page is open. */
let isBegun = false

const settle = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function signIn(streamsLastMs: number | null) {
  lastsMs = streamsLastMs
  useSession.setState({ isLoggedIn: true, token: 'token' })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1) // The waits are at their longest.
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  page.dispatchEvent(new Event('pointerdown'))
  streams = []
  vi.stubGlobal('fetch', async () => {
    streams.push(Date.now())
    if (lastsMs === null) throw new TypeError('Failed to fetch')
    const stream = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
    const writer = stream.writable.getWriter()
    void writer.write(new TextEncoder().encode('data: {"event":"counts"}\n\n'))
    setTimeout(() => void writer.close().catch(() => {}), lastsMs)
    return new Response(stream.readable)
  })
  useLive.setState({ isWanted: true, state: 'reconnecting' })
  if (!isBegun) void followLive(new QueryClient())
  isBegun = true
})
afterEach(async () => {
  useSession.setState({ isLoggedIn: false, token: null })
  await settle(60_000)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('streams that break off as they begin are asked for ever later', async () => {
  signIn(10)
  await settle(120_000)
  expect(streams.length).toBeGreaterThan(6)
  expect(streams.length).toBeLessThan(12)
})

test('a stream that is cut every five seconds is followed again at once', async () => {
  signIn(5000)
  await settle(56_000)
  expect(streams.length).toBeGreaterThanOrEqual(10)
})

test('a device that is online again is followed at once', async () => {
  signIn(null)
  await settle(120_000)
  expect(useLive.getState().state).toBe('paused')
  lastsMs = 60_000
  const before = streams.length
  page.dispatchEvent(new Event('online'))
  await settle(10)
  expect([streams.length - before, useLive.getState().state]).toEqual([1, 'live'])
})
