/** Accepting a message: its row and its audience, in the call's own transaction. Who sends it is deliver.ts. */
import type { api, Input } from '@munim/contract'
import { type Db, type Statement, sql } from '../database/db.ts'
import { Refusal } from '../refusal.ts'

type Words = Pick<Input<typeof api.push.sendToAll>, 'title' | 'description' | 'notificationType'>
export type Kind = Words['notificationType']

/** A message that cannot be sent is kept so long; afterwards it would only puzzle. A result is old news sooner. */
const KEPT_HOURS: Readonly<Record<Kind, number>> = { personal: 24, result: 6 }

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
  if (!user.is_wanted) {
    throw new Refusal(409, `This user has switched ${words.notificationType} notifications off`)
  }
  return accept(db, { words, actor, audience: 'user', userId }, sql`d.user_id = ${userId}`)
}

/** To those of these players who can be reached. */
export function sendToMany(
  db: Db,
  userIds: readonly number[],
  words: Words,
  actor: string,
): Promise<Accepted> {
  return accept(db, { words, actor, audience: 'users' }, sql`d.user_id = any(${userIds}::bigint[])`)
}

/** To everybody who can be reached: 100,000 devices in one statement. */
export function sendToAll(db: Db, words: Words, actor: string): Promise<Accepted> {
  return accept(db, { words, actor, audience: 'all' }, sql`true`)
}

interface Accepting {
  readonly words: Words
  readonly actor: string
  readonly audience: 'user' | 'users' | 'all'
  readonly userId?: number
}

async function accept(db: Db, accepting: Accepting, whom: Statement): Promise<Accepted> {
  const { words, actor, audience, userId = null } = accepting
  const { title, description = '', notificationType } = words
  const { id } = await db.only<{ id: number }>(sql`
    insert into push_messages (title, description, kind, audience, user_id, is_listed, actor, created_at, expires_at)
    select ${title}, ${description}, ${notificationType}, ${audience}, ${userId}::bigint, true, ${actor}, at,
      at + make_interval(hours => ${KEPT_HOURS[notificationType]})
    from clock_timestamp() as at returning id`)
  const listed = await listTargets(db, { id, kind: notificationType }, whom)
  await db.run(sql`
    update push_messages set accepted = ${listed},
      finished_at = case when ${listed}::int = 0 then created_at end
    where id = ${id}`)
  return { id, notifications_sent: listed }
}

/** Writes a target for each device of the audience that has none; those dropped before wait again. How many. */
export function listTargets(
  db: Db,
  { id, kind }: { id: number; kind: Kind },
  whom: Statement,
): Promise<number> {
  return db.run(sql`
    insert into push_targets (message_id, device_id)
    select ${id}::int, d.id from push_devices d join users u on u.id = d.user_id
    where u.deleted_at is null and ${wanted(kind)} and ${whom}
    order by d.id
    on conflict (message_id, device_id) do update set state = 'waiting' where push_targets.state = 'dropped'`)
}

/** The preference of `u` that this kind obeys. */
export function wanted(kind: Kind): Statement {
  return kind === 'personal' ? sql`u.personal_notification` : sql`u.result_notification`
}

/** A result's message, written in the declaration's own transaction; its audience is listed behind it (jobs.ts). */
export const RESULT_KEPT_HOURS = KEPT_HOURS.result
