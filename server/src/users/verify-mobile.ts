/** Whether a mobile is the player's own: a provider sends a code to it, and says whether one that is typed is that code. */
import { type Db, nowOf, sql } from '../database/db.ts'
import { type GuardLimits, tooMany } from '../http/guard.ts'
import type { Place } from '../http/network.ts'
import { within } from '../loop.ts'
import { Refusal } from '../refusal.ts'
import { checkActive } from './own.ts'
import { checkCodes } from './registrations.ts'

/** The adapter of a provider. What it throws is logged, and told as that it could not be done now. */
export interface MobileVerifier {
  /** Sends a new code to this number: 5 to 11 digits, as the player registered it. */
  send(mobile: string, signal: AbortSignal): Promise<void>
  /** Whether this is the code that was sent last. */
  check(mobile: string, code: string, signal: AbortSignal): Promise<boolean>
}

const ANSWERED_WITHIN_MS = 10_000
/** Codes to one player in 24 hours, how soon after each other, and how long one holds. */
const CODES_A_DAY = 5
const PAUSE = sql`interval '1 minute'`
const HOLDS = sql`interval '10 minutes'`
const TRIES_A_CODE = 5

interface Asking {
  readonly id: number
  /** Undefined: one is to be sent. */
  readonly code: string | undefined
  /** From where, and how many codes a day go to who registered from one address and network; undefined: that is not known. */
  readonly from: { readonly place: Place; readonly limits: GuardLimits['registrations'] } | undefined
  /** Told of what the provider failed with. */
  readonly onFault: (error: unknown) => void
}

/**
 * Sends a code, or checks one. The mobile that the code is right for; undefined where one was sent, or the mobile is
 * verified already. What counts is written first: who asks again and again at the same moment is counted, too.
 */
export async function askProvider(
  database: Db,
  verifier: MobileVerifier | undefined,
  { id, code, from, onFault }: Asking,
): Promise<string | undefined> {
  if (!verifier) throw new Refusal(404, 'Mobile numbers are not verified here')
  await checkActive(database, id)
  const { mobile, verified } = await database.only<{ mobile: string; verified: boolean }>(sql`
    select mobile, verified from users where id = ${id}`)
  if (verified) return undefined
  if (code === undefined && from) await checkCodes(database, id, from)
  if (code === undefined) await countCode(database, id)
  else await countTry(database, id)
  const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS)
  const asked = code === undefined ? verifier.send(mobile, signal) : verifier.check(mobile, code, signal)
  const late = new Error('the provider does not answer')
  const isRight = await within<unknown>(ANSWERED_WITHIN_MS, asked, { late }).catch((error) => {
    onFault(error)
    throw new Refusal(502, 'The code could not be sent or checked. Please try again later.')
  })
  if (code === undefined) return undefined
  if (isRight !== true) throw new Refusal(400, 'Code is incorrect')
  return mobile
}

/** Counts the code that is sent: so many since the first of a day, none so soon after another. */
async function countCode(db: Db, id: number): Promise<void> {
  const isNewDay = sql`c.since <= ${nowOf(db)} - interval '24 hours'`
  const counted = await db.run(sql`
    insert into mobile_codes as c (user_id, at, since, sent) values (${id}, ${nowOf(db)}, ${nowOf(db)}, 1)
    on conflict (user_id) do update set at = excluded.at, tries = 0,
      since = case when ${isNewDay} then excluded.since else c.since end,
      sent = case when ${isNewDay} then 1 else c.sent + 1 end
    where c.at <= ${nowOf(db)} - ${PAUSE} and (c.sent < ${CODES_A_DAY} or ${isNewDay})`)
  if (counted === 1) return
  const { seconds } = await db.only<{ seconds: number }>(sql`
    select greatest(1, ceil(extract(epoch from greatest(c.at + ${PAUSE},
      case when c.sent >= ${CODES_A_DAY} then c.since + interval '24 hours' end) - ${nowOf(db)})))::int as seconds
    from mobile_codes c where c.user_id = ${id}`)
  throw tooMany(seconds)
}

async function countTry(db: Db, id: number): Promise<void> {
  const counted = await db.run(sql`
    update mobile_codes set tries = tries + 1
    where user_id = ${id} and tries < ${TRIES_A_CODE} and at > ${nowOf(db)} - ${HOLDS}`)
  if (counted === 0) throw new Refusal(400, 'Ask for a new code')
}

/** Keeps that the mobile is the player's, where it is the one that was checked; whether it is verified now. */
export async function keepVerified(db: Db, id: number, checked: string | undefined): Promise<boolean> {
  await checkActive(db, id)
  if (checked !== undefined) {
    await db.run(sql`
      update users set verified = true, updated_at = ${nowOf(db)} where id = ${id} and mobile = ${checked}`)
    await db.run(sql`delete from mobile_codes where user_id = ${id}`)
  }
  return (await db.only<{ verified: boolean }>(sql`select verified from users where id = ${id}`)).verified
}
