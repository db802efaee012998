/** Rejects a withdrawal: the money goes back to the wallet, with a note for the player if there is one. */
import { api, t } from '@munim/contract'
import { useState } from 'react'
import { notOutdated, useCall } from '../../api/use-call.ts'
import { ToldToBank } from '../../payments/payout-marks.tsx'
import { type Request, shownOf } from '../../payments/request.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { SumLines } from '../../widgets/sum-lines.tsx'
import { NoteField } from './note-field.tsx'
import styles from './reject-withdrawal.module.css'
import { useDecision } from './request.ts'
import { DecidedAlready, RequestHead, RequestLine } from './request-head.tsx'

interface Props {
  readonly request: Request
  readonly onDone: () => void
  readonly onClose: () => void
}

export function RejectWithdrawal({ request, onDone, onClose }: Props) {
  const [note, setNote] = useState('')
  const player = notOutdated(useCall(api.users.get, { id: request.User.id }))
  const rejecting = useDecision('withdrawals', {
    failed: t('Failed to reject withdrawal request'),
    done: t('Withdrawal request rejected successfully'),
    onDone,
    onWaits: onClose,
  })

  const isDecided = request.status !== 'pending' && !rejecting.isPending

  function reject() {
    const typed = note.trim()
    void rejecting.run({
      transactionId: request.id,
      status: 'rejected',
      ...(typed !== '' && { note: typed }),
      basedOn: shownOf(request),
    })
  }

  return (
    <Dialog
      title={t('Reject Withdrawal')}
      line={<RequestLine request={request} />}
      act={t('Reject')}
      isDanger
      // What the server did not answer is sent again as it was, also where it was done.
      isDisabled={isDecided && rejecting.refusal === null}
      doing={rejecting}
      onAct={reject}
      onClose={onClose}
    >
      {isDecided && <DecidedAlready request={request} />}
      <RequestHead request={request} label={t('Give back')} />
      <ToldToBank request={request} />
      <NoteField note={note} onNote={setNote} />
      <div className={styles.sum} data-known={player.state !== 'loading' || undefined}>
        {player.state === 'ready' && !isDecided && (
          <SumLines
            lines={[
              { label: t('Wallet now'), rupees: player.answer.data.wallet },
              { label: t('This withdrawal'), rupees: request.amount, isSigned: true },
            ]}
            total={{ label: t('Wallet after'), rupees: player.answer.data.wallet + request.amount }}
          />
        )}
      </div>
    </Dialog>
  )
}
