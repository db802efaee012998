/** What the house pays and keeps by each row of the column that is whole, asked as it is typed. */
import { api } from '@munim/contract'
import { EMPTY, sumOfRupees } from '@munim/core'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { manualOf } from '../../../game/typed-result.ts'
import { figuresIn, isWhole, openKeyOf, type Row, type TypedRows } from './rows.ts'

/** Rupees. */
export interface Figures {
  readonly bids: number
  readonly stake: number
  readonly pays: number
  readonly kept: number
}

export type Prediction =
  | { readonly state: 'asked' }
  | { readonly state: 'failed'; readonly message: string }
  | ({ readonly state: 'known' } & Figures)

/** By the row's key; a row that is not whole has none. */
export type Predictions = Readonly<Record<string, Prediction>>

export function usePredictions(rows: readonly Row[], typed: TypedRows) {
  const queries = useQueryClient()
  const { path } = api.results.predict
  const whole = rows.filter((row) => isWhole(row, typed))
  const asked = useQueries({
    queries: whole.map((row) => {
      const body = { marketId: row.marketId, date: row.date, ...manualOf(figuresIn(row, typed)), limit: 1 }
      return {
        // The same figures are another prediction once the open is declared: it is not counted again.
        queryKey: [path, body, row.open_digit],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          call(api.results.predict, body, { signal }),
      }
    }),
  })
  const answers = new Map(
    whole.map((row, index): [string, Prediction] => {
      const { data, error, isFetching } = asked[index]!
      if (isFetching) return [row.key, { state: 'asked' }]
      if (error !== null || data === undefined)
        return [row.key, { state: 'failed', message: error?.message ?? '' }]
      const { total_bets, total_bet_amount, total_winning_amount, net_house_profit } = data.data.statistics
      const money = { stake: total_bet_amount, pays: total_winning_amount, kept: net_house_profit }
      return [row.key, { state: 'known', bids: total_bets, ...money }]
    }),
  )
  const predictions: Predictions = Object.fromEntries(
    whole.map((row) => {
      const own = answers.get(row.key)!
      // A close before its open is predicted with it; what the open's own row says is taken off again.
      const open = row.half === 'close' && row.open_digit === EMPTY ? answers.get(openKeyOf(row)) : undefined
      return [row.key, open === undefined ? own : without(own, open)]
    }),
  )
  return { predictions, askAgain: () => void queries.invalidateQueries({ queryKey: [path] }) }
}

function without(both: Prediction, open: Prediction): Prediction {
  if (both.state !== 'known') return both
  if (open.state !== 'known') return open
  const less = (a: number, b: number) => sumOfRupees([a, -b])
  return {
    state: 'known',
    bids: both.bids - open.bids,
    stake: less(both.stake, open.stake),
    pays: less(both.pays, open.pays),
    kept: less(both.kept, open.kept),
  }
}

/** How many could not be predicted: without them a sum is of others alone. */
export const failedOf = (predictions: readonly (Prediction | undefined)[]): number =>
  predictions.filter((each) => each?.state === 'failed').length

/** Together, of those that are known. */
export function sumOf(predictions: readonly (Prediction | undefined)[]): Figures {
  const known = predictions.filter((each) => each?.state === 'known')
  const sum = (figure: Exclude<keyof Figures, 'bids'>) => sumOfRupees(known.map((each) => each[figure]))
  const bids = known.reduce((all, each) => all + each.bids, 0)
  return { bids, stake: sum('stake'), pays: sum('pays'), kept: sum('kept') }
}
