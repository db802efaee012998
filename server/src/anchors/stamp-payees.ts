/** The payees that a release before wrote get their stamps: once, before the first anchor that says that all have one. */
import { type Database, type Db, type Statement, sql } from '../database/db.ts'
import type { Anchors } from './folder.ts'
import { nameOfStampKey, STAMPED, stampKeyOf, stampOf } from './stamp.ts'

const AT_ONCE = 5_000

export interface Stampings extends Anchors {
  /** Only notes that it begins. */
  readonly isToBegin: boolean
}

/**
 * Whether all are stamped. With one key it is done once in a database, which keeps that: done again, for a second
 * server or after a start that ended early, it would make right what was changed since. What another key stamped
 * meanwhile, or began to, is stamped anew.
 */
export async function stampPayees(
  database: Database,
  { key: signing, hasOtherKeys = false, isToBegin }: Stampings,
  signal: AbortSignal,
): Promise<boolean> {
  const key = stampKeyOf(signing)
  const name = nameOfStampKey(key)
  const stampings = await readStampings(database)
  const last = stampings.at(-1)
  const counts = hasOtherKeys ? stampings : stampings.slice(-1)
  if (counts.some(({ value, isDone }) => isDone && value.equals(name))) return true
  const nth = last && !last.isDone && last.value.equals(name) ? last.nth : (last?.nth ?? 0) + 1
  await keep(database, `payees begun with the key of stamping ${nth}`, name)
  if (isToBegin) return false
  // Servers with keys of their own leave each other's stamps; otherwise a new key stamps all anew.
  const isUnstamped = hasOtherKeys
    ? sql`u.payee_stamp is null`
    : sql`substring(u.payee_stamp for 4) is distinct from ${name}`
  for (let ids = await readIds(database, 0); ids.length > 0; ids = await readIds(database, ids.at(-1)!)) {
    signal.throwIfAborted()
    await database.transaction((db) => stampThese(db, { ids, key, isUnstamped }))
  }
  await keep(database, `payees stamped with the key of stamping ${nth}`, name)
  return true
}

interface Stamping {
  readonly nth: number
  /** The name of its key. */
  readonly value: Buffer
  readonly isDone: boolean
}

/** In their order. 0.2.0 kept the first of each key, without a number: those are as they were put in. */
const readStampings = (db: Db): Promise<Stamping[]> =>
  db.many<Stamping>(sql`
    select coalesce(substring(name from ' stamping (\\d+)$')::int, 0) as nth, value,
      name like 'payees stamped %' as "isDone"
    from secrets where name like 'payees stamped with %' or name like 'payees begun with %' order by 1, 3, ctid`)

const keep = (db: Db, what: string, name: Buffer) =>
  db.run(sql`insert into secrets (name, value) values (${what}, ${name}) on conflict do nothing`)

async function readIds(db: Db, after: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select id from users where id > ${after} order by id limit ${AT_ONCE}`)
  return rows.map(({ id }) => id)
}

interface Batch {
  readonly ids: readonly number[]
  readonly key: Buffer
  /** Of player `u`. */
  readonly isUnstamped: Statement
}

/** Locked first: what is changed meanwhile is read by the statement after, with its lines. */
async function stampThese(db: Db, { ids, key, isUnstamped }: Batch): Promise<void> {
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
