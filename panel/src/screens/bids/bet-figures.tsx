/** The six cards: what is staked, and what came of the bids. They follow the days and the market. */
import type { Answer, api } from '@munim/contract'
import type { Call } from '../../api/use-call.ts'
import { count, Money } from '../../widgets/money.tsx'
import { StatStrip } from '../../widgets/stat-strip.tsx'

interface Props {
  readonly bids: Call<Answer<typeof api.bids.list>>
  /** The list shows one status only. */
  readonly isOfStatus: boolean
  /** The list shows some days only. */
  readonly hasDays: boolean
}

export function BetFigures({ bids, isOfStatus, hasDays }: Props) {
  const answer = bids.state === 'ready' ? bids.answer : null
  const stats = answer?.stats
  const unknown = bids.state === 'failed' ? '–' : null
  const decided = stats ? stats.winBidsCount + stats.lossBidsCount : 0
  return (
    <StatStrip
      stats={[
        {
          label: 'Total Bet Amount',
          value: stats ? <Money rupees={stats.totalBetAmount} /> : unknown,
          hint: 'without cancelled bids',
        },
        {
          label: "Today's Bet Amount",
          value: stats ? <Money rupees={stats.todayTotalBetAmount} /> : unknown,
          hint: hasDays ? "today's draws, whatever the dates" : "today's draws",
        },
        { label: 'Active', value: stats ? count(stats.activeBidsCount) : unknown, hint: 'running' },
        {
          label: 'Wins',
          value: stats ? count(stats.winBidsCount) : unknown,
          hint: decided > 0 ? `${shareOf(stats?.winBidsCount ?? 0, decided)} of the decided` : 'none decided',
        },
        {
          label: 'Losses',
          value: stats ? count(stats.lossBidsCount) : unknown,
          hint: 'decided, without a win',
        },
        {
          label: 'Total Bids',
          value: answer ? count(answer.total) : unknown,
          hint: isOfStatus ? 'of this status' : 'with cancelled bids',
        },
      ]}
    />
  )
}

/** "4.1 %" */
function shareOf(part: number, all: number): string {
  return `${((part / all) * 100).toFixed(1)} %`
}
