/** The cells of a bid, wherever bids of many players are listed. */
import { type Answer, type api, t } from '@munim/contract'
import type { Place } from '../widgets/column.ts'
import { Money } from '../widgets/money.tsx'
import { type Meaning, Status } from '../widgets/status.tsx'
import { exactLength, timesInWords } from '../widgets/times.ts'
import { shortDayOf, When } from '../widgets/when.tsx'
import styles from './bid-cells.module.css'
import { numberInWords, wonOf } from './bid-number.ts'
import { PlayerCell } from './player-cell.tsx'
import { RecordLink } from './record-links.tsx'

export const SESSIONS = { open: t('Open'), close: t('Close') } as const

export type Bid = Answer<typeof api.bids.list>['data'][number] & {
  /** It was placed at one moment with the row before it: see `withSlips`. */
  readonly isOfSlip?: boolean
}

/** The rows, those marked that came with the one before them: a slip is placed by one player at one moment. */
export const withSlips = (bids: readonly Bid[]): readonly Bid[] =>
  bids.map((bid, nth) => {
    const before = bids[nth - 1]
    const isOfSlip = before?.User.id === bid.User.id && before.createdAt === bid.createdAt
    return isOfSlip ? { ...bid, isOfSlip } : bid
  })

/** The player's view: green is what the player won. A bid that won nothing is the usual case, and nothing is wrong with it. */
const STATES: Readonly<Record<string, readonly [Meaning, words: string]>> = {
  running: ['running', t('running')],
  pending: ['waiting', t('pending')],
  completed: ['good', t('completed')],
  win: ['good', t('win')],
  loss: ['neutral', t('loss')],
  cancelled: ['neutral', t('cancelled')],
}

interface InPlace {
  readonly bid: Bid
  readonly place: Place
}

export const BidPlayer = ({ bid: { User, id } }: { readonly bid: Bid }) => (
  <PlayerCell of={User} className={styles.name} id={linkIdOf(id)} />
)

/** Its number; below, on a card beside it, whether it is of the slip of the row above. */
export const BidId = ({ bid: { id, isOfSlip }, place }: InPlace) =>
  place === 'card' ? (
    <span className="mu-sub">
      <RecordLink is="bid" id={id} />
      {isOfSlip && ` · ${t('same slip')}`}
    </span>
  ) : (
    <>
      <RecordLink is="bid" id={id} as="bare" />
      {isOfSlip && <span className="mu-sub">{t('same slip')}</span>}
    </>
  )

/** The half it is on; below, of which day. */
export const BidSession = ({ bid: { session, market_date } }: { readonly bid: Bid }) => (
  <>
    {SESSIONS[session]}
    <span className="mu-sub">{shortDayOf(market_date)}</span>
  </>
)

/** The second it was placed, and how long that was before betting on it ended: on a card, which has no room, its own page says that. */
export function BidPlaced({ bid: { createdAt, ends_at }, place }: InPlace) {
  const { short, long } = marginInWords(createdAt, ends_at)
  return (
    <>
      <When at={createdAt} as="exact" />
      {place === 'table' && (
        <span className="mu-sub" title={long}>
          {short}
        </span>
      )}
    </>
  )
}

/** Between the two seconds as they are printed. */
export const lengthBetween = (placed: string, ends: string): string =>
  exactLength(secondOf(ends) - secondOf(placed))
const secondOf = (at: string): number => Math.floor(Date.parse(at) / 1000) * 1000

export function marginInWords(placed: string, ends: string) {
  const length = lengthBetween(placed, ends)
  return secondOf(ends) >= secondOf(placed)
    ? { short: t('{length} early', { length }), long: t('{length} before betting on it ends', { length }) }
    : { short: t('{length} late', { length }), long: t('{length} after betting on it ended', { length }) }
}

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
      <span className={`mu-name mu-block mu-dots ${styles.market}`}>{marketOf(bid)}</span>
      {place === 'table' && <span className="mu-sub">{timesInWords(open_time, close_time)}</span>}
    </>
  )
}

export function BidNumber({ bid }: { readonly bid: Bid }) {
  return <span className={`mu-fine mu-strong ${styles.number}`}>{numberInWords(bid)}</span>
}

export function BidStatus({ of }: { readonly of: string }) {
  const [is, words] = STATES[of] ?? ['neutral', of]
  return <Status is={is}>{words}</Status>
}

export function BidWin({ win }: { readonly win: Bid['win'] }) {
  const won = wonOf(win)
  if (won === null) return <span className="mu-soft">–</span>
  return (
    <span className="mu-up">
      <Money rupees={won} />
    </span>
  )
}
