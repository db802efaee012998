/**
 * Server-sent events: an answer that stays open, to which events are added as they happen. Which events, and when the
 * stream ends, is its area's; here is how one is written, and that a slow reader's events don't fill the memory.
 */
import { Readable } from 'node:stream'
import type { Endpoint } from '@munim/contract'
import { checkBody } from './body.ts'
import type { Caller } from './caller.ts'
import { askAgain, doorOf } from './door.ts'
import { answerIn } from './language.ts'
import type { App } from './serve.ts'

/** How long a browser waits before it opens an ended stream again. */
const RETRY_MS = 2000
/** How much may wait for a reader. A second's events are some hundred bytes: a reader so far behind has stopped reading. */
const WAITING_BYTES = 64 * 1024
const LINGER_MS = 1000

interface Event {
  readonly event: string
}

/** These events as a stream has them: written once, however many streams are told. */
export const written = (events: readonly Event[]): Buffer =>
  Buffer.from(events.map((each) => `event: ${each.event}\ndata: ${JSON.stringify(each)}\n\n`).join(''))

/** An open stream; it ends by `end`, by its reader going away, or by the reader not reading. */
export class EventStream extends Readable {
  private isOver = false

  constructor() {
    super({ highWaterMark: WAITING_BYTES })
    this.push(`retry: ${RETRY_MS}\n\n`)
  }

  override _read(): void {} // Events are pushed.

  /** Events as they are `written`. */
  tell(events: Buffer): void {
    this.write(events)
  }

  /** A comment that keeps the connection alive, at both ends and in the proxies between them. */
  beat(): void {
    this.write(': still here\n\n')
  }

  /** The reader gets the events before; one that does not read them is cut off after `LINGER_MS`. */
  end(): void {
    if (this.isOver || this.destroyed) return
    this.isOver = true
    this.push(null)
    setTimeout(() => this.destroy(), LINGER_MS).unref()
  }

  private write(part: Buffer | string): void {
    if (this.isOver || this.destroyed) return
    if (!this.push(part)) this.destroy()
  }
}

/** Serves a call whose answer is a stream. `open` may refuse. */
export function serveEvents(app: App, endpoint: Endpoint, open: (caller: Caller) => EventStream): void {
  app.served.push(endpoint)
  app.http.route({
    method: 'POST',
    url: endpoint.path,
    config: { failed: endpoint.failed, isRead: true, isStream: true },
    compress: false,
    onRequest: doorOf(app, endpoint),
    handler: (request, reply) =>
      answerIn(request, async () => {
        await askAgain(app, endpoint, request)
        checkBody(endpoint.body, request.body ?? {})
        return reply
          .header('cache-control', 'no-store, no-transform')
          .header('connection', 'close') // else it would be kept for another call, also by a server that ends
          .header('x-accel-buffering', 'no') // nginx would hold it back
          .type('text/event-stream; charset=utf-8')
          .send(open(request.caller))
      }),
  })
}
