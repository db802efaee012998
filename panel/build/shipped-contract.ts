/**
 * The contract as the panel ships it: paths, rights and failure sentences of its calls. Bodies and answers are checked by
 * the server, and what a call does is told by /docs, so what is built of schemas is replaced, in the places below, by one
 * that does nothing (without-schemas.ts): 34 kB, zipped.
 */
import { type Plugin, parseAst } from 'vite'

/** What makes schemas, as the contract's files import it. */
const SCHEMAS = ['z', 'field', 'listOf']
/** Of a call, what the panel does not read. */
const UNREAD = [
  ...['description', 'body', 'answer', 'refusals', 'urgency', 'isUnaudited'],
  ...['factor', 'freshFields', 'second', 'fieldSeconds', 'alsoGet'],
]
/** Of fields that it reads one value of, that value: every other one is as good as none. */
const READ_OF: Readonly<Record<string, string>> = { effect: 'write', file: 'application/pdf' }

function isUnread(field: Node): boolean {
  const name = nameOf(field) ?? ''
  const { value } = (field.value ?? {}) as { readonly value?: unknown }
  return UNREAD.includes(name) || (name in READ_OF && READ_OF[name] !== value)
}

/** A call's declaration has these words, whether it is one that is written out or made of another. */
const OF_A_CALL = ['path', 'failed']

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

export function shippedContract(): Plugin {
  return {
    name: 'munim:shipped-contract',
    apply: 'build',
    // Once types are gone, and before the file is parsed for its imports.
    enforce: 'post',
    transform: {
      filter: { id: /[\\/]contract[\\/]src[\\/]\w[\w-]*\.ts$/ },
      handler: (code) => ({ code: withoutSchemas(withoutPlayers(code)), map: null }),
    },
  }
}

/** The calls of the players' app, a ninth of all, which the panel makes none of. */
const withoutPlayers = (code: string): string =>
  code.replace(/^import \* as player from .*$/m, 'const player = undefined')

/** This module, in JavaScript, without its schemas. */
function withoutSchemas(code: string): string {
  const places: { start: number; end: number; by: string }[] = []
  const schemas = new Set(SCHEMAS)
  const isSchema = (node: Node) => schemas.has(rootOf(node) ?? '')
  const visit = (node: Node): void => {
    // What is made of one that this file has made is one too.
    if (node.type === 'VariableDeclarator' && isNode(node.init) && isSchema(node.init))
      schemas.add(String((node.id as { readonly name?: string }).name))
    if (isSchema(node)) {
      places.push({ start: node.start, end: node.end, by: '$schema' })
      return
    }
    const children = Object.values(node).flat().filter(isNode)
    if (!isCall(node)) {
      for (const child of children) visit(child)
      return
    }
    // From where a field begins to where the next one does.
    for (const [nth, field] of children.entries()) {
      const end = children[nth + 1]?.start ?? field.end
      if (isUnread(field)) places.push({ start: field.start, end, by: '' })
      else visit(field)
    }
  }
  visit(parseAst(code) as unknown as Node)
  if (places.length === 0) return code
  const parts: string[] = []
  let at = 0
  for (const { start, end, by } of places) {
    parts.push(code.slice(at, start), by)
    at = end
  }
  return `import { z as $schema } from 'zod'\n${parts.join('')}${code.slice(at)}`
}

function isCall({ type, properties }: Node): boolean {
  if (type !== 'ObjectExpression') return false
  const names = (properties as readonly Node[]).map(nameOf)
  return OF_A_CALL.every((name) => names.includes(name))
}

/** Of a field of an object; undefined where that is spread. */
const nameOf = ({ type, key }: Node): string | undefined =>
  type === 'Property' ? (key as { readonly name?: string }).name : undefined

/** The name that a chain of calls and members begins with: `z` of `z.object({}).optional()`; else undefined. */
function rootOf(node: Node): string | undefined {
  let at = node
  while (at.type === 'CallExpression' || at.type === 'MemberExpression') {
    at = (at.type === 'CallExpression' ? at.callee : at.object) as Node
    if (at.type === 'Identifier') return at.name as string
  }
  return undefined
}
