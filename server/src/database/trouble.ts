/** Why the database can't do a right statement now. */

/**
 * busy: every connection is taken, and too many wait. locked: another transaction held what it needs for too long. slow: it
 * took longer than a statement may. away: it can't be reached. In all of them nothing was changed. unknown: the
 * connection was lost while the transaction was being committed, so it may have been.
 */
export type Trouble = 'busy' | 'locked' | 'slow' | 'away' | 'unknown'

/** Thrown in place of what PostgreSQL, or the way there, said; that is its `cause`. */
export class DatabaseTrouble extends Error {
  override readonly name = 'DatabaseTrouble'
  readonly trouble: Trouble
  /** PostgreSQL's, or the socket's. */
  readonly code: string | undefined

  constructor(trouble: Trouble, cause?: unknown) {
    super(cause instanceof Error ? cause.message : `The database is ${trouble}`, { cause })
    this.trouble = trouble
    this.code = (cause as { code?: string } | undefined)?.code
  }
}

/** Whether the same may work at the next try: the database could not, whatever it was asked. */
export const isPassing = (fault: unknown): boolean =>
  fault instanceof DatabaseTrouble && fault.trouble !== 'slow'

/** A standby, or a primary that is one now: of the transaction nothing was done. */
export const TAKES_NO_WRITES = '25006'

const BY_CODE: Readonly<Record<string, Trouble>> = {
  '40P01': 'locked', // a deadlock
  '40001': 'locked', // a serialization failure
  '55P03': 'locked', // lock_timeout
  57014: 'slow', // statement_timeout
  53300: 'busy', // no connection is left for anybody
  [TAKES_NO_WRITES]: 'away',
  '25P03': 'away', // idle in a transaction for too long
}
/** Connections that are lost, and a server that starts or ends. */
const LOST = /^(08...|57P0.)$/
/** What Node and pg say of a socket. */
const SOCKET = /^E[A-Z]+$|Connection terminated|not queryable/
/** What Node says of a certificate. */
const TLS = /^(ERR_(TLS|SSL)_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/
export const isOfTls = (code = ''): boolean => TLS.test(code)
const POOL_IS_FULL = 'timeout exceeded when trying to connect'

/** What a statement failed with, as the trouble that it is; anything else as it came. */
export function asTrouble(error: unknown): unknown {
  if (error instanceof DatabaseTrouble) return error
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const trouble = BY_CODE[code] ?? (code === '' ? byMessage(message) : byKind(code))
  return trouble === undefined ? error : new DatabaseTrouble(trouble, error)
}

const byKind = (code: string): Trouble | undefined =>
  LOST.test(code) || SOCKET.test(code) || isOfTls(code) ? 'away' : undefined

function byMessage(message: string): Trouble | undefined {
  if (message === POOL_IS_FULL) return 'busy'
  return SOCKET.test(message) ? 'away' : undefined
}
