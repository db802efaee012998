/** How a player signs in: with a password or, on a known device, with the mpin. */
import type { api, Input } from '@munim/contract'
import { sql } from '../database/db.ts'
import { type Caller, hashOf } from '../http/caller.ts'
import { Refusal } from '../refusal.ts'
import { type Guarded, tryOnce } from './attempts.ts'
import { type Recognised, visitOf } from './devices.ts'
import { isPassword, NOBODY } from './password.ts'

interface Known {
  readonly id: number
  readonly password_hash: string
  readonly mpin_hash: string
  readonly is_blocked: boolean
}

/** The player's id, and the device where it is known. Wrong words cost the same time as unknown numbers. */
export async function recognisePlayer(
  app: Guarded,
  { mobile, password, mpin, device }: Input<typeof api.player.login>,
  caller: Pick<Caller, 'address' | 'signal'>,
): Promise<Recognised> {
  if (password === undefined && (mpin === undefined || device === undefined)) {
    throw new Refusal(
      400,
      'Password is required; an mpin only works on a device that signed in with the password',
    )
  }
  const isHeld = sql`exists (select from devices d join users u on u.id = d.user_id
    where d.device_hash = ${hashOf(device ?? '')} and u.mobile = ${mobile} and u.deleted_at is null)`
  const visit = { ...visitOf(caller, device), by: 'player' as const, account: accountOf(mobile) }
  const known = await tryOnce(app, { ...visit, isHeld }, async (isHeld) => {
    const known = await app.database.maybe<Known>(sql`
      select id, password_hash, mpin_hash, is_blocked or not status as is_blocked
      from users where mobile = ${mobile} and deleted_at is null`)
    const isRight =
      password !== undefined
        ? await isPassword(password, known?.password_hash ?? NOBODY)
        : await isPassword(mpin!, (isHeld && known?.mpin_hash) || NOBODY)
    if (!known || !isRight) throw new Refusal(401, 'Mobile or password is incorrect')
    return { ...known, device: isHeld ? device : undefined }
  })
  if (known.is_blocked) throw new Refusal(403, 'This account is blocked')
  return { id: known.id, device: known.device, visit }
}

/** How tries at a player are counted. */
export const accountOf = (mobile: string) => `player ${mobile}`
