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
  if (!LIST_MEMBERS.has(name.text)) return undefined
  const of = evaluation.truth.settled(evaluation.evaluate(owner, scope))
  if (of.kind === 'list') return listMember(evaluation, of.items, name.text, given, call)
  if (of.kind !== 'unknown' || !/^(map|flatMap|filter)$/.test(name.text)) return undefined
  // A list that is not known is taken for one of its elements.
  return listMember(evaluation, [evaluation.memberOf(of, '0', call, scope)], name.text, given, call)
}

const LIST_MEMBERS = new Set([
  'map',
  'flatMap',
  'filter',
  'includes',
  'some',
  'concat',
  'join',
  'slice',
  'reverse',
  'toReversed',
])

function listMember(
  evaluation: Interpreter,
  items: readonly Value[],
  name: string,
  given: Given,
  call: Node,
): Value | undefined {
  const [first] = given()
  const each = (item: Value, index: number) =>
    evaluation.apply(first!(), [() => item, () => literal(index)], call)
  switch (name) {
    case 'map':
      return list(items.map(each))
    case 'flatMap':
      return list(items.flatMap((item, index) => membersOf(each(item, index))))
    case 'filter':
      return list(items.filter((item, index) => evaluation.truth.holds(each(item, index))))
    case 'some':
      return literal(items.some((item, index) => evaluation.truth.holds(each(item, index))))
    case 'includes':
      return literal(items.some((item) => evaluation.truth.same(item, first!(), call)))
    case 'concat':
      return list([...items, ...given().flatMap((value) => membersOf(value()))])
    case 'join': {
      const words = items.map((item) => evaluation.truth.settled(item))
      const separator = first?.() ?? literal(',')
      if (separator.kind !== 'literal' || !words.every((word) => word.kind === 'literal')) return undefined
      return literal(
        words.map((word) => String(word.kind === 'literal' && word.value)).join(String(separator.value)),
      )
    }
    case 'slice':
      return list(items)
    default:
      return list([...items].reverse())
  }
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
  return text(
    name === 'raw'
      ? words
      : words
          .split('.')
          .map((part) => `"${part}"`)
          .join('.'),
  )
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
