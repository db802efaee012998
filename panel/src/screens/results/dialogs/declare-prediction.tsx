/** What declaring would do, by the answer to what is asked now and no earlier one. */
import { type Answer, type api, t } from '@munim/contract'
import type { Call } from '../../../api/use-call.ts'
import { Banner } from '../../../widgets/banner.tsx'
import { SumLines, SumLinesSkeleton } from '../../../widgets/sum-lines.tsx'
import { madeOf, stakeOf } from '../kept.tsx'

interface Props {
  readonly of: Call<Answer<typeof api.results.predict>>
}

export function DeclarePrediction({ of: predicted }: Props) {
  if (predicted.state === 'failed') {
    return (
      <Banner tone="warning">{t('What it would do is not known: {why}', { why: predicted.message })}</Banner>
    )
  }
  if (predicted.state === 'loading') return <SumLinesSkeleton />
  const of = predicted.answer.data.statistics
  return (
    <SumLines
      lines={[
        stakeOf(of.total_bets, of.total_bet_amount),
        {
          label: t('Pays {bets, plural, one {# winning bet} other {# winning bets}}', {
            bets: of.winning_bets,
          }),
          rupees: -of.total_winning_amount,
        },
      ]}
      total={madeOf(of.net_house_profit)}
    />
  )
}
