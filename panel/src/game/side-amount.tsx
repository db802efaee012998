/** An amount in its column of a ledger: debit or credit. On a card its sign says which. */

import type { Place } from '../widgets/column.ts'
import { Money } from '../widgets/money.tsx'

interface Props {
  readonly side: 'credit' | 'debit'
  readonly rupees: number
  readonly place: Place
}

/** Spending is no alarm: a debit stays in ink. */
export function SideAmount({ side, rupees, place }: Props) {
  if (place === 'card' && side === 'credit') return <Money rupees={rupees} isSigned />
  if (place === 'card') return ['−', <Money key="amount" rupees={rupees} />]
  return (
    <span className={side === 'credit' ? 'mu-up' : undefined}>
      <Money rupees={rupees} isBare />
    </span>
  )
}
