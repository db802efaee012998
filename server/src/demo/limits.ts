/** Play with measure in the demonstration: players who limit or pause themselves, and one whom the house limits. */
import { momentOf, paise, type Time } from '@munim/core'
import { fixedAt } from '../database/db.ts'
import { pauseOwnPlay, setOwnLimit } from '../protection/set.ts'
import { limitPlayer } from './acts.ts'
import { dayBefore, takeAside } from './incidents.ts'
import type { Player, World } from './world.ts'

/** Each is of a player who has played, and stops for now: nothing of the demonstration is refused by it. */
export function planLimits(world: World): void {
  const { agenda, days, db } = world
  const own = (player: Player, kind: 'deposit' | 'stake' | 'loss', amount: number, at: Date) =>
    setOwnLimit(fixedAt(db, at), { userId: player.id, kind, period: 'month', amount })
  const plan = (daysAgo: number, time: string, act: (player: Player, at: Date) => Promise<void>) => {
    agenda.add(momentOf(dayBefore(days, daysAgo), time as Time), async (at) => {
      const player = await takeAside(world, paise(10_000))
      if (player) await act(player, at)
    })
  }
  plan(3, '21:05', async (player, at) => {
    await own(player, 'deposit', 20_000, at)
    await own(player, 'loss', 8000, at)
    // The raise waits over today.
    const later = new Date(world.now.getTime() - 2 * 3_600_000)
    agenda.add(later, (raised) => own(player, 'loss', 12_000, raised))
  })
  plan(2, '22:40', (player, at) => pauseOwnPlay(fixedAt(db, at), { userId: player.id, days: 7 }))
  plan(1, '11:15', (player, at) =>
    limitPlayer(world, player, { kind: 'stake', period: 'month', amount: 25_000 }, at),
  )
}
