/**
 * What a call meets before its body is read: whether this server has room for it, then who calls. Who calls is asked again
 * where the call took long to arrive, or waited for long before it is done.
 */
import type { Endpoint } from '@munim/contract'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../database/db.ts'
import { readCaller } from './caller.ts'
import type { Load } from './load.ts'

interface Door {
  readonly load: Load
  readonly database: Database
}

/** The hooks of its route, in their order. */
export const doorOf = ({ load, database }: Door, endpoint: Endpoint) => [
  load.admit(endpoint),
  async (request: FastifyRequest): Promise<void> => {
    request.caller = await readCaller(database, request, endpoint)
  },
]

/** For so long it counts what was read of who calls: a quick call asks once. */
const COUNTS_MS = 1_000

/**
 * Reads who calls again where that was a second ago: while a body arrived, or a call waited, the session may have ended, the
 * account been blocked or a right taken away. It is refused as at the door, and what it gathered so far is kept.
 */
export async function askAgain(
  { database }: Pick<Door, 'database'>,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<void> {
  const { caller } = request
  if (performance.now() - caller.readAt < COUNTS_MS) return
  const { trail, lanes, onCommit, onRollback } = caller
  const gathered = { trail, lanes, onCommit, onRollback }
  request.caller = Object.assign(await readCaller(database, request, endpoint, caller), gathered)
}
