/** Asks once before a bid is reverted: whose it is, and what the wallet will hold. */

import { api, REVERTED_BY_ADMIN, t } from '@munim/contract'
import { sumOfRupees } from '@munim/core'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { type Bid, marketOf } from '../../game/bid-cells.tsx'
import { numberInWords, wonOf } from '../../game/bid-number.ts'
import { AskedFor } from '../../widgets/asked-for.tsx'
import { Banner } from '../../widgets/banner.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { Mobile } from '../../widgets/mobile.tsx'
import { Refusal } from '../../widgets/refusal.tsx'
import { SumLines } from '../../widgets/sum-lines.tsx'
import { dayOf } from '../../widgets/when.tsx'
import { useRevert } from './bid.ts'
import styles from './revert-bid.module.css'

interface Props {
  readonly bid: Bid
  readonly onDone: () => void
  readonly onClose: () => void
}

export function RevertBid({ bid, onDone, onClose }: Props) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const reverting = useRevert({ bid, onDone, onFailed: setRefusal, onWaits: onClose })
  const player = useCall(api.users.get, { id: bid.User.id })
  const won = wonOf(bid.win) ?? 0
  const lines = [
    { label: t('Points refunded'), rupees: bid.points },
    ...(won > 0 ? [{ label: t('Win taken back'), rupees: -won }] : []),
  ]
  const change = sumOfRupees([bid.points, -won])
  const before = player.state === 'ready' ? player.answer.data.wallet : null
  const after = before === null ? null : sumOfRupees([before, change])

  function revert() {
    setRefusal(null)
    void reverting.run({ betId: bid.id, reason: REVERTED_BY_ADMIN })
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
      isPending={reverting.isPending}
      onAct={revert}
      onClose={onClose}
    >
      <Refusal says={refusal} onDismiss={setRefusal} />
      <AskedFor thing="bid" id={bid.id} />
      <div className={styles.matter}>
        <span className={styles.number}>{numberInWords(bid)}</span>
        <span className={styles.player}>
          <strong>{bid.User.user_name}</strong>
          <span>
            <Mobile digits={bid.User.mobile} />
          </span>
        </span>
      </div>
      {before !== null && after !== null ? (
        <SumLines
          lines={[{ label: t('Wallet now'), rupees: before }, ...lines]}
          total={{ label: t('Wallet after'), rupees: after }}
        />
      ) : (
        <SumLines
          lines={lines}
          total={{ label: t('Change of the wallet'), rupees: change, isSigned: true }}
        />
      )}
      {after !== null && after < 0 && (
        <Banner tone="warning">
          {t(
            "The win was spent: the wallet goes below zero, and the player can't bet, transfer or withdraw until it is made good.",
          )}
        </Banner>
      )}
      <p className={styles.small}>{small(bid)}</p>
    </Dialog>
  )
}

function small({ status }: Bid): string {
  if (status === 'win')
    return t('The bid will be cancelled: its points come back, and the win it was paid is taken back.')
  if (status === 'loss')
    return t('The bid has lost. It will be cancelled all the same, and its points come back.')
  return t('The bid will be cancelled and its points come back.')
}
