/** Asks a migrated database what each statement answers: PostgreSQL analyses it as a function's body, and runs nothing. */
import type { Client } from 'pg'
import { openClient } from '../../server/src/database/client.ts'
import { type Field, listIn, readTree, type Tree } from './tree.ts'

/** What a database knows of its types, columns and functions, by their oids. */
export interface Catalog {
  readonly types: ReadonlyMap<string, PgType>
  /** By `relation.number`. */
  readonly columns: ReadonlyMap<string, Column>
  /** The words of enums. */
  readonly words: ReadonlyMap<string, string>
  readonly functions: ReadonlyMap<string, { readonly name: string; readonly isStrict: boolean }>
}
interface PgType {
  readonly name: string
  /** Of an array's elements. A name and a point are no arrays, though they have elements. */
  readonly element: string | null
  /** Of a domain. */
  readonly base: string | null
  /** Of an enum. */
  readonly values: readonly string[] | null
}
interface Column {
  readonly name: string
  readonly type: string
  readonly isNull: boolean
  /** What a check lets it be, where that is a list of words. */
  readonly values?: readonly string[]
}

export interface Described {
  readonly query: Tree | undefined
  readonly error: string | undefined
}

/** A statement that PostgreSQL does not analyse, such as `explain` or `set`: of those nothing is known. */
export const isCommand = (text: string): boolean =>
  /^(\s|--.*\n|\/\*.*?\*\/)*(?!select|with|insert|update|delete|merge|values|\()\w/i.test(text)

const DESCRIBE = `
  create function pg_temp.describe(statement text, is_read boolean, out tree text, out error text)
  language plpgsql as $body$
  declare given text;
  begin
    execute 'prepare described as ' || statement;
    select array_to_string(parameter_types, ', ') into given from pg_prepared_statements where name = 'described';
    deallocate described;
    if not is_read then return; end if;
    execute 'create function pg_temp.described(' || given || ') returns void language sql begin atomic '
      || statement || E'\\n; end';
    select prosqlbody::text into tree from pg_proc 
      where proname = 'described' and pronamespace = pg_my_temp_schema();
    drop function pg_temp.described;
  exception when others then error := sqlerrm;
  end $body$`

/** Each statement in its order; of those whose rows are not read only whether PostgreSQL takes them. */
export async function describeAll(
  url: string,
  statements: readonly { readonly text: string; readonly isRead: boolean }[],
  altered?: string,
): Promise<{ readonly catalog: Catalog; readonly described: readonly Described[] }> {
  await using client = await openClient(url)
  if (altered) await client.query(`begin; ${altered}`)
  await client.query(DESCRIBE)
  const { rows } = await client.query(
    `select d.tree, d.error from unnest($1::text[], $2::boolean[]) with ordinality t (statement, is_read, nth),
      lateral pg_temp.describe(t.statement, t.is_read) d order by t.nth`,
    [
      statements.map(({ text }) => (isCommand(text) ? 'select' : text)),
      statements.map(({ text, isRead }) => isRead && !isCommand(text)),
    ],
  )
  const described = rows.map(({ tree, error }: { tree: string | null; error: string | null }) => ({
    query: tree === null ? undefined : firstQuery(readTree(tree)),
    error: error ?? undefined,
  }))
  return { catalog: await readCatalog(client), described }
}

/** A body is a list of statements, each a list of queries. */
const firstQuery = (body: Field): Tree | undefined => listIn(listIn(body)[0] as Field)[0]

async function readCatalog(client: Client): Promise<Catalog> {
  const ask = async <T>(statement: string): Promise<T[]> => (await client.query(statement)).rows
  type OfOid<T> = T & { readonly oid: string }
  const types = await ask<OfOid<PgType>>(`
    select t.oid::text as oid, t.typname::text as name, nullif(t.typbasetype, 0)::text as base,
      case when starts_with(t.typname::text, '_') then nullif(t.typelem, 0)::text end as element,
      (select array_agg(e.enumlabel::text) from pg_enum e where e.enumtypid = t.oid) as values
    from pg_type t`)
  const columns = await ask<OfOid<Column>>(`
    select attrelid || '.' || attnum as oid, attname::text as name, atttypid::text as type, not attnotnull as "isNull"
    from pg_attribute where not attisdropped`)
  const checks = await ask<{ on: string; law: string }>(`
    select conrelid || '.' || conkey[1] as "on", pg_get_constraintdef(oid) as law from pg_constraint
    where contype = 'c' and cardinality(conkey) = 1`)
  const allowed = new Map(
    checks.flatMap(({ on, law }) => {
      const words = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(law)?.[1]
      return words ? [[on, [...words.matchAll(/'([^']*)'::/g)].map(([, word]) => word!)] as const] : []
    }),
  )
  const functions = await ask<OfOid<{ name: string; isStrict: boolean }>>(`
    select oid::text as oid, proname::text as name, proisstrict as "isStrict" from pg_proc`)
  const words = await ask<OfOid<{ word: string }>>(
    'select oid::text as oid, enumlabel::text as word from pg_enum',
  )
  return {
    types: new Map(types.map(({ oid, ...type }) => [oid, type])),
    columns: new Map(
      columns.map(({ oid, ...column }) => {
        const values = allowed.get(oid)
        return [oid, values ? { ...column, values } : column]
      }),
    ),
    words: new Map(words.map(({ oid, word }) => [oid, word])),
    functions: new Map(functions.map(({ oid, ...of }) => [oid, of])),
  }
}
