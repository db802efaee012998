/** Draws that wait for the administrator's decision: whatever is closed and undeclared, of today and of days before. */
import type { Answer, api } from '@munim/contract'
import type { Half } from '@munim/core'

type DueHalf = Answer<typeof api.results.due>['data'][number]

export interface DueDraw {
  readonly marketId: number
  readonly name: string
  readonly date: string
  readonly halves: readonly Half[]
  /** Since when the first of them is due. */
  readonly since: string
  /** What auto declare has to say, once each. */
  readonly notes: readonly string[]
}

/** By draw, in the order they came. */
export function drawsToDecide(halves: readonly DueHalf[]): DueDraw[] {
  return [...Map.groupBy(halves, ({ marketId, date }) => `${marketId} ${date}`).values()].map((ofDraw) => {
    const { marketId, name, date, since } = ofDraw[0]!
    return {
      marketId,
      name,
      date,
      since,
      halves: ofDraw.map(({ half }) => half),
      notes: [...new Set(ofDraw.map(({ note }) => note))].filter((note) => note !== ''),
    }
  })
}
