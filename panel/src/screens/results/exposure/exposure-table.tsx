/** The same outcomes in figures, in the order of the chart. */
import { IconListSearch } from '@tabler/icons-react'
import type { Column } from '../../../widgets/column.ts'
import { count, Money } from '../../../widgets/money.tsx'
import { RecordsOf } from '../../../widgets/records.tsx'
import type { HalfExposure } from './chart.ts'
import { chartRowsOf, DIGITS, lettersOf } from './chart.ts'

type Cell = HalfExposure['cells'][number]

const columns: readonly Column<Cell>[] = [
  { title: 'Panna', cell: ({ panna }) => <strong>{panna}</strong>, isRowHeader: true, card: 'title' },
  { title: 'Kind', cell: ({ panna }) => lettersOf(panna), tone: 'quiet', card: 'sub' },
  { title: 'Digit', cell: ({ digit }) => digit, card: 'none' },
  { title: 'Winning bets', cell: ({ bids }) => count(bids), align: 'right' },
  { title: 'Winning stake', cell: ({ points }) => <Money rupees={points} />, align: 'right' },
  { title: 'Pays', cell: ({ pays }) => <Money rupees={pays} />, align: 'right' },
  {
    title: 'House result',
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
      caption="What each panna would cost, digit by digit"
      empty={{ title: 'Nothing is exposed', icon: IconListSearch }}
    />
  )
}
