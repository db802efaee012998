/** From where players registered: kept as keyed hashes, and limited by address, network and device over all servers. */
import { keyed } from '../auth/sign-ins.ts'
import { type Db, nowOf, type Statement, sql } from '../database/db.ts'
import { type GuardLimits, tooMany } from '../http/guard.ts'
import type { Place } from '../http/network.ts'

export interface Origin {
  readonly place: Place
  /** What the app says of itself; undefined where it says nothing. */
  readonly device: string | undefined
}

/**
 * In how many seconds one more may register from there; 0 where as many as may did not in the last 24 hours.
 * This machine's own address is not counted: all callers come from it behind a proxy that is not named.
 */
export async function secondsToWait(
  db: Db,
  { place, device }: Origin,
  limits: GuardLimits['registrations'],
): Promise<number> {
  const { address, network } = place.isOwn ? { address: undefined, network: undefined } : place
  /** When the first of so many came that no further one may come beside. */
  const full = (hash: Statement, text: string | undefined, atMost: number) => sql`(
    select at from registrations where ${hash} = ${keyed(text)} and at > ${nowOf(db)} - interval '24 hours'
    order by at desc offset ${atMost - 1} limit 1)`
  const { seconds } = await db.only<{ seconds: number }>(sql`
    select coalesce(ceil(extract(epoch from greatest(${full(sql`address_hash`, address, limits.address)},
      ${full(sql`network_hash`, network, limits.network)},
      ${full(sql`device_hash`, device, limits.device)}) + interval '24 hours' - ${nowOf(db)})), 0)::int as seconds`)
  return seconds
}

/**
 * Refuses a code to who registered from where as many of a day went as new players may come from there: codes cost the
 * house, and are sent to any number. One by which a mobile was verified counts no more. A registration is forgotten after
 * a month: who asks then counts from where a code is asked for.
 */
export async function checkCodes(
  db: Db,
  userId: number,
  { place, limits }: { readonly place: Place; readonly limits: GuardLimits['registrations'] },
): Promise<void> {
  await keepRegistration(db, userId, { place, device: undefined })
  const sentFrom = (hash: 'address_hash' | 'network_hash') => sql`(
    select coalesce(sum(c.sent), 0)
    from registrations m join registrations r on r.${sql.ref(hash)} = m.${sql.ref(hash)}
      join mobile_codes c on c.user_id = r.user_id and c.since > ${nowOf(db)} - interval '24 hours'
    where m.user_id = ${userId})`
  const { is_full } = await db.only<{ is_full: boolean }>(sql`
    select ${sentFrom('address_hash')} >= ${limits.address} or ${sentFrom('network_hash')} >= ${limits.network} as is_full`)
  if (is_full) throw tooMany(60 * 60)
}

/** Keeps from where this player registered, once. Who came by this machine's own address shares it with no other player. */
export async function keepRegistration(db: Db, userId: number, { place, device }: Origin): Promise<void> {
  const { address, network } = place.isOwn ? { address: `own ${userId}`, network: `own ${userId}` } : place
  await db.run(sql`
    insert into registrations (user_id, address_hash, network_hash, device_hash, at)
    values (${userId}, ${keyed(address)}, ${keyed(network)}, ${keyed(device)}, ${nowOf(db)})
    on conflict (user_id) do nothing`)
}
