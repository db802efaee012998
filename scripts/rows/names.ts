/** What a name is worth: a constant's value, a parameter's from the call that led here, a list's with what is pushed to it. */
import type {
  ArrowFunction,
  BindingElement,
  CallExpression,
  Expression,
  Node,
  ParameterDeclaration,
  Statement,
  VariableDeclaration,
} from 'typescript/unstable/ast'
import { NodeFlags, SyntaxKind } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { membersOf } from './built-in.ts'
import type { Choices } from './choices.ts'
import { ofCore } from './core.ts'
import type { Interpreter } from './interpreter.ts'
import { isFunction, type Program } from './program.ts'
import { emptyScope, Impossible, lazy, list, NOTHING, type Scope, Unreadable, type Value } from './values.ts'

export class Names {
  readonly #program: Program
  readonly #choices: Choices
  readonly #evaluation: Interpreter
  /** The call by which each function above the statement was entered. */
  readonly #entered = new Map<Node, Scope>()
  /** Those calls, as `file:line`. */
  readonly calls: string[] = []
  /** Lists whose pushes are being looked at: a condition of theirs may ask for the list. */
  readonly #growing = new Set<Node>()

  constructor(program: Program, choices: Choices, evaluation: Interpreter) {
    this.#program = program
    this.#choices = choices
    this.#evaluation = evaluation
  }

  value(node: Node & { readonly text: string }, scope: Scope): Value {
    if (node.text === 'undefined') return NOTHING
    const symbol = this.#program.symbolOf(node)
    const declaration = symbol && this.#program.declarationOf(symbol)
    if (declaration && this.#program.where(declaration).startsWith('core/src/'))
      return ofCore(node.text) ?? this.#evaluation.unknown(node, scope)
    return declaration ? this.#declared(declaration, scope, node) : this.#evaluation.unknown(node, scope)
  }

  #declared(declaration: Node, scope: Scope, used: Node): Value {
    if (is.isFunctionDeclaration(declaration)) return { kind: 'function', node: declaration, scope }
    if (is.isParameterDeclaration(declaration)) return this.#parameter(declaration, scope)
    if (is.isBindingElement(declaration)) return this.#bound(declaration, scope)
    if (is.isVariableDeclaration(declaration)) return this.#variable(declaration, scope)
    return this.#evaluation.unknown(used, scope)
  }

  #variable(declaration: VariableDeclaration, scope: Scope): Value {
    const loop = declaration.parent.parent
    if (is.isForOfStatement(loop)) {
      const of = this.#evaluation.evaluate(loop.expression, scope)
      if (of.kind !== 'list' || of.items.length === 0)
        return this.#evaluation.unknown(declaration.name, scope)
      return this.#oneOf(of.items, `${this.#program.where(loop)} of`)
    }
    const values = [declaration.initializer, ...this.#assigned(declaration)].flatMap((value) => value ?? [])
    if (values.length === 0) return NOTHING
    const key = `${this.#program.where(declaration)}.${declaration.pos} =`
    const value = this.#evaluation.evaluate(this.#oneOf(values, key), scope)
    if (value.kind !== 'list' || this.#growing.has(declaration)) return value
    this.#growing.add(declaration)
    const pushed = this.#pushed(declaration, scope)
    this.#growing.delete(declaration)
    return list([...value.items, ...pushed])
  }

  #oneOf<T>(options: readonly T[], key: string): T {
    const numbers = [...options.keys()].map(String)
    return options[Number(this.#choices.take(key, numbers))]!
  }

  /** What is assigned to it later. */
  #assigned(declaration: VariableDeclaration): Expression[] {
    if (!(declaration.parent.flags & NodeFlags.Let)) return []
    return this.#program
      .usesOf(declaration)
      .flatMap(({ parent }) =>
        is.isBinaryExpression(parent) && parent.operatorToken.kind === SyntaxKind.EqualsToken
          ? [parent.right as Expression]
          : [],
      )
  }

  /** What is pushed to a list, on the branches that this run takes. */
  #pushed(declaration: VariableDeclaration, scope: Scope): Value[] {
    return this.#program.usesOf(declaration).flatMap((use): Value[] => {
      const call = use.parent.parent
      if (!is.isPropertyAccessExpression(use.parent) || use.parent.name.text !== 'push') return []
      const branch = is.isIfStatement(call.parent.parent) ? call.parent.parent : call.parent.parent.parent
      if (
        is.isIfStatement(branch) &&
        !this.#evaluation.truth.branch(branch, () => this.#evaluation.evaluate(branch.expression, scope))
      )
        return []
      return membersOf(this.#evaluation.listOf((call as CallExpression).arguments, scope))
    })
  }

  #bound(
    { parent: pattern, propertyName, name, initializer, dotDotDotToken }: BindingElement,
    scope: Scope,
  ): Value {
    const from = pattern.parent
    const whole =
      is.isParameterDeclaration(from) || is.isVariableDeclaration(from) || is.isBindingElement(from)
        ? this.#declared(from, scope, name!)
        : this.#evaluation.unknown(name!, scope)
    if (dotDotDotToken) return whole
    const key = is.isArrayBindingPattern(pattern)
      ? String(pattern.elements.indexOf(name!.parent as BindingElement))
      : ((propertyName ?? name) as { text: string }).text
    return this.#orInitial(this.#evaluation.memberOf(whole, key, name!, scope), initializer, scope)
  }

  /** The value; where it is undefined, the one that is given for that. */
  #orInitial(value: Value, initializer: Expression | undefined, scope: Scope): Value {
    const isMissing = value.kind === 'literal' && value.value === undefined
    return isMissing && initializer ? this.#evaluation.evaluate(initializer, scope) : value
  }

  #parameter(declaration: ParameterDeclaration, scope: Scope): Value {
    for (let at: Scope | undefined = scope; at; at = at.outer) {
      const bound = at.bound.get(declaration)
      if (bound) return bound()
    }
    const called = declaration.parent
    if (!this.#entered.has(called) && this.#program.carries(this.#program.typeOf(declaration.name)))
      this.#enter(called)
    const entered = this.#entered.get(called)?.bound.get(declaration)
    return entered ? entered() : this.#evaluation.unknown(declaration.name, { ...scope, id: '' })
  }

  /** Chooses the call by which the function around the statement was entered. */
  #enter(called: Node): void {
    const callers = this.#program.callersOf(called)
    if (callers.length === 0) throw new Unreadable(called, 'is called nowhere that this check sees')
    const call = this.#oneOf(callers, `${this.#program.where(called)} called`)
    const scope = emptyScope()
    this.calls.push(this.#program.where(call))
    const given = this.argumentsOf(call as CallExpression, scope)
    this.#entered.set(called, this.frame(called, given, scope, call))
    this.reach(call, scope)
  }

  /** Takes only ways that lead here: past what returns before, and into the branch that this is in. */
  reach(node: Node, scope: Scope): void {
    for (let at = node; at.parent && !isFunction(at); at = at.parent) {
      const around = at.parent
      if (is.isIfStatement(around) && at !== around.expression)
        this.#assume(around.expression, scope, at === around.thenStatement, node)
      if (is.isConditionalExpression(around) && at !== around.condition)
        this.#assume(around.condition, scope, at === around.whenTrue, node)
      if (!is.isBlock(around)) continue
      for (const before of around.statements) {
        if (before === at) break
        if (is.isIfStatement(before) && !before.elseStatement && ends(before.thenStatement))
          this.#assume(before.expression, scope, false, node)
      }
    }
  }

  #assume(condition: Expression, scope: Scope, isTrue: boolean, node: Node): void {
    const { truth } = this.#evaluation
    const key = `${this.#program.where(condition)} before ${this.#program.where(node)} in ${this.calls.join()}`
    const isMet = this.#choices.meets(
      key,
      () => truth.holds(this.#evaluation.evaluate(condition, scope)) === isTrue,
    )
    if (!isMet) throw new Impossible()
  }

  /** The value of each argument, none of them found before it is used. */
  argumentsOf(call: CallExpression, scope: Scope): (() => Value)[] {
    if (call.arguments.some((argument) => is.isSpreadElement(argument)))
      return membersOf(this.#evaluation.listOf(call.arguments, scope)).map((value) => () => value)
    return call.arguments.map((argument) => lazy(() => this.#evaluation.evaluate(argument, scope)))
  }

  frame(called: Node, given: readonly (() => Value)[], outer: Scope, call: Node): Scope {
    const bound = new Map<Node, () => Value>()
    const scope = { id: `${outer.id}>${this.#program.where(call)}.${call.pos}`, outer, bound }
    for (const [nth, parameter] of (called as ArrowFunction).parameters.entries()) {
      const value = parameter.dotDotDotToken
        ? () => list(given.slice(nth).map((each) => each()))
        : () => this.#orInitial(given[nth]?.() ?? NOTHING, parameter.initializer, scope)
      bound.set(parameter, lazy(value))
    }
    return scope
  }
}

/** Whether nothing behind this statement is come to. */
function ends(statement: Statement): boolean {
  if (is.isBlock(statement)) return statement.statements.some(ends)
  return (
    is.isReturnStatement(statement) || is.isThrowStatement(statement) || is.isContinueStatement(statement)
  )
}
