/** When the demonstration's players sit down to bid, and what becomes of it. What they bet on is picks.ts. */
import { beginOf, type Day, type Session } from '@munim/core'
import { placeBids } from '../bids/place.ts'
import { fixedAt } from '../database/db.ts'
import { minutesAfter } from './agenda.ts'
import { drawsOn } from './markets.ts'
import { bidsFor } from './picks.ts'
import { bringMoney } from './requests.ts'
import { balanceOf, type Draw, type Player, type World } from './world.ts'

/** A draw is bet on most in the last hour before it; the first bids come some hours earlier. */
const EARLIEST_MINUTES = 210

/** How much of what is still to come today is bet on in advance; and sittings that each draw ahead gets besides. */
const IN_ADVANCE = 0.4
const SURELY = 2

export function planSittings(world: World, day: Day): void {
  const { chance, players, days, now } = world
  const draws = drawsOn(world, day)
  const present = players.filter((player) => !player.isAway)
  for (const player of present.filter(({ activity }) => chance.happens(activity))) {
    const count = chance.happens(0.3) ? 2 : 1
    for (let each = 0; each < count; each++) {
      const likes = ({ market }: Draw) => market.weight * (player.markets.includes(market) ? 4 : 1)
      planSitting(world, player, chance.weighted(draws, likes))
    }
  }
  if (day !== days.at(-1)) return
  for (const draw of draws.filter(({ closeEndsAt }) => closeEndsAt > now)) {
    for (const player of chance.several(present, SURELY)) planSitting(world, player, draw, 1)
  }
}

/** A part of what is still to come is bet on in advance, so that there are running bids at any hour. */
function planSitting(world: World, player: Player, draw: Draw, inAdvance = IN_ADVANCE): void {
  const { agenda, chance, now } = world
  const session = chance.happens(0.62) ? 'open' : 'close'
  const usual = minutesAfter(cutOff(draw, session), -(2 + EARLIEST_MINUTES * chance.between(0, 1) ** 2))
  const morning = beginOf(draw.day)
  const since = (now.getTime() - morning.getTime()) / 60_000
  const earlier = minutesAfter(now, -chance.between(0, Math.min(since, 600)))
  const at = usual > now && chance.happens(inAdvance) ? earlier : usual
  agenda.add(at, (then) => sit(world, { player, draw, session }, then))
}

interface Sitting {
  readonly player: Player
  readonly draw: Draw
  readonly session: Session
}

/** Bids a part of the wallet. Who has little left asks for money, and bids when it comes in time. */
async function sit(world: World, sitting: Sitting, at: Date): Promise<void> {
  const { db, agenda, chance } = world
  const { player, draw, session } = sitting
  if (player.isAway || at >= cutOff(draw, session)) return
  const rupees = (await balanceOf(db, player)) / 100
  if (rupees < player.purse && !player.isWaiting) {
    player.isWaiting = true
    agenda.add(minutesAfter(at, chance.between(1, 4)), async (askedAt) => {
      await bringMoney(world, player, askedAt, (paidAt) => {
        agenda.add(minutesAfter(paidAt, chance.between(1, 6)), (then) => sit(world, sitting, then))
      })
    })
  }
  const budget = Math.floor(Math.min(rupees * 0.6, player.purse * chance.between(0.5, 1.6)))
  const bids = bidsFor(chance, { market: draw.market, session, games: player.games, budget })
  if (bids.length > 0) await placeBids(fixedAt(db, at), { userId: player.id, bids })
}

const cutOff = (draw: Draw, session: Session) => (session === 'open' ? draw.openEndsAt : draw.closeEndsAt)
