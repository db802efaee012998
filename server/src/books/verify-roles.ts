/** The law of who may write: the server's role may do what it must, and can rewrite no fact. */
import { type Db, type NotNull, sql } from '../database/db.ts'
import { findDiffering, GRANTED_TABLES, ONE_ROLE } from '../database/grants.ts'
import { findNewer } from '../database/versions.ts'
import { type Law, lawWith } from './verify-law.ts'

/** What its servers need, this one doesn't know. */
const NEWER = 'a newer Munim made the schema: its own check holds what the server may write'
const LAW = 'the server may write what it must, and no more'

/** What else lies in the schema, the law of its guards names. */
const isOfOurs = (right: string) => GRANTED_TABLES.some((table) => ` ${right}.`.includes(` on ${table}.`))

/** Each role that signs in and may write postings without owning them is compared with what the server is granted. */
export async function checkRoles(db: Db): Promise<Law> {
  const servers = await db.many<{ role: string } & NotNull<'role'>>(sql`
    select r.rolname as role from pg_roles r join pg_class c on c.oid = 'public.postings'::regclass
    where r.rolcanlogin and has_table_privilege(r.oid, c.oid, 'insert') and not pg_has_role(r.oid, c.relowner, 'usage')
    order by 1`)
  const isNewer = (await findNewer(db)).length > 0
  const differences = []
  for (const { role } of isNewer ? [] : servers) {
    const { excess, missing } = await findDiffering(db, role)
    const what = `the role ${role}`
    differences.push(
      ...excess.map((found) => ({ what, expected: 'no such right', found })),
      ...missing.filter(isOfOurs).map((expected) => ({ what, expected, found: 'none' })),
    )
  }
  const notes = [...(servers.length > 0 ? [] : [ONE_ROLE]), ...(isNewer ? [NEWER] : [])]
  return { ...lawWith(LAW, GRANTED_TABLES.length, 'tables', differences), notes }
}
