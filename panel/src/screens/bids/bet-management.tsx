/** All players' bids: what is staked, what came of it, and reverting one. */

import { Box, Button } from '@mantine/core'
import { type Answer, api, t } from '@munim/contract'
import { IconDice3 } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Call } from '../../api/use-call.ts'
import { type Bid, focusBid, withSlips } from '../../game/bid-cells.tsx'
import { bidColumns, newBids } from '../../game/bid-columns.tsx'
import { bidStatus, market, slip } from '../../game/bid-filters.tsx'
import { ListScreen } from '../../lists/list-screen.tsx'
import { Allowed } from '../../widgets/allowed.tsx'
import { ACTIONS, type ByTime, type Column, type Place } from '../../widgets/column.ts'
import { days, search } from '../../widgets/filters.tsx'
import { Money } from '../../widgets/money.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { countOf, figureOf, StatStrip } from '../../widgets/stat-strip.tsx'
import { RevertBid } from './revert-bid.tsx'

export function BetManagement() {
  const [reverting, setReverting] = useState<Bid | null>(null)
  const [reverted, setReverted] = useState<readonly number[]>([])

  useEffect(() => {
    const last = reverted.at(-1)
    if (last !== undefined) focusBid(last)
  }, [reverted])

  return (
    <>
      <ListScreen
        head={{ title: t('Bet Management'), isStill: true }}
        of={api.bids.list}
        csv={api.bids.listCsv}
        views="bets"
        counts={({ counts }) => ({ status: counts })}
        filters={{
          search: search(t('Search by name, mobile or ID'), 300),
          slip,
          ...days,
          market: market({ width: 160 }),
          status: bidStatus({ width: 160 }),
        }}
        below={({ call, values: { status, from, to } }) => (
          <BetFigures bids={call} isOfStatus={status !== ''} hasDays={from !== '' || to !== ''} />
        )}
        columns={columnsOf(setReverting, reverted)}
        shown={withSlips}
        caption={t('Bids of all players, the latest first')}
        counted={newBids}
        empty={{
          title: t('No bids found'),
          icon: IconDice3,
          hint: t('Bids appear here as soon as players place them.'),
        }}
      />
      {reverting && (
        <RevertBid
          bid={reverting}
          onClose={() => setReverting(null)}
          onDone={() => {
            setReverted([...reverted, reverting.id])
            setReverting(null)
          }}
        />
      )}
    </>
  )
}

/** `reverted` are the bids whose button was there before: their place stays, so that nothing slides up. */
function columnsOf(
  onRevert: (bid: Bid) => void,
  reverted: readonly number[],
): readonly Column<Bid, ByTime>[] {
  const act: Column<Bid> = {
    ...ACTIONS,
    cell: (bid, place) => {
      if (bid.status !== 'cancelled')
        return <Revert id={bid.id} place={place} onClick={() => onRevert(bid)} />
      return place === 'card' && reverted.includes(bid.id) ? <Box component="span" h={44} /> : null
    },
  }
  return [...bidColumns, act]
}

const ON_CARD = { c: 'var(--mu-red)' } as const
const IN_ROW = { variant: 'subtle', color: 'gray', px: 9 } as const

interface RevertProps {
  readonly id: number
  readonly place: Place
  readonly onClick: () => void
}

function Revert({ id, place, onClick }: RevertProps) {
  const hidden = (between: ReactNode) => <span className="mu-hidden">{between}</span>
  return (
    <Allowed to={api.bids.revert}>
      <Button onClick={onClick} {...(place === 'card' ? ON_CARD : IN_ROW)}>
        <Sentence of="Revert<hidden> bid {id}</hidden>" id={id} hidden={hidden} />
      </Button>
    </Allowed>
  )
}

interface FiguresProps {
  readonly bids: Call<Answer<typeof api.bids.list>>
  /** The list shows one status only. */
  readonly isOfStatus: boolean
  /** The list shows some days only. */
  readonly hasDays: boolean
}

/** The six cards: what is staked, and what came of the bids. They follow the days and the market. */
function BetFigures({ bids, isOfStatus, hasDays }: FiguresProps) {
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
