/** The five cards: what was bet, won and refunded, and what that leaves the house. They follow the filters. */

import type { Answer, api } from '@munim/contract'
import type { Call } from '../../api/use-call.ts'
import { Banner } from '../../widgets/banner.tsx'
import { count, Money } from '../../widgets/money.tsx'
import { StatStrip } from '../../widgets/stat-strip.tsx'
import styles from './history-figures.module.css'

interface Props {
  readonly call: Call<Answer<typeof api.reports.bids>>
  /** The one status that the figures are of; '' for all. */
  readonly status?: string
  /** The list below shows something else, so that its own failure does not say this one. */
  readonly isAlone?: boolean
}

export function HistoryFigures({ call, status = '', isAlone = false }: Props) {
  const counted = status === '' ? 'with cancelled bids' : `${status} only`
  const hasRunning = status === '' || status === 'running'
  const figures = call.state === 'ready' ? call.answer.statistics : null
  const rupees = (amount: number | undefined) => (amount === undefined ? unknown : <Money rupees={amount} />)
  const unknown = call.state === 'failed' ? <span className={styles.dash}>–</span> : null
  return (
    <>
      {isAlone && call.state === 'failed' && (
        <div className={styles.failed}>
          <Banner
            tone="failed"
            action={
              <button type="button" onClick={call.retry}>
                Retry
              </button>
            }
          >
            Failed to fetch history data
          </Banner>
        </div>
      )}
      <StatStrip
        stats={[
          {
            label: 'Total Bids',
            value: figures ? count(figures.totalBids) : unknown,
            hint: counted,
          },
          { label: 'Total Bid Amount', value: rupees(figures?.totalBidAmount), hint: counted },
          { label: 'Total Winnings', value: rupees(figures?.totalWinnings), hint: 'paid and standing' },
          { label: 'Total Refunds', value: rupees(figures?.totalRefunds), hint: 'points of cancelled bids' },
          {
            label: 'Total Profit',
            value: rupees(figures?.totalProfit),
            hint: hasRunning ? 'running stakes are in it' : 'of these bids alone',
            isTotal: true,
          },
        ]}
      />
    </>
  )
}
