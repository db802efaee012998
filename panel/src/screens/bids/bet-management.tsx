/** All players' bids: what is staked, what came of it, and reverting one. */
import { Button, NativeSelect } from '@mantine/core'
import { api, type Body } from '@munim/contract'
import { labelOf, readDay } from '@munim/core'
import { IconDice3 } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { pageOf, useAddress } from '../../api/use-address.ts'
import { type Call, useCall } from '../../api/use-call.ts'
import { type Bid, BidMarket, BidNumber, BidPlayer, BidStatus, BidWin } from '../../widgets/bid-cells.tsx'
import { DayRange, DaySpans, isTurned } from '../../widgets/day-range.tsx'
import { ExportCsv } from '../../widgets/export-csv.tsx'
import { count, Money } from '../../widgets/money.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { PageNav } from '../../widgets/page-nav.tsx'
import { type Column, Records } from '../../widgets/records.tsx'
import { StatStrip } from '../../widgets/stat-strip.tsx'
import { When } from '../../widgets/when.tsx'
import look from './bet-management.module.css'
import { STATUSES } from './bid.ts'
import { RevertBid } from './revert-bid.tsx'

const LIMIT = 10
/** Other words for a status that an address may hold. */
const MEANT: Readonly<Record<string, string>> = { completed: 'win', pending: 'running' }

export function BetManagement() {
  const { set, ...words } = useAddress({ from: '', to: '', market: '', status: '', page: '1' })
  const [reverting, setReverting] = useState<Bid | null>(null)
  const [reverted, setReverted] = useState<number | null>(null)
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
  const bids = useCall(api.bids.list, { ...filter, page, limit: LIMIT })
  const isFiltered = Object.keys(filter).length > 0

  useEffect(() => {
    if (reverted !== null) document.getElementById(playerIdOf(reverted))?.focus()
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
      <div className={look.filters}>
        <DayRange days={days} onChange={(change) => set({ ...change, page: '1' })} />
        <MarketSelect value={words.market} onChoose={(market) => set({ market, page: '1' })} />
        <NativeSelect
          label="Status"
          className={look.select}
          data={STATUSES}
          value={status}
          onChange={(event) => set({ status: event.currentTarget.value, page: '1' })}
        />
        <DaySpans days={days} onChange={(change) => set({ ...change, page: '1' })} />
      </div>
      <Figures bids={bids} isOfStatus={status !== ''} hasDays={days.from !== '' || days.to !== ''} />
      <Records
        call={bids}
        rows={({ data }) => data}
        keyOf={(bid) => bid.id}
        columns={columnsOf(setReverting)}
        caption="Bids of all players, the latest first"
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
            setReverted(reverting.id)
            setReverting(null)
          }}
        />
      )}
    </>
  )
}
