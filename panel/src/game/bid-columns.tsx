/** The columns of a list of many players' bids, as a table and as cards. */

import { msg, t } from '@munim/contract'
import { isCombined } from '@munim/core'
import { BY_TIME, type ByTime, type Column, type Place, titled } from '../widgets/column.ts'
import { Money } from '../widgets/money.tsx'
import { shortDayOf } from '../widgets/when.tsx'
import {
  type Bid,
  BidId,
  BidMarket,
  BidNumber,
  BidPlaced,
  BidPlayer,
  BidSession,
  BidStatus,
  BidWin,
  SESSIONS,
} from './bid-cells.tsx'
import styles from './bid-columns.module.css'
import { wonOf } from './bid-number.ts'
import { gameName } from './game-name.ts'

/** What came in since a list of bids was read. */
export const newBids = (count: number) => t('{count, plural, one {# new bid} other {# new bids}}', { count })

export const bidColumns: readonly Column<Bid, ByTime>[] = [
  { ...titled('ID'), cell: (bid, place) => <BidId bid={bid} place={place} />, tone: 'quiet', card: 'state' },
  { title: t('User'), cell: (bid) => <BidPlayer bid={bid} />, isRowHeader: true, card: 'sub' },
  { ...titled(msg('Market')), cell: (bid, place) => <BidMarket bid={bid} place={place} />, card: 'asideSub' },
  { ...titled(msg('Session')), cell: (bid) => <BidSession bid={bid} />, card: 'none' },
  { ...titled(msg('Game')), cell: ({ game_mode }) => gameName(game_mode), card: 'none' },
  { ...titled(msg('Number')), cell: (bid, place) => <Pick bid={bid} place={place} />, card: 'title' },
  {
    ...titled(msg('Points')),
    cell: ({ points }) => <Money rupees={points} />,
    align: 'right',
    card: 'aside',
  },
  { ...titled(msg('Status')), cell: ({ status }) => <BidStatus of={status} />, card: 'state' },
  {
    ...titled(msg('Win')),
    cell: ({ win }, place) => (place === 'card' && wonOf(win) === null ? null : <BidWin win={win} />),
    align: 'right',
    card: 'state',
  },
  {
    ...titled(msg('Date')),
    cell: (bid, place) => (
      <span className={place === 'card' ? `mu-note ${styles.date}` : undefined}>
        <BidPlaced bid={bid} place={place} />
      </span>
    ),
    sort: BY_TIME,
    tone: 'soft',
    card: 'state',
  },
]

/** On a card the number is what the eye looks for; its game is beside it. */
function Pick({ bid, place }: { readonly bid: Bid; readonly place: Place }) {
  if (place === 'table') return <BidNumber bid={bid} />
  const session = isCombined(bid.game_mode) ? '' : ` · ${SESSIONS[bid.session]}`
  return (
    <span className={`mu-flow ${styles.pick}`}>
      <BidNumber bid={bid} />
      <span className="mu-small mu-regular">
        {gameName(bid.game_mode)}
        {session} · {shortDayOf(bid.market_date)}
      </span>
    </span>
  )
}
