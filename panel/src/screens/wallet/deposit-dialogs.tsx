/** What is asked about a deposit: the note of a rejection, and whether one without a reference is really approved. */
import { t } from '@munim/contract'
import { useState } from 'react'
import type { Doing } from '../../api/use-action.ts'
import { bonusBeside, type Request } from '../../payments/request.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { NoteField } from './note-field.tsx'
import { RequestHead, RequestLine } from './request-head.tsx'

interface Props {
  readonly request: Request
  readonly doing: Doing
  /** With the note, where one was written. */
  readonly onAct: (note?: string) => void
  readonly onClose: () => void
}

export function RejectDeposit({ request, doing, onAct, onClose }: Props) {
  const [note, setNote] = useState('')
  return (
    <Dialog
      title={t('Reject Deposit')}
      line={<RequestLine request={request} />}
      act={t('Reject')}
      isDanger
      doing={doing}
      onAct={() => onAct(note.trim() || undefined)}
      onClose={onClose}
    >
      <RequestHead request={request} label={t('Asked for')} />
      <NoteField note={note} onNote={setNote} />
    </Dialog>
  )
}

export function ApproveUnreferenced({ request, doing, onAct, onClose }: Props) {
  const bonus = bonusBeside(request.bonus)
  return (
    <Dialog
      title={t('Approve without a reference?')}
      line={<RequestLine request={request} />}
      act={t('Approve')}
      doing={doing}
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
