/** Signs the books for as long as the server runs, and hands each line on to where it is kept beside. */
import type { Database } from '../database/db.ts'
import type { Log } from '../http/busy.ts'
import type { Files } from '../http/files.ts'
import { type Loop, startLoop } from '../loop.ts'
import { identityOf } from './facts.ts'
import { type Added, type Signing, signNews } from './sign.ts'
import { type AnchorState, keepFailure } from './state.ts'

const EVERY_MS = 60_000
const FIRST_MS = 2_000
const AGAIN_MS = 5_000
const POSTED_WITHIN_MS = 10_000

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

export function watchAnchors({ database, files, host, url, log, state, ...anchors }: Watching): Loop {
  /** Its owner can change what the database is known by: another one is not signed as if it were new. */
  let identity: string | undefined
  /** What could not be handed on comes before what is new. */
  const waiting: Added[] = []
  const hand = async ({ line, file }: Added) => {
    await files?.put(`${host}/${file.name}`, file.content)
    if (url === undefined) return
    const { ok, status } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: line.text,
      signal: AbortSignal.timeout(POSTED_WITHIN_MS),
    })
    if (!ok) throw new Error(`ANCHOR_URL answered ${status}`)
  }
  return startLoop(
    async (signal) => {
      const signing = async () => {
        identity ??= await identityOf(database)
        return signNews(database, { ...anchors, identity }, signal)
      }
      const added = await signing().catch((error) => {
        if (!signal.aborted) keepFailure(state, 'signing', error)
        throw error
      })
      state.signedAt = Date.now()
      const isHandedOn = files !== undefined || url !== undefined
      if (added && isHandedOn) waiting.push(added)
      for (let next = waiting[0]; next; next = waiting[0]) {
        await hand(next).catch((error) => {
          keepFailure(state, 'handing on', error)
          throw error
        })
        waiting.shift()
      }
      if (isHandedOn) state.handedOnAt = Date.now()
      delete state.failing
    },
    {
      everyMs: EVERY_MS,
      firstMs: FIRST_MS,
      restMs: AGAIN_MS,
      onFailed: (err) => log.error({ err }, 'The books could not be signed.'),
    },
  )
}
