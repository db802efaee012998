/** All markets in one list, and the way to a new one. */
import { Button } from '@mantine/core'
import { api } from '@munim/contract'
import { dayOf, weekdayOf } from '@munim/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { HindiName } from '../../game/hindi-name.tsx'
import type { Column } from '../../widgets/column.ts'
import { ExportCsv } from '../../widgets/export-csv.tsx'
import { count } from '../../widgets/money.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { Records } from '../../widgets/records.tsx'
import { type Stat, StatStrip } from '../../widgets/stat-strip.tsx'
import { Status } from '../../widgets/status.tsx'
import { timesInWords, useNow } from '../../widgets/times.ts'
import { When } from '../../widgets/when.tsx'
import { CreateMarket } from './create-market.tsx'
import type { Market } from './market.ts'
import styles from './market-list.module.css'
import { todayOf } from './today.ts'

const columnsAt = (now: Date): readonly Column<Market>[] => [
  {
    title: 'ID',
    cell: (market, place) => (place === 'card' ? `#${market.id}` : market.id),
    tone: 'quiet',
    card: 'asideSub',
  },
  { title: 'Name', cell: (market) => <Name market={market} />, isRowHeader: true, card: 'title' },
  {
    title: 'Timing',
    cell: (market) => <Timing market={market} now={now} />,
    tone: 'soft',
    card: 'sub',
  },
  {
    title: 'Status',
    cell: ({ status }) => <Status is={status ? 'good' : 'neutral'}>{status ? 'Running' : 'Inactive'}</Status>,
    card: 'state',
  },
  {
    title: 'Market Status',
    cell: ({ market_status: isOpen }) => (
      <Status is={isOpen ? 'good' : 'neutral'}>{isOpen ? 'Available' : 'Inactive'}</Status>
    ),
    card: 'state',
  },
  { title: 'Active', cell: ({ is_active }) => (is_active ? 'Yes' : 'No'), tone: 'soft' },
  { title: 'Created', cell: (market) => <When at={market.createdAt} as="day" />, tone: 'soft' },
  {
    title: 'View',
    hidesTitle: true,
    cell: (market, place) => (
      <Button
        component={Link}
        to={`/market/details/${market.id}`}
        {...(place === 'card' ? { variant: 'default', flex: 1 } : { variant: 'subtle', px: 9 })}
      >
        View
      </Button>
    ),
    align: 'right',
    card: 'action',
  },
]

export function MarketList() {
  const markets = useCall(api.markets.list, {})
  const now = useNow()
  const [isCreating, setCreating] = useState(false)

  return (
    <>
      <PageHead
        title="Market"
        actions={
          <>
            <ExportCsv of={api.markets.listCsv} body={{}} />
            <Button onClick={() => setCreating(true)}>Create New Market</Button>
          </>
        }
      />
      <StatStrip stats={statsOf(markets.state === 'ready' ? markets.answer.data : null)} />
      <Records
        call={markets}
        rows={({ data }) => data}
        keyOf={(market) => market.id}
        columns={columnsAt(now)}
        caption="Markets, in the order they were made"
        empty={{
          title: 'No markets found',
          icon: IconCalendarOff,
          hint: 'Players can bet as soon as there is one.',
        }}
      />
      {isCreating && <CreateMarket onClose={() => setCreating(false)} />}
    </>
  )
}

function statsOf(markets: readonly Market[] | null): Stat[] {
  if (markets === null)
    return ['Total', 'Active', 'Available', 'Running'].map((label) => ({ label, value: null, hint: ' ' }))
  const today = weekdayOf(dayOf(new Date()))
  const counted = (label: string, isCounted: (market: Market) => boolean): Stat => {
    const number = markets.filter(isCounted).length
    const others = markets.length - number
    return { label, value: count(number), hint: others === 0 ? 'all of them' : `${count(others)} not` }
  }
  const runToday = markets.filter(({ market_off_day }) => market_off_day[today].state).length
  return [
    { label: 'Total', value: count(markets.length), hint: `${count(runToday)} with a draw today` },
    counted('Active', (market) => market.is_active),
    counted('Available', (market) => market.market_status),
    counted('Running', (market) => market.status),
  ]
}

/** The usual times; below them how far its day has come, or that it rests. */
function Timing({ market, now }: { readonly market: Market; readonly now: Date }) {
  const { isOpen, course } = todayOf(market, now)
  return (
    <>
      {timesInWords(market.open_time, market.close_time)}
      <span className={styles.today}>{isOpen ? `Today: ${course}` : `Rests today, ${course}`}</span>
    </>
  )
}

function Name({ market }: { readonly market: Market }) {
  return (
    <>
      <span className={styles.name}>{market.name}</span>{' '}
      <span className={styles.hindi}>
        <HindiName of={market} />
      </span>
    </>
  )
}
