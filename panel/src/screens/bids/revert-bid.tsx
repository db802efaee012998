/** Asks once before a bid is reverted: whose it is, and what the wallet will hold. */

import { type Answer, api, msg, REVERTED_BY_ADMIN, t } from '@munim/contract'
import { sumOfRupees } from '@munim/core'
import { useRef } from 'react'
import { type Call, notOutdated, useCall } from '../../api/use-call.ts'
import { type Bid, marketOf } from '../../game/bid-cells.tsx'
import { numberInWords, wonOf } from '../../game/bid-number.ts'
import matter from '../../game/matter-head.module.css'
import { AskedFor } from '../../widgets/asked-for.tsx'
import { Banner } from '../../widgets/banner.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { Failed } from '../../widgets/loaded.tsx'
import { Mobile } from '../../widgets/mobile.tsx'
import { SumLines, SumLinesSkeleton } from '../../widgets/sum-lines.tsx'
import { dayOf } from '../../widgets/when.tsx'
import { useRevert } from './bid.ts'
import styles from './revert-bid.module.css'

interface Props {
  /** As a list shows it, which may be older than what became of it. */
  readonly bid: Bid
  readonly onDone: () => void
  readonly onClose: () => void
}

export function RevertBid({ bid: shown, onDone, onClose }: Props) {
  const read = useCall(api.bids.get, { betId: String(shown.id) })
  const latest = useLatest(read)
  const bid = latest ?? shown
  const reverting = useRevert({ onDone, onWaits: onClose })
  const player = notOutdated(useCall(api.users.get, { id: bid.User.id }))
  const won = wonOf(bid.win) ?? 0
  const lines = [
    { label: t('Points refunded'), rupees: bid.points },
    ...(won > 0 ? [{ label: t('Win taken back'), rupees: -won }] : []),
  ]
  const change = sumOfRupees([bid.points, -won])
  const isDeleted = latest?.isPlayerDeleted ?? false
  const before = isDeleted ? 0 : player.state === 'ready' ? player.answer.data.wallet : null
  const after = isDeleted ? 0 : before === null ? null : sumOfRupees([before, change])
  const toHouse = [
    { label: change < 0 ? t('Written off by the house') : t('Written out to the house'), rupees: -change },
  ]

  const isCancelled = latest?.status === 'cancelled' && !reverting.isPending

  function revert() {
    void reverting.run({ betId: bid.id, reason: REVERTED_BY_ADMIN, basedOn: bid.status })
  }
  return (
    <Dialog
      title={t('Revert Bid')}
      line={t('Bid #{id} · {market} · {day}', {
        id: String(bid.id),
        market: marketOf(bid),
        day: dayOf(bid.market_date),
      })}
      act={t('Revert')}
      isDanger
      // What the server did not answer is sent again as it was, also where it was done.
      isDisabled={latest === null || (isCancelled && reverting.refusal === null)}
      doing={reverting}
      onAct={revert}
      onClose={onClose}
    >
      <AskedFor thing="bid" id={bid.id} />
      <div className={`mu-ends mu-gap-12 ${styles.matter}`}>
        <span className={`mu-strong ${matter.number}`}>{numberInWords(bid)}</span>
        <span className="mu-shrinks mu-right">
          <strong className="mu-block mu-dots">{bid.User.user_name}</strong>
          <span className="mu-small mu-block mu-dots">
            <Mobile digits={bid.User.mobile} />
          </span>
        </span>
      </div>
      {latest === null ? (
        <Unread of={read} />
      ) : isCancelled ? (
        <Banner tone="warning">{t('This bid is cancelled already')}</Banner>
      ) : before !== null && after !== null ? (
        <SumLines
          lines={[{ label: t('Wallet now'), rupees: before }, ...lines, ...(isDeleted ? toHouse : [])]}
          total={{ label: t('Wallet after'), rupees: after }}
        />
      ) : (
        <SumLines
          lines={lines}
          total={{ label: t('Change of the wallet'), rupees: change, isSigned: true }}
        />
      )}
      {latest !== null && !isCancelled && won > 0 && after !== null && after < 0 && (
        <Banner tone="warning">
          {t(
            "The win was spent: the wallet goes below zero, and the player can't bet, transfer or withdraw until it is made good.",
          )}
        </Banner>
      )}
      {latest !== null && !isCancelled && (
        <p className="mu-small">{isDeleted ? t(OF_DELETED) : small(latest)}</p>
      )}
    </Dialog>
  )
}

const OF_DELETED = msg('The player is deleted: the bid will be cancelled, and nothing comes back to them.')

type Read = Call<Answer<typeof api.bids.get>>

/** The bid as it was read since the dialog is open, and as it is when it changes; null until then, and where that failed. */
function useLatest(read: Read) {
  const isFresh = useRef(false)
  if (read.state === 'ready' && !read.isRefreshing) isFresh.current = true
  return read.state === 'ready' && isFresh.current && read.outdated === null ? read.answer.data : null
}

/** Keeps the room of the lines until they are known, or says why they are not. */
function Unread({ of: read }: { readonly of: Read }) {
  if (read.state === 'failed') return <Failed message={read.message} retry={read.retry} />
  if (read.state === 'ready' && read.outdated !== null)
    return <Failed message={read.outdated.message} retry={read.retry} />
  return <SumLinesSkeleton />
}

function small({ status }: Bid): string {
  if (status === 'win')
    return t('The bid will be cancelled: its points come back, and the win it was paid is taken back.')
  if (status === 'loss')
    return t('The bid has lost. It will be cancelled all the same, and its points come back.')
  return t('The bid will be cancelled and its points come back.')
}
