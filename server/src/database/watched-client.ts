/** A connection to PostgreSQL as the pools use it: it plans named statements once, and knows how long it waits for an answer. */
import pg from 'pg'
import { asTrouble } from './trouble.ts'

/** Statements that begin with a name in a comment are planned once a connection instead of at each call. */
const PREPARED = /^\s*\/\* ([\w-]+) \*\//

/** Private parts of pg's client. */
interface Insides {
  readonly processID: number
  readonly connection: { readonly stream: { destroy(): void; readonly bytesRead: number } }
}

export class WatchedClient extends pg.Client {
  /** In the pool, not in use. */
  isResting = false
  private unanswered = 0
  /** When the answer that is waited for was asked for, or the one before it came. */
  private askedAt: number | undefined
  /** The state, moment and bytes received, in which PostgreSQL was found not to work on the statement. */
  private doubt: string | undefined

  // biome-ignore lint/suspicious/noExplicitAny: pg declares nine overloads; all pass through.
  override query(...call: any[]): any {
    const [text, values] = call
    const name = typeof text === 'string' ? PREPARED.exec(text)?.[1] : undefined
    const ask = super.query as (...call: unknown[]) => unknown
    const answer = name === undefined ? ask.apply(this, call) : ask.call(this, { name, text, values })
    return answer instanceof Promise ? this.watched(answer) : answer
  }

  private async watched<T>(answer: Promise<T>): Promise<T> {
    this.unanswered++
    this.askedAt ??= performance.now()
    try {
      return await answer
    } catch (error) {
      throw asTrouble(error)
    } finally {
      this.askedAt = --this.unanswered === 0 ? undefined : performance.now()
    }
  }

  /** Milliseconds that it has been waiting for an answer; 0 where no statement is unanswered. */
  get silentMs(): number {
    return this.askedAt === undefined ? 0 : performance.now() - this.askedAt
  }

  get processId(): number {
    return this.insides.processID
  }

  /** Whether no answer will come: twice in a row PostgreSQL did not work on it, and no byte came in between. */
  isDeaf(isWorkedOn: boolean): boolean {
    const now = `${this.askedAt} ${this.insides.connection.stream.bytesRead}`
    const wasDoubted = this.doubt === now
    this.doubt = isWorkedOn || this.askedAt === undefined ? undefined : now
    return wasDoubted && this.doubt !== undefined
  }

  /** Destroys the socket at once. Its statement fails, PostgreSQL rolls back, and the pool opens another connection. */
  cut(): void {
    this.insides.connection.stream.destroy()
  }

  private get insides(): Insides {
    return this as unknown as Insides
  }
}
