/** What an expression is worth without running the program: parts of SQL, what they are made of, or an unknown. */
import type { Node } from 'typescript/unstable/ast'
import type { Type } from 'typescript/unstable/sync'

/** Text, or the expression whose value is handed over apart. */
export type Part = string | Node

export type Value =
  | { readonly kind: 'sql'; readonly parts: readonly Part[] }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'record'; readonly names: readonly string[]; readonly get: (name: string) => Value }
  | { readonly kind: 'function'; readonly node: Node; readonly scope: Scope }
  /** A function of core; undefined where what it is given is not known. `apply` calls a function of ours that it is given. */
  | {
      readonly kind: 'pure'
      readonly call: (
        given: readonly Value[],
        apply: (of: Value, given: readonly Value[]) => Value,
      ) => Value | undefined
    }
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null | undefined }
  /** `key` is the same wherever the same thing is meant. */
  | { readonly kind: 'unknown'; readonly key: string; readonly type: Type | undefined }

/** Where names are bound: the parameters of a call, and what surrounds the function that is called. */
export interface Scope {
  readonly id: string
  readonly outer: Scope | undefined
  readonly bound: Map<Node, () => Value>
}

export const emptyScope = (): Scope => ({ id: '', outer: undefined, bound: new Map() })

export const literal = (value: string | number | boolean | null | undefined): Value => ({
  kind: 'literal',
  value,
})
export const NOTHING = literal(undefined)
export const list = (items: readonly Value[]): Value => ({ kind: 'list', items })
export const text = (words: string): Value => ({ kind: 'sql', parts: [words] })

export function record(members: ReadonlyMap<string, () => Value>): Value {
  return { kind: 'record', names: [...members.keys()], get: (name) => members.get(name)?.() ?? NOTHING }
}

/** Found once, when it is first asked for. */
export function lazy(find: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= find()
    return value
  }
}

/** A run that the program can't take: what is asked for is not there. */
export class Impossible extends Error {}

/** An expression that this check can't follow. */
export class Unreadable extends Error {
  readonly node: Node
  constructor(node: Node, why: string) {
    super(why)
    this.node = node
  }
}
