/** Below the column, in sight while it is typed: what is typed comes to together, and the way to its review. */
import { Button } from '@mantine/core'
import { api, t } from '@munim/contract'
import { Allowed } from '../../../widgets/allowed.tsx'
import { Money } from '../../../widgets/money.tsx'
import { Sentence } from '../../../widgets/sentence.tsx'
import styles from './review-bar.module.css'
import { failedOf, type Prediction, sumOf } from './use-predictions.ts'

interface Props {
  /** Of what is typed; undefined where a row is not whole. */
  readonly predictions: readonly (Prediction | undefined)[]
  readonly many: number
  readonly onReview: () => void
}

export function ReviewBar({ predictions, many, onReview }: Props) {
  const sum = sumOf(predictions)
  const failed = failedOf(predictions)
  return (
    <div className={`mu-frame mu-floats mu-row ${styles.bar}`} data-floats={many > 0 || undefined}>
      <p className="mu-plain mu-rest" role="status">
        {many === 0 ? (
          t('Nothing is typed yet.')
        ) : failed > 0 ? (
          t(
            '{many, plural, one {# result} other {# results}} typed: together it is not known, {failed, number} could not be predicted',
            { many, failed },
          )
        ) : (
          <Sentence
            of="{many, plural, one {# result} other {# results}} typed: {stake} staked, {pays} paid, {kept} kept by the house"
            many={many}
            stake={<Money rupees={sum.stake} />}
            pays={<Money rupees={sum.pays} />}
            kept={<Money rupees={sum.kept} isSigned />}
          />
        )}
      </p>
      <Allowed to={api.results.declare}>
        <Button variant="filled" data-review disabled={many === 0} onClick={onReview}>
          {t('Review')}
        </Button>
      </Allowed>
    </div>
  )
}
