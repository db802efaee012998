/** Approve and Reject of a deposit, in its row or on its card, each decided on its own. A withdrawal is in a dialog. */
import { ActionIcon, Menu } from '@mantine/core'
import { api, t } from '@munim/contract'
import { IconMessage } from '@tabler/icons-react'
import { memo, useDeferredValue, useRef, useState } from 'react'
import { Linked } from '../../game/record-links.tsx'
import { type Request, shownOf } from '../../payments/request.ts'
import { Allowed } from '../../widgets/allowed.tsx'
import type { Place } from '../../widgets/column.ts'
import { tellFailed } from '../../widgets/notice.tsx'
import type { Asking } from './dialogs.tsx'
import { useDecision } from './request.ts'
import { ApproveButton, focusRow, More, RejectButton, useIsGone } from './request-cells.tsx'

interface Props {
  readonly request: Request
  /** In the head of a page the main act is the last one. */
  readonly place: Place | 'head'
  readonly onAsk: (dialog: Asking) => void
}

/**
 * Approve and Reject of a deposit: one click decides it, and no second click counts meanwhile. A note is asked for where
 * one is wanted, and one without a reference is asked about before it is approved.
 */
export function DecideDeposit({ request, place, onAsk }: Props) {
  const [asked, setAsked] = useState<'completed' | 'rejected'>('completed')
  const box = useRef<HTMLSpanElement>(null)
  const deciding = useDecision('deposits', {
    done: t('Deposit request updated successfully'),
    onDone: () => {
      const focused = document.activeElement
      if (focused === null || focused === document.body || box.current?.contains(focused))
        focusRow(request.id)
    },
    onFailed: (message) => {
      deciding.setRefusal(null)
      tellFailed(<Linked text={message} />)
    },
  })
  const isDeciding = useDeferredValue(deciding.isPending)
  const isPending = request.status === 'pending'
  const isGone = useIsGone(request)
  const isCard = place === 'card'
  // A card is as high without them, by its menu; the table keeps their room, so that no column moves.
  const hasButtons = isPending || (isGone && place === 'table')

  function decide(status: 'completed' | 'rejected') {
    if (!deciding.isPending) setAsked(status)
    void deciding.run({ transactionId: request.id, status, basedOn: shownOf(request) })
  }
  const shown = (status: typeof asked) => ({
    place,
    isPending: deciding.isPending && asked === status,
    isDisabled: deciding.isPending && asked !== status,
    onClick: () => decide(status),
  })
  const approve = shown('completed')
  const buttons = [
    <ApproveButton
      key="approve"
      {...approve}
      onClick={request.ref_id === '' ? () => onAsk('approve') : approve.onClick}
    />,
    <RejectButton key="reject" {...shown('rejected')} />,
    !isCard && <NoteButton key="note" isDisabled={deciding.isPending} onClick={() => onAsk('reject')} />,
  ]
  return (
    <>
      {hasButtons && (
        <span ref={box} className="mu-contents" style={isGone ? { visibility: 'hidden' } : undefined}>
          <Allowed to={api.wallet.decideDeposit}>{place === 'head' ? buttons.reverse() : buttons}</Allowed>
        </span>
      )}
      {isCard && <CardMenu request={request} isDisabled={isDeciding} onAsk={onAsk} />}
    </>
  )
}

interface CardProps {
  readonly request: Request
  readonly isDisabled: boolean
  readonly onAsk: Props['onAsk']
}

/** Drawn after the buttons, which say at once that they wait. */
const CardMenu = memo(function CardMenu({ request, isDisabled, onAsk }: CardProps) {
  return (
    <More request={request}>
      {request.status === 'pending' && (
        <Allowed to={api.wallet.decideDeposit}>
          <Menu.Item disabled={isDisabled} onClick={() => onAsk('reject')}>
            {t('Reject with a note')}
          </Menu.Item>
        </Allowed>
      )}
    </More>
  )
})

interface NoteProps {
  readonly isDisabled: boolean
  readonly onClick: () => void
}

/** Beside Reject, for who wants to say why. */
function NoteButton({ isDisabled, onClick }: NoteProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      my="auto"
      size={26}
      className="mu-thumb"
      aria-label={t('With a note')}
      title={t('Reject with a note')}
      disabled={isDisabled}
      onClick={onClick}
    >
      <IconMessage size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}
