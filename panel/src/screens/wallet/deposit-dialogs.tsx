/** What is asked about a deposit: the note of a rejection, and whether one without a reference is really approved. */
import { t } from '@munim/contract'
import { useState } from 'react'
import { Linked } from '../../game/record-links.tsx'
import { bonusBeside, type Request, shownOf } from '../../payments/request.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { tellFailed } from '../../widgets/notice.tsx'
import { NoteField } from './note-field.tsx'
import { useDecision } from './request.ts'
import { RequestHead, RequestLine } from './request-head.tsx'

interface Props {
  readonly request: Request
  readonly onDone: () => void
  readonly onClose: () => void
}

/** What was typed stays where it is refused. */
export function RejectDeposit({ request, onDone, onClose }: Props) {
  const [note, setNote] = useState('')
  const rejecting = useDecision('deposits', {
    done: t('Deposit request updated successfully'),
    onDone,
    onWaits: onClose,
  })

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
      title={t('Reject Deposit')}
      line={<RequestLine request={request} />}
      act={t('Reject')}
      isDanger
      doing={rejecting}
      onAct={reject}
      onClose={onClose}
    >
      <RequestHead request={request} label={t('Asked for')} />
      <NoteField note={note} onNote={setNote} />
    </Dialog>
  )
}

export function ApproveUnreferenced({ request, onDone, onClose }: Props) {
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
