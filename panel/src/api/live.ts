/**
 * What happens on the platform reaches the open screen by itself: one stream, read while an administrator is there,
 * whose events make calls be asked again. Lists that are being read ask for themselves (use-fresh.ts).
 */
import { api, language } from '@munim/contract'
import type { Query, QueryClient } from '@tanstack/react-query'
import { signOut, useSession } from '../session.ts'
import { API_HOST, readJson, sentenceOf } from './call.ts'
import { callsAfter, isAskedOf, type LiveEvent } from './live-calls.ts'
import { backOff, isFollowed, tellNews, useLive } from './live-state.ts'
import { onPresence } from './presence.ts'
import { eventsIn } from './stream.ts'

/** The server says something every 15 s; a stream that is silent for longer leads nowhere. */
const SILENT_MS = 40_000
/** A stream that ends sooner has failed: who asks again at once asks for the whole screen each time. */
const HELD_MS = 4000
/** After so many failures it is no hiccup. */
const HICCUPS = 4

/** Follows for as long as the page is open, through every sign-in and sign-out. Called once. */
export async function followLive(queries: QueryClient): Promise<never> {
  for (let failures = 0, hasFollowed = false; ; ) {
    if (tokenDue() === null) {
      useLive.setState({ state: 'paused' })
      await until(() => tokenDue() !== null)
      useLive.setState({ state: 'reconnecting' })
    }
    const token = tokenDue()!
    const leaving = new AbortController()
    const stop = onChange(() => tokenDue() !== token && leaving.abort())
    let begunAt = Number.POSITIVE_INFINITY
    try {
      await follow(token, leaving, (event, isFirst) => {
        if (isFirst) {
          useLive.setState({ state: 'live' })
          askAgain(queries, null, { isFailedToo: hasFollowed })
          begunAt = Date.now()
          hasFollowed = true
        } else askAgain(queries, event)
      })
    } catch {
      // Whatever it was, it is tried again below.
    }
    stop()
    if (tokenDue() !== token) continue
    failures = Date.now() - begunAt > HELD_MS ? 1 : failures + 1
    const state = failures < HICCUPS ? 'reconnecting' : 'paused'
    useLive.setState({ state })
    await until(() => tokenDue() !== token || useLive.getState().state !== state, backOff(failures))
  }
}

/** The token to follow with; null while the page should not follow. */
function tokenDue(): string | null {
  return isFollowed() ? useSession.getState().token : null
}

async function follow(
  token: string,
  leaving: AbortController,
  tell: (event: LiveEvent, isFirst: boolean) => void,
): Promise<void> {
  let silence: ReturnType<typeof setTimeout> | undefined
  const hear = () => {
    clearTimeout(silence)
    silence = setTimeout(() => leaving.abort(), SILENT_MS)
  }
  hear()
  try {
    const response = await fetch(API_HOST + api.live.follow.path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Accept-Language': language().tag,
        Authorization: token,
      },
      body: '{}',
      signal: leaving.signal,
    })
    if (!response.ok || response.body === null) {
      // Beside calls this only adds to the screen: of all refusals it minds the one that says who is signed in.
      if (response.status === 401) signOut(sentenceOf(readJson(await response.text())), token)
      return
    }
    let isFirst = true
    for await (const data of eventsIn(response.body, hear)) {
      tell(JSON.parse(data), isFirst)
      isFirst = false
    }
  } finally {
    clearTimeout(silence)
  }
}

/** Asks again what is on screen and may be another answer now; after the first event of a stream, all of it. */
function askAgain(queries: QueryClient, event: LiveEvent | null, { isFailedToo = false } = {}): void {
  const paths = event && new Set<unknown>(callsAfter(event).map(({ path }) => path))
  for (const query of queries.getQueryCache().findAll({ type: 'active' })) {
    const [path, body] = query.queryKey
    if (event && !(paths!.has(path) && isAskedOf(body, event))) continue
    const isFailed = query.state.status === 'error'
    // A failure is shown until it is tried again by hand: it would come and go otherwise.
    if (isFailed && !isFailedToo) continue
    // What could not be fetched is fetched itself: an answer beside it would leave its failure on the screen.
    if (isFailed || !tellNews(query)) void askOnce(query)
  }
}

const waiting = new WeakSet<Query>()

/** What is under way may have been answered before the event: it is asked once more, when it is there. */
async function askOnce(query: Query): Promise<void> {
  if (waiting.has(query)) return
  waiting.add(query)
  await query.promise?.catch(() => {})
  waiting.delete(query)
  if (query.isActive() && query.state.fetchStatus === 'idle') await query.fetch().catch(() => {})
}

/** Anything that decides whether to follow. */
function onChange(listener: () => void): () => void {
  const stops = [onPresence(listener), useSession.subscribe(listener), useLive.subscribe(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Resolves when it holds, or after so long; or once the device is online again. */
function until(holds: () => boolean, withinMs?: number): Promise<void> {
  return new Promise((done) => {
    const stop = onChange(() => holds() && end())
    const timer = withinMs === undefined ? undefined : setTimeout(end, withinMs)
    if (timer !== undefined) addEventListener('online', end)
    function end() {
      stop()
      clearTimeout(timer)
      removeEventListener('online', end)
      done()
    }
    if (holds()) end()
  })
}
