/** Predicting: asked for by a click and kept until it is cleared, for each look is told in the audit. */
import { type Answer, api, type Body, t } from '@munim/contract'
import { type Half, isDeclared } from '@munim/core'
import { useRef, useState } from 'react'
import { useAction } from '../../../api/use-action.ts'
import { manualOf, type TypedFigures } from '../../../game/typed-result.ts'
import { tellDone, tellFailed } from '../../../widgets/notice.tsx'
import type { OfDay } from '../draw.ts'
import { type Fetched, typedOf } from '../fetched.ts'
import type { Typed } from '../typed.ts'

type Asked = Body<typeof api.results.predict>
type Predicted = Answer<typeof api.results.predict>

export interface Prediction {
  readonly asked: Asked
  readonly data: Predicted['data']
  /** The halves that it would decide, as the draw was when it was made. */
  readonly halves: readonly Half[]
}

/** Other pages of a prediction that could not be had, and why. */
interface Refused {
  readonly of: Prediction
  readonly asked: Asked
  readonly message: string
  readonly at: number
}

export type Predicting = ReturnType<typeof usePrediction>

/** The specification's other forms, where no sentence was answered (specification 2 §8). */
const AGAIN = {
  predict: t('Failed to predict result. Please try again.'),
  fetch: t('Failed to fetch and predict result. Please try again.'),
} as const

interface Options extends OfDay {
  readonly onType: (typed: Typed) => void
}

export function usePrediction({ draw, date, onType }: Options) {
  const { id: marketId } = draw
  const [made, setMade] = useState<Prediction | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  /** What was asked for since it was cleared last; the answer to anything else comes too late. */
  const wanted = useRef(new WeakSet<object>())
  function want<B extends object>(body: B): B {
    wanted.current.add(body)
    return body
  }
  const keep = ({ data }: Predicted, asked: Asked) => {
    const halves = data.result_prediction.is_half_result ? (['open'] as const) : (['open', 'close'] as const)
    setMade({ asked, data, halves: halves.filter((half) => !isDeclared(draw, half)) })
  }
  const tell = (predicted: Predicted, asked: Asked) => {
    keep(predicted, asked)
    tellDone(t('Prediction completed successfully!'))
  }
  const inTime = (take: typeof keep) => (predicted: Predicted, asked: Asked) => {
    if (wanted.current.has(asked)) take(predicted, asked)
  }
  const acts = {
    predict: usePredicting('predict', inTime(tell)),
    fetch: usePredicting('fetch', inTime(tell)),
    turn: usePredicting('predict', inTime(keep), (message, asked) => {
      if (made) setRefused({ of: made, asked, message, at: Date.now() })
    }),
  }
  const fetching = useAction(api.results.fetch, {
    onDone: ({ data }, asked) => {
      if (!wanted.current.has(asked)) return
      onType(typedOf(data))
      void acts.fetch.run(want({ marketId, date: data.date, ...manualOf(figuresIn(data)) }))
    },
    onFailed: (message, { isSaid }) => tellFailed(isSaid ? message : AGAIN.fetch),
  })
  const isPending = fetching.isPending || acts.predict.isPending || acts.fetch.isPending

  return {
    /** Of the day shown; another day's is another draw's. */
    made: made?.asked.date === date ? made : null,
    /** All of it is being asked for; turning a page is not. */
    isPending,
    isTurning: acts.turn.isPending,
    refused: refused?.of === made ? refused : null,
    predict: (figures: TypedFigures) => void acts.predict.run(want({ marketId, date, ...manualOf(figures) })),
    fetchAndPredict: () => void fetching.run(want({ marketId, date })),
    /** Another page of its winners or losers; all of it is predicted anew. */
    turn: (pages: Pick<Asked, 'winnersPage' | 'losersPage'>) =>
      void (made && acts.turn.run(want({ ...made.asked, ...pages }))),
    clear: () => {
      wanted.current = new WeakSet()
      setMade(null)
    },
  }
}

function usePredicting(
  which: keyof typeof AGAIN,
  onDone: (predicted: Predicted, asked: Asked) => void,
  onFailed: (message: string, asked: Asked) => void = tellFailed,
) {
  return useAction(api.results.predict, {
    // How many bets there are now tells whether any came in since.
    refreshes: [api.bids.analytics],
    onDone,
    onFailed: (message, { isSaid }, asked) => onFailed(isSaid ? message : AGAIN[which], asked),
  })
}

const figuresIn = (fetched: Pick<Fetched, 'result'>) => typedOf(fetched) as TypedFigures
