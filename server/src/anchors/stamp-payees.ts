/** The payees that a release before wrote get their stamps: once, before the first anchor that says that all have one. */
import { type Database, type Db, type Statement, sql } from '../database/db.ts'
import type { Anchors } from './folder.ts'
import { nameOfStampKey, STAMPED, stampKeyOf, stampOf } from './stamp.ts'

const AT_ONCE = 5_000

/**
 * With one key it is done once in a database, which keeps that: done again, for a second server or after a start that
 * ended early, it would make right what was changed since. What another key stamped meanwhile is stamped anew.
 */
export async function stampPayees(
  database: Database,
  { key: signing, hasOtherKeys = false }: Anchors,
  signal: AbortSignal,
): Promise<void> {
  const key = stampKeyOf(signing)
  const name = nameOfStampKey(key)
  // 0.2.0 kept the first of each key without a number: those are as they were put in.
  const stampings = await database.many<{ value: Buffer }>(sql`
    select value from secrets where name like 'payees stamped with %'
    order by coalesce(substring(name from ' stamping (\\d+)$')::int, 0), ctid`)
  if (stampings.slice(hasOtherKeys ? 0 : -1).some(({ value }) => value.equals(name))) return
  // Servers with keys of their own leave each other's stamps; otherwise a new key stamps all anew.
  const isUnstamped = hasOtherKeys
    ? sql`u.payee_stamp is null`
    : sql`substring(u.payee_stamp for 4) is distinct from ${name}`
  for (let ids = await readIds(database, 0); ids.length > 0; ids = await readIds(database, ids.at(-1)!)) {
    signal.throwIfAborted()
    await database.transaction((db) => stampThese(db, { ids, key, isUnstamped }))
  }
  const done = `payees stamped with the key of stamping ${stampings.length + 1}`
  await database.run(sql`insert into secrets (name, value) values (${done}, ${name}) on conflict do nothing`)
}

async function readIds(db: Db, after: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select id from users where id > ${after} order by id limit ${AT_ONCE}`)
  return rows.map(({ id }) => id)
}

interface Stamping {
  readonly ids: readonly number[]
  readonly key: Buffer
  /** Of player `u`. */
  readonly isUnstamped: Statement
}

/** Locked first: what is changed meanwhile is read by the statement after, with its lines. */
async function stampThese(db: Db, { ids, key, isUnstamped }: Stamping): Promise<void> {
  const locked = await db.many<{ id: number }>(sql`
    select u.id from users u where u.id = any(${ids}) and ${isUnstamped} and ${STAMPED.payees} is not null
    order by u.id for no key update`)
  const players = await db.many<{ id: number; fact: Buffer | null }>(sql`
    select u.id, ${STAMPED.payees} as fact from users u where u.id = any(${locked.map(({ id }) => id)})`)
  const stamps = players.map(({ fact }) => fact && stampOf(key, 'payees', { fact, payee: null }))
  await db.run(sql`
    update users u set payee_stamp = s.stamp
    from unnest(${players.map(({ id }) => id)}::bigint[], ${stamps}::bytea[]) as s (id, stamp) where u.id = s.id`)
}
