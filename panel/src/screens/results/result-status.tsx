/** How much of a draw is declared. Filled while something of it is due. */
import { type Result, type ResultStatus, statusOf } from '@munim/core'
import { type Meaning, Status } from '../../widgets/status.tsx'

const WORDS: Readonly<Record<ResultStatus, readonly [Meaning, string]>> = {
  pending: ['waiting', 'Pending'],
  partial: ['half', 'Partial'],
  complete: ['good', 'Complete'],
}

interface Props {
  readonly of: Result
  readonly isDue?: boolean
}

export function StatusOfResult({ of: result, isDue = false }: Props) {
  const [meaning, word] = WORDS[statusOf(result)]
  return (
    <Status is={meaning} isFilled={isDue}>
      {word}
    </Status>
  )
}
