/** What is to be looked at, in SQL. */
import type { Answer, api, Input } from '@munim/contract'
import { areTied, readAdministrators } from '../acts/queries.ts'
import { isOnDeviceOf } from '../auth/sign-ins.ts'
import { and, type Db, nowOf, sql } from '../database/db.ts'
import { eachPart, type List, orderBy, readPage, slice } from '../database/list.ts'
import type { Caller } from '../http/caller.ts'
import { withoutPersonalOf } from '../http/personal.ts'
import { isOneOfSeveral } from '../http/second.ts'
import { found, Refusal } from '../refusal.ts'

type Suspicion = Answer<typeof api.reports.lookAt>['data']

const NAMED_AT_MOST = 5

/** Those who won most by a result that is to be looked at. */
const winners = sql`
  select p.to_user as id, sum(p.amount) as amount from postings p where p.kind = 'win' and p.declaration_id = s.declaration_id
  group by p.to_user order by amount desc, p.to_user limit ${NAMED_AT_MOST}`

const fields = sql`
  s.id, s.kind, s.at, coalesce(a.user_name, s.actor) as "actorName",
  case when m.id is not null then json_build_object('id', m.id, 'name', m.name) end as market,
  coalesce(d.market_date, (s.facts->>'day')::date) as market_date, s.half,
  case when u.id is not null then json_build_object('id', u.id, 'user_name', u.user_name) end as "User",
  case when s.kind in ('early_result', 'other_result') then (
    select coalesce(json_agg(json_build_object('id', o.id, 'user_name', o.user_name, 'amount', w.amount / 100.0::float8)
      order by w.amount desc, o.id), '[]') from (${winners}) w join users o on o.id = w.id) else '[]' end as winners,
  s.bid_id as "bidId", s.request_id as "requestId", s.amount / 100.0::float8 as amount,
  s.facts - '{market,day}'::text[] as facts,
  s.looked_at as "lookedAt", coalesce(l.user_name, s.looked_by, '') as "lookedBy", s.note`

const joined = sql`
  left join draws d on d.id = s.draw_id left join markets m on m.id = coalesce(d.market_id, (s.facts->>'market')::int)
  left join users u on u.id = s.user_id
  left join admins a on s.actor = 'admin:' || a.id left join admins l on s.looked_by = 'admin:' || l.id`

export const listSuspicions = (db: Db, filter: Input<typeof api.reports.suspicions>) =>
  readPage(db, suspicionList(filter), filter)

function suspicionList({ kind, looked, id }: Input<typeof api.reports.suspicions>): List<Suspicion> {
  const isQueue = looked === false
  const conditions = [
    id !== undefined && sql`s.id = ${id}`,
    kind !== undefined && sql`coalesce(s.facts->>'newerKind', s.kind) = ${kind}`,
    looked !== undefined && (looked ? sql`s.looked_at is not null` : sql`s.looked_at is null`),
  ]
  return {
    blocks: sql`select null as block, count(*) as rows from suspicions s where ${and(conditions)}`,
    rows: (parts) => sql<Suspicion>`
      select ${fields} from (${eachPart(parts, (part) => {
        const after = part.after && (isQueue ? sql`s.id > ${part.after.id}` : sql`s.id < ${part.after.id}`)
        return sql`select s.* from suspicions s where ${and([...conditions, after])} ${slice(part, [sql`s.id`], isQueue)}`
      })}) s ${joined} ${orderBy([sql`s.id`], isQueue)}`,
  }
}

type By = Pick<Caller, 'id' | 'actor' | 'tokenHash'>

/** Refuses who may be the same person as who did it, by the device or by passwords that were given. */
async function checkOther(db: Db, doer: { readonly id: number; readonly name: string }, by: By) {
  const values = { name: doer.name }
  if (await isOnDeviceOf(db, doer.id, by.tokenHash))
    throw new Refusal(409, '{name} signs in on this device, too: look at it on a device of your own', {
      values,
    })
  const [one, other] = (await readAdministrators(db)).filter(({ id }) => id === doer.id || id === by.id)
  if (areTied(one!, other!))
    throw new Refusal(
      409,
      'You and {name} were given passwords by one of you or by the same administrator: another one looks at it',
      { values },
    )
}

/**
 * Keeps who looked, when, and the note without the own data of the players who are shown, once. Who did it does not, while
 * there is another administrator.
 */
export async function lookAt(
  db: Db,
  { id, note, by }: { readonly id: number; readonly note: string; readonly by: By },
): Promise<Suspicion> {
  const { actor } = by
  const before = found(
    await db.maybe<{
      actor: string
      admin_id: number | null
      admin_name: string | null
      user_id: number | null
      winners: number[]
      is_looked: boolean
      others: boolean
    }>(sql`
      select s.actor, a.id as admin_id, a.user_name as admin_name, s.user_id, s.looked_at is not null as is_looked,
        (select coalesce(array_agg(u.id), '{}') from (${winners}) w join users u on u.id = w.id) as winners,
        exists (select from admins a where ${isOneOfSeveral(db)} and 'admin:' || a.id <> ${actor}) as others
      from suspicions s left join admins a on s.actor = 'admin:' || a.id where s.id = ${id} for no key update of s`),
    'There is nothing of this number to look at',
  )
  if (before.is_looked) throw new Refusal(409, 'Somebody has looked at this already')
  if (before.actor === actor && before.others) throw new Refusal(409, 'Somebody else looks at what you did')
  const { admin_id: doer, admin_name: name } = before
  if (doer !== null && before.actor !== actor && before.others)
    await checkOther(db, { id: doer, name: name ?? '' }, by)
  const shown = before.user_id === null ? before.winners : [before.user_id]
  const [kept] = await withoutPersonalOf(db, shown, [note])
  await db.run(sql`
    update suspicions set looked_at = ${nowOf(db)}, looked_by = ${actor}, note = ${kept} where id = ${id}`)
  return db.only<Suspicion>(sql`select ${fields} from suspicions s ${joined} where s.id = ${id}`)
}
