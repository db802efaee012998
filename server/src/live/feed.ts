/**
 * The streams of this process, and the one loop that feeds them: while a stream is open, a snapshot is taken once a
 * second, and the changes since the one before it go to all streams. While none is open, nothing is read.
 */
import { kindsThat } from '@munim/core'
import type { Database } from '../database/db.ts'
import type { Log } from '../http/busy.ts'
import { EventStream, written } from '../http/events.ts'
import { type Loop, startLoop } from '../loop.ts'
import { Refusal } from '../refusal.ts'
import { findDueHalves } from '../results/due.ts'
import { changesBetween, countsOf, type Snapshot } from './changes.ts'
import { type Figures, readDrawSums, readFigures } from './snapshot.ts'

const READ_EVERY_MS = 1000
const BEAT_EVERY_MS = 15_000
/** Each visible screen has one stream; a browser that keeps those of hidden screens open runs out of connections itself. */
const STREAMS_A_SESSION = 8
/** What bids move before they are settled: their figures are the draws' own. */
const STAKED: readonly string[] = kindsThat(({ bets }) => bets !== undefined)
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
  let last: Snapshot | undefined
  let beatAt = 0

  async function sendChanges(): Promise<void> {
    const sessions = [...new Set(streams.values())]
    const figures = await readFigures(database.quick, { since: last?.figures.audit ?? null, sessions })
    const now = await snapshotOf(database, last, figures)
    const ended = new Set(sessions).difference(new Set(figures.validSessions))
    for (const [stream, session] of streams) if (ended.has(session)) stream.end()
    const events = last ? changesBetween(last, now) : [countsOf(now)]
    last = now
    if (events.length === 0) return
    const told = written(events)
    for (const stream of streams.keys()) stream.tell(told)
  }

  function beat(): void {
    if (Date.now() - beatAt < BEAT_EVERY_MS) return
    beatAt = Date.now()
    for (const stream of streams.keys()) stream.beat()
  }

  /** The loop ends with the last stream. */
  async function sendAndBeat(): Promise<void> {
    if (streams.size === 0) return rest()
    try {
      await sendChanges()
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
      if (last) stream.tell(written([countsOf(last)]))
      // What was not read, because the database was away, is read a second later.
      loop ??= startLoop(sendAndBeat, {
        everyMs: READ_EVERY_MS,
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

/** Adds what is slow to read: read anew only where the figures say that it may have changed, or the minute has. */
async function snapshotOf(
  database: Database,
  last: Snapshot | undefined,
  figures: Figures,
): Promise<Snapshot> {
  const isStaked = STAKED.some((kind) => figures.postings[kind] !== last?.figures.postings[kind])
  const isDueAnew =
    figures.minute !== last?.figures.minute ||
    figures.results !== last.figures.results ||
    figures.subjects.some((subject) => DUE_BY.includes(subject))
  return {
    figures,
    draws: last && !isStaked ? last.draws : await readDrawSums(database),
    dueHalves:
      last && !isDueAnew ? last.dueHalves : (await findDueHalves(database, await database.now())).length,
  }
}
