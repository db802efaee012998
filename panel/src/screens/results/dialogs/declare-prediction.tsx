/** What declaring would do, asked of the server at the moment the dialog opens. */
import { api, t } from '@munim/contract'
import { useRef } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { manualOf, type TypedFigures } from '../../../game/typed-result.ts'
import { Banner } from '../../../widgets/banner.tsx'
import { SumLines } from '../../../widgets/sum-lines.tsx'
import styles from './declare-prediction.module.css'

interface Props {
  readonly marketId: number
  readonly date: string
  readonly figures: TypedFigures
}

export function DeclarePrediction({ marketId, date, figures }: Props) {
  const predicted = useCall(api.results.predict, { marketId, date, ...manualOf(figures), limit: 1 })
  const isFresh = useRef(false)
  if (predicted.state === 'failed') {
    return (
      <Banner tone="warning">{t('What it would do is not known: {why}', { why: predicted.message })}</Banner>
    )
  }
  // An answer of before the dialog opened, of the same figures, is no fresh one.
  if (predicted.state === 'ready' && !predicted.isRefreshing) isFresh.current = true
  if (predicted.state === 'loading' || !isFresh.current) return <div className={styles.room} aria-busy />
  const of = predicted.answer.data.statistics
  return (
    <SumLines
      lines={[
        {
          label: t('Stake of {bets, plural, one {# bet} other {# bets}}', { bets: of.total_bets }),
          rupees: of.total_bet_amount,
        },
        {
          label: t('Pays {bets, plural, one {# winning bet} other {# winning bets}}', {
            bets: of.winning_bets,
          }),
          rupees: -of.total_winning_amount,
        },
      ]}
      total={{
        label: of.net_house_profit < 0 ? t('House Loss') : t('House Profit'),
        rupees: of.net_house_profit,
        isSigned: true,
      }}
    />
  )
}
