/** What names.ts and built-in.ts need of evaluate.ts. */
import type { Node } from 'typescript/unstable/ast'
import type { Truth } from './truth.ts'
import type { Scope, Value } from './values.ts'

export interface Interpreter {
  readonly truth: Truth
  evaluate(node: Node, scope: Scope): Value
  /** What a call of this function returns; each argument is found when it is first asked for. */
  apply(value: Value, given: readonly (() => Value)[], call: Node): Value
  memberOf(owner: Value, name: string, node: Node, scope: Scope): Value
  listOf(elements: readonly Node[], scope: Scope): Value
  unknown(node: Node, scope: Scope): Value
}
