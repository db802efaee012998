/** Holds what a statement answers against the type that its rows are read as. */
import { type Type, TypeFlags } from 'typescript/unstable/sync'
import { types } from '../../server/src/database/postgres.ts'
import type { Catalog } from './describe.ts'
import type { Program } from './program.ts'
import type { Shape } from './shapes.ts'

/** What a value is in this program: as the driver reads it, or as JSON does. */
type Kind = 'number' | 'string' | 'boolean' | 'Buffer' | 'Date' | 'object' | 'list'

/** Where a value is. */
interface At {
  readonly path: string
  readonly isJson: boolean
  /** In JSON without members that are null. */
  readonly isStripped: boolean
  /** The type of the array that it is an element of. */
  readonly list?: string | undefined
}

export class Comparison {
  readonly #program: Program
  readonly #catalog: Catalog
  #sure: ReadonlySet<string> = new Set()
  #may = new Set<string>()

  constructor(program: Program, catalog: Catalog) {
    this.#program = program
    this.#catalog = catalog
  }

  /** What differs, in sentences. `may` gets the columns that may be null but for what NotNull says. */
  row(columns: ReadonlyMap<string, Shape>, row: Type, may: Set<string>): string[] {
    this.#sure = this.sureOf(row)
    this.#may = may
    return this.#members(columns, row, { path: '', isJson: false, isStripped: false })
  }

  /** What the row's type says to be never null. */
  sureOf(row: Type): ReadonlySet<string> {
    const [, type] = [...this.#program.propertiesOf(row)].find(([name]) => isSure(name)) ?? []
    const members = this.#program.oneOf(type)
    return new Set(members.flatMap((member) => (member.isStringLiteralType() ? [member.value] : [])))
  }

  #members(fields: ReadonlyMap<string, Shape>, type: Type, { path, isJson, isStripped }: At): string[] {
    if (type.flags & TypeFlags.AnyOrUnknown) return []
    const properties = this.#program.propertiesOf(type)
    const wrong = [...properties].flatMap(([name, of]): string[] => {
      if (fields.has(name) || isSure(name) || this.#has(of, TypeFlags.Undefined)) return []
      return [`${path}${name} is not answered`]
    })
    for (const [name, shape] of fields) {
      const of = properties.get(name) ?? this.#program.checker.getIndexInfosOfType(type)[0]?.valueType
      if (this.#isVoid(shape)) continue
      if (of === undefined) wrong.push(`${path}${name} is answered, and its type has no such member`)
      else wrong.push(...this.#value(shape, of, { path: `${path}${name}`, isJson, isStripped }))
    }
    return wrong
  }

  #value(shape: Shape, type: Type, at: At): string[] {
    if (type.flags & TypeFlags.AnyOrUnknown) return []
    const missing = at.isStripped ? TypeFlags.Undefined : TypeFlags.Null
    const isNull = shape.isNull && !this.#has(type, missing)
    if (isNull) this.#may.add(at.path)
    const wrong =
      isNull && !this.#sure.has(at.path) ? [`${at.path} may be ${at.isStripped ? 'left out' : 'null'}`] : []
    if (shape.kind === 'json' || (shape.kind === 'leaf' && shape.values?.length === 0)) return wrong
    const members = this.#present(type)
    if (members.length === 0) return [...wrong, `${at.path} is more than null`]
    // One of several objects, such as each kind with its own members: it has to be like one of them.
    const tries = members.map((member) => this.#nonNull(shape, member, type, at))
    return [...wrong, ...(tries.find((found) => found.length === 0) ?? tries[0]!)]
  }

  #nonNull(shape: Exclude<Shape, { kind: 'json' }>, type: Type, whole: Type, at: At): string[] {
    const kind = this.#kindOf(shape, at)
    const wanted = this.#kindIn(type)
    if (wanted !== undefined && wanted !== kind) {
      const said = this.#program.checker.typeToString(whole)
      return [`${at.path} is a ${kind} (${this.#nameOf(shape)}) and not ${said}`]
    }
    if (shape.kind === 'leaf')
      return this.#words(shape.values, whole, at.path) ?? this.#brand(shape.type, type, at.path)
    if (shape.kind === 'fields')
      return this.#members(shape.fields, type, {
        path: `${at.path}.`,
        isJson: true,
        isStripped: shape.isStripped ?? false,
      })
    const element = type.isTypeReference() ? this.#program.checker.getTypeArguments(type)[0] : undefined
    if (!element || !shape.of) return []
    const isJson = at.isJson || shape.type === undefined
    const inside: At = { path: `${at.path}[]`, isJson, isStripped: false, list: shape.type }
    return this.#value(shape.of, element, inside)
  }

  /** Words that the type does not know; undefined where either may be any. */
  #words(values: readonly string[] | undefined, type: Type, path: string): string[] | undefined {
    const members = this.#present(type)
    const known = members.flatMap((member) => (member.isStringLiteralType() ? [member.value] : []))
    if (!values || members.length === 0 || known.length < members.length) return undefined
    const others = values.filter((value) => !known.includes(value))
    return others.length > 0 ? [`${path} may be '${others.join("', '")}', and its type does not say so`] : []
  }

  /** A day is a date, or text of which nothing is known. */
  #brand(oid: string, type: Type, path: string): string[] {
    const name = this.#catalog.types.get(oid)?.name
    const isDay = type.isIntersectionType() && this.#program.checker.typeToString(type) === 'Day'
    return isDay && name !== 'date' && name !== 'text' ? [`${path} is a ${name} and not a Day`] : []
  }

  #kindOf(shape: Exclude<Shape, { kind: 'json' }>, at: At): Kind {
    if (shape.kind === 'list') return 'list'
    if (shape.kind === 'fields') return 'object'
    const name = this.#catalog.types.get(shape.type)?.name ?? ''
    if (at.isJson) return JSON_KINDS[name] ?? 'string'
    const sample = SAMPLES[name] ?? 'words'
    if (at.list === undefined) return kindOf(readerOf(shape.type)(sample))
    const read = readerOf(at.list)(`{"${sample.replaceAll('\\', '\\\\')}"}`)
    return kindOf((read as unknown[])[0])
  }

  #nameOf(shape: Exclude<Shape, { kind: 'json' }>): string {
    return shape.kind === 'leaf' ? (this.#catalog.types.get(shape.type)?.name ?? shape.type) : shape.kind
  }

  #kindIn(type: Type): Kind | undefined {
    const members = type.isIntersectionType() ? type.getTypes()! : [type]
    const has = (flags: TypeFlags) => members.some((member) => member.flags & flags)
    if (has(TypeFlags.StringLike)) return 'string'
    if (has(TypeFlags.NumberLike)) return 'number'
    if (has(TypeFlags.BooleanLike)) return 'boolean'
    if (!has(TypeFlags.Object)) return undefined
    if (this.#program.checker.isArrayLikeType(type)) return 'list'
    const name = type.getSymbol()?.name
    return name === 'Buffer' || name === 'Date' ? name : 'object'
  }

  /** What it is one of where it is not null. */
  #present(type: Type): readonly Type[] {
    return this.#program.oneOf(type).filter(({ flags }) => !(flags & TypeFlags.Nullable))
  }

  /** What a function answers that answers nothing. */
  #isVoid(shape: Shape): boolean {
    return shape.kind === 'leaf' && this.#catalog.types.get(shape.type)?.name === 'void'
  }

  #has(type: Type, flags: TypeFlags): boolean {
    return this.#program.oneOf(type).some((member) => member.flags & (flags | TypeFlags.AnyOrUnknown))
  }
}

/** The member of NotNull, whose name is a symbol. */
const isSure = (name: string): boolean => name.startsWith('__@notNull')

const readerOf = (type: string): ((text: string) => unknown) => types.getTypeParser(Number(type), 'text')

/** What is no text in JSON. */
const JSON_KINDS: Readonly<Record<string, Kind>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  oid: 'number',
}

/** A value of each type that is not read as text, as PostgreSQL sends it. */
const SAMPLES: Readonly<Record<string, string>> = {
  bool: 't',
  int2: '1',
  int4: '1',
  int8: '1',
  oid: '1',
  float4: '1',
  float8: '1',
  numeric: '1',
  bytea: '\\x00',
  date: '2026-01-31',
  timestamp: '2026-01-31 12:00:00',
  timestamptz: '2026-01-31 12:00:00+00',
}

function kindOf(value: unknown): Kind {
  if (Buffer.isBuffer(value)) return 'Buffer'
  if (value instanceof Date) return 'Date'
  return Array.isArray(value) ? 'list' : (typeof value as Kind)
}
