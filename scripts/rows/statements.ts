/** Every statement of the project: what it says, in each of its ways, and the type of the rows that it is to answer. */
import type { Node, TaggedTemplateExpression } from 'typescript/unstable/ast'
import {
  isAsExpression,
  isCallExpression,
  isIdentifier,
  isParameterDeclaration,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
  isTemplateExpression,
} from 'typescript/unstable/ast/is'
import { type Type, TypeFlags } from 'typescript/unstable/sync'
import { eachWay } from './choices.ts'
import { isCommand } from './describe.ts'
import { Evaluation } from './evaluate.ts'
import { isSql, type Program } from './program.ts'
import { Impossible, type Part, Unreadable } from './values.ts'

export interface Statement {
  readonly where: string
  /** What its rows are said to be; undefined where they are not read. */
  readonly row: Type | undefined
  readonly texts: readonly Text[]
  /** Why it could not be put together. */
  readonly fault?: string
}

/** One way that a statement is put together. */
interface Text {
  readonly text: string
  /** The types of $1, $2 and so on. */
  readonly values: readonly (Type | undefined)[]
  /** The calls that this way of it comes from, as `file:line`. */
  readonly calls: readonly string[]
}

/** Asks databases as they were before some migration. */
const OLDER = /\/tests\/http\/migrations\.test\.ts$/

export function statementsIn(program: Program): Statement[] {
  const files = program.files.filter(({ text, fileName }) => /\bsql[`<.]/.test(text) && !OLDER.test(fileName))
  const templates: TaggedTemplateExpression[] = []
  const made: Node[] = []
  const questions: Node[] = []
  const visit = (node: Node): void => {
    if (isTaggedTemplateExpression(node) && isSql(node.tag)) templates.push(node)
    // What is cast, or joined, is no template, and may be given a row's type all the same.
    else if (isAsExpression(node) || isMadeBySql(node)) made.push(node)
    const question = statementAsked(node)
    if (question) questions.push(question)
    node.forEachChild(visit)
  }
  for (const file of files) visit(file)
  // Asked for together: each question to the compiler takes its time.
  program.typesOf([...templates, ...made, ...questions, ...templates.flatMap(holesOf)])
  const typed = [...templates, ...made].filter((node) => isKnown(rowIn(program, node)))
  const others = questions.filter((node) => {
    const row = rowIn(program, node)
    return row !== undefined && !isKnown(row) && !(row.flags & TypeFlags.TypeParameter)
  })
  return [...new Set<Node>([...typed, ...others])]
    .filter((node) => !isTold(program, node))
    .map((node) => read(program, node))
}

/** sql.join and sql.raw. */
const isMadeBySql = (node: Node): boolean =>
  isCallExpression(node) &&
  isPropertyAccessExpression(node.expression) &&
  isSql(node.expression.expression) &&
  /^(join|raw)$/.test(node.expression.name.text)

/** What `many`, `maybe`, `only` or `run` of a database is asked. */
function statementAsked(node: Node): Node | undefined {
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return undefined
  return /^(many|maybe|only|run)$/.test(node.expression.name.text) ? node.arguments[0] : undefined
}

const holesOf = ({ template }: TaggedTemplateExpression): readonly Node[] =>
  isTemplateExpression(template) ? template.templateSpans.map(({ expression }) => expression) : []

/** A command, or a statement that is only handed on: it is looked at where it is made. */
function isTold(program: Program, node: Node): boolean {
  if (isTaggedTemplateExpression(node)) {
    const { template } = node
    return isCommand(isTemplateExpression(template) ? template.head.text : template.text)
  }
  const symbol = isIdentifier(node) ? program.symbolOf(node) : undefined
  const declaration = symbol && program.declarationOf(symbol)
  return (
    declaration !== undefined &&
    isParameterDeclaration(declaration) &&
    program.callersOf(declaration.parent).length === 0
  )
}

const rowIn = (program: Program, node: Node) => program.rowOf(program.typeOf(node))
/** Whether it says what is in a row. A word or a number is an expression's, and `object` says nothing. */
const isKnown = (row: Type | undefined) =>
  row !== undefined && Boolean(row.flags & (TypeFlags.Object | TypeFlags.UnionOrIntersection)) && !isWord(row)

/** A union of words, or a number that is paise. */
function isWord(row: Type): boolean {
  const members = row.isUnionType() || row.isIntersectionType() ? row.getTypes() : undefined
  return (
    members?.some(
      ({ flags }) => flags & (TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BooleanLike),
    ) ?? false
  )
}

function read(program: Program, node: Node): Statement {
  const row = rowIn(program, node)
  const where = program.where(node)
  const said = { where, row: isKnown(row) ? row : undefined }
  try {
    const texts = eachWay((choices) => {
      try {
        const evaluation = new Evaluation(program, choices)
        const parts = evaluation.partsOf(node)
        return textOf(program, parts, evaluation.calls)
      } catch (error) {
        if (error instanceof Impossible) return undefined
        throw error
      }
    })
    const different = [...new Map(texts.map((each) => [each.text, each])).values()]
    return {
      ...said,
      texts: different,
      ...(texts.length === 0 && !isPassedOver(said) && { fault: 'has no text that this check finds' }),
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const fault = `${program.where(error.node)}: ${error.node.getText()} ${error.message}`
    return { ...said, texts: [], ...(!isPassedOver(said) && { fault }) }
  }
}

/** What tests and benches do to a database, whose rows are not read, may be known at run time only. */
const isPassedOver = ({ row, where }: { row: Type | undefined; where: string }): boolean =>
  row === undefined && !where.startsWith('server/')

function textOf(program: Program, parts: readonly Part[], calls: readonly string[]): Text {
  const values: (Type | undefined)[] = []
  const words = parts.map((part) =>
    typeof part === 'string' ? part : `$${values.push(program.typeOf(part))}`,
  )
  return { text: words.join(''), values, calls }
}
