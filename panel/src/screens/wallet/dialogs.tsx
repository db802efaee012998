/** What is asked about a request, by its kind. A list draws it beside its rows: a turned phone draws a row anew. */

import { Textarea, TextInput } from '@mantine/core'
import { api, NOTE_MAX, t } from '@munim/contract'
import { wrongInPayee } from '@munim/core'
import { useState } from 'react'
import { notOutdated, useCall } from '../../api/use-call.ts'
import { Linked } from '../../game/record-links.tsx'
import { PaidAs } from '../../payments/paid-as.tsx'
import { PayeeDetails } from '../../payments/payee-details.tsx'
import { ToldToBank } from '../../payments/payout-marks.tsx'
import { bonusBeside, type Request, shownOf } from '../../payments/request.ts'
import { UTR_FITS, utrNote } from '../../payments/utr.ts'
import { Banner } from '../../widgets/banner.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { rupeesInWords } from '../../widgets/money.tsx'
import { tellFailed } from '../../widgets/notice.tsx'
import { SumLines } from '../../widgets/sum-lines.tsx'
import styles from './dialogs.module.css'
import { type Kind, useDecision } from './request.ts'
import { DecidedAlready, RequestHead, RequestLine } from './request-head.tsx'

interface Props {
  readonly request: Request
  readonly onDone: () => void
  readonly onClose: () => void
}

function ApproveUnreferenced({ request, onDone, onClose }: Props) {
  const bonus = bonusBeside(request.bonus)
  const approving = useDecision('deposits', {
    done: t('Deposit request updated successfully'),
    onDone,
    onFailed: (message, { isAnswered }) => {
      // It may have been done: the same press, once more, is told of it.
      if (!isAnswered) return
      onClose()
      tellFailed(<Linked text={message} />)
    },
    onWaits: onClose,
  })
  return (
    <Dialog
      title={t('Approve without a reference?')}
      line={<RequestLine request={request} />}
      act={t('Approve')}
      doing={approving}
      onAct={() =>
        void approving.run({ transactionId: request.id, status: 'completed', basedOn: shownOf(request) })
      }
      onClose={onClose}
    >
      <RequestHead request={request} label={t('Credit')} />
      {bonus !== '' && <p>{bonus}</p>}
      <p>
        {t(
          "It can't be seen whether this payment was credited before. Look for it among the player's other deposits first.",
        )}
      </p>
    </Dialog>
  )
}

function RejectDeposit({ request, onDone, onClose }: Props) {
  const { rejecting, field, reject } = useRejecting('deposits', request, {
    done: t('Deposit request updated successfully'),
    onDone,
    onWaits: onClose,
  })
  return (
    <Dialog
      title={t('Reject Deposit')}
      line={<RequestLine request={request} />}
      act={t('Reject')}
      isDanger
      doing={rejecting}
      onAct={reject}
      onClose={onClose}
    >
      <RequestHead request={request} label={t('Asked for')} />
      {field}
    </Dialog>
  )
}

/** A rejection, and the field of its note, which the player reads. What was typed stays where it is refused. */
function useRejecting(kind: Kind, request: Request, words: Parameters<typeof useDecision>[1]) {
  const [note, setNote] = useState('')
  const rejecting = useDecision(kind, words)
  const typed = note.trim()
  const reject = () =>
    void rejecting.run({
      transactionId: request.id,
      status: 'rejected',
      ...(typed !== '' && { note: typed }),
      basedOn: shownOf(request),
    })
  const field = (
    <Textarea
      label={t('Note (optional)')}
      placeholder={t('Why it is rejected; the player reads it')}
      description={`${note.length}/${NOTE_MAX}`}
      descriptionProps={{ className: 'mu-right', mt: 4 }}
      rows={3}
      maxLength={NOTE_MAX}
      value={note}
      onChange={(event) => setNote(event.currentTarget.value)}
      data-autofocus
    />
  )
  return { rejecting, reject, field }
}

/** What is paid to whom, and what it does to the house's profit. */
function ApproveWithdrawal({ request, onDone, onClose }: Props) {
  const [reference, setReference] = useState('')
  const player = notOutdated(useCall(api.users.get, { id: request.User.id }))
  const stats = notOutdated(useCall(api.dashboard.getStats, {}))
  const profit = stats.state === 'ready' ? stats.answer.data.admin_profit : null
  const approving = useDecision('withdrawals', {
    failed: t('Failed to approve withdrawal request'),
    done: t('Withdrawal request approved successfully'),
    onDone,
    onWaits: onClose,
  })
  const { id, amount } = request
  const noPayee = wrongInPayee(request.transfer_type, request.User)
  const isDecided = request.status !== 'pending' && !approving.isPending

  function approve() {
    const note = utrNote(reference)
    void approving.run({
      transactionId: id,
      status: 'completed',
      ...(note !== '' && { note }),
      basedOn: shownOf(request),
    })
  }

  return (
    <Dialog
      title={t('Approve Withdrawal')}
      line={<RequestLine request={request} />}
      act={t('Approve')}
      // What the server did not answer is sent again as it was, also where it was done.
      isDisabled={noPayee !== undefined || (isDecided && approving.refusal === null)}
      doing={approving}
      onAct={approve}
      onClose={onClose}
    >
      {isDecided && <DecidedAlready request={request} />}
      {noPayee !== undefined && (
        <Banner tone="failed">
          {t(
            '{needed}. This request has none, so it can only be rejected: the money goes back, and the player can ask again.',
            { needed: t(noPayee) },
          )}
        </Banner>
      )}
      <RequestHead request={request} label={t('Pay')} />
      <PayeeDetails request={request} />
      <TextInput
        label={t('Payment reference (UTR)')}
        placeholder={t('Optional, kept in the note')}
        maxLength={UTR_FITS}
        spellCheck={false}
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
        // Enter ends the typing; money is paid by the button alone.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <PaidAs utr={reference} but={id} />
      {profit !== null && !isDecided && (
        <SumLines
          lines={[
            { label: t('Admin profit now'), rupees: profit },
            { label: t('This withdrawal'), rupees: -amount },
          ]}
          total={{ label: t('Admin profit after'), rupees: profit - amount }}
        />
      )}
      {!isDecided && (
        <p className="mu-small">
          {t('Approving deducts the amount from admin profit.')}{' '}
          {player.state === 'ready'
            ? t("The player's wallet was debited when they asked; it stays at {wallet}.", {
                wallet: rupeesInWords(player.answer.data.wallet),
              })
            : t("The player's wallet was debited when they asked.")}
        </p>
      )}
    </Dialog>
  )
}

/** Rejects a withdrawal: the money goes back to the wallet, with a note for the player if there is one. */
function RejectWithdrawal({ request, onDone, onClose }: Props) {
  const player = notOutdated(useCall(api.users.get, { id: request.User.id }))
  const { rejecting, reject, field } = useRejecting('withdrawals', request, {
    failed: t('Failed to reject withdrawal request'),
    done: t('Withdrawal request rejected successfully'),
    onDone,
    onWaits: onClose,
  })
  const isDecided = request.status !== 'pending' && !rejecting.isPending
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
      {field}
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

/** Where a withdrawal is to be paid. Only read, at any status. */
export function TransferDetails({ request, onClose }: Omit<Props, 'onDone'>) {
  return (
    <Dialog title={t('Transfer Details')} line={<RequestLine request={request} />} onClose={onClose}>
      <RequestHead request={request} label={t('Amount')} />
      <PayeeDetails request={request} />
      {request.note !== '' && <p>{t('Note: {note}', { note: request.note })}</p>}
    </Dialog>
  )
}

export type Asking = 'approve' | 'reject'

export const DIALOGS = {
  deposits: { approve: ApproveUnreferenced, reject: RejectDeposit },
  withdrawals: { approve: ApproveWithdrawal, reject: RejectWithdrawal },
} as const
