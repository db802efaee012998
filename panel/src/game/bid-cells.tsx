/** The cells of a bid, wherever bids of many players are listed. */
import type { Answer, api } from '@munim/contract'
import { Link } from '@tanstack/react-router'
import { Mobile } from '../widgets/mobile.tsx'
import { Money } from '../widgets/money.tsx'
import { type Meaning, Status } from '../widgets/status.tsx'
import { timesInWords } from '../widgets/times.ts'
import styles from './bid-cells.module.css'
import { numberInWords, wonOf } from './bid-number.ts'
import { RecordLink } from './record-links.tsx'

export type Bid = Answer<typeof api.bids.list>['data'][number]

/** The player's view: green is what the player won. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  running: 'running',
  pending: 'waiting',
  completed: 'good',
  win: 'good',
  loss: 'bad',
  cancelled: 'neutral',
}

export function BidPlayer({ bid: { User, id }, isCard }: { readonly bid: Bid; readonly isCard: boolean }) {
  return (
    <>
      <Link to={`/users/details/${User.id}` as '/'} className={styles.name} id={linkIdOf(id)}>
        {User.user_name}
      </Link>
      <span className={styles.sub}>
        <Mobile digits={User.mobile} />
        {isCard && (
          <>
            {User.mobile !== '' && ' · '}
            <RecordLink is="bid" id={id} as="apart" />
          </>
        )}
      </span>
    </>
  )
}

/** Where the focus goes when the button of a bid's row is gone. */
export const focusBid = (id: number) => document.getElementById(linkIdOf(id))?.focus()

const linkIdOf = (id: number) => `player-of-bid-${id}`

/** The market's name as it is now; the one that the bid kept where there is none. */
export const marketOf = ({ Market, market_name }: Pick<Bid, 'Market' | 'market_name'>): string =>
  Market.name || market_name

export function BidMarket({ bid }: { readonly bid: Bid }) {
  const { open_time, close_time } = bid.Market
  return (
    <>
      <span className={styles.market}>{marketOf(bid)}</span>
      <span className={styles.sub}>{timesInWords(open_time, close_time)}</span>
    </>
  )
}

export function BidNumber({ bid }: { readonly bid: Bid }) {
  return <span className={styles.number}>{numberInWords(bid)}</span>
}

export function BidStatus({ of }: { readonly of: string }) {
  return <Status is={MEANINGS[of] ?? 'neutral'}>{of}</Status>
}

export function BidWin({ win }: { readonly win: Bid['win'] }) {
  const won = wonOf(win)
  if (won === null) return <span className={styles.dash}>–</span>
  return (
    <span className={styles.win}>
      <Money rupees={won} />
    </span>
  )
}
