/** The rule of the game: which picks a result makes win. `carriedPays` of exposure.ts has it too, for pace alone. */
import type { Half } from '../markets/schedule.ts'
import { fieldSetsOf, GAME_MODES, isCombined, type PickField, pickText, readPick } from './games.ts'
import type { Result } from './result.ts'

/**
 * The texts of the picks that win once this half is declared. Two games are on its digit and two on each class of
 * panna, so at most 4 for the open; the close has jodi, red bracket, full sangam and both half sangams as well: 9.
 *
 * A jodi, a red bracket and the sangams are made of both halves, so they come only with the close, and
 * the result must hold the open values too. A declared number that is no panna is in no pick, since
 * none could be placed; its digit still wins. Empty while the half is not declared.
 */
export function winningPicks(result: Result, half: Half): readonly string[] {
  const games = GAME_MODES.filter((game) => half === 'close' || !isCombined(game))
  return games.flatMap((game) =>
    fieldSetsOf(game, half).flatMap((fields) => {
      const pick = readPick({ game_mode: game, session: half, ...only(fields, result) })
      return 'wrong' in pick ? [] : [pickText(pick)]
    }),
  )
}

function only(fields: readonly PickField[], result: Result): Partial<Result> {
  return Object.fromEntries(fields.map((field) => [field, result[field]]))
}
