/**
 * Ids as bits, those of a million players in 125 kB. A statement asks a row for its player's bit: unlike a join or a
 * subquery that costs the same whatever the planner expects, and leaves rows in the order of their index.
 */
import { type Db, type Statement, sql } from './db.ts'

const WORD_BITS = 32
const WORD_BYTES = WORD_BITS / 8

export interface IdSet {
  readonly bits: Buffer
  /** How many ids are in it. */
  readonly size: number
}

/** The ids that this statement gives as `id`. They leave the database as pairs: which word of 32 bits, and the word. */
export async function readSet(db: Db, ids: Statement): Promise<IdSet> {
  const { pairs } = await db.only<{ pairs: Buffer }>(sql`
    select coalesce(string_agg(int4send(word) || int4send(bits), ''), '') as pairs
    from (select (id / 32)::int as word, bit_or(1 << (id % 32)::int) as bits from (${ids}) i group by 1) w`)
  let [last, size] = [-1, 0]
  for (let at = 0; at < pairs.length; at += 2 * WORD_BYTES) {
    last = Math.max(last, pairs.readInt32BE(at))
    size += bitsIn(pairs.readInt32BE(at + WORD_BYTES))
  }
  const bits = Buffer.alloc(WORD_BYTES * (last + 1))
  for (let at = 0; at < pairs.length; at += 2 * WORD_BYTES)
    bits.writeInt32LE(pairs.readInt32BE(at + WORD_BYTES), WORD_BYTES * pairs.readInt32BE(at))
  return { bits, size }
}

function bitsIn(word: number): number {
  let count = 0
  for (let rest = word; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Whether this id is in the set: false for null, and for one that came after the set was read. */
export function isInSet({ bits }: IdSet, id: Statement): Statement {
  return sql`case when ${id} < ${8 * bits.length}::bigint then get_bit(${bits}::bytea, ${id}) <> 0 else false end`
}

/** So many ids of the set, the greatest first, from an offset on. */
export function idsIn({ bits }: IdSet, { offset = 0, limit = Number.POSITIVE_INFINITY } = {}): number[] {
  const ids: number[] = []
  let skipped = 0
  for (let at = bits.length - WORD_BYTES; at >= 0 && ids.length < limit; at -= WORD_BYTES) {
    const word = bits.readInt32LE(at)
    if (skipped + bitsIn(word) <= offset) {
      skipped += bitsIn(word)
      continue
    }
    for (let bit = WORD_BITS - 1; bit >= 0 && ids.length < limit; bit--) {
      if (((word >> bit) & 1) === 0) continue
      if (skipped < offset) skipped++
      else ids.push(8 * at + bit)
    }
  }
  return ids
}

/**
 * A search as a condition on rows, by their player and their own number. No figures are kept of what it finds: a list
 * counts those rows one by one, or, of a search that finds most players, the others, and takes them off the figures.
 */
export interface Found {
  readonly players: IdSet
  /** Rows that are found whichever player's they are. */
  readonly ids: readonly number[]
  readonly isMost: boolean
  /** Turned round: what the search doesn't find. */
  readonly isOthers?: boolean
}

export const othersThan = (found: Found): Found => ({ ...found, isMost: false, isOthers: true })

/** Whether a row of this player and this id is found; `case`, for the bit is quicker to ask, also of the others. */
export function isFound(
  { players, ids, isOthers = false }: Found,
  player: Statement,
  id: Statement,
): Statement {
  return sql`case when ${isInSet(players, player)} then ${!isOthers} else (${id} = any(${ids}::bigint[])) <> ${isOthers} end`
}
