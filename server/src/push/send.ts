/** Accepting a message: its row and its audience, in the call's own transaction. It is sent by deliver.ts. */
import type { api, Input } from '@munim/contract'
import { type Db, nowOf, type Statement, sql } from '../database/db.ts'
import { Refusal } from '../refusal.ts'

export type Words = Pick<Input<typeof api.push.sendToAll>, 'title' | 'description' | 'notificationType'>
export type Kind = Words['notificationType']

/** A message that cannot be sent is kept so long; afterwards it would only puzzle. A result is old news sooner. */
export const KEPT_HOURS: Readonly<Record<Kind, number>> = { personal: 24, result: 6 }

export interface Accepted {
  readonly id: number
  readonly notifications_sent: number
}

/** To one player; refused where they can't be reached. */
export async function sendToUser(db: Db, userId: number, words: Words, actor: string): Promise<Accepted> {
  const user = await db.maybe<{ has_device: boolean; is_wanted: boolean }>(sql`
    select exists (select from push_devices d where d.user_id = u.id) as has_device,
      ${wanted(words.notificationType)} as is_wanted
    from users u where u.id = ${userId} and u.deleted_at is null`)
  if (!user) throw new Refusal(404, 'User not found')
  if (!user.has_device) throw new Refusal(409, 'This user has no push token')
  if (!user.is_wanted)
    throw new Refusal(409, 'This user has switched {type} notifications off', {
      values: { type: words.notificationType },
    })
  return accept(db, { words, actor, audience: 'user', userId }, sql`d.user_id = ${userId}`)
}

/** To those of these players who can be reached. */
export function sendToMany(
  db: Db,
  userIds: readonly number[],
  words: Words,
  actor: string,
): Promise<Accepted> {
  const only = userIds.length === 1 && { userId: userIds[0]! }
  return accept(db, { words, actor, audience: 'users', ...only }, sql`d.user_id = any(${userIds}::bigint[])`)
}

/** To all players who can be reached. They are counted here; a list of 100,000 is written behind it (enqueue.ts). */
export async function sendToAll(db: Db, words: Words, actor: string): Promise<Accepted> {
  const { reached } = await db.only<{ reached: number }>(sql`
    select count(*) as reached ${audience(words.notificationType, sql`true`)}`)
  return {
    id: await insertMessage(db, { words, actor, audience: 'all', reached }),
    notifications_sent: reached,
  }
}

interface Accepting {
  readonly words: Words
  readonly actor: string
  readonly audience: 'user' | 'users' | 'all'
  /** Whose data the words may hold: they lose it as the player is deleted. */
  readonly userId?: number
}

/** The message with its list, which is short. */
async function accept(db: Db, accepting: Accepting, whom: Statement): Promise<Accepted> {
  const id = await insertMessage(db, { ...accepting, reached: 0 })
  const reached = await listTargets(db, { id, kind: accepting.words.notificationType }, whom)
  await db.run(sql`
    update push_messages set is_listed = true, accepted = ${reached}, finished_at = case when ${reached}::int = 0 then created_at end
    where id = ${id}`)
  return { id, notifications_sent: reached }
}

async function insertMessage(db: Db, accepting: Accepting & { reached: number }): Promise<number> {
  const { words, actor, audience, userId = null, reached } = accepting
  const { title, description = '', notificationType } = words
  const { id } = await db.only<{ id: number }>(sql`
    insert into push_messages (title, description, kind, audience, user_id, accepted, is_listed, actor, created_at, expires_at)
    select ${title}, ${description}, ${notificationType}, ${audience}, ${userId}::bigint, ${reached}, false, ${actor}, at,
      at + make_interval(hours => ${KEPT_HOURS[notificationType]})
    from (select ${nowOf(db)} as at) moment returning id`)
  return id
}

/** Writes a target for each device of the audience that has none. How many. */
export function listTargets(
  db: Db,
  { id, kind }: { id: number; kind: Kind },
  whom: Statement,
): Promise<number> {
  return db.run(sql`
    insert into push_targets (message_id, device_id)
    select ${id}::int, d.id ${audience(kind, whom)} order by d.id on conflict do nothing`)
}

/** Devices, as `d`, of players who want this kind. */
function audience(kind: Kind, whom: Statement): Statement {
  return sql`
    from push_devices d join users u on u.id = d.user_id
    where u.deleted_at is null and ${wanted(kind)} and ${whom}`
}

/** The preference of `u` that this kind obeys. */
export function wanted(kind: Kind): Statement {
  return kind === 'personal' ? sql`u.personal_notification` : sql`u.result_notification`
}
