/** The book of a day: what the house made, by market, by game and by hour, and where the money of its accounts is. */
import { Button } from '@mantine/core'
import { api, t, writtenBy } from '@munim/contract'
import { dayOf, readDay } from '@munim/core'
import { useAddress } from '../../api/use-address.ts'
import { onlyOf, useCall } from '../../api/use-call.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { DayStrip } from '../../game/day-strip.tsx'
import { ExportFile } from '../../widgets/export-file.tsx'
import { Link } from '../../widgets/link.tsx'
import { Loaded } from '../../widgets/loaded.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { RecordsSkeleton } from '../../widgets/records.tsx'
import { useNow } from '../../widgets/times.ts'
import { Accounts, type Book } from './accounts.tsx'
import { Cash } from './cash.tsx'
import { ClosingStatus, SheetFacts, ToClose } from './closing.tsx'
import { CorrectedSince, Corrections, WaitingThen } from './corrections.tsx'
import styles from './day-book.module.css'
import { DayChoice } from './day-choice.tsx'
import { Games } from './games.tsx'
import { Hours } from './hours.tsx'
import { Markets, marketColumns } from './markets.tsx'

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
            <Button component={Link} to="/reports/month" search={{ month: day.slice(0, 7) }}>
              {t('Month book')}
            </Button>
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
