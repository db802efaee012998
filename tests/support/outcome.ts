/** The rule of the game once more, one pick at a time: what `winningPicks` of core is checked against. */
import { decidedBy, EMPTY, isDeclared, PICK_FIELDS, type Pick, type Result } from '@munim/core'

export type Outcome = 'running' | 'win' | 'loss'

/**
 * What a result makes of a pick. It runs until the half that decides its game is declared, even when
 * it can no longer win. Then it wins if every filled field equals the declared text, else it loses.
 */
export function outcomeOf(pick: Pick, result: Result): Outcome {
  if (!isDeclared(result, decidedBy(pick))) return 'running'
  const filled = PICK_FIELDS.filter((field) => pick[field] !== EMPTY)
  return filled.every((field) => pick[field] === result[field]) ? 'win' : 'loss'
}
