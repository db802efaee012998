/** By which way money came in and went out on the day. */
import { t } from '@munim/contract'
import { methodInWords } from '@munim/contract/book-words'
import type { Address } from '@munim/contract/screens'
import { sumOfRupees } from '@munim/core'
import type { Column } from '../../widgets/column.ts'
import { Link } from '../../widgets/link.tsx'
import { count, Money } from '../../widgets/money.tsx'
import { RecordsOf } from '../../widgets/records.tsx'
import { TitledList } from '../../widgets/titled-list.tsx'
import type { Book } from './accounts.tsx'

type Way = Book['cash'][number]

const sumOf = (ways: readonly Way[], side: 'in' | 'out') => sumOfRupees(ways.map((way) => way[side].amount))

const amount = (day: string, title: string, side: 'in' | 'out'): Column<Way> => ({
  title,
  cell: (way) =>
    way[side].postings === 0 ? (
      <Money rupees={0} isBare />
    ) : (
      <Link {...linkOf(way, side, day)} className="mu-thumb">
        <Money rupees={way[side].amount} isBare />
      </Link>
    ),
  align: 'right',
  foot: (ways) => <Money rupees={sumOf(ways, side)} isBare isTotal />,
})

/** The requests that it is made of; what came by hand has none, and leads to its postings. */
function linkOf({ way }: Way, side: 'in' | 'out', day: string): { to: Address; search: object } {
  return way === null
    ? { to: '/reports', search: { from: day, to: day, kind: side === 'in' ? 'fund_add' : 'fund_deduct' } }
    : {
        to: '/wallet',
        search: { tab: side === 'in' ? 'deposits' : 'withdrawals', paid: day, way, status: 'completed' },
      }
}

const many = (title: string, side: 'in' | 'out'): Column<Way> => ({
  title,
  cell: (way) => count(way[side].postings),
  align: 'right',
  tone: 'soft',
  card: 'none',
  foot: (ways) => count(ways.reduce((sum, way) => sum + way[side].postings, 0)),
})

const columnsOn = (day: string): readonly Column<Way>[] => [
  {
    title: t('Way'),
    cell: ({ way }) => (way === null ? t('By hand, in Manage Funds') : methodInWords(way)),
    card: 'title',
    foot: () => t('In all'),
  },
  many(t('Deposits'), 'in'),
  amount(day, t('Came in'), 'in'),
  many(t('Withdrawals'), 'out'),
  amount(day, t('Went out'), 'out'),
]

export function Cash({ cash, day }: Pick<Book, 'cash'> & { readonly day: string }) {
  return (
    <TitledList title={t('Cash by way')} note={t('as the requests approved on this day say')}>
      <RecordsOf
        rows={cash}
        columns={columnsOn(day)}
        keyOf={({ way }) => way ?? ''}
        caption={t('Money that came in and went out, by way')}
        empty={{ title: t('No money came or went') }}
      />
    </TitledList>
  )
}
