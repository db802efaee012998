/** By which way money came in and went out on the day. */
import { t } from '@munim/contract'
import { methodInWords } from '../../game/posting-words.ts'
import type { Column } from '../../widgets/column.ts'
import { count, Money } from '../../widgets/money.tsx'
import { RecordsOf } from '../../widgets/records.tsx'
import { TitledList } from '../../widgets/titled-list.tsx'
import type { Book } from './accounts.tsx'

type Way = Book['cash'][number]

const sumOf = (ways: readonly Way[], side: 'in' | 'out') =>
  ways.reduce((sum, way) => sum + Math.round(way[side].amount * 100), 0) / 100

const amount = (title: string, side: 'in' | 'out'): Column<Way> => ({
  title,
  cell: (way) => <Money rupees={way[side].amount} isBare />,
  align: 'right',
  foot: (ways) => (
    <span className="mu-total">
      <Money rupees={sumOf(ways, side)} isBare />
    </span>
  ),
})

const many = (title: string, side: 'in' | 'out'): Column<Way> => ({
  title,
  cell: (way) => count(way[side].postings),
  align: 'right',
  tone: 'soft',
  card: 'none',
  foot: (ways) => count(ways.reduce((sum, way) => sum + way[side].postings, 0)),
})

const columns: readonly Column<Way>[] = [
  {
    title: t('Way'),
    cell: ({ way }) => (way === null ? t('By hand, in Manage Funds') : methodInWords(way)),
    isRowHeader: true,
    card: 'title',
    foot: () => t('In all'),
  },
  many(t('Deposits'), 'in'),
  amount(t('Came in'), 'in'),
  many(t('Withdrawals'), 'out'),
  amount(t('Went out'), 'out'),
]

export function Cash({ cash }: Pick<Book, 'cash'>) {
  return (
    <TitledList title={t('Cash by way')} note={t('as the requests approved on this day say')}>
      <RecordsOf
        rows={cash}
        columns={columns}
        keyOf={({ way }) => way ?? ''}
        caption={t('Money that came in and went out, by way')}
        empty={{ title: t('No money came or went') }}
      />
    </TitledList>
  )
}
