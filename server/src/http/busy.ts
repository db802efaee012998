/** Calls that the database can't serve now: refused in words, counted, and logged together. */
import { msg, t } from '@munim/contract'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { asTrouble, DatabaseTrouble, type Trouble } from '../database/trouble.ts'

/** Where it only has to be said; what follows tells whether anything was changed. */
export const BUSY = msg('Munim is busy at the moment.')
const NOTHING_CHANGED = msg('Nothing was changed; please try again.')
/** Of a call that would write: the server can't serve it now. */
export const busyWriting = (): string => `${t(BUSY)} ${t(NOTHING_CHANGED)}`

/** The sentence of the refusal, and after how many seconds to call again. */
const WORDS: Readonly<Record<Exclude<Trouble, 'unknown'>, readonly [sentence: string, seconds: number]>> = {
  busy: [BUSY, 1],
  locked: [BUSY, 1],
  slow: [msg('This took longer than it may.'), 30],
  away: [msg("The database can't be reached at the moment."), 2],
}
const LOST = msg('The database was lost while this was being saved, so it may or may not have been done.')

const TOLD_EVERY_MS = 10_000

export interface Log {
  error(about: object, sentence: string): void
  warn(about: object, sentence: string): void
}

export interface Troubles {
  /** Whether the error is one; then it is counted and logged: the first at once, those of the next ten seconds in one line. */
  tell(error: unknown): error is DatabaseTrouble
  /** For loops beside the calls: a log that joins troubles in this way, and writes everything else as it comes. */
  readonly log: Log
}

export function countTroubles(metrics: Registry, log: FastifyBaseLogger): Troubles {
  const counter = new Counter({
    name: 'munim_database_troubles_total',
    help: 'What could not be done because the database was busy, away, or lost in the middle of it',
    labelNames: ['trouble'],
    registers: [metrics],
  })
  let since: Partial<Record<Trouble, number>> | undefined

  function tellMore(): void {
    const sum = since!
    since = undefined
    if (Object.keys(sum).length > 0)
      log.warn({ ...sum, seconds: TOLD_EVERY_MS / 1000 }, 'more database troubles')
  }

  function tell(error: unknown): error is DatabaseTrouble {
    if (!(error instanceof DatabaseTrouble)) return false
    const { trouble, message, code } = error
    counter.inc({ trouble })
    if (since) since[trouble] = (since[trouble] ?? 0) + 1
    else {
      since = {}
      setTimeout(tellMore, TOLD_EVERY_MS).unref()
      log.warn({ trouble, why: message, code }, 'database trouble')
    }
    return true
  }

  return {
    tell,
    log: {
      error: (about, sentence) =>
        tell(asTrouble((about as { err?: unknown }).err ?? about)) || log.error(about, sentence),
      warn: (about, sentence) => log.warn(about, sentence),
    },
  }
}

interface RefusedForNow {
  readonly sentence: string
  /** Undefined where it may have been done all the same, which is a fault (500) and no refusal (429). */
  readonly retryAfterSeconds: number | undefined
}

export function refusalFor({ trouble }: DatabaseTrouble, request: FastifyRequest): RefusedForNow {
  if (trouble === 'unknown')
    return { sentence: `${t(LOST)} ${whatThen(request)}`, retryAfterSeconds: undefined }
  const [sentence, retryAfterSeconds] = WORDS[trouble]
  const then = request.routeOptions.config.isRead ? t('Please try again.') : t(NOTHING_CHANGED)
  return { sentence: `${t(sentence)} ${then}`, retryAfterSeconds }
}

function whatThen({ headers }: FastifyRequest): string {
  return headers['idempotency-key'] === undefined
    ? t('Please look before you do it again.')
    : t('Please try again: it will not be done twice.')
}
