/** A player's bids, the latest first. */
import { type Answer, type api, t } from '@munim/contract'
import { IconDice3 } from '@tabler/icons-react'
import { BidStatus, BidWin } from '../../game/bid-cells.tsx'
import { newBids } from '../../game/bid-columns.tsx'
import { Pick } from '../../game/pick.tsx'
import { RecordLink } from '../../game/record-links.tsx'
import { ListRows, type OnPage } from '../../lists/list-rows.tsx'
import type { Column } from '../../widgets/column.ts'
import { Money } from '../../widgets/money.tsx'
import { clockTime, shortDayOf, When } from '../../widgets/when.tsx'
import styles from './histories.module.css'

type Page = Answer<typeof api.users.bids>
type Bid = Page['data'][number]

const columns: readonly Column<Bid>[] = [
  { title: t('Date'), cell: (bid) => <When at={bid.createdAt} as="exact" />, tone: 'soft', card: 'asideSub' },
  { title: t('Market'), cell: (bid) => <BidMarket bid={bid} />, card: 'title' },
  { title: t('Session'), cell: ({ session }) => (session === 'open' ? t('Open') : t('Close')) },
  { title: t('Game'), cell: (bid) => <Pick bid={bid} /> },
  { title: t('Points'), cell: ({ points }) => <Money rupees={points} />, align: 'right', card: 'aside' },
  { title: t('Status'), cell: ({ status }) => <BidStatus of={status} />, card: 'state' },
  { title: t('Win'), cell: ({ win }) => <BidWin win={win} />, align: 'right' },
]

export function BidHistory(list: OnPage<Page>) {
  return (
    <ListRows
      {...list}
      columns={columns}
      caption={t('Bids, the latest first')}
      counted={newBids}
      empty={{ title: t('No bids found'), icon: IconDice3, hint: t('Nothing has been bet yet.') }}
    />
  )
}

function BidMarket({ bid }: { readonly bid: Bid }) {
  const { name, open_time, close_time } = bid.Market
  return (
    <>
      <span className="mu-name mu-block">{name || bid.market_name}</span>
      <span className={`mu-sub mu-dots ${styles.note}`}>
        {shortDayOf(bid.market_date)} · {clockTime(open_time)} – {clockTime(close_time)} ·{' '}
        <RecordLink is="bid" id={bid.id} />
      </span>
    </>
  )
}
