/** What administrators did, the latest act first. The rows are written by http/trail.ts. */
import { type Answer, api, type Input, msg } from '@munim/contract'
import { and, containing, type Db, sql } from '../database/db.ts'
import { eachPart, eachRow, isOther, type List, onDays, readPage, slice } from '../database/list.ts'
import type { CsvFile } from '../http/csv.ts'

type Row = Answer<typeof api.reports.audit>['data'][number]

type Filter = Input<typeof api.reports.audit>

export const listAudit = (db: Db, filter: Filter) =>
  readPage(db, auditList(filter), { ...filter, isReversed: isOther('newest', filter.order) })

export const auditFile: CsvFile<typeof api.reports.auditCsv, Row> = {
  name: async (_db, { thing, thing_id }) => ['audit', thing, thing_id],
  columns: [
    [msg('ID'), (row) => row.id],
    [msg('At'), (row) => ({ at: row.at })],
    [msg('Actor'), (row) => row.actor],
    [msg('Name'), (row) => row.actorName],
    [msg('Act'), (row) => row.act],
    [msg('Thing'), (row) => row.thing],
    [msg('Thing ID'), (row) => row.thing_id],
    [msg('Before'), (row) => JSON.stringify(row.before)],
    [msg('After'), (row) => JSON.stringify(row.after)],
    [msg('Address'), (row) => row.address],
    [msg('Player'), (row) => row.about.User?.user_name ?? ''],
    [msg('Player ID'), (row) => row.about.User?.id ?? ''],
  ],
  rows: (db, filter) => eachAct(db, filter),
}

export const eachAct = (db: Db, filter: Filter, batch?: number) =>
  eachRow(db, auditList(filter), [null], batch)

/**
 * What a row `a` is about, `e`: a look and an act that waits name it in words, 'user 12'. Its number is `k`, its player
 * `u`; of a draw and of a market's limits on a day the market comes first, '3 2026-11-25'.
 */
const ofRow = sql`
  cross join lateral (
    select case when a.thing = 'act' then coalesce(a.after ->> 'of', '') when a.thing <> 'look' then a.thing || ' ' || a.thing_id
      when a.thing_id ~ '^[0-9]+ ' then 'draw ' || a.thing_id
      when a.thing_id ~ '^bids of [0-9]+$' then replace(a.thing_id, 'bids of', 'market') else a.thing_id end as named) o
  cross join lateral (
    select split_part(o.named, ' ', 1) as thing, substr(o.named, strpos(o.named || ' ', ' ') + 1) as id) e
  cross join lateral (
    select case when split_part(e.id, ' ', 1) ~ '^[0-9]{1,15}$' then split_part(e.id, ' ', 1)::bigint end as id) k
  left join lateral (
    select u.id, u.user_name, u.mobile from users u where u.id = case e.thing
      when 'user' then k.id
      when 'request' then (select r.user_id from requests r where r.id = k.id)
      when 'bid' then (select p.from_user from postings p where p.bid_id = k.id and p.kind = 'stake')
      when 'feedback' then (select f.user_id from feedbacks f where f.id = k.id)
      when 'push' then (select p.user_id from push_messages p where p.id = k.id)
    end) u on true`

/** What that is called now. */
const about = sql`json_build_object('thing', e.thing, 'id', e.id,
  'User', case when u.id is not null then json_build_object('id', u.id, 'user_name', u.user_name, 'mobile', u.mobile) end,
  'name', coalesce(case
    when e.thing in ('market', 'draw') then (select m.name from markets m where m.id = k.id)
    when e.thing = 'admin' then (select n.user_name from admins n where n.id = k.id)
    when e.thing = 'role' then (select r.name from roles r where r.id = k.id) end, ''),
  'otherName', coalesce((select n.user_name from admins n
    where 'admin:' || n.id = coalesce(a.after ->> 'confirmed_by', a.after ->> 'asked_by')), ''))`

/**
 * The rows that are about a player, by their ids: on the account, on what is theirs, looks at it, and acts on it that
 * waited. Each of these things is asked for by itself (`offset 0`), so that the way through the indexes is the only one.
 */
const onPlayer = (userId: number) => sql`
  with s as (
    select 'user' as thing, ${userId}::bigint as id
    union all select 'request', r.id from requests r where r.user_id = ${userId}
    union all select 'bid', p.bid_id from postings p where p.to_user = ${userId} and p.kind = 'refund'
    union all select 'feedback', f.id from feedbacks f where f.user_id = ${userId}
    union all select 'push', p.id from push_messages p where p.user_id = ${userId})
  select x.id from s cross join lateral (
    select x.id from audit x where x.thing = s.thing and x.thing_id = s.id::text offset 0) x
  union all select x.id from s cross join lateral (
    select x.id from audit x where x.thing = 'look' and x.thing_id = s.thing || ' ' || s.id offset 0) x
  union all select x.id from s join waiting_acts w on w.thing = s.thing and w.thing_id = s.id::text cross join lateral (
    select x.id from audit x where x.thing = 'act' and x.thing_id = w.id::text offset 0) x
  union all select x.id from audit x
    where x.act = ${api.push.sendToMany.path} and x.after -> 'userIds' @> to_jsonb(${userId}::bigint)`

/** The latest first. */
function auditList(filter: Filter): List<Row> {
  const conditions = conditionsOf(filter)
  return {
    blocks: sql`select null as block, count(*) as rows from audit a where ${and(conditions)}`,
    rows: (parts) => sql<Row>`
      select a.id, a.at, a.actor, coalesce(n.user_name, a.actor) as "actorName", a.act, a.thing, a.thing_id, a.before,
        a.after, a.address, ${about} as about
      from (${eachPart(
        parts,
        (part) => sql`
          select * from audit a where ${and([...conditions, part.after && sql`a.id < ${part.after.id}`])}
          ${slice(part, [sql`a.id`])}`,
      )}) a
      left join admins n on a.actor = 'admin:' || n.id ${ofRow} order by a.id desc`,
  }
}

/** The filter as conditions on a row `a` of the audit. */
function conditionsOf({ thing, thing_id, act, actor, administrator, userId, from, to }: Filter) {
  return [
    userId !== undefined && sql`a.id = any(array(${onPlayer(userId)}))`,
    thing !== undefined && sql`a.thing = ${thing}`,
    thing_id !== undefined && sql`a.thing_id = ${thing_id}`,
    act !== undefined && sql`a.act = ${act}`,
    actor !== undefined && sql`a.actor = ${actor}`,
    administrator !== undefined &&
      sql`a.actor = any(array(
        select 'admin:' || n.id from admins n where lower(n.user_name) like ${containing(administrator)}))`,
    ...onDays(sql`a.at`, from, to),
  ]
}
