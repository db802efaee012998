/** Follows what happens as a screen does, over HTTP: the events as they come, each with the moment it came. */
import { type Answer, api } from '@munim/contract'

type LiveEvent = Answer<typeof api.live.follow>
type Told<Name extends LiveEvent['event'] = LiveEvent['event']> = Extract<LiveEvent, { event: Name }>

export interface Following {
  readonly code: number
  readonly headers: Headers
  /** The next event of this name that holds, from those that nobody asked for yet; waits for it. */
  next<Name extends LiveEvent['event']>(
    name: Name,
    holds?: (event: Told<Name>) => boolean,
  ): Promise<Told<Name>>
  /** All names that were told so far. */
  names(): string[]
  /** Resolves when the server ends it. */
  readonly ended: Promise<void>
  leave(): void
}

/** The stream is open, and its first event there, when this resolves. */
export async function follow(host: string, token: string): Promise<Following> {
  const leaving = new AbortController()
  const response = await fetch(host + api.live.follow.path, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: '{}',
    signal: leaving.signal,
  })
  const told: LiveEvent[] = []
  const taken = new Set<LiveEvent>()
  let wake = () => {}
  const ended = read(response, (event) => {
    told.push(event)
    wake()
  })
  let isOver = false
  void ended.finally(() => {
    isOver = true
    wake()
  })
  const following: Following = {
    code: response.status,
    headers: response.headers,
    async next(name, holds = () => true) {
      for (;;) {
        const found = told.find((event) => event.event === name && !taken.has(event) && holds(event as never))
        if (found !== undefined) {
          taken.add(found)
          return found as never
        }
        if (isOver) throw new Error(`The stream ended without ${name}; it told ${following.names()}`)
        await new Promise<void>((done) => {
          wake = done
        })
      }
    },
    names: () => told.map(({ event }) => event),
    ended,
    leave: () => leaving.abort(),
  }
  if (response.ok) await following.next('counts')
  return following
}

async function read({ body }: Response, tell: (event: LiveEvent) => void): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const part of body!) {
      const blocks = (rest + decoder.decode(part, { stream: true })).split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (data !== undefined) tell(JSON.parse(data))
      }
    }
  } catch (reason) {
    // Leaving it, and a server that dies, break it off; ending it in good order does not.
    if (!(reason instanceof Error) || !/abort|terminated/i.test(`${reason.name} ${reason.message}`))
      throw reason
  }
}
