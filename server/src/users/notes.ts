/** Internal notes on players: added and told to who acts on them, never changed; deleting the player deletes them. */
import { type Db, nowOf, sql } from '../database/db.ts'

interface Note {
  readonly userId: number
  readonly adminId: number
  readonly text: string
}

/** Its number; undefined where there is no such player. Who is being deleted is waited for. */
export async function addNote(db: Db, { userId, adminId, text }: Note): Promise<number | undefined> {
  const added = await db.maybe<{ id: number }>(sql`
    with player as materialized (select id from users where id = ${userId} and deleted_at is null for key share)
    insert into player_notes (user_id, admin_id, at, text)
    select id, ${adminId}::int, ${nowOf(db)}, ${text}::text from player returning id`)
  return added?.id
}
