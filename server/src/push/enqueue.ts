/** From messages to jobs: lists the audience of broadcasts and results, and hands the parts of each message to the queue. */
import { type Database, type Db, nowOf, type Statement, sql } from '../database/db.ts'
import { finish, type Part } from './deliver.ts'
import { type Kind, listTargets } from './send.ts'

/** Devices in a job. */
const PART = 1_000
/** Targets of old messages are no longer needed: their counts stay with the message. */
const TARGETS_KEPT = sql`interval '8 days'`

/** Puts parts into the queue, in the transaction of `db`. */
export type Put = (db: Db, parts: readonly Part[]) => Promise<void>

/** Whether any message is not done with: asked each second, so in one statement. */
export async function isAnythingOpen(db: Db): Promise<boolean> {
  return (await db.maybe(sql`select from push_messages where finished_at is null limit 1`)) !== undefined
}

/** Lists the audiences that are not listed; each message by one server, however many servers try. */
export async function listAudiences(database: Database): Promise<void> {
  while (await database.transaction(listOne)) {}
}

async function listOne(db: Db): Promise<boolean> {
  const next = await db.maybe<{ id: number; kind: Kind }>(sql`
    select id, kind from push_messages
    where finished_at is null and not is_listed order by id limit 1 for no key update skip locked`)
  if (!next) return false
  await db.run(sql`
    update push_targets set state = 'waiting' where message_id = ${next.id} and state = 'dropped'`)
  await listTargets(db, next, sql`true`)
  // Counted anew: of a message that goes on some devices were settled before.
  await db.run(sql`
    update push_messages set is_listed = true, (accepted, sent, failed, dead, unknown, dropped) = (
      select count(*), count(*) filter (where state = 'sent'), count(*) filter (where state = 'failed'),
        count(*) filter (where state = 'dead'), count(*) filter (where state = 'unknown'),
        count(*) filter (where state = 'dropped')
      from push_targets where message_id = ${next.id})
    where id = ${next.id}`)
  await finish(db, next.id)
  return true
}

/** Hands over what is listed and not in the queue yet; how many messages. */
export async function enqueue(database: Database, put: Put): Promise<number> {
  let handed = 0
  while (await database.transaction((db) => enqueueOne(db, put))) handed++
  return handed
}

async function enqueueOne(db: Db, put: Put): Promise<boolean> {
  const next = await db.maybe<{ id: number }>(sql`
    select id from push_messages
    where finished_at is null and is_listed and not is_handed order by id limit 1 for no key update skip locked`)
  if (!next) return false
  const parts = await db.many<Part>(sql`
    select ${next.id}::int as message, min(device_id) as from, max(device_id) as to, 0 as failures,
      count(*) over () = 1 as "isSmall"
    from (select device_id, (row_number() over (order by device_id) - 1) / ${PART}::int as part
      from push_targets where message_id = ${next.id} and state = 'waiting') t
    group by part order by part`)
  if (parts.length > 0) await put(db, parts)
  await db.run(sql`update push_messages set is_handed = true where id = ${next.id}`)
  return true
}

/** Ends what is too old or stopped, whether it is in the queue or not. */
export async function endWhatIsOver(database: Database): Promise<void> {
  const over = await database.many<{ id: number }>(sql`
    select m.id from push_messages m where ${isOver(database)}`)
  for (const { id } of over) await endMessage(database, id)
}

const isOver = (db: Db): Statement =>
  sql`m.finished_at is null and m.is_listed and (m.expires_at < ${nowOf(db)} or m.stopped_at is not null)`

/** Clears the targets of old messages away, one message at a time. */
export async function clearOldTargets(database: Database): Promise<void> {
  const oldest = sql`
    delete from push_targets where message_id = (select min(message_id) from push_targets)
    and message_id < (select coalesce(min(id), 2147483647) from push_messages
      where created_at > ${nowOf(database)} - ${TARGETS_KEPT} or finished_at is null)`
  while ((await database.run(oldest)) > 0) {}
}

/**
 * Drops what waits, unless the result was declared again meanwhile and its message goes on. What has been claimed for so
 * long was claimed by a server that was killed.
 */
async function endMessage(db: Db, id: number): Promise<void> {
  await db.run(sql`
    with over as (
      select m.id, m.expires_at from push_messages m where m.id = ${id} and ${isOver(db)} for no key update
    ), ended as (
      update push_targets t set state = case t.state when 'waiting' then 'dropped' else 'unknown' end::push_state
      from over m where t.message_id = m.id and (t.state = 'waiting'
        or t.state = 'claimed' and m.expires_at < ${nowOf(db)} - interval '1 hour')
      returning t.state
    )
    update push_messages m set dropped = m.dropped + n.dropped, unknown = m.unknown + n.unknown,
      finished_at = case when m.accepted = m.sent + m.failed + m.dead + m.unknown + m.dropped + n.dropped + n.unknown
        then ${nowOf(db)} end
    from over, (select count(*) filter (where state = 'dropped') as dropped,
      count(*) filter (where state = 'unknown') as unknown from ended) n
    where m.id = over.id`)
}
