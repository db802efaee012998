/**
 * What holds the rows of the schema `public`, as the database itself says it: tables, columns, types, constraints,
 * indexes, triggers, functions, rules and policies. `schema.txt` is what the migrations make of an empty database;
 * `npm test -- http guards -u` writes it anew.
 */
import { readFileSync } from 'node:fs'
import { type Db, sql } from './db.ts'

/** One thing of the schema: `trigger bids_stay on bids`, and what PostgreSQL says of it in one line. */
export interface Piece {
  readonly name: string
  readonly definition: string
}

/** What belongs to an extension is not ours. */
const isOurs = (catalog: 'pg_class' | 'pg_proc' | 'pg_type') =>
  sql`not exists (select from pg_depend e where e.classid = ${sql.lit(catalog)}::regclass and e.objid = o.oid and e.deptype = 'e')`

/**
 * The same text on every PostgreSQL from 15 on: bodies of functions by their SHA-256, no names of internal triggers, and
 * `not null` with the column, since newer ones make a constraint of it.
 */
export function readSchema(db: Db): Promise<Piece[]> {
  return db.many<Piece>(sql`
    with relation as (
      select o.* from pg_class o where o.relnamespace = 'public'::regnamespace and o.relkind in ('r', 'p', 'v', 'm', 'f')
        and ${isOurs('pg_class')}
    ), piece as (
      select 'table ' || relname as name, concat_ws(', ',
        case relkind when 'r' then 'plain' when 'v' then 'view' else 'of kind ' || relkind::text end,
        case when relpersistence <> 'p' then 'not kept' end, case when relrowsecurity then 'secured by row' end,
        array_to_string(reloptions, ', '),
        (select 'inherits ' || string_agg(i.inhparent::regclass::text, ', ') from pg_inherits i where i.inhrelid = r.oid)
      ) as definition
      from relation r
      union all
      select 'column ' || r.relname || '.' || a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
        case when a.attnotnull then 'not null' end,
        case a.attidentity when 'a' then 'identity' when 'd' then 'identity by default' end,
        case when a.attgenerated <> '' then 'generated' end, pg_get_expr(d.adbin, d.adrelid))
      from relation r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
      union all
      select 'type ' || o.typname, coalesce(
        (select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = o.oid),
        'of kind ' || o.typtype::text)
      from pg_type o where o.typnamespace = 'public'::regnamespace and o.typtype in ('e', 'd') and ${isOurs('pg_type')}
      union all
      select 'constraint ' || c.conname || ' on ' || r.relname, concat_ws(', ', pg_get_constraintdef(c.oid),
        case when not c.convalidated then 'not held' end,
        case when exists (select from pg_trigger t where t.tgconstraint = c.oid and t.tgenabled <> 'O') then 'asleep' end)
      from relation r join pg_constraint c on c.conrelid = r.oid where c.contype <> 'n'
      union all
      select 'index ' || c.relname || ' on ' || r.relname,
        concat_ws(', ', pg_get_indexdef(i.indexrelid), case when not (i.indisvalid and i.indisready) then 'not valid' end)
      from relation r join pg_index i on i.indrelid = r.oid join pg_class c on c.oid = i.indexrelid
      union all
      select 'trigger ' || t.tgname || ' on ' || r.relname, concat_ws(', ', pg_get_triggerdef(t.oid),
        case t.tgenabled when 'O' then null when 'D' then 'asleep' when 'A' then 'also for replicas' else 'for replicas only' end)
      from relation r join pg_trigger t on t.tgrelid = r.oid where not t.tgisinternal
      union all
      select 'rule ' || w.rulename || ' on ' || r.relname, pg_get_ruledef(w.oid)
      from relation r join pg_rewrite w on w.ev_class = r.oid
      union all
      select 'policy ' || p.polname || ' on ' || r.relname, concat_ws(' ', p.polcmd::text,
        case when p.polpermissive then 'permissive' end, pg_get_expr(p.polqual, p.polrelid),
        pg_get_expr(p.polwithcheck, p.polrelid))
      from relation r join pg_policy p on p.polrelid = r.oid
      union all
      select 'function ' || o.proname || '(' || pg_get_function_identity_arguments(o.oid) || ')', concat_ws(', ',
        'returns ' || pg_get_function_result(o.oid), l.lanname,
        case o.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
        case when o.proisstrict then 'strict' end, case when o.prosecdef then 'as its owner' end,
        array_to_string(o.proconfig, ', '), 'body ' || encode(sha256(convert_to(
          coalesce(pg_get_function_sqlbody(o.oid), o.prosrc), 'utf8')), 'hex'))
      from pg_proc o join pg_language l on l.oid = o.prolang
      where o.pronamespace = 'public'::regnamespace and ${isOurs('pg_proc')}
      union all
      select 'setting of role or database', config
      from pg_db_role_setting s, unnest(s.setconfig) as config
      where s.setdatabase in (0, (select d.oid from pg_database d where d.datname = current_database()))
        and s.setrole in (0, (select a.oid from pg_roles a where a.rolname = current_user))
        and split_part(config, '=', 1) = 'session_replication_role'
    )
    select name, regexp_replace(definition, '\\s+', ' ', 'g') as definition from piece order by name collate "C"`)
}

const SEPARATOR = ' = '

/** The pieces as schema.txt has them, a line each. */
export const schemaText = (pieces: readonly Piece[]): string =>
  pieces.map(({ name, definition }) => `${name}${SEPARATOR}${definition}\n`).join('')

export const schemaFile = new URL('./schema.txt', import.meta.url)

let dueSchema: ReadonlyMap<string, string> | undefined

/** What the migrations make, by name: as the file has it when it is asked for first. */
export function readDueSchema(): ReadonlyMap<string, string> {
  dueSchema ??= piecesIn(readFileSync(schemaFile, 'utf8'))
  return dueSchema
}

/** The pieces of a text like schema.txt, by name. */
export function piecesIn(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(SEPARATOR)
      return [line.slice(0, at), line.slice(at + SEPARATOR.length)]
    }),
  )
}
