/** Who plays in the demonstration: when they join, what they tell of themselves, who approves them, how they play. */
import { addDays, beginOf, momentOf, type Time } from '@munim/core'
import { fixedAt } from '../database/db.ts'
import { changeUser, NO_HASHES } from '../users/change.ts'
import { type hashSecrets, registerPlayer } from '../users/register.ts'
import { changeFunds, changePlayer } from './acts.ts'
import { minutesAfter } from './agenda.ts'
import { inventPerson, type Person } from './people.ts'
import { favouriteGames } from './picks.ts'
import { bringMoney } from './requests.ts'
import type { Player, World } from './world.ts'

/** What the demonstration's players sign in with, to try the player's API by hand: any of their mobiles and this. */
export const DEMONSTRATION_PASSWORD = 'demonstration'
export const DEMONSTRATION_MPIN = '1234'

type Secrets = Awaited<ReturnType<typeof hashSecrets>>

/** Joined in the three months before the first day; joined since; minutes ago that those joined who wait for approval. */
const EARLIER = 72
const SINCE = 38
const UNAPPROVED = [6, 74, 330, 1290, 2750]

/** Rupees of a sitting, and how many players spend so much. */
const PURSES = [
  [200, 3],
  [400, 5],
  [700, 4],
  [1500, 2],
  [4000, 0.6],
] as const

export function planPlayers(world: World, secrets: Secrets): void {
  const { agenda, chance, days, now } = world
  const firstDay = beginOf(days[0]!)
  const taken = new Set<string>()
  const joinAt = (moment: Date, isApproved: boolean) => {
    const person = inventPerson(chance, taken)
    agenda.add(moment, (at) => join(world, { person, secrets, isApproved }, at))
  }
  for (let count = 0; count < EARLIER; count++)
    joinAt(minutesAfter(firstDay, -chance.between(1, 90) * 1440), true)
  for (let count = 0; count < SINCE; count++)
    joinAt(minutesAfter(firstDay, chance.between(0, days.length - 2) * 1440), true)
  for (const minutes of UNAPPROVED) joinAt(minutesAfter(now, -minutes), false)
}

/** The moment that the first player can have joined at: markets must be there before. */
export function beforeAll({ days }: World): Date {
  return momentOf(addDays(days[0]!, -92), '10:00' as Time)
}

interface Joining {
  readonly person: Person
  readonly secrets: Secrets
  readonly isApproved: boolean
}

async function join(world: World, { person, secrets, isApproved }: Joining, at: Date): Promise<void> {
  const { db, chance, agenda, players, markets } = world
  const { user_name, mobile, profile, transferTypes } = person
  const referrer = players.length > 0 && chance.happens(0.2) ? chance.oneOf(players) : undefined
  const mpinHash = chance.happens(0.7) ? secrets.mpinHash : ''
  const registration = { user_name, mobile, referral: referrer?.mobile, ...secrets, mpinHash }
  const id = await registerPlayer(fixedAt(db, at), registration)
  const player: Player = {
    id,
    mobile,
    transferTypes,
    purse: chance.weighted(PURSES, ([, weight]) => weight)[0],
    activity: chance.between(0.12, 0.55),
    games: favouriteGames(chance),
    markets: chance.several(markets, chance.whole(2, 5)),
    isWaiting: false,
    isAway: false,
  }
  agenda.add(minutesAfter(at, chance.between(1, 5)), async (toldAt) => {
    const changes = { ...profile, verified: isApproved && chance.happens(0.4) }
    await changeUser(fixedAt(db, toldAt), { id, changes, hashes: NO_HASHES, actor: `player:${id}` })
  })
  if (isApproved) agenda.add(minutesAfter(at, chance.between(6, 90)), (then) => welcome(world, player, then))
}

/** Approves a new player; the first money comes soon after, asked for or paid at the counter. */
async function welcome(world: World, player: Player, at: Date): Promise<void> {
  const { chance, agenda, players } = world
  await changePlayer(world, player, { isApproved: true }, at)
  players.push(player)
  agenda.add(minutesAfter(at, chance.between(2, 40)), async (fundedAt) => {
    if (chance.happens(0.75)) return bringMoney(world, player, fundedAt)
    const rupees = Math.max(500, player.purse * chance.whole(2, 4))
    const note = 'Cash at the counter'
    await changeFunds(world, player, { rupees, note }, fundedAt)
  })
}
