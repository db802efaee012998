/** What is asked about a deposit: the note of a rejection, and whether one without a reference is really approved. */
import { t } from '@munim/contract'
import { useState } from 'react'
import { bonusBeside, type Request } from '../../payments/request.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { Refusal } from '../../widgets/refusal.tsx'
import { NoteField } from './note-field.tsx'
import { RequestHead, RequestLine } from './request-head.tsx'

interface Props {
  readonly request: Request
  readonly isPending: boolean
  /** With the note, where one was written. */
  readonly onAct: (note?: string) => void
  readonly onClose: () => void
}

interface RejectProps extends Props {
  readonly refusal: string | null
  readonly onDismiss: (none: null) => void
}

export function RejectDeposit({ request, isPending, refusal, onDismiss, onAct, onClose }: RejectProps) {
  const [note, setNote] = useState('')
  return (
    <Dialog
      title={t('Reject Deposit')}
      line={<RequestLine request={request} />}
      act={t('Reject')}
      isDanger
      hasField
      isPending={isPending}
      onAct={() => onAct(note.trim() || undefined)}
      onClose={onClose}
    >
      <Refusal says={refusal} onDismiss={onDismiss} />
      <RequestHead request={request} label={t('Asked for')} />
      <NoteField note={note} onNote={setNote} />
    </Dialog>
  )
}

export function ApproveUnreferenced({ request, isPending, onAct, onClose }: Props) {
  const bonus = bonusBeside(request.bonus)
  return (
    <Dialog
      title={t('Approve without a reference?')}
      line={<RequestLine request={request} />}
      act={t('Approve')}
      isPending={isPending}
      onAct={() => onAct()}
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
