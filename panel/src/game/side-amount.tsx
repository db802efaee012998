/** An amount in its column of a ledger: debit or credit. On a card its sign says which. */
import { t } from '@munim/contract'
import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react'
import type { Place } from '../widgets/column.ts'
import { Money } from '../widgets/money.tsx'

interface Props {
  readonly side: 'credit' | 'debit'
  readonly rupees: number
  readonly place: Place
}

/** Down for what came in, up for what went. */
export function SideArrow({ side, isNamed = false }: Pick<Props, 'side'> & { readonly isNamed?: boolean }) {
  const Arrow = side === 'credit' ? IconArrowDownLeft : IconArrowUpRight
  const ink = side === 'credit' ? 'mu-up' : 'mu-soft'
  return (
    <Arrow
      size={14}
      stroke={1.8}
      className={`mu-fixed ${ink}`}
      role={isNamed ? 'img' : undefined}
      aria-label={isNamed ? t(side) : undefined}
      aria-hidden={!isNamed || undefined}
    />
  )
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
