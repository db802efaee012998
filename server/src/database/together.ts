/**
 * Several statements sent to PostgreSQL as one, with one end (Sync): it answers all at once, so each side is woken once, and
 * does none after one that fails.
 */
import pg from 'pg'

/** Private parts of pg's connection and query. */
interface Connection {
  readonly stream: { cork(): void; uncork(): void; destroy(): void }
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
  bind(statement: object): void
  execute(portal: object): void
  flush(): void
  sync(): void
}

interface Query {
  name: string | undefined
  text: string
  readonly _result: pg.QueryResult & Shape & { _types: unknown }
  _accumulateRows: boolean
  _results: unknown
  _canceledDueToError: Error | false
  prepare(connection: Connection): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Connection): void
  handleError(error: Error, connection: Connection): void
  handleReadyForQuery(connection: Connection): void
}

/** What pg knows of the rows of a statement. */
interface Shape {
  readonly fields: pg.FieldDef[]
  readonly _parsers: unknown
  readonly _prebuiltEmptyResultObject: unknown
}

type Answered = (error: Error | null, answers: pg.QueryResult[]) => void

const Query = pg.Query as unknown as new (text: string, values?: readonly unknown[], done?: Answered) => Query

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils

/** Of the named statements of a connection. */
const known = new WeakMap<Connection, Map<string, Shape>>()

function shapesOf(connection: Connection): Map<string, Shape> {
  let shapes = known.get(connection)
  if (shapes === undefined) {
    shapes = new Map()
    known.set(connection, shapes)
  }
  return shapes
}

/** One of the statements; `name`: it is planned once a connection. */
export class Part extends Query {
  private readonly bound: readonly unknown[]

  constructor(text: string, values: readonly unknown[], name: string | undefined) {
    super(text, values)
    this.bound = values
    this.name = name
  }

  override prepare(connection: Connection): void {
    const { name, text } = this
    const planned = name && (connection.parsedStatements[name] ?? connection.submittedNamedStatements[name])
    if (planned !== undefined && planned !== text) throw new Error(`${name} is the name of two statements`)
    const shape = name && shapesOf(connection).get(name)
    if (!shape) {
      super.prepare(connection)
      return
    }
    Object.assign(this._result, shape)
    this._accumulateRows = true
    connection.bind({ portal: '', statement: name, values: this.bound, valueMapper: prepareValue })
    this._getRows(connection)
  }

  /** The shape of a named statement is asked for once: where it would answer other columns, PostgreSQL refuses it. */
  override handleCommandComplete(message: unknown, connection: Connection): void {
    super.handleCommandComplete(message, connection)
    const { name } = this
    const shapes = shapesOf(connection)
    if (!name || shapes.has(name)) return
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    shapes.set(name, { fields, _parsers, _prebuiltEmptyResultObject })
  }

  /** pg's own ends each statement here. */
  _getRows(connection: Connection): void {
    connection.execute({ portal: '' })
  }

  override handleError(error: Error): void {
    throw error // One of its values can't be written.
  }
}

/** `onBegun`: called once the first `begin` parts are answered, which then do not wait for the others. */
export class Together extends Query {
  private readonly parts: readonly Part[]
  private readonly begin: number
  private readonly onBegun: (() => void) | undefined
  private nth = -1

  constructor(parts: readonly Part[], done: Answered, begin = 0, onBegun?: () => void) {
    super('', undefined, done)
    this.parts = parts
    this.begin = begin
    this.onBegun = onBegun
    this.next()
  }

  submit(connection: Connection): void {
    connection.stream.cork()
    try {
      for (const [nth, part] of this.parts.entries()) {
        part._result._types = this._result._types
        part.prepare(connection)
        if (nth + 1 === this.begin) connection.flush()
      }
      connection.sync()
    } catch (error) {
      connection.stream.destroy() // Half of it was sent.
      throw error
    } finally {
      connection.stream.uncork()
    }
  }

  override handleRowDescription(message: unknown): void {
    this.parts[this.nth]!.handleRowDescription(message)
  }

  override handleDataRow(message: unknown): void {
    this.parts[this.nth]!.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    this.parts[this.nth]!.handleCommandComplete(message, connection)
    this.next()
  }

  override handleError(error: Error, connection: Connection): void {
    // PostgreSQL reads none of the statements after this one: they are not known to it by their names.
    for (const { name } of this.parts.slice(this.nth))
      if (name !== undefined) delete connection.submittedNamedStatements[name]
    super.handleError(error, connection)
  }

  override handleReadyForQuery(connection: Connection): void {
    this._results = this.parts.map(({ _result }) => _result)
    this._canceledDueToError =
      this.parts.find(({ _canceledDueToError: error }) => error)?._canceledDueToError ?? false
    super.handleReadyForQuery(connection)
  }

  /** The statement that is answered next: pg's client knows it by its name. */
  private next(): void {
    if (++this.nth === this.begin) this.onBegun?.()
    this.name = this.parts[this.nth]?.name
    this.text = this.parts[this.nth]?.text ?? ''
  }
}
