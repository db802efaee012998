/** The five cards: what was bet, won and refunded, and what that leaves the house. They follow the filters. */

import { type Answer, type api, t } from '@munim/contract'
import type { ReactNode } from 'react'
import { type Call, onlyOfBody } from '../../api/use-call.ts'
import { FailedBefore, Outdated } from '../../widgets/loaded.tsx'
import { count, Money } from '../../widgets/money.tsx'
import { StatStrip } from '../../widgets/stat-strip.tsx'

interface Props {
  readonly call: Call<Answer<typeof api.reports.bids>>
  /** The one status that the figures are of; '' for all. */
  readonly status: string
  /** The list below shows something else, so that its own failure does not say this one. */
  readonly isAlone?: boolean
}

export function HistoryFigures({ call: asked, status, isAlone = false }: Props) {
  const call = onlyOfBody(asked)
  const counted = status === '' ? t('with cancelled bids') : t('{status} only', { status: t(status) })
  const hasRunning = status === '' || status === 'running'
  const figures = call.state === 'ready' ? call.answer.statistics : null
  const rupees = (amount: number | undefined) => (amount === undefined ? unknown : <Money rupees={amount} />)
  const unknown = call.state === 'failed' ? <span className="mu-soft">–</span> : null
  const stat = (label: string, value: ReactNode, hint: string) => ({ label, value, hint })
  return (
    <>
      {isAlone && call.state === 'failed' && (
        <FailedBefore retry={call.retry}>{t('Failed to fetch history data')}</FailedBefore>
      )}
      {isAlone && <Outdated call={call} />}
      <StatStrip
        stats={[
          stat(t('Total Bids'), figures ? count(figures.totalBids) : unknown, counted),
          stat(t('Total Bid Amount'), rupees(figures?.totalBidAmount), counted),
          stat(t('Total Winnings'), rupees(figures?.totalWinnings), t('paid, not taken back')),
          stat(t('Total Refunds'), rupees(figures?.totalRefunds), t('points of cancelled bids')),
          {
            label: t('Total Profit'),
            value: rupees(figures?.totalProfit),
            hint: hasRunning ? t('running stakes are in it') : t('of these bids alone'),
            isTotal: true,
          },
        ]}
      />
    </>
  )
}
