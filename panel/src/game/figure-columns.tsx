/** The figures of some bids as columns, with the day's sums at the foot; on a card what is staked and where it went is a line. */
import { type Answer, type api, t } from '@munim/contract'
import { percentInWords } from '@munim/core'
import { Fragment } from 'react'
import type { Column } from '../widgets/column.ts'
import { count, Money } from '../widgets/money.tsx'
import { Sentence } from '../widgets/sentence.tsx'

export type Figures = Omit<Answer<typeof api.daybook.get>['data']['result'], 'day'>
type Amount = Exclude<keyof Figures, 'bids' | 'hold'>

/** Words of the address: the figure, with a sign in front the least first. */
const sortBy = (figure: keyof Figures) => ({
  up: { word: `-${figure}`, name: t('Least first') },
  down: { word: figure, name: t('Most first') },
})

export const FIGURES: readonly (keyof Figures)[] = [
  'bids',
  'stake',
  'refunded',
  'paid',
  'running',
  'kept',
  'hold',
]

export function figureColumns<Row extends Figures>(sums: Figures | null): readonly Column<Row, string>[] {
  const amount = (title: string, figure: Amount) =>
    ({
      title,
      cell: (row: Row) => <Money rupees={row[figure]} isBare />,
      align: 'right',
      share: 11,
      sort: sortBy(figure),
      card: 'none',
      foot: () => sums && <Money rupees={sums[figure]} isBare />,
    }) satisfies Column<Row, string>
  return [
    {
      title: t('Bids'),
      cell: (row, place) => (place === 'card' ? <Line of={row} /> : count(row.bids)),
      align: 'right',
      share: 8,
      sort: sortBy('bids'),
      card: 'sub',
      foot: () => sums && count(sums.bids),
    },
    amount(t('Stake'), 'stake'),
    amount(t('Refunded'), 'refunded'),
    amount(t('Paid'), 'paid'),
    amount(t('Running'), 'running'),
    {
      ...amount(t('Kept'), 'kept'),
      foot: () => sums && <Money rupees={sums.kept} isBare isTotal />,
      rule: 'before',
      card: 'aside',
    },
    {
      title: t('Hold'),
      cell: ({ hold }) => percentInWords(hold),
      align: 'right',
      share: 11,
      tone: 'soft',
      sort: sortBy('hold'),
      card: 'asideSub',
      foot: () => sums && percentInWords(sums.hold),
    },
  ]
}

/** "66 bids, 7,950.00 · paid 1,800.00 · running 3,020.00": what there is none of is left out. */
function Line({ of }: { readonly of: Figures }) {
  const amount = (rupees: number) => <Money rupees={rupees} isBare />
  const parts = [
    <Sentence
      of="{count, plural, one {# bid} other {# bids}}, {stake}"
      count={of.bids}
      stake={amount(of.stake)}
    />,
    of.refunded !== 0 && <Sentence of="refunded {amount}" amount={amount(of.refunded)} />,
    of.paid !== 0 && <Sentence of="paid {amount}" amount={amount(of.paid)} />,
    of.running !== 0 && <Sentence of="running {amount}" amount={amount(of.running)} />,
  ]
  return parts.map(
    (part, nth) =>
      part && (
        <Fragment key={nth}>
          {nth > 0 && ' · '}
          {part}
        </Fragment>
      ),
  )
}
