/** The parts of the language and of `sql` that statements are put together with. */
import type { CallExpression, Node } from 'typescript/unstable/ast'
import { isIdentifier, isPropertyAccessExpression } from 'typescript/unstable/ast/is'
import type { Interpreter } from './interpreter.ts'
import { isSql } from './program.ts'
import { list, literal, type Part, type Scope, text, Unreadable, type Value } from './values.ts'

type Given = () => readonly (() => Value)[]

export function callBuiltIn(
  evaluation: Interpreter,
  call: CallExpression,
  given: Given,
  scope: Scope,
): Value | undefined {
  const { expression } = call
  if (isIdentifier(expression))
    return expression.text === 'Boolean' ? literal(evaluation.truth.holds(given()[0]!())) : undefined
  if (!isPropertyAccessExpression(expression)) return undefined
  const { expression: owner, name } = expression
  if (isSql(owner)) return sqlMember(evaluation, call, name.text, given)
  if (isIdentifier(owner) && owner.text === 'Object')
    return objectMember(evaluation, name.text, given, call, scope)
  if (!Object.hasOwn(LIST_MEMBERS, name.text)) return undefined
  const { truth } = evaluation
  const of = truth.settled(evaluation.evaluate(owner, scope))
  // A list that is not known is taken for one of its elements.
  const isOneFor = of.kind === 'unknown' && /^(map|flatMap|filter)$/.test(name.text)
  const items = isOneFor
    ? [evaluation.memberOf(of, '0', call, scope)]
    : of.kind === 'list'
      ? of.items
      : undefined
  const each = (item: Value, index: number) =>
    evaluation.apply(given()[0]!(), [() => item, () => literal(index)], call)
  return items && LIST_MEMBERS[name.text]!({ items, each, given: given(), truth, call })
}

interface OfList {
  readonly items: readonly Value[]
  /** What the function that is handed over returns for an element. */
  readonly each: (item: Value, index: number) => Value
  readonly given: ReturnType<Given>
  readonly truth: Interpreter['truth']
  readonly call: Node
}

const LIST_MEMBERS: Readonly<Record<string, (of: OfList) => Value | undefined>> = {
  map: ({ items, each }) => list(items.map(each)),
  flatMap: ({ items, each }) => list(items.flatMap((item, index) => membersOf(each(item, index)))),
  filter: ({ items, each, truth }) => list(items.filter((item, index) => truth.holds(each(item, index)))),
  some: ({ items, each, truth }) => literal(items.some((item, index) => truth.holds(each(item, index)))),
  includes: ({ items, given: [sought], truth, call }) =>
    literal(items.some((item) => truth.same(item, sought!(), call))),
  slice: ({ items }) => list(items),
}

function objectMember(
  evaluation: Interpreter,
  name: string,
  given: Given,
  call: CallExpression,
  scope: Scope,
): Value | undefined {
  if (!/^(entries|keys|values)$/.test(name)) return undefined
  const of = evaluation.truth.settled(given()[0]!())
  const entry = (key: Value, value: Value) =>
    name === 'entries' ? list([key, value]) : name === 'keys' ? key : value
  if (of.kind === 'record') return list(of.names.map((key) => entry(literal(key), of.get(key))))
  if (of.kind !== 'unknown') return undefined
  // Of an object that is not known one member is looked at.
  const key: Value = { kind: 'unknown', key: `${of.key} key`, type: undefined }
  return list([entry(key, evaluation.memberOf(of, '*', call, scope))])
}

/** sql.join, sql.ref, sql.table, sql.lit and sql.raw. */
function sqlMember(evaluation: Interpreter, call: CallExpression, name: string, given: Given): Value {
  const [first, second] = given()
  const value = evaluation.truth.settled(first!())
  if (name === 'join') return { kind: 'sql', parts: joined(value, second?.() ?? text(', '), call) }
  if (name === 'lit') return text(value.kind === 'literal' ? quoted(value.value) : 'null')
  // A table that is known at run time only is taken for one that there is: what is read of it may be read of all.
  if (name === 'table' && value.kind !== 'literal') return text('pg_class')
  if (value.kind !== 'literal') throw new Unreadable(call, 'is a name that is known at run time only')
  const words = String(value.value)
  return text(name === 'raw' ? words : words.replace(/[^.]+/g, '"$&"'))
}

function joined(value: Value, separator: Value, call: CallExpression): readonly Part[] {
  if (value.kind !== 'list' || separator.kind !== 'sql')
    throw new Unreadable(call, 'joins what is no known list')
  return value.items.flatMap((item, index) => {
    const parts = item.kind === 'sql' ? item.parts : [call.arguments[0]!]
    return index === 0 ? parts : [...separator.parts, ...parts]
  })
}

const quoted = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)

/** The elements of a list; of what is not known, itself for one of them. */
export const membersOf = (value: Value): Value[] => (value.kind === 'list' ? [...value.items] : [value])
