/** One transaction on one connection, in as few trips to the database as its statements allow. */
import type { Pool, QueryResult } from 'pg'
import { type Asked, BEGIN, COMMIT, nameOf, type WatchedClient, watched } from './watched-client.ts'

/** What is sent together is done in its order, each statement only after the one before it went well. */
export class Transaction {
  private readonly client: WatchedClient
  private hasBegun = false
  /** The end was sent: a connection that is lost now leaves open whether it is committed. */
  isEnding = false
  /** It is committed. */
  hasEnded = false

  constructor(client: WatchedClient) {
    this.client = client
  }

  /** With the beginning, where nothing was asked before; a text that may be of several statements goes after it. */
  async ask(statement: Asked): Promise<QueryResult> {
    const isPlain = statement.parameters.length === 0 && nameOf(statement) === undefined
    if (isPlain && !this.hasBegun) await this.send([])
    if (isPlain && !this.isEnding) return this.client.query(statement.sql)
    const [answer] = await this.send([statement])
    return answer!
  }

  /** In one trip. */
  async both(first: Asked, second: Asked): Promise<[QueryResult, QueryResult]> {
    const [one, other] = await this.send([first, second])
    return [one!, other!]
  }

  /** The end goes in the same trip. */
  async last(statement: Asked): Promise<QueryResult> {
    const [answer] = await this.send([statement], true)
    return answer!
  }

  /** Commits what was asked; nothing where nothing was. */
  async end(): Promise<void> {
    if (this.hasBegun && !this.isEnding) await this.send([], true)
  }

  async rollBack(): Promise<void> {
    if (this.hasBegun && !this.hasEnded) await this.client.query('rollback')
  }

  private async send(statements: readonly Asked[], ends = false): Promise<QueryResult[]> {
    if (this.isEnding) throw new Error('the transaction has ended')
    const begins = !this.hasBegun
    this.hasBegun = true
    this.isEnding = ends
    const answers = await this.client.together([
      ...(begins ? [BEGIN] : []),
      ...statements,
      ...(ends ? [COMMIT] : []),
    ])
    if (ends) {
      const { command } = answers.at(-1)!
      if (command !== 'COMMIT') throw new Error(`the transaction ended by ${command}`)
      this.hasEnded = true
    }
    return begins ? answers.slice(1) : answers
  }
}

/** Commits what `work` did, or nothing of it. */
export async function inTransaction<T>(
  pool: Pool,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const transaction = new Transaction(watched(client))
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
