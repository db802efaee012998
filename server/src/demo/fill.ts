/**
 * Demonstration data: fourteen markets, some hundred players and thirty days of bids, results and money, made by the
 * same verbs as real use. One transaction: it is there whole, or not at all and made anew at the next start.
 */
import { api } from '@munim/contract'
import { addDays, beginOf, type Day, dayOf, momentOf, type Time } from '@munim/core'
import { type Database, type Db, fixedAt, sql } from '../database/db.ts'
import { closeNext } from '../daybook/close.ts'
import type { Files } from '../http/files.ts'
import { hashSecrets } from '../users/register.ts'
import { changeSettings, setNumberLimits } from './acts.ts'
import { agendaUntil } from './agenda.ts'
import { chanceOf } from './chance.ts'
import { planDesk, REFERRAL_BONUS } from './desk.ts'
import { planIncidents } from './incidents.ts'
import { planLimits } from './limits.ts'
import { makeMarkets } from './markets.ts'
import { beforeAll, DEMONSTRATION_MPIN, DEMONSTRATION_PASSWORD, planPlayers } from './players.ts'
import { planFunds, planTransfers, planWaiting, planWithdrawals } from './requests.ts'
import { planResults } from './results.ts'
import { planSittings } from './sittings.ts'
import type { World } from './world.ts'

const SEED = 1947
/** In rupees, as warnings: no bid of the demonstration is refused for them. */
const NUMBER_LIMITS = [
  { game: null, amount: 80_000, refuses: false },
  { game: 'jodi_digit', amount: 40_000, refuses: false },
] satisfies Parameters<typeof setNumberLimits>[1]

export interface Filling {
  /** Where the banners' pictures go; no banner without it. */
  readonly files?: Files
  /** Days with bids before today, three at least. */
  readonly days?: number
  /** Called before the writing, when there is something to write. */
  readonly onStart?: () => void
}

/** Fills an empty database; whether it did. A database that anybody has used, or filled before, is left as it is. */
export async function fillDemonstration(database: Database, filling: Filling = {}): Promise<boolean> {
  if (!(await isUnused(database))) return false
  filling.onStart?.()
  const secrets = await hashSecrets(DEMONSTRATION_PASSWORD, DEMONSTRATION_MPIN)
  const onRollback: World['onRollback'] = []
  try {
    return await database.transaction(async (db) => {
      await lockOut(db)
      if (!(await isUnused(db))) return false
      await live(await makeWorld(db, filling, onRollback), secrets)
      await db.run(sql`update settings set is_demonstration = true`)
      await db.run(sql`analyze`)
      return true
    })
  } catch (error) {
    for (const undo of onRollback) await undo()
    throw error
  }
}

/** No player, no market, no movement of money, nothing that an administrator did but sign in, and settings as they came. */
async function isUnused(db: Db): Promise<boolean> {
  const { unused } = await db.only<{ unused: boolean }>(sql`
    select not exists (select from users) and not exists (select from markets) and not exists (select from postings)
      and not exists (select from audit where act <> ${api.auth.login.path})
      and exists (select from settings where version = 1 and not is_demonstration) as unused`)
  return unused
}

/** Until this transaction ends no other one adds a player or a market; a second server that starts waits here. */
async function lockOut(db: Db): Promise<void> {
  await db.run(sql`set local lock_timeout = '120s'`)
  await db.run(sql`set local statement_timeout = '120s'`)
  await db.run(sql`lock table users, markets, settings, audit in share row exclusive mode`)
}

async function makeWorld(
  db: Db,
  { days = 30, files }: Filling,
  onRollback: World['onRollback'],
): Promise<World> {
  const now = await db.now()
  const today = dayOf(now)
  const { admin } = await db.only<{ admin: string }>(sql`
    select 'admin:' || coalesce((select min(id) from admins), 1) as admin`)
  return {
    db,
    agenda: agendaUntil(now),
    chance: chanceOf(SEED),
    now,
    days: Array.from({ length: days + 1 }, (_, index) => addDays(today, index - days)),
    admin,
    files,
    onRollback,
    markets: [],
    players: [],
  }
}

async function live(world: World, secrets: Awaited<ReturnType<typeof hashSecrets>>): Promise<void> {
  await makeMarkets(world, beforeAll(world))
  await changeSettings(world, { referral_bonus: REFERRAL_BONUS }, beforeAll(world))
  await setNumberLimits(world, NUMBER_LIMITS, beforeAll(world))
  planPlayers(world, secrets)
  planResults(world, planIncidents(world))
  planLimits(world)
  for (const day of world.days) planDay(world, day)
  planWaiting(world)
  planDesk(world)
  await world.agenda.run()
}

function planDay(world: World, day: Day): void {
  const morning = beginOf(day)
  world.agenda.add(morning, async () => planSittings(world, day))
  planWithdrawals(world, morning)
  planTransfers(world, morning)
  planFunds(world, morning)
  world.agenda.add(momentOf(addDays(day, 1), '03:30' as Time), async (at) => {
    await closeNext(fixedAt(world.db, at))
  })
}
