/** What a posting was: its kind, and under it the bid, the payment, or the note it belongs to. */
import type { Answer, api } from '@munim/contract'
import { isCombined, labelOf } from '@munim/core'
import { IconAlertTriangle, IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react'
import { figuresOf } from '../../widgets/pick.tsx'
import look from './histories.module.css'

export type Posting = Answer<typeof api.users.transactions>['data'][number]

const KINDS: Readonly<Record<Posting['transfer_type'], string>> = {
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

interface Props {
  readonly posting: Posting
  /** The balance that it began with is not the one that was left. */
  readonly isAfterGap: boolean
}

export function Particulars({ posting, isAfterGap }: Props) {
  const Arrow = posting.type === 'credit' ? IconArrowDownLeft : IconArrowUpRight
  const details = [
    posting.bid && bidWords(posting, posting.bid),
    METHODS[posting.method] ?? posting.method,
    posting.ref_id && `ref ${posting.ref_id}`,
    posting.note,
    `#${posting.id}`,
  ]
  return (
    <span className={look.particulars}>
      <Arrow size={14} stroke={1.8} data-side={posting.type} role="img" aria-label={posting.type} />
      <span>
        <span className={look.what}>{nameOf(posting)}</span>
        <span className={look.note}>{details.filter(Boolean).join(' · ')}</span>
        {isAfterGap && (
          <span className={look.gap}>
            <IconAlertTriangle size={13} stroke={2} aria-hidden />
            does not continue from the entry below
          </span>
        )}
      </span>
    </span>
  )
}

function nameOf({ transfer_type, type }: Posting): string {
  const name = KINDS[transfer_type]
  return transfer_type === 'admin' ? `${name} ${type === 'credit' ? 'added' : 'deducted'}` : name
}

/** "KALYAN · Open · Single Panna 137", and for a win how it came about: "50 × 9". */
function bidWords({ transfer_type }: Posting, bid: NonNullable<Posting['bid']>): string {
  const session = bid.session === 'open' ? 'Open' : 'Close'
  return [
    bid.market_name,
    !isCombined(bid.game_mode) && session,
    `${labelOf(bid.game_mode)} ${figuresOf(bid)}`,
    transfer_type === 'win' && `${bid.points} × ${bid.multiplier}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
