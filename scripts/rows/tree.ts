/** How PostgreSQL writes down a statement that it has understood (pg_node_tree), as objects. */

/** A node: its name and its fields. */
export interface Tree {
  readonly is: string
  readonly [field: string]: Field
}
export type Field = Tree | readonly Field[] | string | undefined

/** `{NAME :field value …}`, `(a b …)`, `3 [ 105 100 0 ]` for bytes, `<>` for nothing, words and "words". */
export function readTree(text: string): Field {
  const words = text.match(/[{}()]|\[[^\]]*\]|<>|"(?:[^"\\]|\\.)*"|(?:[^\s{}()\\]|\\.)+/g) ?? []
  let at = 0
  const value = (): Field => {
    const word = words[at++]!
    if (word === '(') return many()
    if (word === '{') return node()
    if (word === '<>') return undefined
    // A constant of bytes: how many, and then they.
    if (words[at]?.startsWith('[')) return words[at++]
    return word.startsWith('"') ? JSON.parse(word) : word.replace(/\\(.)/g, '$1')
  }
  const many = (): Field[] => {
    const items: Field[] = []
    while (words[at] !== ')') items.push(value())
    at++
    return items
  }
  const node = (): Tree => {
    const fields: Record<string, Field> = { is: words[at++]! }
    while (words[at] !== '}') {
      const name = words[at++]!.slice(1)
      const values: Field[] = []
      do values.push(value())
      while (words[at] !== '}' && !words[at]!.startsWith(':'))
      fields[name] = values.length === 1 ? values[0] : values
    }
    at++
    return fields as Tree
  }
  return value()
}

export const listIn = (field: Field): readonly Tree[] =>
  (Array.isArray(field) ? field : []) as readonly Tree[]
export const nodeIn = (field: Field): Tree | undefined =>
  field === undefined || typeof field === 'string' || Array.isArray(field) ? undefined : (field as Tree)
export const numberIn = (field: Field): number => Number(field)
export const isSet = (field: Field): boolean => field === 'true'

const bytesIn = (constvalue: string): number[] =>
  constvalue
    .slice(1, -1)
    .trim()
    .split(/\s+/)
    .map((byte) => Number(byte) & 255)

/** A constant of four bytes that is an oid, as one of an enum is. */
export const oidIn = ({ constvalue }: Tree): string =>
  typeof constvalue === 'string' ? String(Buffer.from(bytesIn(constvalue)).readUInt32LE()) : ''

/** A constant's bytes as the text that they spell; undefined where it is none. */
export function textIn({ constvalue, constlen }: Tree): string | undefined {
  if (typeof constvalue !== 'string' || constlen === undefined) return undefined
  const bytes = bytesIn(constvalue)
  // A varlena begins with its length, a cstring ends with a zero.
  if (constlen === '-1') return Buffer.from(bytes.slice(4)).toString()
  return constlen === '-2' ? Buffer.from(bytes.slice(0, -1)).toString() : undefined
}
