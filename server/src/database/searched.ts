/** Whom and what a search of lists means: players, and the requests with a payment's reference. */
import { referenceOf, type Typed } from '@munim/core'
import { containing, type Db, type Statement, sql } from './db.ts'
import { type Found, type IdSet, readSet } from './sets.ts'
import { holds, namedId } from './typed.ts'

export interface PlayersFound extends IdSet {
  /** How many players there are. */
  readonly of: number
}

/** What a search finds: rows of these players, and by these ids. */
export interface RowsFound extends Found {
  readonly players: PlayersFound
}

/** The found players' own rows, sorted; or all by time, of which those found are counted, or those not found. */
export type Way = 'own' | 'found' | 'others'

/** Whichever looks at the least, `own` and `all` being what it takes to look through the players' own rows and through all. */
export const cheaperWay = ({ isMost }: RowsFound, { own, all }: { own: number; all: number }): Way =>
  own <= all ? 'own' : isMost ? 'others' : 'found'

/** What a way by time asks for. */
export const goneBy = (way: Way, found: RowsFound): Found => ({ ...found, isMost: way === 'others' })

/**
 * The players whose name or mobile holds what was typed; deleted ones by the name they were left. Names that hold it as
 * they are written need no `lower`, which is a third of the time at a million.
 */
export function findPlayers(db: Db, typed: Typed): Promise<PlayersFound> {
  const isNamed = (pattern: string) =>
    sql`(u.user_name like ${pattern} or lower(u.user_name) like ${pattern})`
  const own = holds(typed, (pattern) => sql`(u.mobile like ${pattern} or ${isNamed(pattern)})`)
  return findUsers(db, typed, sql`and ${own}`, isNamed)
}

/** The players by whatever the search of users finds them, the accounts that they are paid to too; and deleted ones by name. */
export const findPayees = (db: Db, typed: Typed): Promise<PlayersFound> =>
  findUsers(db, typed, sql``, (pattern) => sql`lower(u.user_name) like ${pattern}`)

async function findUsers(db: Db, typed: Typed, andOwn: Statement, isNamed: (pattern: string) => Statement) {
  const id = namedId(typed, 'player')
  const found = await readSet(
    db,
    sql`
    select u.id from users u
    where u.deleted_at is null and ${holds(typed, (pattern) => sql`u.search_text like ${pattern}`)} ${andOwn}
    union all
    select u.id from users u where u.deleted_at is not null and ${holds(typed, isNamed)}
    ${id === null ? sql`` : sql`union all select u.id from users u where u.id = ${id}`}`,
  )
  const { of } = await db.only<{ of: number }>(sql`
    select coalesce(sum(users), 0)::bigint as of from user_counts`)
  return { ...found, of: Math.max(1, found.size, of) }
}

/** Whether a search finds most players: then the others are quicker to count. */
export const isMost = ({ size, of }: PlayersFound): boolean => size > of / 2

/** The ids of the requests whose reference holds this text, as it is kept or as it is compared. */
export function requestsFound(search: string): Statement {
  const typed = referenceOf(search)
  if (typed === '') return sql`(select null::bigint where false)`
  return sql`(
    select r.id from requests r where r.ref_id <> '' and (r.ref_id like upper(${containing(typed)})
      or r.ref_key like '%' || nullif(reference_key(${typed}), '') || '%'))`
}
