/** One transaction on one connection, in as few trips to the database as its statements allow. */
import type { Socket } from 'node:net'
import type { CompiledQuery } from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'
import { allOf } from './all-of.ts'

/** What is sent together arrives in its order: a statement waits for the one before it in the database, not on the way. */
export class Transaction {
  private readonly client: PoolClient
  private begun: Promise<unknown> | undefined
  /** The end was sent: a connection that is lost now leaves open whether it is committed. */
  isEnding = false
  /** It is committed. */
  hasEnded = false

  constructor(client: PoolClient) {
    this.client = client
  }

  async ask(statement: CompiledQuery): Promise<QueryResult> {
    await this.begin()
    return this.send(statement)
  }

  /**
   * In one trip; with them the beginning, where nothing was asked before. It does not hold them back where it fails: the
   * first statements of a transaction that ask so read, lock, or write what does no harm alone.
   */
  async both(first: CompiledQuery, second: CompiledQuery): Promise<[QueryResult, QueryResult]> {
    const asked = this.together(() => [this.begin(), this.send(first), this.send(second)] as const)
    const [, one, other] = await allOf(asked)
    return [one, other]
  }

  /** The end goes in the same trip, and ends nothing well where the statement fails. */
  async last(statement: CompiledQuery): Promise<QueryResult> {
    await this.begin()
    const [answer] = await allOf(this.together(() => [this.send(statement), this.end()] as const))
    return answer
  }

  /** Commits what was asked; nothing where nothing was. */
  async end(): Promise<void> {
    if (this.isEnding || !this.begun) return
    this.isEnding = true
    const { command } = await this.client.query('commit')
    if (command !== 'COMMIT') throw new Error(`the transaction ended by ${command}`)
    this.hasEnded = true
  }

  async rollBack(): Promise<void> {
    const isUnderWay = this.begun !== undefined && !this.isEnding
    if (isUnderWay) await this.client.query('rollback')
  }

  /** What this asks is written to the socket at once: each write costs both sides a call of the system and a wake. */
  private together<T>(ask: () => T): T {
    const { stream } = (this.client as unknown as { connection: { stream: Socket } }).connection
    stream.cork()
    try {
      return ask()
    } finally {
      stream.uncork()
    }
  }

  private begin(): Promise<unknown> {
    this.begun ??= this.client.query('begin')
    return this.begun
  }

  private send({ sql, parameters }: CompiledQuery): Promise<QueryResult> {
    if (this.isEnding) throw new Error('the transaction has ended')
    return this.client.query(sql, parameters as unknown[])
  }
}

/** Commits what `work` did, or nothing of it. */
export async function inTransaction<T>(
  pool: Pool,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const transaction = new Transaction(client)
  let broken: Error | undefined
  try {
    const result = await work(transaction)
    await transaction.end()
    return result
  } catch (error) {
    // PostgreSQL rolls back what was asked on a connection that is closed.
    await transaction.rollBack().catch((failed: Error) => {
      broken = failed
    })
    throw error
  } finally {
    client.release(broken)
  }
}
