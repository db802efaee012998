/** The six cards: what is staked, and what came of the bids. They follow the days and the market. */
import { type Answer, type api, t } from '@munim/contract'
import type { Call } from '../../api/use-call.ts'
import { Money } from '../../widgets/money.tsx'
import { countOf, figureOf, StatStrip } from '../../widgets/stat-strip.tsx'

interface Props {
  readonly bids: Call<Answer<typeof api.bids.list>>
  /** The list shows one status only. */
  readonly isOfStatus: boolean
  /** The list shows some days only. */
  readonly hasDays: boolean
}

export function BetFigures({ bids, isOfStatus, hasDays }: Props) {
  const { winBidsCount = 0, lossBidsCount = 0 } = bids.state === 'ready' ? bids.answer.stats : {}
  const decided = winBidsCount + lossBidsCount
  return (
    <StatStrip
      stats={[
        {
          label: t('Total Bet Amount'),
          value: figureOf(bids, ({ stats }) => <Money rupees={stats.totalBetAmount} />),
          hint: t('without cancelled bids'),
        },
        {
          label: t("Today's Bet Amount"),
          value: figureOf(bids, ({ stats }) => <Money rupees={stats.todayTotalBetAmount} />),
          hint: hasDays ? t("today's draws, whatever the dates") : t("today's draws"),
        },
        {
          label: t('{of, select, other {Active}}', { of: 'bids' }),
          value: countOf(bids, ({ stats }) => stats.activeBidsCount),
          hint: t('running'),
        },
        {
          label: t('Wins'),
          value: countOf(bids, ({ stats }) => stats.winBidsCount),
          hint:
            decided > 0
              ? t('{percent} % of the decided', { percent: ((winBidsCount / decided) * 100).toFixed(1) })
              : t('none decided'),
        },
        {
          label: t('Losses'),
          value: countOf(bids, ({ stats }) => stats.lossBidsCount),
          hint: t('decided, without a win'),
        },
        {
          label: t('Total Bids'),
          value: countOf(bids, ({ total }) => total),
          hint: isOfStatus ? t('of this status') : t('with cancelled bids'),
        },
      ]}
    />
  )
}
