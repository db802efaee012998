/** The book of a month: its days together, by day, by market and by game, and its accounts from opening to closing. */
import { ActionIcon, Button } from '@mantine/core'
import { type Answer, api, t, writtenBy } from '@munim/contract'
import { addDays, type Day, dayOf, readDay } from '@munim/core'
import { IconCalendarOff, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useAddress } from '../../api/use-address.ts'
import { onlyOf, useCall } from '../../api/use-call.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { DayStrip } from '../../game/day-strip.tsx'
import { figureColumns } from '../../game/figure-columns.tsx'
import { HindiName } from '../../game/hindi-name.tsx'
import type { Column } from '../../widgets/column.ts'
import { ExportFile } from '../../widgets/export-file.tsx'
import { Link } from '../../widgets/link.tsx'
import { Loaded } from '../../widgets/loaded.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { RecordsOf, RecordsSkeleton } from '../../widgets/records.tsx'
import { useNow } from '../../widgets/times.ts'
import { TitledList } from '../../widgets/titled-list.tsx'
import { dayOf as dayInWords } from '../../widgets/when.tsx'
import { Accounts } from './accounts.tsx'
import { CorrectedSince } from './corrections.tsx'
import styles from './day-book.module.css'
import { Games } from './games.tsx'
import { MonthPlayers, PLAYERS_ADDRESS } from './month-players.tsx'

type Month = Answer<typeof api.daybook.month>['data']
type DayLine = Month['days'][number]
type MarketLine = Month['markets'][number]

const REFRESH_MS = 60_000

const monthInWords = writtenBy({ timeZone: 'UTC', month: 'long', year: 'numeric' })
const firstOf = (month: string) => `${month}-01` as Day
/** The month so many days after the first of this one; −1: the one before, 31: the one after. */
const monthAt = (month: string, days: number) => addDays(firstOf(month), days).slice(0, 7)

export function MonthBook() {
  const { month: word, set } = useAddress({ month: '', ...PLAYERS_ADDRESS })
  const current = dayOf(useNow()).slice(0, 7)
  const month = /^\d{4}-\d{2}$/.test(word) && readDay(firstOf(word)) !== null ? word : current
  const book = onlyOf(useCall(api.daybook.month, { month }), ({ data }) => data.result.month === month)
  useRefresh(REFRESH_MS, () => month === current && book.state !== 'loading' && book.retry())
  const data = book.state === 'ready' ? book.answer.data : null
  const choose = (next: string) => set({ month: next === current ? '' : next, page: '1' })
  return (
    <>
      <PageHead
        title={t('Month book')}
        from={{ name: t('Reports'), to: '/reports' }}
        facts={monthInWords(new Date(firstOf(month)))}
        actions={
          <>
            <ExportFile of={api.daybook.monthPdf} body={{ month }} />
            <ExportFile of={api.daybook.monthCsv} body={{ month }} />
          </>
        }
      />
      <div className={`mu-acts mu-apart ${styles.choice}`}>
        <ActionIcon data-step aria-label={t('The month before')} onClick={() => choose(monthAt(month, -1))}>
          <IconChevronLeft size={16} stroke={1.8} aria-hidden />
        </ActionIcon>
        <ActionIcon
          data-step
          aria-label={t('The month after')}
          disabled={month >= current}
          onClick={() => choose(monthAt(month, 31))}
        >
          <IconChevronRight size={16} stroke={1.8} aria-hidden />
        </ActionIcon>
        <Button disabled={month === current} onClick={() => choose(current)}>
          {t('This month')}
        </Button>
      </div>
      {book.state !== 'failed' && <DayStrip of={data} />}
      <Loaded call={book} waiting={<RecordsSkeleton columns={dayColumns(null)} />}>
        {({ data }) => <Parts data={data} />}
      </Loaded>
    </>
  )
}

function Parts({ data }: { readonly data: Month }) {
  const first = firstOf(data.result.month)
  return (
    <>
      <TitledList title={t('By day')} note={t('draws as they are now, corrections included')}>
        <RecordsOf
          rows={data.days}
          columns={dayColumns(data)}
          keyOf={({ day }) => day}
          caption={t('What the house made, by day')}
          empty={{ title: t('No draws in this month'), icon: IconCalendarOff }}
        />
      </TitledList>
      <TitledList title={t('By market')}>
        <RecordsOf
          rows={data.markets}
          columns={marketColumns(data)}
          keyOf={({ marketId }) => marketId}
          caption={t('What the house made, by market')}
          empty={{ title: t('No draws in this month'), icon: IconCalendarOff }}
        />
      </TitledList>
      <Games games={data.games} result={data.result} none={t('No bids in this month')} />
      <Accounts
        accounts={data.accounts}
        from={first}
        to={addDays(firstOf(monthAt(first.slice(0, 7), 31)), -1)}
      />
      <CorrectedSince corrected={data.corrected} isOfMonth />
      <MonthPlayers key={data.result.month} month={data.result.month} />
    </>
  )
}

/** In the order of the list: its heads do not sort. */
const unsorted = <Row extends DayLine | MarketLine>(data: Month | null): readonly Column<Row>[] =>
  figureColumns<Row>(data?.result ?? null).map(({ sort: _, ...column }) => column)

const dayColumns = (data: Month | null): readonly Column<DayLine>[] => [
  {
    title: t('Day'),
    cell: ({ day }) => (
      <Link to="/reports/day" search={{ day }}>
        {dayInWords(day)}
      </Link>
    ),
    card: 'title',
    foot: () => t('In all'),
  },
  ...unsorted<DayLine>(data),
]

const marketColumns = (data: Month): readonly Column<MarketLine>[] => [
  {
    title: t('Market'),
    cell: (market) => (
      <Link to={`/results/details/${market.marketId}`}>
        {market.market_name} <HindiName of={market} />
      </Link>
    ),
    card: 'title',
    foot: () => t('In all'),
  },
  ...unsorted<MarketLine>(data),
]
