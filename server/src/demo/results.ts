/** The declared results of the demonstration, and the one or two that are due and wait for the administrator. */
import { type Digit, digitOf, type Half, type Panna, type TypedResult } from '@munim/core'
import { declare } from './acts.ts'
import { minutesAfter } from './agenda.ts'
import type { Chance } from './chance.ts'
import { drawsOn } from './markets.ts'
import type { Draw, World } from './world.ts'

interface Due {
  readonly draw: Draw
  readonly half: Half
  readonly at: Date
}

/** Declares each half of each draw a few minutes after its moment, but for those left waiting and those of incidents. */
export function planResults(world: World, told: (draw: Draw) => boolean): void {
  const { agenda, chance, days } = world
  const draws = days.flatMap((day) => drawsOn(world, day)).filter((draw) => !told(draw))
  const waiting = leftWaiting(draws, world.now)
  for (const draw of draws) {
    const open = drawnResult(chance, 'open')
    const both = { ...open, ...drawnResult(chance, 'close') }
    const opensIn = chance.between(3, 9)
    const closesIn = chance.between(3, 9)
    if (waiting.some((due) => due.draw === draw && due.half === 'open')) continue
    agenda.add(minutesAfter(draw.openEndsAt, opensIn), (at) => declare(world, draw, open, at))
    if (waiting.some((due) => due.draw === draw)) continue
    agenda.add(minutesAfter(draw.closeEndsAt, closesIn), (at) => declare(world, draw, both, at))
  }
}

/**
 * The halves left for the administrator: the latest that is due, and the latest close that is due in another
 * draw, so that at any hour one result waits whole or in part and one draw is half declared.
 */
function leftWaiting(draws: readonly Draw[], now: Date): Due[] {
  const due = draws
    .flatMap((draw): Due[] => [
      { draw, half: 'open', at: draw.openEndsAt },
      { draw, half: 'close', at: draw.closeEndsAt },
    ])
    .filter(({ at }) => at <= now)
    .sort((a, b) => b.at.getTime() - a.at.getTime())
  const latest = due[0]
  const close = due.find(({ draw, half }) => draw !== latest?.draw && half === 'close')
  return [latest, close].filter((each) => each !== undefined)
}

/** Figures drawn one by one and put in order, as the real ones are: double and triple pannas are rare. */
export function drawnPanna(chance: Chance): Panna {
  const figures = [chance.whole(1, 10), chance.whole(1, 10), chance.whole(1, 10)].sort((a, b) => a - b)
  return figures.map((figure) => figure % 10).join('') as Panna // 0 counts above 9.
}

export function drawnResult(chance: Chance, half: Half): TypedResult {
  return resultOf(half, drawnPanna(chance))
}

/** A panna with its digit, as the form has them. */
export function resultOf(half: Half, panna: Panna): TypedResult {
  const digit: Digit = digitOf(panna)
  return half === 'open'
    ? { manualOpenDigit: digit, manualOpenPanna: panna }
    : { manualCloseDigit: digit, manualClosePanna: panna }
}
