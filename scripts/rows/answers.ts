/** Reads from PostgreSQL's own understanding of a statement what its columns are. */
import type { Catalog } from './describe.ts'
import { type Facts, factsOf, impliedBy, keyOf } from './facts.ts'
import { certain, either, type Fields, leaf, nullable, type Shape } from './shapes.ts'
import { isSet, listIn, nodeIn, numberIn, oidIn, type Tree, textIn } from './tree.ts'

/** A query, what surrounds it, and what its conditions say. */
interface Scope {
  readonly query: Tree
  readonly outer: Scope | undefined
  readonly facts: Facts
}

/** A part of SQL that this check has not met before. */
export class NotUnderstood extends Error {}

const JSON_TYPES = new Set(['114', '3802'])
const BOOLEAN = '16'
const BIGINT = '20'
const TEXT = '25'
/** Functions and operators that may answer null although nothing that they are given is null. */
const NULL_OF_SOMETHING = [
  /^array_(length|lower|position|upper)$/,
  /^jsonb?_(array_element|extract_path|object_field)(_text)?$/,
  /^(pg_relation_filepath|regexp_match|regexp_substr|textregexsubstr|to_reg(class|proc|role))$/,
]

export class Answers {
  readonly #catalog: Catalog
  /** Whether $1, $2 … may be null. */
  readonly #isNull: readonly boolean[]
  readonly #known = new Map<Tree, ReadonlyMap<string, Shape> | undefined>()

  constructor(catalog: Catalog, isNull: readonly boolean[]) {
    this.#catalog = catalog
    this.#isNull = isNull
  }

  /** By the names of the columns, in their order. */
  columnsOf(query: Tree, outer?: Scope): ReadonlyMap<string, Shape> {
    if (this.#known.has(query)) return this.#known.get(query) ?? new Map()
    this.#known.set(query, undefined) // A recursive query reads itself.
    const scope = { query, outer, facts: factsOf(query, this.#catalog) }
    const entries = listIn(query.commandType === '1' ? query.targetList : query.returningList)
    const columns = entries.filter(({ resjunk }) => !isSet(resjunk))
    const shapes = new Map(
      columns.map(({ resname, expr }, index) => {
        const own = this.#shape(nodeIn(expr)!, scope)
        const shape = query.setOperations === undefined ? own : this.#ofBranches(scope, index, own)
        return [this.#isDouble(columns, index) ? `${resname} (${index + 1})` : String(resname), shape]
      }),
    )
    this.#known.set(query, shapes)
    return shapes
  }

  #isDouble(columns: readonly Tree[], index: number): boolean {
    return columns.some(({ resname }, other) => other < index && resname === columns[index]!.resname)
  }

  /** A column of a union: what it is in any of its branches. */
  #ofBranches(scope: Scope, index: number, own: Shape): Shape {
    const shapes = leavesOf(nodeIn(scope.query.setOperations)!).map((nth) => {
      const { subquery } = listIn(scope.query.rtable)[nth - 1]!
      return [...this.columnsOf(nodeIn(subquery)!, scope).values()][index] ?? own
    })
    return shapes.reduce(either)
  }

  #shape(node: Tree, scope: Scope): Shape {
    const of = (field: Tree[string], at = scope) => this.#shape(nodeIn(field)!, at)
    const all = (field: Tree[string], at = scope) => listIn(field).map((each) => this.#shape(each, at))
    switch (node.is) {
      case 'VAR':
        return this.#variable(node, scope)
      case 'CONST':
        return this.#constant(node)
      case 'PARAM':
        return this.#typed(node.paramtype, this.#isNull[numberIn(node.paramid) - 1] ?? true)
      case 'NAMEDARGEXPR':
        return of(node.arg)
      case 'RELABELTYPE':
        return this.#cast(of(node.arg), node.resulttype)
      case 'COERCEVIAIO':
      case 'ARRAYCOERCEEXPR':
      case 'COERCETODOMAIN':
        return this.#cast(of(node.arg), node.resulttype)
      case 'FUNCEXPR':
        return this.#call(node, scope)
      case 'OPEXPR':
        return this.#typed(node.opresulttype, this.#mayBeNull(node.opfuncid, all(node.args)))
      case 'SCALARARRAYOPEXPR':
      case 'BOOLEXPR':
        return leaf(BOOLEAN, all(node.args).some(isNullable))
      case 'DISTINCTEXPR':
      case 'NULLTEST':
      case 'BOOLEANTEST':
        return leaf(BOOLEAN, false)
      case 'NULLIFEXPR':
        return nullable(all(node.args)[0]!)
      case 'COALESCEEXPR': {
        const shapes = all(node.args)
        const shape = shapes.map(certain).reduce(either)
        return shapes.every(isNullable) ? nullable(shape) : shape
      }
      case 'MINMAXEXPR':
        return this.#typed(node.minmaxtype, all(node.args).every(isNullable))
      case 'CASEEXPR':
        return this.#case(node, scope)
      case 'ARRAYEXPR': {
        const shapes = all(node.elements)
        return {
          kind: 'list',
          of: shapes.length > 0 ? shapes.reduce(either) : undefined,
          isNull: false,
          type: String(node.array_typeid),
        }
      }
      case 'ROWEXPR':
        return { kind: 'json', isNull: false }
      case 'SUBLINK':
        return this.#subquery(node, scope)
      case 'AGGREF':
        return this.#aggregate(node, scope)
      case 'WINDOWFUNC':
        return this.#window(node, scope)
      case 'SQLVALUEFUNCTION':
        return this.#typed(node.type, false)
      case 'FIELDSELECT':
        return this.#typed(node.resulttype, true)
      case 'SUBSCRIPTINGREF':
        return this.#typed(node.refrestype, true)
      default:
        throw new NotUnderstood(`has a ${node.is}, which this check does not know`)
    }
  }

  /** A value of this type of which nothing else is known. */
  #typed(type: Tree[string], isNull: boolean): Shape {
    const oid = String(type)
    if (JSON_TYPES.has(oid)) return { kind: 'json', isNull }
    const known = this.#catalog.types.get(oid)
    if (known?.base) return this.#typed(known.base, isNull)
    if (known?.element) return { kind: 'list', of: this.#typed(known.element, false), isNull, type: oid }
    return leaf(oid, isNull, known?.values ?? undefined)
  }

  /** The same value as another type; JSON keeps what is known of it. */
  #cast(shape: Shape, type: Tree[string]): Shape {
    const as = this.#typed(type, shape.isNull)
    if (as.kind === 'json' && shape.kind !== 'leaf') return shape
    if (as.kind === 'leaf' && shape.kind === 'leaf') return { ...as, values: as.values ?? shape.values }
    return as.kind === 'list' && shape.kind === 'list' && as.of && shape.of
      ? { ...as, of: this.#cast(shape.of, as.of.kind === 'leaf' ? as.of.type : type) }
      : as
  }

  #constant(node: Tree): Shape {
    if (isSet(node.constisnull)) return leaf(String(node.consttype), true, [])
    const text = textIn(node)
    const word =
      this.#catalog.types.get(String(node.consttype))?.values && this.#catalog.words.get(oidIn(node))
    if (word) return leaf(String(node.consttype), false, [word])
    const shape = this.#typed(node.consttype, false)
    if (shape.kind === 'json')
      return text?.trim() === '[]' ? { kind: 'list', of: undefined, isNull: false } : shape
    return shape.kind === 'leaf' && text !== undefined && shape.type !== '17'
      ? { ...shape, values: [text] }
      : shape
  }

  #variable(node: Tree, scope: Scope): Shape {
    let at = scope
    for (let up = numberIn(node.varlevelsup); up > 0; up--) at = at.outer!
    const shape = this.#column(node, at)
    if (at.facts.certain.has(keyOf(node))) return certain(shape)
    const isNulled = String(node.varnullingrels) !== 'b' && !at.facts.present.has(String(node.varno))
    return isNulled ? nullable(shape) : shape
  }

  #column(node: Tree, scope: Scope): Shape {
    const entry = listIn(scope.query.rtable)[numberIn(node.varno) - 1]!
    const nth = numberIn(node.varattno)
    const nthOf = (shapes: ReadonlyMap<string, Shape>) =>
      nth === 0 ? this.#whole(shapes) : ([...shapes.values()][nth - 1] ?? this.#typed(node.vartype, false))
    switch (entry.rtekind) {
      case '0':
        return this.#ofTable(String(entry.relid), nth, node)
      case '1':
        return nthOf(this.columnsOf(nodeIn(entry.subquery)!, scope))
      case '2':
        return this.#shape(listIn(entry.joinaliasvars)[nth - 1]!, scope)
      case '3':
        return this.#ofFunction(entry, nth, node, scope)
      case '5': {
        const rows = listIn(entry.values_lists).map((row) => listIn(row as never)[nth - 1]!)
        return rows.map((row) => this.#shape(row, scope)).reduce(either)
      }
      case '6':
        return nthOf(this.#ofCommonTable(entry, scope))
      case '9':
        return this.#shape(listIn(entry.groupexprs)[nth - 1]!, scope)
      default:
        return this.#typed(node.vartype, true)
    }
  }

  #whole(fields: ReadonlyMap<string, Shape>): Fields {
    return { kind: 'fields', fields, isNull: false }
  }

  #ofTable(table: string, nth: number, node: Tree): Shape {
    if (nth === 0) {
      const numbers = [...this.#catalog.columns.keys()]
        .filter((key) => key.startsWith(`${table}.`) && !key.includes('-'))
        .map((key) => Number(key.slice(table.length + 1)))
        .sort((a, b) => a - b)
      return this.#whole(
        new Map(
          numbers.map((each) => [
            this.#catalog.columns.get(`${table}.${each}`)!.name,
            this.#ofTable(table, each, node),
          ]),
        ),
      )
    }
    const column = this.#catalog.columns.get(`${table}.${nth}`)
    if (!column) return this.#typed(node.vartype, false)
    const shape = this.#typed(column.type, nth > 0 && column.isNull)
    return shape.kind === 'leaf' && column.values ? { ...shape, values: column.values } : shape
  }

  #ofCommonTable(entry: Tree, scope: Scope): ReadonlyMap<string, Shape> {
    let at = scope
    for (let up = numberIn(entry.ctelevelsup); up > 0; up--) at = at.outer!
    const table = listIn(at.query.cteList).find(({ ctename }) => ctename === entry.ctename)
    return table ? this.columnsOf(nodeIn(table.ctequery)!, at) : new Map()
  }

  /** A column of a function in `from`: an element of a list, or a number of a series. */
  #ofFunction(entry: Tree, nth: number, node: Tree, scope: Scope): Shape {
    const calls = listIn(entry.functions)
    const call = nodeIn(calls[nth - 1]?.funcexpr)
    const isOneEach = call !== undefined && calls.every(({ funccolcount }) => funccolcount === '1')
    if (!isOneEach) return this.#typed(node.vartype, !isSet(entry.funcordinality) || nth === 1)
    return this.#shape(call, scope)
  }

  #case(node: Tree, scope: Scope): Shape {
    let facts = scope.facts
    const shapes: Shape[] = []
    for (const branch of listIn(node.args)) {
      const condition = nodeIn(branch.expr)!
      const isPlain = node.arg === undefined
      const inside = isPlain ? impliedBy(condition, true, this.#catalog, facts) : facts
      shapes.push(this.#shape(nodeIn(branch.result)!, { ...scope, facts: inside }))
      if (isPlain) facts = impliedBy(condition, false, this.#catalog, facts)
    }
    if (this.#isEachWord(node, scope)) return shapes.reduce(either)
    const otherwise = nodeIn(node.defresult)
    shapes.push(otherwise ? this.#shape(otherwise, { ...scope, facts }) : leaf(TEXT, true, []))
    return shapes.reduce(either)
  }

  /** Whether `case x when … end` names every word that x may be. */
  #isEachWord(node: Tree, scope: Scope): boolean {
    const on = node.arg === undefined ? undefined : this.#shape(nodeIn(node.arg)!, scope)
    if (on?.kind !== 'leaf' || !on.values || on.isNull) return false
    const named = listIn(node.args).flatMap(({ expr }) => {
      const constant = listIn(nodeIn(expr)!.args).find((arg) => arg.is === 'CONST')
      const shape = constant && this.#constant(constant)
      return shape?.kind === 'leaf' ? (shape.values ?? []) : []
    })
    return on.values.every((word) => named.includes(word))
  }

  #subquery(node: Tree, scope: Scope): Shape {
    const query = nodeIn(node.subselect)!
    if (node.subLinkType === '0') return leaf(BOOLEAN, false)
    const [column] = this.columnsOf(query, scope).values()
    if (node.subLinkType === '6') return { kind: 'list', of: column, isNull: false, type: '0' }
    if (node.subLinkType !== '4') {
      const test = nodeIn(node.testexpr)
      return leaf(
        BOOLEAN,
        (column?.isNull ?? true) ||
          (test !== undefined &&
            listIn(test.args).some((each) => each.is !== 'PARAM' && this.#shape(each, scope).isNull)),
      )
    }
    return isOneRow(query) ? column! : nullable(column!)
  }

  #aggregate(node: Tree, scope: Scope): Shape {
    const name = this.#catalog.functions.get(String(node.aggfnoid))?.name ?? ''
    const facts = node.aggfilter
      ? impliedBy(nodeIn(node.aggfilter)!, true, this.#catalog, scope.facts)
      : scope.facts
    const shapes = listIn(node.args).map(({ expr }) => this.#shape(nodeIn(expr)!, { ...scope, facts }))
    if (name === 'count') return leaf(BIGINT, false)
    const isGrouped = listIn(scope.query.groupClause).length > 0 && node.aggfilter === undefined
    const [first] = shapes
    const isList = /^(json|jsonb|array)_agg$/.test(name)
    const isNull = !isGrouped || (!isList && (first?.isNull ?? true))
    if (isList)
      return { kind: 'list', of: first, isNull, ...(name === 'array_agg' && { type: String(node.aggtype) }) }
    const shape = this.#typed(node.aggtype, isNull)
    return /^(min|max)$/.test(name) && first?.kind === 'leaf' ? { ...first, isNull } : shape
  }

  #window(node: Tree, scope: Scope): Shape {
    const name = this.#catalog.functions.get(String(node.winfnoid))?.name ?? ''
    if (/^(row_number|rank|dense_rank|count|ntile|percent_rank|cume_dist)$/.test(name))
      return this.#typed(node.wintype, false)
    const shapes = listIn(node.args).map((each) => this.#shape(each, scope))
    const isOver = /^(sum|min|max|avg|first_value|last_value)$/.test(name)
    return this.#typed(node.wintype, !isOver || shapes.some(isNullable))
  }

  #call(node: Tree, scope: Scope): Shape {
    const name = this.#catalog.functions.get(String(node.funcid))?.name ?? ''
    const nodes = listIn(node.args)
    const given =
      isSet(node.funcvariadic) && nodes.at(-1)?.is === 'ARRAYEXPR'
        ? [...nodes.slice(0, -1), ...listIn(nodes.at(-1)!.elements)]
        : nodes
    const shapes = given.map((each) => this.#shape(each, scope))
    const [first] = shapes
    if (/^jsonb?_build_object$/.test(name)) return fieldsOf(shapes)
    if (/^jsonb?_build_array$/.test(name))
      return { kind: 'list', of: shapes.length > 0 ? shapes.reduce(either) : undefined, isNull: false }
    if (/^jsonb?_strip_nulls$/.test(name) && first?.kind === 'fields') return { ...first, isStripped: true }
    if (/^(to_jsonb?|row_to_json|array_to_json|jsonb?_strip_nulls)$/.test(name) && first) return first
    if (name === 'unnest' && first?.kind === 'list')
      return first.of ?? this.#typed(node.funcresulttype, false)
    if (/^array_(remove|append|cat)$/.test(name)) {
      const kept = shapes.find(({ kind }) => kind === 'list') as Shape & { kind: 'list' }
      return kept?.of
        ? {
            ...kept,
            of: name === 'array_remove' ? certain(kept.of) : kept.of,
            type: String(node.funcresulttype),
          }
        : this.#typed(node.funcresulttype, kept?.isNull ?? true)
    }
    if (/^(concat|concat_ws|format|generate_series|generate_subscripts)$/.test(name))
      return this.#typed(node.funcresulttype, false)
    const isNull = this.#mayBeNull(node.funcid, shapes)
    const isCast = node.funcformat === '1' || node.funcformat === '2'
    return isCast && first
      ? { ...this.#cast(first, node.funcresulttype), isNull }
      : this.#typed(node.funcresulttype, isNull)
  }

  /** A strict function gives nothing of nothing; a few give nothing of something; of the others nothing is known. */
  #mayBeNull(oid: Tree[string], given: readonly Shape[]): boolean {
    const called = this.#catalog.functions.get(String(oid))
    if (!called?.isStrict || NULL_OF_SOMETHING.some((each) => each.test(called.name))) return true
    return given.some(isNullable)
  }
}

const isNullable = ({ isNull }: Shape): boolean => isNull

function fieldsOf(shapes: readonly Shape[]): Shape {
  const fields = new Map<string, Shape>()
  for (let index = 0; index + 1 < shapes.length; index += 2) {
    const [key, value] = [shapes[index]!, shapes[index + 1]!]
    if (key.kind !== 'leaf' || key.values?.length !== 1) return { kind: 'json', isNull: false }
    fields.set(key.values[0]!, value)
  }
  return { kind: 'fields', fields, isNull: false }
}

/** Whether it always answers one row: aggregates without groups. */
const isOneRow = (query: Tree): boolean =>
  isSet(query.hasAggs) && listIn(query.groupClause).length === 0 && query.havingQual === undefined

/** The numbers of the queries that a union is made of. */
const leavesOf = (node: Tree): number[] =>
  node.is === 'RANGETBLREF'
    ? [numberIn(node.rtindex)]
    : [nodeIn(node.larg)!, nodeIn(node.rarg)!].flatMap(leavesOf)
