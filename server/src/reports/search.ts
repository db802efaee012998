/** Whom and what a search of the histories means: players by name or mobile, a payment's reference, an exact id. */
import { referenceOf } from '@munim/core'
import { containing, type Db, type Statement, sql } from '../database/db.ts'
import { type Found, type IdSet, readSet } from '../database/sets.ts'

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
 * The players whose name or mobile holds this text; deleted ones by the name they were left. Names that hold it as they
 * are written need no `lower`, which is a third of the time at a million.
 */
export async function findPlayers(db: Db, search: string): Promise<PlayersFound> {
  const pattern = containing(search)
  const isNamed = sql`(u.user_name like ${pattern} or lower(u.user_name) like ${pattern})`
  const found = await readSet(
    db,
    sql`
    select u.id from users u
    where u.deleted_at is null and u.search_text like ${pattern} and (u.mobile like ${pattern} or ${isNamed})
    union all
    select u.id from users u where u.deleted_at is not null and ${isNamed}`,
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

/** The number that was typed, where it is nothing but one; else null, which is no id. */
export function idTyped(search: string): number | null {
  return /^[1-9][0-9]{0,14}$/.test(search) ? Number(search) : null
}
