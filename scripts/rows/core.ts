/** What statements take from core: it is pure, so its values are its own, and its functions are called. */
import * as core from '@munim/core'
import { list, literal, record, type Value } from './values.ts'

/** What core has under this name; undefined where it is a name within core, or a type. */
export const ofCore = (name: string): Value | undefined => worth((core as Record<string, unknown>)[name])

function worth(thing: unknown): Value | undefined {
  if (thing === null || /^(string|number|boolean)$/.test(typeof thing)) return literal(thing as string)
  if (typeof thing === 'function') return { kind: 'pure', call: (given) => call(thing as never, given) }
  if (Array.isArray(thing)) return list(thing.flatMap((each) => worth(each) ?? []))
  if (typeof thing !== 'object') return undefined
  return record(
    new Map(Object.entries(thing!).map(([name, of]) => [name, () => worth(of) ?? literal(undefined)])),
  )
}

function call(of: (...given: unknown[]) => unknown, given: readonly Value[]): Value | undefined {
  const known = given.flatMap((value) => (value.kind === 'literal' ? [value.value] : []))
  if (known.length < given.length) return undefined
  const value = of(...known)
  return value === undefined ? literal(undefined) : worth(value)
}
