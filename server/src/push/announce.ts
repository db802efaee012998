/** The message of a result to players: written in the declaration's own transaction, stopped in the revert's. */
import type { Day, Half, Result } from '@munim/core'
import { type Db, nowOf, sql } from '../database/db.ts'
import { KEPT_HOURS } from './send.ts'

interface Announcing {
  readonly drawId: number
  readonly marketName: string
  readonly day: Day
  readonly result: Result
  readonly halves: readonly Half[]
  readonly actor: string
}

/**
 * A message to all who want results, where the setting is on. One row: its audience is listed behind it (enqueue.ts).
 * A text that was sent of this draw is not sent again; one that was stopped before all had it goes on. Where phones
 * were told another result after it, it is a new message: the old one gives up its place.
 */
export async function announceResult(db: Db, announcing: Announcing): Promise<void> {
  const { drawId, marketName, day, halves, actor } = announcing
  const half = halves.includes('close') ? 'close' : 'open'
  const text = textOf(announcing.result, half)
  await db.run(sql`
    with outdated as (
      update push_messages m set draw_id = null where draw_id = ${drawId} and result = ${text}
      and exists (select from push_messages l where l.draw_id = m.draw_id and l.id > m.id and l.sent + l.unknown > 0
        and not starts_with(l.result, m.result) and not starts_with(m.result, l.result))
      returning 1
    )
    insert into push_messages (title, description, kind, audience, draw_id, half, result, is_listed, actor, created_at,
      expires_at)
    select ${`${marketName} ${text}`}, to_char(${day}::date, 'FMDD Mon YYYY'), 'result', 'result', ${drawId}, ${half},
      ${text}, false, ${actor}, at, at + make_interval(hours => ${KEPT_HOURS.result})
    from settings, (select ${nowOf(db)} as at from (select count(*) from outdated) before) moment
    where declare_notification
    on conflict (draw_id, result) where draw_id is not null do update
    set stopped_at = null, finished_at = null, is_listed = false, is_handed = false, expires_at = excluded.expires_at
    where push_messages.stopped_at is not null`)
}

/** `128-1`, or `128-14-455` once the close is known. */
function textOf({ open_digit, open_panna, close_digit, close_panna }: Result, half: Half): string {
  return half === 'open'
    ? `${open_panna}-${open_digit}`
    : `${open_panna}-${open_digit}${close_digit}-${close_panna}`
}

/** The result is withdrawn: what is not sent yet of its message is not sent. */
export async function stopAnnouncing(db: Db, drawId: number, declarationIds: readonly number[]) {
  await db.run(sql`
    update push_messages set stopped_at = ${nowOf(db)}
    where draw_id = ${drawId} and finished_at is null and stopped_at is null
    and half in (select d.half from declarations d where d.id = any(${declarationIds}::bigint[]))`)
}
