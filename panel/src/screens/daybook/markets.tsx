/** What the house made, by market: sorted by any figure, with the sum at the foot. A market's name leads to its draw. */
import { t } from '@munim/contract'
import { IconCalendarOff } from '@tabler/icons-react'
import { useAddress } from '../../api/use-address.ts'
import { FIGURES, type Figures, figureColumns } from '../../game/figure-columns.tsx'
import type { Column } from '../../widgets/column.ts'
import { Link } from '../../widgets/link.tsx'
import { RecordsOf } from '../../widgets/records.tsx'
import { TitledList } from '../../widgets/titled-list.tsx'
import type { Book } from './accounts.tsx'

type Market = Book['markets'][number]

const WORDS = FIGURES.flatMap((figure) => [figure, `-${figure}`])

export function Markets({ markets, result }: Pick<Book, 'markets' | 'result'>) {
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

export const marketColumns = (result: Book['result'] | null): readonly Column<Market, string>[] => [
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
