/** Signs the books for as long as the server runs, and hands each line on to where it is kept beside. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../database/db.ts'
import type { Log } from '../http/busy.ts'
import type { Files } from '../http/files.ts'
import { type Loop, startLoop, within } from '../loop.ts'
import { identityOf } from './facts.ts'
import type { Placed } from './folder.ts'
import { keepHandedOn, readWaiting } from './handed-on.ts'
import { hashOf } from './line.ts'
import { type Signing, signNews } from './sign.ts'
import { type AnchorState, keepFailure } from './state.ts'

const EVERY_MS = 60_000
const FIRST_MS = 2_000
const AGAIN_MS = 5_000
const POSTED_WITHIN_MS = 10_000
const PUT_WITHIN_MS = 30_000
/** Then it is signed again, before more is handed on. */
const HANDED_ON_FOR_MS = 20_000

export interface Watching extends Omit<Signing, 'identity'> {
  readonly database: Database
  /** A bucket that keeps versions, in which each day's file is kept too; undefined: none. */
  readonly files: Files | undefined
  /** The name of this server there. */
  readonly host: string
  /** An address that every line is sent to; undefined: none. */
  readonly url: string | undefined
  readonly log: Pick<Log, 'error'>
  /** Kept up to date. */
  readonly state: AnchorState
}

/** Where lines are handed on to. */
interface Way {
  readonly name: 'bucket' | 'address'
  /** What could not be handed on comes before what is new; undefined: not looked for yet. */
  waiting?: Placed[]
  /** `next`: what follows it. Throws where it was not taken in time, and once `signal` aborts. */
  readonly hand: (line: Placed, next: Placed | undefined, signal: AbortSignal) => Promise<void>
}

/** The whole file of a day. */
const toBucket = (files: Files, { host, dataDir }: Pick<Watching, 'host' | 'dataDir'>): Way => ({
  name: 'bucket',
  async hand({ file }, next, signal) {
    if (next?.file === file) return // It brings the whole file.
    const putting = files.put(`${host}/${file}`, await readFile(join(dataDir, file), 'utf8'))
    await within(PUT_WITHIN_MS, putting, { late: new Error('the bucket does not answer'), signal })
  },
})

const toAddress = (url: string): Way => ({
  name: 'address',
  async hand({ line }, _next, signal) {
    const { ok, status } = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json' },
      body: line.text,
      signal: AbortSignal.any([AbortSignal.timeout(POSTED_WITHIN_MS), signal]),
    })
    if (!ok) throw new Error(`ANCHOR_URL answered ${status}`)
  },
})

export function watchAnchors({ database, files, host, url, log, state, ...anchors }: Watching): Loop {
  const { dataDir } = anchors
  /** Its owner can change what the database is known by: another one is not signed as if it were new. */
  let identity: string | undefined
  const ways = [...(files ? [toBucket(files, { host, dataDir })] : []), ...(url ? [toAddress(url)] : [])]
  const handOn = async ({ name, waiting = [], hand }: Way, signal: AbortSignal) => {
    const until = performance.now() + HANDED_ON_FOR_MS
    for (let line = waiting[0]; line && performance.now() < until && !signal.aborted; line = waiting[0]) {
      await hand(line, waiting[1], signal)
      await keepHandedOn(dataDir, identity!, name, hashOf(line.line))
      waiting.shift()
    }
  }
  /** Whether all was handed on, and all payees are stamped. */
  const goOn = async (signal: AbortSignal): Promise<boolean> => {
    const signing = async () => {
      identity ??= await identityOf(database)
      for (const way of ways) way.waiting ??= await readWaiting(dataDir, identity, way.name)
      return signNews(database, { ...anchors, identity }, signal)
    }
    const added = await signing().catch((error) => {
      if (!signal.aborted) keepFailure(state, 'signing', error)
      throw error
    })
    state.signedAt = Date.now()
    if (added) for (const { waiting } of ways) waiting?.push(added)
    const faults: unknown[] = []
    for (const way of ways) await handOn(way, signal).catch((error) => faults.push(error))
    if (faults.length > 0) {
      if (!signal.aborted) keepFailure(state, 'handing on', faults[0])
      throw faults[0]
    }
    delete state.failing
    const isAll = ways.every(({ waiting = [] }) => waiting.length === 0)
    if (ways.length > 0 && isAll) state.handedOnAt = Date.now()
    return isAll && (!added || added.line.anchor.stamped?.payees === true)
  }
  return startLoop(
    async (signal) => {
      while (!signal.aborted && !(await goOn(signal)));
    },
    {
      everyMs: EVERY_MS,
      firstMs: FIRST_MS,
      restMs: AGAIN_MS,
      onFailed: (err) => log.error({ err }, 'The books could not be signed.'),
    },
  )
}
