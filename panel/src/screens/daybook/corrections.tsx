/** What became of draws after their day was closed: told by a later sheet, and said of the closed day itself. */
import { t } from '@munim/contract'
import { sumOfRupees } from '@munim/core'
import { RecordLink } from '../../game/record-links.tsx'
import type { Column } from '../../widgets/column.ts'
import { Link } from '../../widgets/link.tsx'
import { Money } from '../../widgets/money.tsx'
import { RecordsOf } from '../../widgets/records.tsx'
import { TitledList } from '../../widgets/titled-list.tsx'
import { dayOf, When } from '../../widgets/when.tsx'
import type { Book } from './accounts.tsx'

type Corrected = Book['closing']['corrected'][number]
type Sheet = NonNullable<Book['closing']['sheet']>
type Correction = Sheet['corrections'][number]
type Waiting = Sheet['waiting'][number]

const market = <Row extends Correction>(): Column<Row> => ({
  title: t('Market'),
  cell: ({ marketId, market_name: name, day }) => (
    <Link to={`/results/details/${marketId}`} search={{ date: day }}>
      {name}
    </Link>
  ),
  card: 'title',
})

function amount<Row extends Correction>(
  title: string,
  figure: 'stake' | 'refunded' | 'paid' | 'running' | 'kept',
): Column<Row> {
  return {
    title,
    cell: (row) =>
      row[figure] === 0 ? '–' : <Money rupees={row[figure]} isBare isSigned={figure === 'kept'} />,
    align: 'right',
    ...(figure === 'kept' && { rule: 'before', card: 'aside' }),
  }
}

const amounts = <Row extends Correction>(): readonly Column<Row>[] => [
  amount(t('Stake'), 'stake'),
  amount(t('Refunded'), 'refunded'),
  amount(t('Paid'), 'paid'),
  amount(t('Running'), 'running'),
  amount(t('Kept'), 'kept'),
]

const ofDay = <Row extends Correction>(): Column<Row> => ({
  title: t('Of the day'),
  cell: ({ day }) => (
    <Link to="/reports/day" search={{ day }} className="mu-thumb">
      {dayOf(day)}
    </Link>
  ),
})

/** On the sheet that tells them. */
export function Corrections({ corrections }: Pick<Sheet, 'corrections'>) {
  const columns: readonly Column<Correction>[] = [market(), ofDay(), ...amounts<Correction>()]
  if (corrections.length === 0) return null
  return (
    <TitledList title={t('Corrections of earlier days')} note={t('by so much, since the sheet before')}>
      <RecordsOf
        rows={corrections}
        columns={columns}
        keyOf={({ day, marketId }) => `${day} ${marketId}`}
        caption={t('Draws of closed days that were corrected')}
        empty={{ title: t('No corrections') }}
      />
    </TitledList>
  )
}

/** On the day that was corrected, whose own figures stay; or in the month, whose figures are those of now. */
export function CorrectedSince({
  corrected,
  isOfMonth = false,
}: Pick<Book['closing'], 'corrected'> & {
  /** Of several days, whose figures include it. */
  readonly isOfMonth?: boolean
}) {
  const columns: readonly Column<Corrected>[] = [
    market(),
    ...(isOfMonth ? [ofDay<Corrected>()] : []),
    {
      title: t('Told by'),
      cell: ({ sheet }) =>
        sheet === null ? t('the next sheet') : t('sheet {number}', { number: String(sheet) }),
      card: 'sub',
    },
    ...amounts<Corrected>(),
  ]
  if (corrected.length === 0) return null
  return (
    <TitledList
      title={t('Corrected since')}
      note={
        isOfMonth
          ? t('by so much the days here differ from their sheets')
          : t('by so much; the figures of this sheet stay as they were')
      }
    >
      <RecordsOf
        rows={corrected}
        columns={columns}
        keyOf={({ sheet, day, marketId }) => `${sheet} ${day} ${marketId}`}
        caption={t('What was corrected after this day was closed')}
        empty={{ title: t('No corrections') }}
      />
    </TitledList>
  )
}

const waitingColumns: readonly Column<Waiting>[] = [
  {
    title: t('Request'),
    cell: ({ id }) => <RecordLink is="request" id={id} />,
    card: 'title',
    foot: () => t('In all'),
  },
  {
    title: t('Type'),
    cell: ({ kind }) => (kind === 'deposit' ? t('Deposit') : t('Withdrawal')),
    card: 'sub',
  },
  { title: t('Asked for'), cell: ({ createdAt }) => <When at={createdAt} />, tone: 'soft', card: 'asideSub' },
  {
    title: t('Amount'),
    cell: ({ amount: rupees }) => <Money rupees={rupees} isBare />,
    align: 'right',
    card: 'aside',
    foot: (rows) => <Money rupees={sumOfRupees(rows.map((row) => row.amount))} isBare isTotal />,
  },
]

export function WaitingThen({ waiting }: Pick<Sheet, 'waiting'>) {
  return (
    <TitledList
      title={t('Requests that waited')}
      note={t(
        '{count, plural, one {# was not decided when the day was closed} other {# were not decided when the day was closed}}',
        { count: waiting.length },
      )}
    >
      <RecordsOf
        rows={waiting}
        columns={waitingColumns}
        keyOf={({ id }) => id}
        caption={t('Requests that were not decided when the day was closed')}
        empty={{ title: t('All requests were decided') }}
      />
    </TitledList>
  )
}
