/**
 * Puts statements together as the program would, without running it: from a template back through the fragments,
 * functions and callers that its text comes from. A value is a parameter; a branch is taken either way (choices.ts).
 */
import type {
  ArrowFunction,
  BinaryExpression,
  CallExpression,
  Expression,
  Node,
  ObjectLiteralExpression,
  Statement,
  TaggedTemplateExpression,
  TemplateExpression,
} from 'typescript/unstable/ast'
import { SyntaxKind } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { callBuiltIn, membersOf } from './built-in.ts'
import type { Choices } from './choices.ts'
import type { Interpreter } from './interpreter.ts'
import { Names } from './names.ts'
import { isSql, type Program } from './program.ts'
import { Truth } from './truth.ts'
import {
  emptyScope,
  Impossible,
  lazy,
  list,
  literal,
  NOTHING,
  type Part,
  record,
  type Scope,
  text,
  Unreadable,
  type Value,
} from './values.ts'

/** Deeper than so many calls the program goes round. */
const DEPTH = 40

export class Evaluation implements Interpreter {
  readonly #program: Program
  readonly #names: Names
  readonly truth: Truth
  #depth = 0

  constructor(program: Program, choices: Choices) {
    this.#program = program
    this.truth = new Truth(program, choices)
    this.#names = new Names(program, choices, this)
  }

  /** The parts of the statement that this expression makes. */
  partsOf(node: Node): readonly Part[] {
    const scope = emptyScope()
    this.#names.reach(node, scope)
    const value = this.evaluate(node, scope)
    if (value.kind === 'sql') return value.parts
    if (value.kind === 'literal') throw new Impossible()
    throw new Unreadable(node, 'is no statement that can be followed from here')
  }

  /** The calls that led to the statement, where its text hangs on them. */
  get calls(): readonly string[] {
    return this.#names.calls
  }

  evaluate(node: Node, scope: Scope): Value {
    if (is.isIdentifier(node)) return this.#names.value(node, scope)
    if (is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node)) return literal(node.text)
    if (is.isNumericLiteral(node)) return literal(Number(node.text))
    if (node.kind === SyntaxKind.TrueKeyword) return literal(true)
    if (node.kind === SyntaxKind.FalseKeyword) return literal(false)
    if (node.kind === SyntaxKind.NullKeyword) return literal(null)
    if (is.isTaggedTemplateExpression(node)) return this.#template(node, scope)
    if (is.isTemplateExpression(node)) return this.#string(node, scope)
    if (is.isArrowFunction(node) || is.isFunctionExpression(node)) return { kind: 'function', node, scope }
    if (is.isConditionalExpression(node))
      return this.evaluate(
        this.truth.branch(node, () => this.evaluate(node.condition, scope)) ? node.whenTrue : node.whenFalse,
        scope,
      )
    if (is.isBinaryExpression(node)) return this.#binary(node, scope)
    if (is.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken)
      return literal(!this.truth.holds(this.evaluate(node.operand, scope)))
    if (is.isPrefixUnaryExpression(node) && is.isNumericLiteral(node.operand))
      return literal(-Number(node.operand.text))
    if (is.isArrayLiteralExpression(node)) return this.listOf(node.elements, scope)
    if (is.isObjectLiteralExpression(node)) return this.#object(node, scope)
    if (is.isPropertyAccessExpression(node)) return this.#member(node, node.expression, node.name.text, scope)
    if (is.isElementAccessExpression(node)) {
      const name = this.truth.settled(this.evaluate(node.argumentExpression, scope))
      if (name.kind === 'literal') return this.#member(node, node.expression, String(name.value), scope)
      return this.unknown(node, scope)
    }
    if (is.isCallExpression(node)) return this.#call(node, scope)
    if (is.isAsExpression(node) || is.isAwaitExpression(node)) {
      const value = this.evaluate(node.expression, scope)
      return value.kind === 'unknown' ? { ...value, type: this.#program.typeOf(node) } : value
    }
    if (is.isParenthesizedExpression(node) || is.isNonNullExpression(node) || is.isSatisfiesExpression(node))
      return this.evaluate(node.expression, scope)
    return this.unknown(node, scope)
  }

  unknown(node: Node, scope: Scope, key = `${this.#program.where(node)}.${node.pos}${scope.id}`): Value {
    return { kind: 'unknown', key, type: this.#program.typeOf(node) }
  }

  #template({ tag, template }: TaggedTemplateExpression, scope: Scope): Value {
    if (!isSql(tag)) throw new Unreadable(tag, 'is no tag that this check knows')
    if (is.isNoSubstitutionTemplateLiteral(template)) return text(template.text)
    const { head, templateSpans } = template as TemplateExpression
    const parts: Part[] = [head.text]
    for (const { expression, literal } of templateSpans) {
      parts.push(...this.#hole(expression, scope), literal.text)
    }
    return { kind: 'sql', parts }
  }

  /** A fragment's own parts, else the value itself. */
  #hole(node: Expression, scope: Scope): readonly Part[] {
    if (!this.#program.carries(this.#program.typeOf(node))) return [node]
    const value = this.evaluate(node, scope)
    if (value.kind === 'sql') return value.parts
    if (value.kind === 'unknown' && this.#program.carries(value.type))
      throw new Unreadable(node, 'is a fragment that can not be followed from here')
    return [node]
  }

  #string({ head, templateSpans }: TemplateExpression, scope: Scope): Value {
    let words = head.text
    for (const { expression, literal: after } of templateSpans) {
      const value = this.truth.settled(this.evaluate(expression, scope))
      if (value.kind !== 'literal') return this.unknown(expression, scope)
      words += String(value.value) + after.text
    }
    return literal(words)
  }

  apply(value: Value, given: readonly (() => Value)[], call: Node): Value {
    if (value.kind === 'pure') {
      const known = given.map((each) => this.truth.settled(each()))
      const back = (of: Value, values: readonly Value[]) => {
        const things = values.map((each) => () => each)
        return this.truth.settled(this.apply(of, things, call))
      }
      return value.call(known, back) ?? this.unknown(call, emptyScope())
    }
    if (value.kind !== 'function') throw new Impossible()
    if (this.#depth > DEPTH) throw new Unreadable(call, 'calls itself without an end that this check sees')
    const { node, scope } = value
    const inside = this.#names.frame(node, given, scope, call)
    const { body } = node as ArrowFunction
    this.#depth++
    try {
      if (body === undefined) return this.unknown(call, scope)
      return is.isBlock(body) ? (this.#run(body.statements, inside) ?? NOTHING) : this.evaluate(body, inside)
    } finally {
      this.#depth--
    }
  }

  /** What these statements return, on the branches that are taken; undefined where they come to their end. */
  #run(statements: readonly Statement[], scope: Scope): Value | undefined {
    for (const statement of statements) {
      if (is.isReturnStatement(statement))
        return statement.expression ? this.evaluate(statement.expression, scope) : NOTHING
      if (is.isThrowStatement(statement)) throw new Impossible()
      const value = this.#run(this.#branchOf(statement, scope), scope)
      if (value) return value
    }
    return undefined
  }

  #branchOf(statement: Statement, scope: Scope): readonly Statement[] {
    if (is.isBlock(statement)) return statement.statements
    if (is.isIfStatement(statement)) {
      const { expression, thenStatement, elseStatement } = statement
      const taken = this.truth.branch(statement, () => this.evaluate(expression, scope))
        ? thenStatement
        : elseStatement
      return taken ? [taken] : []
    }
    if (!is.isSwitchStatement(statement)) return []
    const { clauses } = statement.caseBlock
    const on = this.evaluate(statement.expression, scope)
    const hit = clauses.findIndex(
      (clause) =>
        is.isDefaultClause(clause) || this.truth.same(on, this.evaluate(clause.expression, scope), clause),
    )
    return hit < 0 ? [] : clauses.slice(hit).flatMap((clause) => [...clause.statements])
  }

  #binary(node: BinaryExpression, scope: Scope): Value {
    const { left, right } = node
    const { kind } = node.operatorToken
    let first = NOTHING
    const isFirst = () =>
      this.truth.branch(node, () => {
        first = this.evaluate(left, scope)
        return first
      })
    if (kind === SyntaxKind.AmpersandAmpersandToken) return isFirst() ? this.evaluate(right, scope) : first
    if (kind === SyntaxKind.BarBarToken) return isFirst() ? first : this.evaluate(right, scope)
    first = this.evaluate(left, scope)
    if (kind === SyntaxKind.QuestionQuestionToken) {
      const value = this.truth.settled(first)
      return value.kind === 'literal' && (value.value ?? null) === null ? this.evaluate(right, scope) : first
    }
    const second = this.evaluate(right, scope)
    if (kind === SyntaxKind.EqualsEqualsEqualsToken) return literal(this.truth.same(first, second, node))
    if (kind === SyntaxKind.ExclamationEqualsEqualsToken)
      return literal(!this.truth.same(first, second, node))
    if (kind === SyntaxKind.GreaterThanToken && first.kind === 'literal' && second.kind === 'literal')
      return literal((first.value as number) > (second.value as number))
    return this.unknown(node, scope)
  }

  listOf(elements: readonly Node[], scope: Scope): Value {
    return list(
      elements.flatMap((element) => {
        if (!is.isSpreadElement(element)) return [this.evaluate(element, scope)]
        return membersOf(this.evaluate(element.expression, scope))
      }),
    )
  }

  #object({ properties }: ObjectLiteralExpression, scope: Scope): Value {
    const members = new Map<string, () => Value>()
    for (const property of properties) {
      if (is.isSpreadAssignment(property)) {
        const spread = this.truth.settled(this.evaluate(property.expression, scope))
        if (spread.kind === 'record')
          for (const name of spread.names) members.set(name, () => spread.get(name))
        else if (spread.kind === 'unknown') {
          const type = spread.type
          for (const { name } of type ? this.#program.checker.getPropertiesOfType(type) : [])
            members.set(name, () => this.memberOf(spread, name, property, scope))
        }
        continue
      }
      const name = property.name
      const key =
        name &&
        (is.isComputedPropertyName(name)
          ? this.evaluate(name.expression, scope)
          : literal((name as { text: string }).text))
      if (key?.kind !== 'literal') continue
      members.set(
        String(key.value),
        lazy(() => {
          if (is.isPropertyAssignment(property)) return this.evaluate(property.initializer, scope)
          if (is.isShorthandPropertyAssignment(property)) return this.evaluate(property.name, scope)
          return { kind: 'function', node: property, scope }
        }),
      )
    }
    return record(members)
  }

  #member(node: Node, owner: Expression, name: string, scope: Scope): Value {
    return this.memberOf(this.evaluate(owner, scope), name, node, scope)
  }

  memberOf(owner: Value, name: string, node: Node, scope: Scope): Value {
    const of = this.truth.settled(owner)
    if (of.kind === 'record') return of.get(name)
    if (of.kind === 'list') {
      if (name === 'length') return literal(of.items.length)
      return of.items[Number(name)] ?? NOTHING
    }
    if (of.kind === 'literal') {
      if ((of.value ?? null) === null && !isOptional(node)) throw new Impossible()
      return of.value === undefined || of.value === null ? NOTHING : this.unknown(node, scope)
    }
    if (of.kind === 'unknown')
      return { kind: 'unknown', key: `${of.key}.${name}`, type: this.#program.typeOf(node) }
    return this.unknown(node, scope)
  }

  #call(node: CallExpression, scope: Scope): Value {
    const { expression } = node
    const given = lazyList(() => this.#names.argumentsOf(node, scope))
    if (is.isPropertyAccessExpression(expression) || is.isIdentifier(expression)) {
      const value = callBuiltIn(this, node, given, scope)
      if (value) return value
    }
    if (!this.#isOurs(expression) || this.#isAsked(node)) return this.unknown(node, scope)
    const called = this.truth.settled(this.evaluate(expression, scope))
    if (called.kind === 'literal' && node.questionDotToken) return NOTHING
    if (called.kind === 'unknown') return this.unknown(node, scope)
    return this.apply(called, given(), node)
  }

  /** What is waited for, such as rows, is not looked into either, if it is no fragment. */
  #isAsked(node: Node): boolean {
    const type = this.#program.typeOf(node)
    return type?.getSymbol()?.name === 'Promise' && !this.#program.carries(type)
  }

  /** Not of a library: those are not looked into. */
  #isOurs(node: Node): boolean {
    const symbol = this.#program.symbolOf(is.isPropertyAccessExpression(node) ? node.name : node)
    const handle = symbol?.valueDeclaration ?? symbol?.declarations[0]
    return (
      handle !== undefined && !handle.path.includes('/node_modules/') && !handle.path.includes('bundled:')
    )
  }
}

const lazyList = (find: () => (() => Value)[]) => {
  let found: (() => Value)[] | undefined
  return () => {
    found ??= find()
    return found
  }
}

const isOptional = (node: Node): boolean =>
  (is.isPropertyAccessExpression(node) || is.isElementAccessExpression(node)) &&
  node.questionDotToken !== undefined
