/** Players with tokens that can be told from their ids, so that pgbench can look their sessions up as the server does. */
import { type Database, sql } from '../../server/src/database/db.ts'

const FIGURES = 10
const PREFIX = 'A'.repeat(43 - FIGURES)

export function tokenOf(userId: number): string {
  return PREFIX + String(userId).padStart(FIGURES, '0')
}

/** The hash of the token of the player `id`, in SQL. */
export function tokenHashInSql(id: string): string {
  return `sha256(convert_to('${PREFIX}' || lpad((${id})::text, ${FIGURES}, '0'), 'UTF8'))`
}

/** Signs these players in. */
export async function openSessions(database: Database, firstPlayer: number, players: number): Promise<void> {
  await database.run(sql`
    insert into sessions (token_hash, user_id, created_at, last_used_at, expires_at)
    select ${sql.raw(tokenHashInSql('id'))}, id, clock_timestamp(), clock_timestamp() + interval '1 day',
      clock_timestamp() + interval '1 day'
    from generate_series(${firstPlayer}::bigint, ${firstPlayer + players - 1}::bigint) as id`)
}
