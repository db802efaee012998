/** A prediction that was made: its figures, the result it is of, its winners and its losers. */
import { api, t } from '@munim/contract'
import type { Half } from '@munim/core'
import { useEffect, useEffectEvent } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { HalfResult } from '../../../game/result.tsx'
import { Banner } from '../../../widgets/banner.tsx'
import { ExportFile } from '../../../widgets/export-file.tsx'
import { FactList } from '../../../widgets/facts.tsx'
import { FailedBefore } from '../../../widgets/loaded.tsx'
import { count, Money } from '../../../widgets/money.tsx'
import { pageLeft } from '../../../widgets/page-nav.tsx'
import { PanelCard } from '../../../widgets/panel-card.tsx'
import { StatStrip } from '../../../widgets/stat-strip.tsx'
import { timeOfDay } from '../../../widgets/when.tsx'
import type { Draw } from '../draw.ts'
import { Losers, pagesOf, Winners } from './predicted-bids.tsx'
import type { Predicting, Prediction } from './use-prediction.ts'

interface Props {
  readonly prediction: Prediction
  readonly predicting: Predicting
}

export function PredictionShown({ prediction: { asked, data }, predicting }: Props) {
  const { refused } = predicting
  const { winnersPage = 1, losersPage = 1 } = asked
  const left = {
    winnersPage: pageLeft(winnersPage, pagesOf(data.winners_total)),
    losersPage: pageLeft(losersPage, pagesOf(data.losers_total)),
  }
  // One call goes back to the last page of both: a second one is not sent while the first is under way.
  const goBack = useEffectEvent((_: typeof data) => {
    if (left.winnersPage < winnersPage || left.losersPage < losersPage) predicting.turn(left)
  })
  useEffect(() => goBack(data), [data])
  return (
    <div aria-busy={predicting.isTurning}>
      <Figures of={data.statistics} />
      {data.result_prediction.is_half_result && (
        <Banner isApart tone="note">
          {t('This is a half result prediction (Close session result not available)')}
        </Banner>
      )}
      {refused && (
        <FailedBefore at={refused.at} retry={() => predicting.turn(refused.asked)}>
          {refused.message}
        </FailedBefore>
      )}
      <Winners
        rows={data.winning_users}
        total={data.winners_total}
        act={
          <ExportFile
            of={api.results.predictCsv}
            body={asked}
            isDisabled={data.statistics.total_bets === 0}
          />
        }
        page={left.winnersPage}
        onGo={(page) => predicting.turn({ winnersPage: page })}
      />
      <Losers
        rows={data.losing_users}
        total={data.losers_total}
        page={left.losersPage}
        onGo={(page) => predicting.turn({ losersPage: page })}
      />
    </div>
  )
}

function Figures({ of }: { readonly of: Prediction['data']['statistics'] }) {
  const house = of.net_house_profit
  return (
    <StatStrip
      stats={[
        { label: t('Total Bets'), value: count(of.total_bets), hint: t('that this would decide') },
        { label: t('Winning Bets'), value: count(of.winning_bets) },
        { label: t('Losing Bets'), value: count(of.losing_bets) },
        { label: t('Total Winning Amount'), value: <Money rupees={of.total_winning_amount} /> },
        { label: t('Total Bet Amount'), value: <Money rupees={of.total_bet_amount} /> },
        {
          label: house < 0 ? t('House Loss') : t('House Profit'),
          value: (
            <span className={house < 0 ? 'mu-down' : house > 0 ? 'mu-up' : undefined}>
              <Money rupees={Math.abs(house)} />
            </span>
          ),
          isTotal: true,
        },
      ]}
    />
  )
}

interface ResultProps {
  readonly prediction: Prediction
  readonly draw: Draw
}

export function PredictedResult({ prediction, draw }: ResultProps) {
  const { result_prediction: result } = prediction.data
  return (
    <PanelCard title={t('Predicted Result')}>
      <FactList
        facts={{
          [t('Open Result')]: <HalfResult result={result} half="open" />,
          [t('Close Result')]: result.is_half_result ? (
            t('Not Declared')
          ) : (
            <HalfResult result={result} half="close" />
          ),
        }}
      />
      <p className="mu-small mu-above-12">
        <AsOf prediction={prediction} draw={draw} />
      </p>
    </PanelCard>
  )
}

/** When it was made, of how many bets, and whether that is still so. */
function AsOf({ prediction, draw }: ResultProps) {
  const { data } = prediction
  const since = useBetsSince(prediction, draw)
  return (
    <>
      {t('As of {time}, {bets, plural, one {# bet} other {# bets}}', {
        time: timeOfDay(new Date(data.at)),
        bets: data.statistics.total_bets,
      })}
      {since !== 0 && (
        <span role="status" className="mu-strong mu-amber">
          {' '}
          ·{' '}
          {since > 0
            ? t('{bets, number} came in since', { bets: since })
            : t('{bets, number} cancelled since', { bets: -since })}
        </span>
      )}
    </>
  )
}

/** How many more bets there are by now that this result decides; less than 0 where some were cancelled. */
function useBetsSince({ data, halves }: Prediction, draw: Draw): number {
  const analytics = useCall(api.bids.analytics, { marketId: draw.id, date: draw.market_date })
  if (analytics.state !== 'ready' || analytics.isRefreshing || analytics.outdated !== null) return 0
  const decided: readonly string[] = halves.map((half) => SESSIONS[half])
  const now = analytics.answer.data.distributions.session
    .filter(({ label }) => decided.includes(label))
    .reduce((sum, share) => sum + share.count, 0)
  return now - data.statistics.total_bets
}

/** As the server's analytics call them. */
const SESSIONS: Readonly<Record<Half, 'Open' | 'Close'>> = { open: 'Open', close: 'Close' }
