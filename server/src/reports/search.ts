/** Whom and what a search of the histories means: players by name or mobile, a payment's reference, an exact id. */
import { referenceOf } from '@munim/core'
import { containing, type Db, type Statement, sql } from '../database/db.ts'

/** The ids of the players whose name or mobile holds this text; deleted ones by the name they were left. */
export function playersFound(search: string): Statement {
  const pattern = containing(search)
  return sql`(
    select u.id from users u where u.deleted_at is null and u.search_text like ${pattern}
    and (lower(u.user_name) like ${pattern} or u.mobile like ${pattern})
    union all
    select u.id from users u where u.deleted_at is not null and lower(u.user_name) like ${pattern})`
}

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

/** The part of all players that is found, 0 to 1: by it a search guesses how many rows are theirs. */
export async function shareFound(db: Db, search: string): Promise<number> {
  const { found, all } = await db.only<{ found: number; all: number }>(sql`
    select (select count(*) from ${playersFound(search)} p) as found,
      (select coalesce(sum(users), 0)::bigint from user_counts) as all`)
  return Math.min(1, found / Math.max(1, all))
}

/**
 * The same players as a list, for going through all rows by time. A list of constants is looked up by hash, whatever
 * its length; of a subquery PostgreSQL decides so by a guess, and asks it anew for each row where that is too large.
 */
export async function readPlayers(db: Db, search: string): Promise<number[]> {
  return idsOf(await db.many<{ id: number }>(sql`select p.id from ${playersFound(search)} p`))
}

export const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id)
