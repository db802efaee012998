/**
 * The streams of this process, and the one loop that feeds them: while somebody follows, it looks once a second at
 * what has changed and tells everybody. While nobody does, nothing is asked.
 */
import type { Database } from '../database/db.ts'
import type { Log } from '../http/busy.ts'
import { EventStream } from '../http/events.ts'
import { type Loop, startLoop } from '../loop.ts'
import { Refusal } from '../refusal.ts'
import { findDueHalves } from '../results/due.ts'
import { changesBetween, countsOf, type Look } from './changes.ts'
import { type Marks, readDrawSums, readMarks } from './marks.ts'

const LOOK_EVERY_MS = 1000
const BEAT_EVERY_MS = 15_000
/** Each screen that is looked at has one; a browser that keeps its hidden ones open has too few connections itself. */
const STREAMS_A_SESSION = 8
const STAKED = ['stake', 'refund']
/** Acts on these can make a half due, or due no more, beside the clock and declarations. */
const DUE_BY = ['market', 'draw']

export interface Feed {
  /** A stream for this session, which ends when the session does; refused (429) where it has too many. */
  open(tokenHash: Buffer): EventStream
  /** Ends all streams, and opens no more. */
  stop(): void
}

export function startFeed(database: Database, log: Log): Feed {
  const streams = new Map<EventStream, string>()
  let isOver = false
  let loop: Loop | undefined
  let last: Look | undefined
  let beatAt = 0

  async function look(): Promise<void> {
    const sessions = [...new Set(streams.values())]
    const marks = await readMarks(database.quick, { since: last?.marks.audit ?? null, sessions })
    const now = await lookOn(database, last, marks)
    const ended = sessions.filter((session) => !marks.standing.includes(session))
    for (const [stream, session] of streams) if (ended.includes(session)) stream.end()
    const events = last ? changesBetween(last, now) : [countsOf(now)]
    last = now
    for (const event of events) for (const stream of streams.keys()) stream.tell(event)
  }

  function beat(): void {
    if (Date.now() - beatAt < BEAT_EVERY_MS) return
    beatAt = Date.now()
    for (const stream of streams.keys()) stream.beat()
  }

  /** Ends with the last stream. */
  async function lookAndBeat(): Promise<void> {
    if (streams.size === 0) return rest()
    try {
      await look()
    } finally {
      beat()
    }
  }

  function rest(): void {
    void loop?.stop()
    loop = undefined
    last = undefined
  }

  return {
    open(tokenHash) {
      const session = tokenHash.toString('hex')
      const open = [...streams.values()].filter((each) => each === session).length
      if (open >= STREAMS_A_SESSION)
        throw new Refusal(429, 'Too many screens are open', { retryAfterSeconds: 30 })
      const stream = new EventStream()
      if (isOver) stream.end()
      else streams.set(stream, session)
      stream.on('close', () => streams.delete(stream))
      if (last) stream.tell(countsOf(last))
      // What a look misses, because the database is away, the next one finds.
      loop ??= startLoop(lookAndBeat, {
        everyMs: LOOK_EVERY_MS,
        onFailed: (err) => log.error({ err }, 'What is new could not be read.'),
      })
      return stream
    },
    stop() {
      isOver = true
      void loop?.stop()
      for (const stream of streams.keys()) stream.end()
    },
  }
}

/** The rest of a look. What is dear is read only when the marks say that it may have changed, or the minute has. */
async function lookOn(database: Database, last: Look | undefined, marks: Marks): Promise<Look> {
  const isStaked = STAKED.some((kind) => marks.postings[kind] !== last?.marks.postings[kind])
  const isDueAnew =
    marks.minute !== last?.marks.minute ||
    marks.results !== last.marks.results ||
    marks.things.some((thing) => DUE_BY.includes(thing))
  return {
    marks,
    draws: last && !isStaked ? last.draws : await readDrawSums(database),
    dueHalves:
      last && !isDueAnew ? last.dueHalves : (await findDueHalves(database, await database.now())).length,
  }
}
