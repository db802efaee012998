/** The columns of the transaction history: a ledger of many wallets. */
import type { Answer, api } from '@munim/contract'
import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { numberInWords } from '../../widgets/bid-number.ts'
import { Mobile } from '../../widgets/mobile.tsx'
import { Money } from '../../widgets/money.tsx'
import type { Column, Place } from '../../widgets/records.tsx'
import { Status } from '../../widgets/status.tsx'
import { When } from '../../widgets/when.tsx'
import look from './transaction-columns.module.css'

type Row = Answer<typeof api.reports.transactions>['data'][number]

const KINDS: Readonly<Record<Row['transfer_type'], string>> = {
  deposit: 'Deposit',
  withdraw: 'Withdrawal',
  bid: 'Bid placed',
  refund: 'Bid refunded',
  win: 'Winnings',
  win_reversed: 'Winnings taken back',
  bonus: 'Bonus',
  transfer: 'Transfer',
  admin: 'Funds',
}

const METHODS: Readonly<Record<string, string>> = {
  upi: 'UPI',
  phonepe: 'PhonePe',
  gpay: 'Google Pay',
  paytm: 'Paytm',
  bank: 'Bank',
}

export const transactionColumns: readonly Column<Row>[] = [
  { title: 'ID', cell: ({ id }) => id, tone: 'quiet', card: 'none' },
  {
    title: 'Date',
    cell: (row) => <When at={row.createdAt} as="short" />,
    tone: 'soft',
    rule: 'after',
    card: 'asideSub',
  },
  {
    title: 'User',
    cell: (row, place) => <Player row={row} place={place} />,
    isRowHeader: true,
    card: 'sub',
  },
  { title: 'Type', cell: (row) => <Type row={row} />, card: 'state' },
  { title: 'Particulars', cell: (row) => <Particulars row={row} />, card: 'title' },
  { title: 'Status', cell: ({ status }) => <RowStatus of={status} />, card: 'state' },
  { title: 'Debit', cell: amountIn('debit'), align: 'right', card: 'aside' },
  { title: 'Credit', cell: amountIn('credit'), align: 'right', card: 'aside' },
  {
    title: 'Balance',
    cell: (row) => <Balance row={row} />,
    align: 'right',
    rule: 'before',
  },
]

function Player({ row: { User, id }, place }: { readonly row: Row; readonly place: Place }) {
  return (
    <>
      <Link to={`/users/details/${User.id}` as '/'} className={look.name}>
        {User.user_name}
      </Link>
      <span className={look.sub}>
        <Mobile digits={User.mobile} />
        {place === 'card' && `${User.mobile === '' ? '' : ' · '}#${id}`}
      </span>
    </>
  )
}

function Type({ row: { side, type } }: { readonly row: Row }) {
  const Arrow = side === 'credit' ? IconArrowDownLeft : IconArrowUpRight
  return (
    <span className={look.type} data-side={side}>
      <Arrow size={14} stroke={1.8} aria-hidden />
      {type}
    </span>
  )
}

function Particulars({ row }: { readonly row: Row }) {
  const details = [
    row.bid && bidInWords(row, row.bid),
    METHODS[row.method] ?? row.method,
    reference(row),
    row.note,
  ]
  const text = details.filter(Boolean).join(' · ')
  return (
    <>
      <span className={look.what}>{nameOf(row)}</span>
      <span className={look.details} title={text}>
        {text}
      </span>
    </>
  )
}

const reference = ({ ref_id }: Row) => ref_id && `ref ${ref_id}`

function nameOf({ transfer_type, side }: Row): string {
  if (transfer_type === 'admin') return `Funds ${side === 'credit' ? 'added' : 'deducted'}`
  if (transfer_type === 'transfer') return side === 'credit' ? 'Transfer received' : 'Transfer sent'
  if (transfer_type === 'withdraw' && side === 'credit') return 'Withdrawal returned'
  return KINDS[transfer_type]
}

/** "KALYAN · Close 4", "KALYAN · Open · Panna 137"; of a win also how it came about: "50 × 9". */
function bidInWords({ transfer_type }: Row, bid: NonNullable<Row['bid']>): string {
  const number = numberInWords(bid)
  const isOfSession = number.startsWith('Panna')
  return [
    bid.market_name,
    isOfSession && (bid.session === 'open' ? 'Open' : 'Close'),
    number,
    transfer_type === 'win' && `${bid.points} × ${bid.multiplier}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function RowStatus({ of }: { readonly of: Row['status'] }) {
  switch (of) {
    case 'completed':
      return <Status is="good">completed</Status>
    case 'pending':
      return (
        <Status is="waiting" isFilled>
          pending
        </Status>
      )
    case 'rejected':
      return <Status is="bad">rejected</Status>
    default:
      return of satisfies never
  }
}

/** Spending is no alarm: a debit stays in ink. */
function amountIn(column: Row['side']) {
  return ({ side, amount }: Row, place: Place) => {
    if (side !== column) return null
    if (place === 'card' && side === 'credit') return <Money rupees={amount} isSigned />
    if (place === 'card') return ['−', <Money key="amount" rupees={amount} />]
    return (
      <span className={look[side]}>
        <Money rupees={amount} isBare />
      </span>
    )
  }
}

/** What the player then held; under it what it was before. */
function Balance({ row: { prev_balance, current_balance } }: { readonly row: Row }) {
  return (
    <>
      <strong className={look.after}>
        <Money rupees={current_balance} isBare />
      </strong>
      <span className={look.sub}>
        from <Money rupees={prev_balance} isBare />
      </span>
    </>
  )
}
