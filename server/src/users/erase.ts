/** Erasing a person: here is every place that holds a copy of their data. What is kept, and why, is in decision 23. */
import { columnOf, FIELD_NAMES, isFlag } from '@munim/core'
import { forgetAttempts } from '../auth/attempts.ts'
import { accountOf } from '../auth/player.ts'
import { type Db, sql } from '../database/db.ts'
import { patternOfPersonal, without } from '../http/personal.ts'
import { keepJoined } from '../wallet/bonus.ts'
import { endSessions } from './change.ts'

const NAME = sql`'Deleted user #' || id`
const PERSONAL = FIELD_NAMES.filter((name) => !isFlag(name))
const COLUMNS = sql.join(PERSONAL.map((name) => sql.ref(columnOf(name))))
const EMPTIED = sql.join(
  PERSONAL.map((name) => sql`${sql.ref(columnOf(name))} = ${name === 'user_name' ? NAME : sql`''`}`),
)

/** What remains of the player is a number. Their wallet is locked and closed. */
export async function erasePerson(db: Db, id: number, at: Date): Promise<void> {
  const { mobile } = await db.only<{ mobile: string }>(sql`
    select mobile from users where id = ${id} for update`)
  const pattern = (await patternOfPersonal(db, id)) ?? mobile
  await keepJoined(db, id, at)
  await db.run(sql`
    update users set ${EMPTIED}, payee_stamp = null, referred_by = null, deleted_at = ${at}, updated_at = ${at} where id = ${id}`)
  // Four characters of a payee tell in a dispute whom the house paid. Of a short one they would be all of it.
  await db.run(sql`
    update requests set note = ${without(pattern, sql`note`)}, payee = (
      select coalesce(jsonb_object_agg(key, right(value, least(4, length(value) / 2))), '{}') from jsonb_each_text(payee))
    where user_id = ${id}`)
  await db.run(sql`
    update feedbacks set feedback = ${without(pattern, sql`feedback`)}, admin_comment = ${without(pattern, sql`admin_comment`)}
    where user_id = ${id}`)
  await db.run(sql`
    update push_messages set title = ${without(pattern, sql`title`)}, description = ${without(pattern, sql`description`)}
    where user_id = ${id}`)
  // What waited is over: two acts that differ by their note alone would be one, which the unique index lets wait once.
  await db.run(sql`
    update waiting_acts w set input = w.input - 'note', note = ${without(pattern, sql`w.note`)},
      outcome = coalesce(w.outcome, 'expired'), decided_at = coalesce(w.decided_at, least(w.expires_at, ${at}))
    where w.thing = 'user' and w.thing_id = ${String(id)} or w.thing = 'request' and exists (
      select from requests r where r.user_id = ${id} and r.id::text = w.thing_id)`)
  await db.run(sql`delete from payee_changes where user_id = ${id}`)
  await db.run(sql`delete from player_notes where user_id = ${id}`)
  await db.run(sql`delete from play_changes where user_id = ${id}`)
  await db.run(sql`delete from play_limits where user_id = ${id}`)
  await db.run(sql`delete from play_pauses where user_id = ${id}`)
  await db.run(sql`delete from mobile_codes where user_id = ${id}`)
  await db.run(sql`delete from sign_ins where user_id = ${id}`)
  await endSessions(db, id)
  await forgetAttempts(db, accountOf(mobile))
  await forgetAnswers(db, id)
}

/** Erases what a server of the release before, which did not know a field, left in the rows of players whom it deleted. */
export async function eraseLeft(db: Db): Promise<void> {
  await db.run(sql`
    update users set ${EMPTIED} where deleted_at is not null and concat(${COLUMNS}) <> ${NAME}`)
}

/** Kept answers of calls that the player made, and those to administrators that show the player. The last: they may be written beside it. */
async function forgetAnswers(db: Db, id: number): Promise<void> {
  await db.run(sql`
    delete from answers where caller = ${`player:${id}`} or caller in (select 'admin:' || a.id from admins a)
      and jsonb_path_exists(answer::jsonb, '$.** ? ((@.id == $id && exists(@.user_name)) || @.userId == $id)',
        jsonb_build_object('id', ${id}::bigint))`)
}
