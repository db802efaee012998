/** What a query's conditions say of its columns: those that are compared in `where` are not null in any row. */
import type { Catalog } from './describe.ts'
import { type Field, listIn, nodeIn, type Tree } from './tree.ts'

export interface Facts {
  /** Columns that are not null, as `table.column` by their numbers. */
  readonly certain: ReadonlySet<string>
  /** Tables of which there is a row: an outer join makes nothing of theirs null. */
  readonly present: ReadonlySet<string>
}
const NO_FACTS: Facts = { certain: new Set(), present: new Set() }

export const keyOf = ({ varno, varattno }: Tree): string => `${varno}.${varattno}`

/** What holds in each row of a query. */
export function factsOf(query: Tree, catalog: Catalog): Facts {
  let facts = NO_FACTS
  const visit = (node: Tree | undefined): void => {
    if (!node) return
    const quals = nodeIn(node.quals)
    const isOuter = node.is === 'JOINEXPR' && node.jointype !== '0'
    if (quals && !isOuter) facts = impliedBy(quals, true, catalog, facts)
    for (const from of listIn(node.fromlist)) visit(from)
    // What is on the side that a join keeps is there.
    if (node.is === 'JOINEXPR' && node.jointype !== '3' && node.jointype !== '2') visit(nodeIn(node.larg))
    if (node.is === 'JOINEXPR' && (node.jointype === '0' || node.jointype === '3')) visit(nodeIn(node.rarg))
  }
  visit(nodeIn(query.jointree))
  return facts
}

/** The facts with those that a condition tells by being true, or by not being so. */
export function impliedBy(condition: Tree, isTrue: boolean, catalog: Catalog, facts: Facts): Facts {
  const found = columnsIn(condition, isTrue, catalog)
  return {
    certain: new Set([...facts.certain, ...found.map(keyOf)]),
    present: new Set([...facts.present, ...found.map(({ varno }) => String(varno))]),
  }
}

/** The columns that can't be null where this is true; where it is not, those that it says are null. */
function columnsIn(node: Tree, isTrue: boolean, catalog: Catalog): Tree[] {
  if (node.is === 'BOOLEXPR') {
    const each = listIn(node.args).map((arg) =>
      columnsIn(arg, node.boolop === 'not' ? !isTrue : isTrue, catalog),
    )
    // Not `a and b` tells nothing of either; nor does `a or b`, but for what both tell.
    if (node.boolop === 'not' || (node.boolop === 'and') === isTrue) return each.flat()
    return each[0]!.filter((one) => each.every((found) => found.some((other) => keyOf(other) === keyOf(one))))
  }
  if (node.is === 'NULLTEST') {
    const isNotNull = node.nulltesttype === '1'
    return isNotNull === isTrue ? strictIn(nodeIn(node.arg), catalog) : []
  }
  // Not true is false or null: a comparison's columns may be null then.
  if (!isTrue) return []
  if (node.is === 'BOOLEANTEST')
    return /^[02]$/.test(String(node.booltesttype)) ? strictIn(nodeIn(node.arg), catalog) : []
  return strictIn(node, catalog)
}

/** The columns without which an expression is null. */
function strictIn(node: Tree | undefined, catalog: Catalog): Tree[] {
  if (!node) return []
  const all = (field: Field) => listIn(field).flatMap((each) => strictIn(each, catalog))
  const isStrict = (oid: Field) => catalog.functions.get(String(oid))?.isStrict === true
  switch (node.is) {
    case 'VAR':
      return node.varlevelsup === '0' ? [node] : []
    case 'OPEXPR':
      return isStrict(node.opfuncid) ? all(node.args) : []
    case 'SCALARARRAYOPEXPR':
      return isStrict(node.opfuncid) ? strictIn(listIn(node.args)[0], catalog) : []
    case 'FUNCEXPR':
      return isStrict(node.funcid) ? all(node.args) : []
    case 'RELABELTYPE':
    case 'COERCEVIAIO':
      return strictIn(nodeIn(node.arg), catalog)
    case 'SUBLINK':
      // `x in (…)` that is true has compared x.
      return node.subLinkType === '2' ? strictIn(nodeIn(node.testexpr), catalog) : []
    default:
      return []
  }
}
