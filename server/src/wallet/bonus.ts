/** The bonuses of joining: to the new player and to who brought them, once a person. */
import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { Answer, api } from '@munim/contract'
import { isPlayer, type Paise, paise, rupeesOf } from '@munim/core'
import { LRUCache } from 'lru-cache'
import { playersOnDevicesOf } from '../auth/sign-ins.ts'
import { type Db, type NotNull, type Statement, sql } from '../database/db.ts'
import { LOCKS } from '../database/locks.ts'
import { type Entry, lockWallets, post } from '../ledger/post.ts'
import { keysOfUser, readPayouts } from './marks.ts'

const JOINING = 'Joining bonus'

export interface Joining {
  readonly id: number
  readonly referrer: number | null
  readonly joining_bonus: Paise
  readonly referral_bonus: Paise
}

export interface Bonuses {
  readonly joining: Paise
  readonly referral: Paise
}

export const NO_BONUSES: Bonuses = { joining: paise(0), referral: paise(0) }

export const inRupees = ({ joining, referral }: Bonuses) => ({
  joining: rupeesOf(joining),
  referral: rupeesOf(referral),
})

/** Of user `u` by settings `s`. */
export const joiningOf = sql`
  u.id, s.joining_bonus, s.referral_bonus,
  (select r.id from users r where r.id = u.referred_by and r.deleted_at is null) as referrer`

/** What approving this player would pay now; nothing where they are approved, or joined before. */
async function foreseeJoining(db: Db, id: number): Promise<Bonuses> {
  const joining = await db.maybe<Joining>(sql`
    select ${joiningOf} from users u cross join settings s
    where u.id = ${id} and not u.is_approved and u.deleted_at is null`)
  if (!joining) return NO_BONUSES
  const referral = joining.referrer ? joining.referral_bonus : paise(0)
  if (joining.joining_bonus + referral === 0 || (await hasJoinedBefore(db, id))) return NO_BONUSES
  return { joining: joining.joining_bonus, referral }
}

/** What should be known before this player is paid, and what approving them would pay. */
export async function readKnownOfPayouts(
  db: Db,
  id: number,
): Promise<Answer<typeof api.users.payouts>['data']> {
  return { ...(await readPayouts(db, id)), bonuses: inRupees(await foreseeJoining(db, id)) }
}

/** Pays the bonuses of the settings. Null where they were withheld: this person joined before. */
export async function payJoining(
  db: Db,
  { id, referrer, joining_bonus, referral_bonus }: Joining,
  by: { readonly actor: string; readonly at: Date },
): Promise<Bonuses | null> {
  const bonus = { kind: 'bonus' as const, from: 'bonus' as const, ...by }
  const entries: Entry[] = []
  if (joining_bonus > 0) entries.push({ ...bonus, to: id, amount: joining_bonus, note: JOINING })
  if (referrer && referral_bonus > 0)
    entries.push({ ...bonus, to: referrer, amount: referral_bonus, note: `Referral bonus for user #${id}` })
  if (entries.length === 0) return NO_BONUSES
  // Of two accounts of one person that are approved at the same moment, the second one sees what the first was paid.
  await db.run(sql`select pg_advisory_xact_lock(${LOCKS.joining}::int, 0)`)
  if (await hasJoinedBefore(db, id)) return null
  const payable = await withoutClosed(db, entries)
  if (payable.length > 0) await post(db, ...payable)
  const paidTo = (player: number | null) => payable.find(({ to }) => to === player)?.amount ?? paise(0)
  return { joining: paidTo(id), referral: paidTo(referrer) }
}

/** Who brought the player may be deleted at this moment: known once the wallets are locked. */
async function withoutClosed(db: Db, entries: readonly Entry[]): Promise<Entry[]> {
  const players = entries.map(({ to }) => to)
  await lockWallets(db, players)
  const closed = await db.many<{ user_id: number }>(sql`
    select user_id from wallets where user_id = any(${players.filter(isPlayer)}::bigint[]) and is_closed`)
  return entries.filter(({ to }) => !closed.some(({ user_id }) => user_id === to))
}

/** What was paid for the joining of `o`: to them, or to who brought them. Either may be paid alone. */
const paidFor = (o: Statement): Statement => sql`
  select from postings p where p.to_user = any(array[${o}.id, ${o}.referred_by]) and p.kind = 'bonus'
    and p.note = case p.to_user when ${o}.id then ${JOINING} else 'Referral bonus for user #' || ${o}.id end`

/** For another player with one of these accounts or devices a bonus was paid, or for one deleted with them or this mobile. */
async function hasJoinedBefore(db: Db, id: number): Promise<boolean> {
  const known = await db.only<{ shares: boolean; anyDeleted: boolean } & Own>(sql`
    select exists (select from users o cross join lateral (${paidFor(sql`o`)} limit 1) p
        where ${keysOfUser(sql`o`)} && ${keysOfUser(sql`u`)} and o.id <> u.id)
      or exists (select from (${playersOnDevicesOf(sql`u.id`)}) d join users o on o.id = d.id
        cross join lateral (${paidFor(sql`o`)} limit 1) p) as shares,
      exists (select from bonus_people) as "anyDeleted", ${ownKeys} as own, ${ownDevices} as devices
    from users u where u.id = ${id}`)
  if (known.shares || !known.anyDeleted) return known.shares
  const fingerprints = await fingerprintsOf(known)
  const { is } = await db.only<{ is: boolean }>(sql`
    select exists (select from bonus_people where fingerprint = any(${fingerprints}::text[])) as is`)
  return is
}

/** Before a player is erased: where a bonus was paid for their joining, who they were is kept as hashes. */
export async function keepJoined(db: Db, id: number, at: Date): Promise<void> {
  const paid = await db.maybe<Own>(sql`
    select ${ownKeys} as own, ${ownDevices} as devices from users u where u.id = ${id}
      and exists (${paidFor(sql`u`)})`)
  if (!paid) return
  const fingerprints = await fingerprintsOf(paid)
  await db.run(sql`
    insert into bonus_people (fingerprint, at) select f, ${at} from unnest(${fingerprints}::text[]) f on conflict do nothing`)
}

/** `payee_keys` answers no null. */
type Own = { readonly own: string[]; readonly devices: string[] } & NotNull<'own'>

const ownKeys = sql`array['mobile ' || u.mobile] || ${keysOfUser(sql`u`)}`

/** Hashes with a key already, of random values: too many to be tried. */
const ownDevices = sql`array(
  select distinct left(encode(h, 'hex'), 32) from sign_ins s, unnest(array[s.device_hash, s.mark]) h where s.user_id = u.id)`

const derive = promisify<string, string, number, Buffer>(scrypt)

/** Of the players that were looked at last: a screen that follows one who waits asks again and again. */
const derived = new LRUCache<string, string>({ max: 1000 })

/** Slow, so that ten billion numbers can't be tried; the same everywhere, so that it can be looked up. */
async function fingerprint(key: string): Promise<string> {
  const known = derived.get(key)
  if (known !== undefined) return known
  const hash = (await derive(key, 'munim joining bonus', 16)).toString('hex')
  derived.set(key, hash)
  return hash
}

const fingerprintsOf = async ({ own, devices }: Pick<Own, 'own' | 'devices'>) => [
  ...(await Promise.all(own.map(fingerprint))),
  ...devices,
]
