/**
 * The audit: what an administrator did, to what, its values before and after, and the address. `serve` writes it in the
 * act's own transaction; each row's hash covers the row before it, so that a changed or missing row shows.
 */
import { type Database, type Db, type NotNull, nowOf, sql, type WrittenAct } from '../database/db.ts'
import { LOCKS } from '../database/locks.ts'

/** What an act is about; the column and the wire call it `thing`. */
type AuditSubject =
  | 'admin'
  | 'user'
  | 'market'
  | 'draw'
  | 'day'
  | 'month'
  | 'request'
  | 'bid'
  | 'settings'
  | 'rates'
  | 'notification'
  | 'feedback'
  | 'banner'
  | 'push'
  | 'role'
  | 'suspicion'
  | 'look'
  | 'export'
  | 'act'
  | 'security'

/** What an act changed of one subject. Of personal fields only their names and fingerprints, never the values. */
export interface Trace {
  readonly subject: AuditSubject
  readonly id: string | number
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

export interface Trail {
  readonly actor: string
  readonly address: string
  readonly trail: readonly Trace[]
}

/** Only what differs: the values there were, and those that were sent. */
export function changeOf<T extends object>(before: T, sent: object) {
  const changed = Object.entries(sent).filter(
    ([key, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(before[key as keyof T]),
  )
  return {
    before: Object.fromEntries(changed.map(([key]) => [key, before[key as keyof T]])),
    after: Object.fromEntries(changed) as Record<string, unknown>,
  }
}

/** Whether the values before and after were compared, and none differs. */
export function isUnchanged({ before, after }: Trace): boolean {
  return before !== undefined && [before, after ?? {}].every((values) => Object.keys(values).length === 0)
}

/**
 * Adds these rows to the chain, but none of a save that changed nothing. Held to the end of
 * the transaction: acts of administrators queue here, and only here.
 */
export async function writeTrail(db: Db, act: string, { actor, address, trail }: Trail): Promise<void> {
  if (trail.length === 0) throw new Error(`${act} leaves no trace of what it did`)
  const changes = trail.filter((trace) => !isUnchanged(trace))
  if (changes.length === 0) return
  const lock = sql`/* lock-audit */ select pg_advisory_xact_lock(${LOCKS.audit}::int, 0)`
  for (const { subject, id, before, after } of changes) {
    const write = sql<WrittenAct>`
      /* write-audit */
      insert into audit (id, at, actor, act, thing, thing_id, before, after, address, previous, hash)
      select l.id, t.at, n.actor, n.act, n.thing, n.thing_id, n.before, n.after, n.address, l.hash,
        audit_hash(l.hash, l.id, t.at, n.actor, n.act, n.thing, n.thing_id, n.before, n.after, n.address)
      from (select ${actor}::text as actor, ${act}::text as act, ${subject}::text as thing, ${String(id)}::text as thing_id,
          ${JSON.stringify(before ?? {})}::jsonb as before, ${JSON.stringify(after ?? {})}::jsonb as after,
          ${address}::text as address) n,
        (select ${nowOf(db)} as at) t,
        (select coalesce(max(id), 0) + 1 as id,
          coalesce((select hash from audit order by id desc limit 1), '\\x'::bytea) as hash from audit) l
      returning id, hash`
    // With the lock in one trip: what waits for it waits for little more than this statement.
    const [, [written]] = await db.both(lock, write)
    db.acts.push(written!)
  }
}

/** The same in a transaction of its own: what was refused, a look or a file is in none of the caller's. */
export function writeTrailAlone(database: Database, act: string, trail: Trail): Promise<void> {
  return database.transaction((db) => writeTrail(db, act, trail))
}

/** A keyed fingerprint: whether two values are the same can be seen, what they are can't. */
export async function fingerprint(db: Db, value: string): Promise<string> {
  const { mark } = await db.only<{ mark: string } & NotNull<'mark'>>(sql`
    with made as (
      insert into secrets (name, value) values ('audit', sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')))
      on conflict (name) do nothing returning value
    )
    select left(encode(sha256((select value from made union all select value from secrets where name = 'audit' limit 1)
      || convert_to(${value}, 'utf8')), 'hex'), 16) as mark`)
  return `#${mark}`
}
