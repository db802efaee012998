/** What a statement answers: for each column its type, whether it may be null, and which words it may be. */

export type Shape = Leaf | List | Fields | Json

interface Possible {
  readonly isNull: boolean
}
/** A value of one of PostgreSQL's types, by its oid; `values` where it can only be one of these. */
export interface Leaf extends Possible {
  readonly kind: 'leaf'
  readonly type: string
  readonly values?: readonly string[] | undefined
}
/** An array, or JSON that is one; of nothing where it is empty. */
interface List extends Possible {
  readonly kind: 'list'
  readonly of: Shape | undefined
  /** Of an array that is no JSON: its own type. */
  readonly type?: string
}
/** A composite value, or JSON with these members. */
export interface Fields extends Possible {
  readonly kind: 'fields'
  readonly fields: ReadonlyMap<string, Shape>
  /** Members that are null are left out. */
  readonly isStripped?: boolean
}
/** JSON of which nothing is known. */
interface Json extends Possible {
  readonly kind: 'json'
}

export const nullable = (shape: Shape): Shape => (shape.isNull ? shape : { ...shape, isNull: true })
export const certain = (shape: Shape): Shape => (shape.isNull ? { ...shape, isNull: false } : shape)

export function leaf(type: string, isNull: boolean, values?: readonly string[]): Leaf {
  return { kind: 'leaf', type, isNull, values }
}

export function either(one: Shape, other: Shape): Shape {
  const isNull = one.isNull || other.isNull
  if (isNothing(one)) return { ...other, isNull }
  if (isNothing(other)) return { ...one, isNull }
  if (one.kind === 'leaf' && other.kind === 'leaf') {
    const values = one.values && other.values && [...new Set([...one.values, ...other.values])]
    return { ...one, isNull, values }
  }
  if (one.kind === 'list' && other.kind === 'list') {
    const of = one.of && other.of ? either(one.of, other.of) : (one.of ?? other.of)
    return { ...one, of, isNull }
  }
  if (one.kind === 'fields' && other.kind === 'fields') {
    const names = new Set([...one.fields.keys(), ...other.fields.keys()])
    const fields = new Map(
      [...names].map((name) => [name, both(one.fields.get(name), other.fields.get(name))]),
    )
    return { ...one, fields, isNull }
  }
  return { kind: 'json', isNull }
}

const both = (one: Shape | undefined, other: Shape | undefined): Shape =>
  one && other ? either(one, other) : nullable((one ?? other)!)

const isNothing = (shape: Shape): boolean =>
  shape.kind === 'leaf' && shape.isNull && shape.values?.length === 0
