/** All players' bids: what is staked, what came of it, and reverting one. */
import { Button, NativeSelect } from '@mantine/core'
import { api, type Body } from '@munim/contract'
import { readDay } from '@munim/core'
import { IconDice3 } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { pageOf, useAddress } from '../../api/use-address.ts'
import { useCall } from '../../api/use-call.ts'
import { useList } from '../../api/use-list.ts'
import { type Bid, focusBid } from '../../game/bid-cells.tsx'
import { bidColumns } from '../../game/bid-columns.tsx'
import { MarketSelect } from '../../game/market-select.tsx'
import type { Column, Place } from '../../widgets/column.ts'
import { DayRange, DaySpans, isTurned } from '../../widgets/day-range.tsx'
import { ExportCsv } from '../../widgets/export-csv.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { PageNav } from '../../widgets/page-nav.tsx'
import { Records } from '../../widgets/records.tsx'
import { BetFigures } from './bet-figures.tsx'
import styles from './bet-management.module.css'
import { STATUSES } from './bid.ts'
import { RevertBid } from './revert-bid.tsx'

const LIMIT = 10
/** Other words for a status that an address may hold. */
const MEANT: Readonly<Record<string, string>> = { completed: 'win', pending: 'running' }

export function BetManagement() {
  const { set, ...words } = useAddress({ from: '', to: '', market: '', status: '', page: '1' })
  const [reverting, setReverting] = useState<Bid | null>(null)
  const [reverted, setReverted] = useState<readonly number[]>([])
  const page = pageOf(words.page)
  const days = { from: readDay(words.from) ?? '', to: readDay(words.to) ?? '' }
  const asked = MEANT[words.status] ?? words.status
  const status = STATUSES.some(({ value }) => value === asked) ? asked : ''
  const filter: Body<typeof api.bids.list> = {
    ...(days.from !== '' && { from: days.from }),
    ...(days.to !== '' && { to: days.to }),
    ...(words.market !== '' && { market: words.market }),
    ...(status !== '' && { status: status as Bid['status'] }),
  }
  const bids = useList(
    api.bids.list,
    { ...filter, page, limit: LIMIT },
    { keyOf: (bid) => bid.id, onFirst: () => set({ page: '1' }) },
  )
  const markets = useCall(api.markets.list, {})
  const isFiltered = Object.keys(filter).length > 0

  useEffect(() => {
    const last = reverted.at(-1)
    if (last !== undefined) focusBid(last)
  }, [reverted])

  return (
    <>
      <PageHead
        title="Bet Management"
        isStill
        actions={
          <ExportCsv
            of={api.bids.listCsv}
            body={filter}
            isDisabled={bids.state === 'ready' && bids.answer.total === 0}
          />
        }
      />
      <div className={styles.filters}>
        <DayRange days={days} onChange={(change) => set({ ...change, page: '1' })} />
        <MarketSelect
          markets={markets}
          value={words.market}
          onChoose={(market) => set({ market, page: '1' })}
          className={styles.select}
        />
        <NativeSelect
          label="Status"
          className={styles.select}
          data={STATUSES}
          value={status}
          onChange={(event) => set({ status: event.currentTarget.value, page: '1' })}
        />
        <DaySpans days={days} onChange={(change) => set({ ...change, page: '1' })} />
      </div>
      <BetFigures bids={bids} isOfStatus={status !== ''} hasDays={days.from !== '' || days.to !== ''} />
      <Records
        call={bids}
        rows={({ data }) => data}
        keyOf={(bid) => bid.id}
        columns={columnsOf(setReverting, reverted)}
        caption="Bids of all players, the latest first"
        counted={['bid', 'bids']}
        empty={{
          title: 'No bids found',
          icon: IconDice3,
          ...(isFiltered
            ? {
                hint: isTurned(days) ? 'From Date is after To Date.' : 'None matches these filters.',
                action: (
                  <Button
                    variant="default"
                    onClick={() => set({ from: '', to: '', market: '', status: '', page: '1' })}
                  >
                    Clear filters
                  </Button>
                ),
              }
            : { hint: 'Bids appear here as soon as players place them.' }),
        }}
      />
      {bids.state === 'ready' && (
        <PageNav
          page={page}
          {...bids.answer}
          limit={LIMIT}
          isOutdated={bids.outdated !== null}
          onGo={(to) => set({ page: String(to) })}
        />
      )}
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
function columnsOf(onRevert: (bid: Bid) => void, reverted: readonly number[]): readonly Column<Bid>[] {
  const act: Column<Bid> = {
    title: 'Actions',
    cell: (bid, place) => {
      if (bid.status !== 'cancelled')
        return <Revert id={bid.id} place={place} onClick={() => onRevert(bid)} />
      return place === 'card' && reverted.includes(bid.id) ? <span className={styles.gone} /> : null
    },
    align: 'right',
    hidesTitle: true,
    card: 'action',
  }
  return [...bidColumns, act]
}

interface RevertProps {
  readonly id: number
  readonly place: Place
  readonly onClick: () => void
}

function Revert({ id, place, onClick }: RevertProps) {
  const words = (
    <>
      Revert<span className="mu-hidden"> bid {id}</span>
    </>
  )
  return place === 'card' ? (
    <Button variant="default" c="var(--mu-red)" onClick={onClick}>
      {words}
    </Button>
  ) : (
    <Button variant="subtle" color="red" px={8} onClick={onClick}>
      {words}
    </Button>
  )
}
