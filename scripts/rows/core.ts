/** What statements take from core: it is pure, so its values are its own, and its functions are called. */
import * as core from '@munim/core'
import { list, literal, NOTHING, record, type Value } from './values.ts'

/** What core has under this name; undefined where it is a name within core, or a type. */
export const ofCore = (name: string): Value | undefined =>
  name in core ? valueFor((core as Record<string, unknown>)[name]) : undefined

type Apply = (of: Value, given: readonly Value[]) => Value
type Pure = (...given: unknown[]) => unknown

/** The same, for this check; undefined for a class, a date and the like. */
function valueFor(thing: unknown): Value | undefined {
  if (thing === undefined) return NOTHING
  if (thing === null || /^(string|number|boolean)$/.test(typeof thing)) return literal(thing as string)
  if (typeof thing === 'function')
    return { kind: 'pure', call: (given, apply) => call(thing as Pure, given, apply) }
  if (Array.isArray(thing)) return list(thing.flatMap((each) => valueFor(each) ?? []))
  if (typeof thing !== 'object') return undefined
  return record(new Map(Object.entries(thing).map(([name, of]) => [name, () => valueFor(of) ?? NOTHING])))
}

class NotKnown extends Error {}

function call(of: Pure, given: readonly Value[], apply: Apply): Value | undefined {
  try {
    return valueFor(of(...given.map((value) => thingFor(value, apply))))
  } catch (error) {
    if (error instanceof NotKnown) return undefined
    throw error
  }
}

/** The other way round. */
function thingFor(value: Value, apply: Apply): unknown {
  switch (value.kind) {
    case 'literal':
      return value.value
    case 'list':
      return value.items.map((item) => thingFor(item, apply))
    case 'record':
      return Object.fromEntries(value.names.map((name) => [name, thingFor(value.get(name), apply)]))
    case 'function':
      return (...given: unknown[]) => {
        const values = given.map((each) => valueFor(each) ?? NOTHING)
        return thingFor(apply(value, values), apply)
      }
    default:
      throw new NotKnown()
  }
}
