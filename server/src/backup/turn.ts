/** One backup of a database is made at a time, wherever it goes. */
import { hash } from 'node:crypto'
import { openClient } from '../database/client.ts'
import { LOCKS } from '../database/locks.ts'
import { IDENTITY } from '../database/replica.ts'
import { SPEECH } from './contents.ts'

/** Sooner than a proxy gives up a connection that says nothing. */
const SAY_SOMETHING_MS = 10_000

/** `await using` ends it. */
export interface Turn extends AsyncDisposable {
  /** Which database of which cluster it is: a hash. */
  readonly database: string
  /** Throws where another backup may have begun meanwhile. */
  check(): Promise<void>
}

/**
 * Throws while another one is being made. The lock is that of a transaction on a connection of its own, which also a pooler
 * leaves to it; it sees nothing between its statements, so it holds up no vacuum.
 */
export async function takeTurn(url: string): Promise<Turn> {
  const client = await openClient(url, { application_name: 'munim backup', keepAlive: true })
  try {
    await client.query(`begin; ${SPEECH}`)
    const { rows } = await client.query<{ is_ours: boolean; identity: string }>(
      `select pg_try_advisory_xact_lock(${LOCKS.backup}, 0) as is_ours, ${IDENTITY}`,
    )
    const { is_ours, identity } = rows[0]!
    if (!is_ours) throw new Error('Another backup of this database is being made. Wait until it has ended.')
    const timer = setInterval(() => client.query('select').catch(() => {}), SAY_SOMETHING_MS)
    return {
      database: hash('sha256', identity),
      check: async () => {
        await client.query('select').catch(({ message }) => {
          throw new Error(`Another backup may have begun meanwhile: the connection was lost (${message}).`)
        })
      },
      [Symbol.asyncDispose]: async () => {
        clearInterval(timer)
        await client.end()
      },
    }
  } catch (error) {
    await client.end()
    throw error
  }
}
