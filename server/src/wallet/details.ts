/** All of one request: the payee then and now, its decision, its money, and who else gave its reference. */
import type { Answer, api } from '@munim/contract'
import { columnOf, PAYEE_FIELDS } from '@munim/core'
import { type Db, instantText, sql } from '../database/db.ts'
import { linesBy, nameOfActor } from '../ledger/lines.ts'
import { sameRequests } from './based-on.ts'
import { getRequest } from './queries.ts'

type Details = Answer<typeof api.wallet.get>['data']
type Facts = Pick<Details, 'kind' | 'payeeNow' | 'decidedBy' | 'confirmedAt' | 'others'>

const OTHERS_AT_MOST = 10

const payeeNow = sql.join(
  PAYEE_FIELDS.map(
    (name) =>
      sql`${sql.lit(name)}::text, case when u.deleted_at is null then u.${sql.ref(columnOf(name))} else '' end`,
  ),
)

export async function findRequest(db: Db, id: number): Promise<Details | undefined> {
  const facts = await db.maybe<Facts>(sql`
    select r.kind, json_build_object(${payeeNow}) as "payeeNow", ${nameOfActor(sql`r.decided_by`)} as "decidedBy",
      (select c.confirmed_at from confirmations c
        where r.kind = 'deposit' and c.ref_key = r.ref_key and not c.is_repeat) as "confirmedAt",
      (select coalesce(json_agg(s), '[]') from (
        select o.id, o.kind, o.status, o.amount / 100.0::float8 as amount, o.user_id as "userId", p.user_name,
          ${instantText(sql`o.created_at`)} as "createdAt"
        from ${sameRequests} o join users p on p.id = o.user_id where o.id <> r.id
        order by o.id desc limit ${OTHERS_AT_MOST}) s) as others
    from requests r join users u on u.id = r.user_id where r.id = ${id}`)
  if (facts === undefined) return undefined
  const postings = await db.many(linesBy(sql`select p.id from postings p where p.request_id = ${id}`))
  return { ...(await getRequest(db, id)), ...facts, postings }
}
