/** What is true in one run: each unknown is one of the values of its type, the same wherever it is asked for. */
import type { Node } from 'typescript/unstable/ast'
import { isIfStatement } from 'typescript/unstable/ast/is'
import { type Type, TypeFlags } from 'typescript/unstable/sync'
import type { Choices } from './choices.ts'
import { isFunction, type Program } from './program.ts'
import { Impossible, literal, NOTHING, type Value } from './values.ts'

export class Truth {
  readonly #program: Program
  readonly #choices: Choices

  constructor(program: Program, choices: Choices) {
    this.#program = program
    this.#choices = choices
  }

  /** Whether the condition of this expression or statement holds: where SQL hangs on it, both is to be seen. */
  branch(node: Node, value: () => Value): boolean {
    if (!this.#program.carries(this.#program.typeOf(isIfStatement(node) ? functionAround(node) : node)))
      return this.holds(value())
    return this.#choices.branch(`${this.#program.where(node)}.${node.pos} ?`, () => this.holds(value()))
  }

  /** Whether it is true, null, undefined … in this run. */
  holds(value: Value): boolean {
    const settled = this.settled(value)
    return settled.kind === 'literal' ? Boolean(settled.value) : true
  }

  /** An unknown that can be told by its type alone, told: one of its literals, or itself for all that is none. */
  settled(value: Value): Value {
    if (value.kind !== 'unknown' || !value.type) return value
    const members = this.#program.oneOf(value.type)
    const literals = members.flatMap((type) => literalOf(type) ?? [])
    const isOpen = members.some((type) => literalOf(type) === undefined)
    if (literals.length === 0) return value
    const options = [...(isOpen ? [value] : []), ...literals.sort((a, b) => rank(a) - rank(b))]
    const named = options.map((option) => (option.kind === 'literal' ? String(option.value) : 'another'))
    const taken = options[named.indexOf(this.#choices.take(value.key, named))]
    // Where a condition has left fewer, what was taken before may not be among them.
    if (!taken) throw new Impossible()
    return taken
  }

  same(one: Value, other: Value, node: Node): boolean {
    const [a, b] = [this.settled(one), this.settled(other)]
    if (a.kind === 'literal' && b.kind === 'literal') return a.value === b.value
    const [unknown, known] = a.kind === 'unknown' ? [a, b] : [b, a]
    if (unknown.kind !== 'unknown') return a === b
    // What is none of its type's literals is none of these either, unless it is any text or number.
    if (known.kind === 'literal' && !isAny(this.#program.oneOf(unknown.type), known.value)) return false
    const named = known.kind === 'literal' ? String(known.value) : `${this.#program.where(node)}.${node.pos}`
    return this.#choices.take(`${unknown.key} = ${named}`, ['same', 'other']) === 'same'
  }
}

function functionAround(node: Node): Node {
  let at = node
  while (at.parent && !isFunction(at)) at = at.parent
  return at
}

function literalOf(type: Type): Value | undefined {
  if (type.flags & TypeFlags.Undefined || type.flags & TypeFlags.Void) return NOTHING
  if (type.flags & TypeFlags.Null) return literal(null)
  return type.isLiteralType() ? literal(type.value as string | number | boolean) : undefined
}

/** What is there comes first, so that a statement's longest text is the first that is looked at. */
const rank = (value: Value): number => (value.kind === 'literal' && value.value ? 0 : 1)

function isAny(members: readonly Type[], value: unknown): boolean {
  const flag = typeof value === 'string' ? TypeFlags.String : typeof value === 'number' ? TypeFlags.Number : 0
  return members.some(({ flags }) => flags & (flag | TypeFlags.AnyOrUnknown))
}
