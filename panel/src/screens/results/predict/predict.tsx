/** What a result would do, before it is declared: who would win, who would lose, what the house would keep. */

import { Button, Loader } from '@mantine/core'
import { api, t } from '@munim/contract'
import { Allowed } from '../../../widgets/allowed.tsx'
import { PanelCard } from '../../../widgets/panel-card.tsx'
import { DeclaredSoFar } from '../declared-so-far.tsx'
import { type FormProps, ResultForm } from '../result-form.tsx'
import styles from './predict.module.css'
import { PredictedResult, PredictionShown } from './prediction.tsx'
import type { Predicting } from './use-prediction.ts'

interface Props extends FormProps {
  readonly predicting: Predicting
  readonly onClear: () => void
}

export function Predict({ predicting, onClear, ...form }: Props) {
  const { made, isPending } = predicting
  return (
    <>
      <div className="mu-columns mu-apart">
        <PanelCard title={t('What would this result do?')} aside={t('a forecast, it declares no result')}>
          <ResultForm
            {...form}
            again={t('It goes along with the close and is not counted again.')}
            onAsk={predicting.predict}
            actions={(isFilled) => (
              <>
                <Allowed to={api.results.predict}>
                  <Button variant="filled" type="submit" size="md" disabled={!isFilled || isPending}>
                    {t('Predict Result')}
                  </Button>
                  <Button size="md" disabled={isPending} onClick={predicting.fetchAndPredict}>
                    {t('Fetch and Predict')}
                  </Button>
                </Allowed>
                <Button size="md" onClick={onClear}>
                  {t('Clear')}
                </Button>
              </>
            )}
          />
        </PanelCard>
        {made ? <PredictedResult prediction={made} draw={form.draw} /> : <DeclaredSoFar draw={form.draw} />}
      </div>
      {isPending && (
        <div className={`mu-frame mu-row mu-plain ${styles.waiting}`} role="status">
          <Loader size={18} color="var(--mu-link)" aria-hidden />
          {t('Calculating predictions...')}
        </div>
      )}
      {made && !isPending && <PredictionShown prediction={made} predicting={predicting} />}
    </>
  )
}
