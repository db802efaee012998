/**
 * A connection to PostgreSQL as the pools use it: it plans named statements once, and knows how long it waits for an answer.
 * Through a pooler it keeps nothing beyond a transaction: it plans none once, and each transaction brings its time limits.
 */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { allOf } from './all-of.ts'
import { Part, Together } from './together.ts'
import { asTrouble, DatabaseTrouble, TAKES_NO_WRITES } from './trouble.ts'

/** Statements that begin with a name in a comment are planned once a connection instead of at each call. */
const PREPARED = /^\s*\/\* ([\w-]+) \*\//

/** How long what is asked may take, in milliseconds; 0: as long as it takes. */
export interface Limits {
  /** A statement. */
  readonly statementMs: number
  /** Its waiting for a lock. */
  readonly lockMs: number
  /** A transaction between two statements. */
  readonly idleMs: number
}

/** `limits`: it leads through a pooler, which takes none as the connection opens. `plansAll`: as in PoolOptions. */
export type WatchedConfig = pg.ClientConfig & {
  readonly limits?: Limits | undefined
  readonly plansAll?: boolean | undefined
}

const settingsOf = ({ statementMs, lockMs, idleMs }: Limits): string[] => [
  `set local statement_timeout = ${statementMs}`,
  `set local lock_timeout = ${lockMs}`,
  `set local idle_in_transaction_session_timeout = ${idleMs}`,
]

export interface Asked {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

export const BEGIN: Asked = { sql: '/* begin */ begin', parameters: [] }
export const COMMIT: Asked = { sql: '/* commit */ commit', parameters: [] }

const ENDS = /^\s*rollback\s*$/i
/** Holds a transaction of its own, from its beginning to its end. */
const HOLDS_ONE = /^\s*begin\b[^;]*;/i
/** Longer than a pool waits for a connection, the pooler need not look for one either. */
const BEGUN_WITHIN_MS = 3_000

/** What statements of this process begin with where a pooler is between it and PostgreSQL. */
export const MARK = randomBytes(6).toString('hex')
let made = 0

/** A new connection may not fail with them: another host is the primary, or a planned statement's columns are others. */
const OUTDATED = [TAKES_NO_WRITES, '0A000']

/** Private parts of pg's client. */
interface Insides {
  readonly processID: number
  _queryable: boolean
  readonly connection: { readonly stream: { destroy(): void; readonly bytesRead: number } }
}

/** A text of several statements answers the rows of all. */
const inOne = (answered: pg.QueryResult | readonly pg.QueryResult[]) =>
  'command' in answered ? answered : { ...answered.at(-1)!, rows: answered.flatMap(({ rows }) => rows) }

/** Of a statement that is planned once a connection. */
export const nameOf = ({ sql }: Pick<Asked, 'sql'>): string | undefined => PREPARED.exec(sql)?.[1]

export class WatchedClient extends pg.Client {
  /** In the pool, not in use. */
  isResting = false
  private unanswered = 0
  /** When the answer that is waited for was asked for, or the one before it came. */
  private askedAt: number | undefined
  /** The state, moment and bytes received, in which PostgreSQL was found not to work on the statement. */
  private doubt: string | undefined
  /** Through a pooler: what sets the time limits of a transaction. */
  private readonly settings: readonly string[] | undefined
  /** By `plansAll`: the names of its texts. */
  private readonly names: Map<string, string> | undefined
  /** Through a pooler: what begins a transaction was sent, and nothing that ends it. */
  private isWithin = false
  private readonly mark = `${MARK}.${++made}`
  /** The pooler has no connection to PostgreSQL for it yet. */
  isWaiting = false
  /** When PostgreSQL answered last, by `performance.now()`. */
  answeredAt = 0

  constructor(config: WatchedConfig) {
    super(config)
    this.settings = config.limits && settingsOf(config.limits)
    if (config.plansAll) this.names = new Map()
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares nine overloads; all pass through.
  override query(...call: any[]): any {
    const [text, values] = call
    if (this.settings !== undefined && typeof text === 'string')
      return this.watched(this.askThroughPooler(text, values).then(inOne))
    const asked = { sql: text, parameters: values ?? [] }
    if (typeof text === 'string' && nameOf(asked) !== undefined)
      return this.together([asked]).then(([answer]) => answer!)
    const answer = (super.query as (...call: unknown[]) => unknown).apply(this, call)
    return answer instanceof Promise ? this.watched(answer.then(inOne)) : answer
  }

  /** The answers of statements that are sent as one: within a transaction, or from its beginning on. */
  together(statements: readonly Asked[]): Promise<pg.QueryResult[]> {
    const { settings } = this
    if (settings === undefined) return this.watched(this.send(statements.map((asked) => this.partOf(asked))))
    const begins = statements[0] === BEGIN
    this.isWithin = statements.at(-1) !== COMMIT
    const limits = begins ? settings.map((sql) => ({ sql, parameters: [] })) : []
    const [first, ...others] = statements
    const parts = [first!, ...limits, ...others].map(
      ({ sql, parameters }) => new Part(`/*${this.mark}*/ ${sql}`, parameters, undefined),
    )
    if (!begins) return this.watched(this.send(parts))
    const hasBegun = Promise.withResolvers<unknown>()
    const sent = this.send(parts, 1 + limits.length, () => hasBegun.resolve(true))
    const begun = this.begun(Promise.race([hasBegun.promise, sent]))
    return this.watched(begun.then(async () => (await sent).toSpliced(1, limits.length)))
  }

  private partOf(asked: Asked): Part {
    const { names } = this
    if (names && !names.has(asked.sql)) names.set(asked.sql, nameOf(asked) ?? `text-${names.size}`)
    return new Part(asked.sql, asked.parameters, names?.get(asked.sql) ?? nameOf(asked))
  }

  private send(parts: readonly Part[], begin?: number, onBegun?: () => void): Promise<pg.QueryResult[]> {
    return new Promise((answer, fail) => {
      const done = (error: Error | null, answers: pg.QueryResult[]) => (error ? fail(error) : answer(answers))
      super.query(new Together(parts, done, begin, onBegun))
    })
  }

  /** A statement outside a transaction gets one, since its time limits need it. */
  private async askThroughPooler(text: string, values: unknown[] | undefined): Promise<pg.QueryResult> {
    const ask = (text: string, values?: unknown[]): Promise<pg.QueryResult> =>
      super.query(`/*${this.mark}*/ ${text}`, values)
    if (HOLDS_ONE.test(text)) return this.begun(ask(text, values))
    const { isWithin } = this
    if (ENDS.test(text)) this.isWithin = false
    if (isWithin || ENDS.test(text)) return ask(text, values)
    // Sent together, what begins a transaction, a statement and its end cost one way there and back.
    const begun = this.begun(ask(`begin; ${this.settings!.join('; ')}`))
    const [, answered] = await allOf([begun, ask(text, values), ask('commit')])
    return answered
  }

  /** Busy where the pooler finds no connection in time: nothing was asked of PostgreSQL, and this one is given up. */
  private async begun<T>(answer: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(() => {
        this.once('end', () => fail(new DatabaseTrouble('busy')))
        this.cut()
      }, BEGUN_WITHIN_MS)
    })
    this.isWaiting = true
    return Promise.race([late, answer]).finally(() => {
      this.isWaiting = false
      clearTimeout(timer)
    })
  }

  private async watched<T>(answer: Promise<T>): Promise<T> {
    this.unanswered++
    this.askedAt ??= performance.now()
    try {
      const answered = await answer
      this.answeredAt = performance.now()
      return answered
    } catch (error) {
      if (OUTDATED.includes((error as { code?: string }).code ?? '')) this.cut()
      throw asTrouble(error)
    } finally {
      this.askedAt = --this.unanswered === 0 ? undefined : performance.now()
    }
  }

  /** Milliseconds that it has been waiting for an answer; 0 where no statement is unanswered. */
  get silentMs(): number {
    return this.askedAt === undefined ? 0 : performance.now() - this.askedAt
  }

  /** By what PostgreSQL knows the backend that works for it (`whoWorks` in reach.ts): a pooler hides which one that is. */
  get worker(): string {
    return this.settings === undefined ? String(this.insides.processID) : this.mark
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
    this.insides._queryable = false // The pool takes it back for none.
    this.insides.connection.stream.destroy()
  }

  private get insides(): Insides {
    return this as unknown as Insides
  }
}

export const watched = (client: pg.PoolClient) => client as unknown as WatchedClient
