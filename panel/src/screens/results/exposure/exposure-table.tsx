/** The same outcomes in figures, in the order of the chart. */
import { t } from '@munim/contract'
import { IconListSearch } from '@tabler/icons-react'
import type { Column } from '../../../widgets/column.ts'
import { count, Money } from '../../../widgets/money.tsx'
import { RecordsOf } from '../../../widgets/records.tsx'
import type { HalfExposure } from './chart.ts'
import { chartRowsOf, DIGITS, lettersOf } from './chart.ts'

type Cell = HalfExposure['cells'][number]

const columns: readonly Column<Cell>[] = [
  { title: t('Panna'), cell: ({ panna }) => <strong>{panna}</strong>, card: 'title' },
  { title: t('Kind'), cell: ({ panna }) => lettersOf(panna), tone: 'quiet', card: 'sub' },
  { title: t('Digit'), cell: ({ digit }) => digit, card: 'none' },
  { title: t('Winning bets'), cell: ({ bids }) => count(bids), align: 'right' },
  { title: t('Winning stake'), cell: ({ points }) => <Money rupees={points} />, align: 'right' },
  { title: t('Pays'), cell: ({ pays }) => <Money rupees={pays} />, align: 'right' },
  {
    title: t('House result'),
    cell: ({ result }) => <Money rupees={result} isSigned />,
    align: 'right',
    card: 'aside',
  },
]

export function ExposureTable({ half }: { readonly half: HalfExposure }) {
  const rows = chartRowsOf(half.cells)
  const cells = DIGITS.flatMap((_, column) => rows.flatMap((row) => row.cells[column] ?? []))
  return (
    <RecordsOf
      rows={cells}
      keyOf={({ panna }) => panna}
      columns={columns}
      caption={t('What each panna would cost, digit by digit')}
      empty={{ title: t('Nothing is exposed'), icon: IconListSearch }}
    />
  )
}
