/** What is asked about a deposit: the note of a rejection, and whether one without a reference is really approved. */
import { useState } from 'react'
import { Dialog } from '../../widgets/dialog.tsx'
import { NoteField } from './note-field.tsx'
import type { Request } from './request.ts'
import { RequestHead, RequestLine } from './request-head.tsx'

interface Props {
  readonly request: Request
  readonly isPending: boolean
  /** With the note, where one was written. */
  readonly onAct: (note?: string) => void
  readonly onClose: () => void
}

export function RejectDeposit({ request, isPending, onAct, onClose }: Props) {
  const [note, setNote] = useState('')
  return (
    <Dialog
      title="Reject Deposit"
      line={<RequestLine request={request} />}
      act="Reject"
      isDanger
      hasField
      isPending={isPending}
      onAct={() => onAct(note.trim() || undefined)}
      onClose={onClose}
    >
      <RequestHead request={request} label="Asked for" />
      <NoteField note={note} onNote={setNote} />
    </Dialog>
  )
}

export function ApproveUnreferenced({ request, isPending, onAct, onClose }: Props) {
  return (
    <Dialog
      title="Approve without a reference?"
      line={<RequestLine request={request} />}
      act="Approve"
      isPending={isPending}
      onAct={() => onAct()}
      onClose={onClose}
    >
      <RequestHead request={request} label="Credit" />
      <p>
        It can't be seen whether this payment was credited before. Look for it among the player's other
        deposits first.
      </p>
    </Dialog>
  )
}
