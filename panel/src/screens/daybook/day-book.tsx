/** The book of a day: what the house made, by market, by game and by hour, and where the money of its accounts is. */
import { ActionIcon, Button } from '@mantine/core'
import { api, t, writtenBy } from '@munim/contract'
import { addDays, type Day, dayOf, readDay } from '@munim/core'
import { IconCalendarOff, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useAddress } from '../../api/use-address.ts'
import { onlyOf, useCall } from '../../api/use-call.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { DayStrip } from '../../game/day-strip.tsx'
import { FIGURES, type Figures, figureColumns } from '../../game/figure-columns.tsx'
import type { Column } from '../../widgets/column.ts'
import { DayInput } from '../../widgets/day-input.tsx'
import { ExportFile } from '../../widgets/export-file.tsx'
import { Link, LinkButton } from '../../widgets/link.tsx'
import { Loaded } from '../../widgets/loaded.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { RecordsOf, RecordsSkeleton } from '../../widgets/records.tsx'
import { useNow } from '../../widgets/times.ts'
import { TitledList } from '../../widgets/titled-list.tsx'
import { Accounts, type Book } from './accounts.tsx'
import { Cash } from './cash.tsx'
import { ClosingStatus, SheetFacts, ToClose } from './closing.tsx'
import { CorrectedSince, Corrections, WaitingThen } from './corrections.tsx'
import styles from './day-book.module.css'
import { Games } from './games.tsx'
import { Hours } from './hours.tsx'

const REFRESH_MS = 60_000
const dayInWords = writtenBy({ timeZone: 'UTC', dateStyle: 'full' })

export function DayBook() {
  const { day: word, set } = useAddress({ day: '' })
  const today = dayOf(useNow())
  const day = readDay(word) ?? today
  const book = onlyOf(useCall(api.daybook.get, { day }), ({ data }) => data.result.day === day)
  useRefresh(REFRESH_MS, () => book.state !== 'loading' && book.retry())
  const data = book.state === 'ready' ? book.answer.data : null
  return (
    <>
      <PageHead
        title={t('Day book')}
        from={{ name: t('Reports'), to: '/reports' }}
        beside={data && <ClosingStatus of={data.closing} />}
        facts={
          <>
            {dayInWords(new Date(day))}
            {data?.closing.sheet && (
              <>
                {' · '}
                <SheetFacts {...data.closing.sheet} />
              </>
            )}
          </>
        }
        actions={
          <>
            <LinkButton to="/reports/month" search={{ month: day.slice(0, 7) }}>
              {t('Month book')}
            </LinkButton>
            <ExportFile of={api.daybook.getCsv} body={{ day }} isDisabled={data?.markets.length === 0} />
          </>
        }
      />
      <DayChoice day={day} today={today} onChoose={(next) => set({ day: next === today ? '' : next })} />
      {data && !data.closing.sheet && day < today && <ToClose day={day} closing={data.closing} />}
      {book.state !== 'failed' && <DayStrip of={data} />}
      {book.state !== 'failed' && (
        <p className={`mu-note ${styles.beside}`}>
          {data === null
            ? '\u00a0'
            : data.closing.sheet
              ? t('The days beside it are as they were when this one was closed.')
              : t('The days beside it are as they are now, corrections included.')}
        </p>
      )}
      <Loaded call={book} waiting={<RecordsSkeleton columns={marketColumns(null)} />}>
        {({ data }) => <Parts data={data} />}
      </Loaded>
    </>
  )
}

function Parts({ data }: { readonly data: Book }) {
  const { day } = data.result
  const { sheet, corrected } = data.closing
  return (
    <>
      <CorrectedSince corrected={corrected} />
      <Markets markets={data.markets} result={data.result} />
      <Hours key={day} day={day} />
      <Games games={data.games} result={data.result} none={t('No bids on this day')} />
      <Accounts accounts={data.accounts} from={day} to={day} />
      <Cash cash={data.cash} day={day} />
      {sheet && <Corrections corrections={sheet.corrections} />}
      {sheet && <WaitingThen waiting={sheet.waiting} />}
    </>
  )
}

interface ChoiceProps {
  readonly day: Day
  readonly today: Day
  readonly onChoose: (day: Day) => void
}

/** Which day's book is open: typed or picked, or one day on or back. */
function DayChoice({ day, today, onChoose }: ChoiceProps) {
  const yesterday = addDays(today, -1)
  return (
    <div className={`mu-acts mu-apart ${styles.choice}`}>
      <ActionIcon data-step aria-label={t('The day before')} onClick={() => onChoose(addDays(day, -1))}>
        <IconChevronLeft size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
      <DayInput
        label={t('Day')}
        calendar={t('Pick the day')}
        value={day}
        max={today}
        outside={t('This day has not begun')}
        className={styles.day}
        onChange={(next) => next !== '' && onChoose(next)}
      />
      <ActionIcon
        data-step
        aria-label={t('The day after')}
        disabled={day >= today}
        onClick={() => onChoose(addDays(day, 1))}
      >
        <IconChevronRight size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
      <Button disabled={day === today} onClick={() => onChoose(today)}>
        {t('Today')}
      </Button>
      <Button disabled={day === yesterday} onClick={() => onChoose(yesterday)}>
        {t('Yesterday')}
      </Button>
    </div>
  )
}

type Market = Book['markets'][number]

const WORDS = FIGURES.flatMap((figure) => [figure, `-${figure}`])

/** What the house made, by market: sorted by any figure. A market's name leads to its draw. */
function Markets({ markets, result }: Pick<Book, 'markets' | 'result'>) {
  const { sort, set } = useAddress({ sort: 'kept' })
  const order = WORDS.includes(sort) ? sort : 'kept'
  return (
    <TitledList title={t('By market')} note={t('a draw past midnight counts with its own day')}>
      <RecordsOf
        rows={sorted(markets, order)}
        columns={marketColumns(result)}
        keyOf={({ marketId }) => marketId}
        caption={t('What the house made, by market')}
        sorting={{ order, words: WORDS, onSort: (word) => set({ sort: word }, 'replace') }}
        empty={{
          title: t('No draws on this day'),
          icon: IconCalendarOff,
          hint: t('A draw is there from its first bid.'),
        }}
      />
    </TitledList>
  )
}

const marketColumns = (result: Book['result'] | null): readonly Column<Market, string>[] => [
  {
    title: t('Market'),
    cell: ({ marketId, market_name: name }) => (
      <Link to={`/results/details/${marketId}`} search={result === null ? undefined : { date: result.day }}>
        {name}
      </Link>
    ),
    card: 'title',
    foot: () => t('In all'),
  },
  ...figureColumns<Market>(result),
]

/** What has no hold comes last, whichever way. */
function sorted(markets: readonly Market[], order: string): readonly Market[] {
  const figure = order.replace('-', '') as keyof Figures
  const way = order.startsWith('-') ? 1 : -1
  const known = markets.filter((market) => market[figure] !== null)
  return [
    ...known.toSorted((one, other) => way * (one[figure]! - other[figure]!)),
    ...markets.filter((market) => market[figure] === null),
  ]
}
