/**
 * Facts that are signed as they are written: beside the row, a stamp of a key that the database never sees. A row
 * that the database's owner puts in whole, before an anchor signs it as it is found, has none.
 */
import { hash, timingSafeEqual } from 'node:crypto'
import { columnOf, PAYEE_BY_NAME } from '@munim/core'
import { sql } from '../database/db.ts'
import type { SigningKey } from './key.ts'

/**
 * The details of the payee that player `u` has, each by its field and length, '' where there is none: the order of the
 * fields in core says nothing, and a new one changes no stamp while it is empty.
 */
const details = sql`concat(${sql.join(
  PAYEE_BY_NAME.map((name) => {
    const value = sql`u.${sql.ref(columnOf(name))}`
    return sql`case when ${value} <> '' then ${sql.lit(`${name} `)} || octet_length(${value}) || ' ' || ${value} end`
  }),
)})`

/** Who changed them and when, every line; null where there is none. */
const changes = sql`(select sha256(string_agg(record_send(row(c.id, c.fields, c.actor, c.at)), ''::bytea order by c.id))
  from payee_changes c where c.user_id = u.id)`

/** What a stamp says of a row: the binary form of what is never changed of it, or only by the server. */
export const STAMPED = {
  requests: sql<Buffer>`record_send(row(id, user_id, kind, transfer_type, amount, ref_id, created_at))`,
  confirmations: sql<Buffer>`record_send(row(ref_id, amount, confirmed_at, address))`,
  /** Of player `u`; null where there is nothing to stamp. */
  payees: sql`(select case when d.details <> '' or d.changes is not null then record_send(row(u.id, d.details, d.changes)) end
    from (select ${details} as details, ${changes} as changes offset 0) d)`,
} as const
export type Stamped = keyof typeof STAMPED
/** Those whose rows are stamped from some number on. */
export type StampedTable = Exclude<Stamped, 'payees'>

const NAME_LENGTH = 4
const MAC_LENGTH = 32

/** What an HMAC's two hashes begin with: the key, made as long as a block of SHA-256, with each of two bytes. */
interface Pads {
  readonly inner: Buffer
  readonly outer: Buffer
}

const BLOCK = 64
const pads = new WeakMap<Buffer, Pads>()
const names = new WeakMap<Buffer, Buffer>()

function padsOf(key: Buffer): Pads {
  const known = pads.get(key)
  if (known) return known
  const padded = Buffer.concat([key], BLOCK)
  const made = { inner: padded.map((byte) => byte ^ 0x36), outer: padded.map((byte) => byte ^ 0x5c) } as Pads
  pads.set(key, made)
  return made
}

/** HMAC-SHA256 of two whole hashes: a million stamps are held in a tenth of the time that `createHmac` takes. */
function macOf(key: Buffer, purpose: string, ...parts: readonly Buffer[]): Buffer {
  const { inner, outer } = padsOf(key)
  const text = Buffer.concat([inner, Buffer.from(`${purpose}\0`), ...parts])
  return hash('sha256', Buffer.concat([outer, hash('sha256', text, 'buffer')]), 'buffer')
}

export const stampKeyOf = (key: SigningKey): Buffer => key.derive('stamps')

/** By what a stamp tells whose it is: the first bytes of each. */
export function nameOfStampKey(key: Buffer): Buffer {
  const name = names.get(key) ?? macOf(key, 'name').subarray(0, NAME_LENGTH)
  names.set(key, name)
  return name
}

interface Facts {
  /** `STAMPED` of the row. */
  readonly fact: Buffer
  /** The payee of a request as text; otherwise null. Stamped apart, since the erasure of its player shortens it. */
  readonly payee: string | null
}

/** The stamp of this row; null where there is no key. */
export function stampOf(key: Buffer | null, table: Stamped, { fact, payee }: Facts): Buffer | null {
  if (key === null) return null
  const mac = macOf(key, table, fact)
  const ofPayee = payee === null ? [] : [macOf(key, 'payee', mac, Buffer.from(payee))]
  return Buffer.concat([nameOfStampKey(key), mac, ...ofPayee])
}

/** right; of another payee, and right but for that; wrong; made with another key; none. */
export type StampVerdict = 'right' | 'of another payee' | 'wrong' | 'of another key' | 'none'

export function judgeStamp(
  key: Buffer,
  table: Stamped,
  { stamp, ...facts }: Facts & { readonly stamp: Buffer | null },
): StampVerdict {
  if (stamp === null) return 'none'
  const due = stampOf(key, table, facts)!
  const [name, mac] = [due.subarray(0, NAME_LENGTH), due.subarray(0, NAME_LENGTH + MAC_LENGTH)]
  if (!isSame(stamp.subarray(0, name.length), name)) return 'of another key'
  if (!isSame(stamp.subarray(0, mac.length), mac)) return 'wrong'
  return isSame(stamp, due) ? 'right' : 'of another payee'
}

const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)
