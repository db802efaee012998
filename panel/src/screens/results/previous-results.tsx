/** The draws of a market that were declared or voided, the latest first. A day opens its draw. */
import { type Answer, api, t } from '@munim/contract'
import { isDeclared } from '@munim/core'
import { IconHistoryOff } from '@tabler/icons-react'
import { useCall } from '../../api/use-call.ts'
import type { Column } from '../../widgets/column.ts'
import { Link } from '../../widgets/link.tsx'
import { Records } from '../../widgets/records.tsx'
import { TitledList } from '../../widgets/titled-list.tsx'
import { dayOf } from '../../widgets/when.tsx'
import styles from './previous-results.module.css'
import { HalfOf, StatusOfResult } from './result-status.tsx'

type Previous = Answer<typeof api.results.previous>['data'][number]

const LIMIT = 10

const columns: readonly Column<Previous>[] = [
  { title: t('Date'), cell: ({ date }) => <DayLink date={date} />, card: 'title' },
  { title: t('Open'), cell: (result) => <HalfOf draw={result} half="open" />, card: 'none' },
  { title: t('Close'), cell: (result) => <HalfOf draw={result} half="close" />, card: 'none' },
  { title: t('Result'), cell: (result) => <Whole result={result} />, card: 'aside' },
  { title: t('Status'), cell: (result) => <StatusOfResult of={result} />, align: 'right', card: 'sub' },
]

export function PreviousResults({ marketId }: { readonly marketId: number }) {
  const previous = useCall(api.results.previous, { marketId, page: 1, limit: LIMIT })
  const total = previous.state === 'ready' ? previous.answer.total : 0
  return (
    <TitledList
      title={t('Previous results')}
      {...(total > LIMIT && {
        note: t('the latest {limit, number} of {total, number}', { limit: LIMIT, total }),
      })}
    >
      <Records
        call={previous}
        rows={({ data }) => data}
        keyOf={(result) => result.id}
        columns={columns}
        caption={t('Previous results, the latest first')}
        empty={{
          title: t('Nothing was declared yet'),
          icon: IconHistoryOff,
          hint: t('The first result of this market will be listed here.'),
        }}
      />
    </TitledList>
  )
}

function DayLink({ date }: { readonly date: string }) {
  return (
    <Link to="." search={(before: object) => ({ ...before, date })} resetScroll={false}>
      {dayOf(date)}
    </Link>
  )
}

/** Panna, jodi, panna; as far as it was declared. */
function Whole({ result }: { readonly result: Previous }) {
  const isComplete = isDeclared(result, 'close')
  if (!isDeclared(result, 'open')) return '–'
  return (
    <span className={`mu-plain ${styles.whole}`}>
      {result.open_panna}-<strong>{result.open_digit}</strong>
      {isComplete && (
        <>
          <strong>{result.close_digit}</strong>-{result.close_panna}
        </>
      )}
    </span>
  )
}
