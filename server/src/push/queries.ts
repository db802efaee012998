/** Push messages in SQL: the figures, what was sent, how far it has come. */
import { type Answer, type api, type Input, msg, RECEIVERS_SHOWN, t } from '@munim/contract'
import { type Db, nowOf, pagesOf, type Statement, sql } from '../database/db.ts'
import { faultInWords } from './fault.ts'
import { wanted } from './send.ts'

type Message = Answer<typeof api.push.progress>['data']
type Stats = Answer<typeof api.push.stats>['data']

const NOT_CONNECTED = msg(
  'Push is not connected: this server has no FCM credentials. Messages are kept and sent once it has them.',
)

/** Players are not counted: those that switched something off are few and have an index. `isConnected`: this server has credentials. */
export async function readStats(db: Db, isConnected: boolean): Promise<Stats> {
  const users = await db.only<Stats['users']>(sql`
    select p.total, (select count(*) from push_devices) as with_fcm_token,
      p.total - m.personal as personal_notifications_enabled, p.total - m.result as result_notifications_enabled
    from (select coalesce(sum(users), 0)::bigint as total from user_counts) p, (
      select count(*) filter (where not personal_notification) as personal,
        count(*) filter (where not result_notification) as result
      from users where deleted_at is null and not (personal_notification and result_notification)) m`)
  return { users, connection: await readConnection(db, isConnected) }
}

async function readConnection(db: Db, isConnected: boolean): Promise<Stats['connection']> {
  if (!isConnected) return { state: 'none', message: t(NOT_CONNECTED), since: null }
  const { fault, since } = await db.only<{ fault: string; since: string | null }>(sql`
    select fault, since from push_connection`)
  return fault === ''
    ? { state: 'ready', message: t('Push is connected.'), since }
    : { state: 'failing', message: faultInWords(fault), since }
}

/** Of those who are named: who they are, and whom a message of this kind reaches. */
export async function readReceivers(
  db: Db,
  { userIds, notificationType }: Input<typeof api.push.receivers>,
): Promise<Answer<typeof api.push.receivers>['data']> {
  const ids = [...new Set(userIds)]
  const users = await db.many<Answer<typeof api.push.receivers>['data']['users'][number]>(sql`
    select u.id, u.user_name, u.mobile, exists (select from push_devices d where d.user_id = u.id) as "hasDevice",
      ${wanted(notificationType)} as "isWanted"
    from unnest(${ids}::bigint[]) with ordinality as n (id, place)
    join users u on u.id = n.id and u.deleted_at is null order by n.place`)
  const known = new Set(users.map(({ id }) => id))
  return {
    users: users.slice(0, RECEIVERS_SHOWN),
    found: users.length,
    reached: users.filter(({ hasDevice, isWanted }) => hasDevice && isWanted).length,
    unknown: ids.filter((id) => !known.has(id)),
  }
}

export async function listMessages(
  db: Db,
  { page, limit }: { page: number; limit: number },
  isConnected: boolean,
) {
  // Who a message is to is looked up for those of the page alone.
  const shown = sql`select * from push_messages order by id desc limit ${limit} offset ${(page - 1) * limit}`
  const data = await db.many<Message>(sql`${messages(db, shown, isConnected)} order by m.id desc`)
  const { total } = await db.only<{ total: number }>(sql`select count(*) as total from push_messages`)
  return { data, total, totalPages: pagesOf(total, limit) }
}

export function findMessage(db: Db, id: number, isConnected: boolean): Promise<Message | undefined> {
  const one = sql`select * from push_messages where id = ${id}::bigint`
  return db.maybe<Message>(messages(db, one, isConnected))
}

const settled = sql`(m.sent + m.failed + m.dead + m.unknown + m.dropped)`

function messages(db: Db, found: Statement, isConnected: boolean): Statement<Message> {
  return sql`
    select m.id, m.title, m.description, m.kind as "notificationType", m.audience,
      case when m.audience = 'user' and u.id is not null then json_build_object('id', u.id, 'user_name', u.user_name) end as "user",
      case when m.stopped_at is not null then 'stopped' when m.finished_at is not null then 'done'
        when not ${isConnected}::boolean then 'kept' when m.started_at is null then 'waiting' else 'sending' end as state,
      m.accepted, m.accepted - ${settled} as waiting, m.sent, m.failed, m.dead, m.unknown, m.dropped,
      coalesce(p.pace, 0) as "perSecond",
      case when m.finished_at is null and p.pace > 0
        then ceil((m.accepted - ${settled}) / p.pace)::int end as "secondsLeft",
      m.created_at as "createdAt", m.expires_at as "expiresAt", m.started_at as "startedAt",
      m.finished_at as "finishedAt"
    from (${found}) m left join users u on u.id = m.user_id
    cross join lateral (select round((${settled} - m.dropped) / greatest(0.001, extract(epoch from
      coalesce(m.finished_at, ${nowOf(db)}) - m.started_at)), 1)::float8 as pace) p`
}

/** Stops a message; whether any device still waited. Dropped devices are counted as their parts are taken. */
export async function stopMessage(db: Db, id: number): Promise<boolean> {
  const stopped = await db.run(sql`
    update push_messages set stopped_at = ${nowOf(db)}
    where id = ${id} and finished_at is null and stopped_at is null`)
  return stopped === 1
}
