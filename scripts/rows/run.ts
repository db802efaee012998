/** Runs the statements of a function as far as to what it returns, on the branches that are taken. */
import type { Statement } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import type { Interpreter } from './interpreter.ts'
import { Impossible, NOTHING, type Scope, type Value } from './values.ts'

/** What these statements return; undefined where they come to their end. */
export function run(
  evaluation: Interpreter,
  statements: readonly Statement[],
  scope: Scope,
): Value | undefined {
  for (const statement of statements) {
    if (is.isReturnStatement(statement))
      return statement.expression ? evaluation.evaluate(statement.expression, scope) : NOTHING
    if (is.isThrowStatement(statement)) throw new Impossible()
    const branch = branchOf(evaluation, statement, scope)
    const value = branch && run(evaluation, branch, scope)
    if (value) return value
  }
  return undefined
}

function branchOf(
  evaluation: Interpreter,
  statement: Statement,
  scope: Scope,
): readonly Statement[] | undefined {
  if (is.isBlock(statement)) return statement.statements
  if (is.isIfStatement(statement)) {
    const taken = evaluation.truth.branch(statement, () => evaluation.evaluate(statement.expression, scope))
      ? statement.thenStatement
      : statement.elseStatement
    return taken && [taken]
  }
  if (is.isSwitchStatement(statement)) {
    const { clauses } = statement.caseBlock
    const on = evaluation.evaluate(statement.expression, scope)
    const hit = clauses.findIndex(
      (clause) =>
        is.isDefaultClause(clause) ||
        evaluation.truth.same(on, evaluation.evaluate(clause.expression, scope), clause),
    )
    return hit < 0 ? undefined : clauses.slice(hit).flatMap((clause) => [...clause.statements])
  }
  return undefined
}
