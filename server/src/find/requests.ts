/** The requests that a text names: by their number, by the payment's reference in any spelling, or by the UTR of a payout. */
import type { Answer, api } from '@munim/contract'
import { referenceOf, type Typed } from '@munim/core'
import { containing, type Db, type Statement, sql } from '../database/db.ts'
import { eachPart } from '../database/list.ts'
import { idOf } from '../database/typed.ts'
import { ASKED } from './players.ts'

type Request = Answer<typeof api.find.anything>['data']['requests'][number]

/** A part of a reference this long is that of few; shorter ones are the list's to search. Asked for where no whole one is found. */
const PART_MIN = 6

export async function findRequests(db: Db, text: string, typed: Typed): Promise<Request[]> {
  const id = idOf(typed, 'request')
  const written = referenceOf(text)
  const ways = [
    ...(id === null ? [] : [sql`select r.id, 'id' as by, 0 as rank from requests r where r.id = ${id}`]),
    ...(/[A-Z0-9]/.test(written) ? byReference(written) : []),
  ]
  if (ways.length === 0) return []
  return db.many<Request>(sql`
    with found as materialized (
      select distinct on (f.id) f.id, f.by, f.rank
      from (${eachPart(ways, (way) => way)}) f order by f.id, f.rank
    )
    select r.id, r.kind, r.status, r.amount / 100.0::float8 as amount,
      json_build_object('id', u.id, 'user_name', u.user_name, 'mobile', u.mobile) as "User", r.ref_id, r.note, found.by,
      r.created_at as "createdAt"
    from found join requests r on r.id = found.id join users u on u.id = r.user_id
    order by found.rank, r.id desc limit ${ASKED}`)
}

function byReference(written: string): Statement[] {
  const isKey = (key: Statement) =>
    sql`${key} = reference_key(${written}) and reference_key(${written}) <> ''`
  // By no index's order: expecting a match soon, the planner would walk through all requests for one that isn't there.
  const few = sql`order by -r.id limit ${ASKED}`
  return [
    sql`select r.id, 'reference' as by, 1 as rank from requests r where r.ref_key <> '' and ${isKey(sql`r.ref_key`)} ${few}`,
    sql`
      select r.id, 'note' as by, 2 as rank from requests r
      where r.kind = 'withdraw' and r.status = 'completed' and r.note <> '' and ${isKey(sql`reference_key(r.note)`)} ${few}`,
    ...(written.replace(/[^A-Z0-9]/g, '').length < PART_MIN
      ? []
      : [
          sql`
            select r.id, 'reference' as by, 3 as rank from requests r
            where r.ref_id <> '' and r.ref_id like upper(${containing(written)})
              and not exists (select from requests k where k.ref_key <> '' and ${isKey(sql`k.ref_key`)}) ${few}`,
        ]),
  ]
}
