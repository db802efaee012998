/** The cells of a bid, wherever bids of many players are listed. */
import type { Answer, api } from '@munim/contract'
import { Link } from '@tanstack/react-router'
import type { Place } from '../widgets/column.ts'
import { Mobile } from '../widgets/mobile.tsx'
import { Money } from '../widgets/money.tsx'
import { type Meaning, Status } from '../widgets/status.tsx'
import { timesInWords } from '../widgets/times.ts'
import styles from './bid-cells.module.css'
import { numberInWords, wonOf } from './bid-number.ts'
import { RecordLink } from './record-links.tsx'

export type Bid = Answer<typeof api.bids.list>['data'][number]

/** The player's view: green is what the player won. A bid that won nothing is the usual case, and nothing is wrong with it. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  running: 'running',
  pending: 'waiting',
  completed: 'good',
  win: 'good',
  loss: 'neutral',
  cancelled: 'neutral',
}

interface InPlace {
  readonly bid: Bid
  readonly place: Place
}

export function BidPlayer({ bid: { User, id }, place }: InPlace) {
  return (
    <>
      <Link to={`/users/details/${User.id}` as '/'} className={styles.name} id={linkIdOf(id)}>
        {User.user_name}
      </Link>
      {place === 'table' && (
        <span className={styles.sub}>
          <Mobile digits={User.mobile} />
        </span>
      )}
    </>
  )
}

/** On a card: whose it is, and the way to the bid itself. */
export const BidIds = ({ bid: { User, id } }: { readonly bid: Bid }) => (
  <span className={styles.sub}>
    <Mobile digits={User.mobile} />
    {User.mobile !== '' && ' · '}
    <RecordLink is="bid" id={id} as="apart" />
  </span>
)

/** Where the focus goes when the button of a bid's row is gone. */
export const focusBid = (id: number) => document.getElementById(linkIdOf(id))?.focus()

const linkIdOf = (id: number) => `player-of-bid-${id}`

/** The market's name as it is now; the one that the bid kept where there is none. */
export const marketOf = ({ Market, market_name }: Pick<Bid, 'Market' | 'market_name'>): string =>
  Market.name || market_name

export function BidMarket({ bid, place }: InPlace) {
  const { open_time, close_time } = bid.Market
  return (
    <>
      <span className={styles.market}>{marketOf(bid)}</span>
      {place === 'table' && <span className={styles.sub}>{timesInWords(open_time, close_time)}</span>}
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
