/** One tab of Wallet Management: the requests of a kind, and the dialogs that decide on one. */
import { Menu } from '@mantine/core'
import { api, msg, t } from '@munim/contract'
import { IconWalletOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Queue } from '../../api/queue.ts'
import { useCall } from '../../api/use-call.ts'
import { RecordLink } from '../../game/record-links.tsx'
import { ListScreen } from '../../lists/list-screen.tsx'
import type { Request } from '../../payments/request.ts'
import { Allowed } from '../../widgets/allowed.tsx'
import {
  ACTIONS,
  BY_TIME,
  type ByTime,
  type Column,
  type Place,
  type Sort,
  titled,
} from '../../widgets/column.ts'
import type { Filters } from '../../widgets/filters.tsx'
import { Money } from '../../widgets/money.tsx'
import { DecideDeposit } from './decide-deposit.tsx'
import { type Asking, DIALOGS, TransferDetails } from './dialogs.tsx'
import { KINDS, type Kind } from './request.ts'
import {
  ApproveButton,
  Asked,
  focusRow,
  More,
  Notes,
  Player,
  RejectButton,
  RequestStatus,
  useIsGone,
  ViewProfile,
  Waited,
  Way,
} from './request-cells.tsx'
import styles from './requests.module.css'

interface Props {
  readonly kind: Kind
  readonly filters: Filters<'search' | 'from' | 'to' | 'status'>
  /** False until it is known what to list. */
  readonly isWanted: boolean
}

type Dialog = { readonly is: Asking | 'details'; readonly request: Request }

const QUEUE: Queue<Request> = {
  isDone: (request) => request.status !== 'pending',
  asDone: (request) => ({ ...request, status: 'decided' }),
  inWords: (done) => t('{done, number} decided', { done }),
}

type ByAmount = 'smallest' | 'largest'
const BY_AMOUNT: Sort<Request, ByAmount> = {
  up: { word: 'smallest', name: t('Smallest first') },
  down: { word: 'largest', name: t('Largest first') },
  by: ({ amount }) => amount,
  isOfQueue: true,
}

const WORDS = {
  deposits: {
    all: t('Every deposit request, the latest first'),
    queue: t('Every deposit request, the oldest first'),
    none: t('No deposit requests found'),
    done: t('No deposit request is pending.'),
  },
  withdrawals: {
    all: t('Every withdrawal request, the latest first'),
    queue: t('Every withdrawal request, the oldest first'),
    none: t('No withdrawal requests found'),
    done: t('No withdrawal request is pending.'),
  },
}

export function Requests({ kind, filters, isWanted }: Props) {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [decided, setDecided] = useState<readonly number[]>([])
  // Asked for before a dialog opens, so that it opens at its full height.
  useCall(api.dashboard.getStats, {}, kind === 'withdrawals')
  const words = WORDS[kind]

  useEffect(() => {
    if (decided.length > 0) focusRow(decided.at(-1)!)
  }, [decided])

  const close = () => setDialog(null)
  const request = useAsNow(dialog?.request ?? null)
  const Opened = dialog && (dialog.is === 'details' ? TransferDetails : DIALOGS[kind][dialog.is])
  const parts = dialog && {
    request: request ?? dialog.request,
    onClose: close,
    onDone: () => {
      setDecided([...decided, dialog.request.id])
      close()
    },
  }
  return (
    <>
      <ListScreen
        of={KINDS[kind].list as typeof api.wallet.deposits}
        filters={filters}
        views="wallet"
        counts={({ counts }) => ({ status: counts ?? {} })}
        isWanted={isWanted}
        queue={({ status }) => (status === 'pending' ? QUEUE : null)}
        columns={kind === 'deposits' ? depositColumns(setDialog) : withdrawalColumns(setDialog)}
        caption={(isQueue) => (isQueue ? words.queue : words.all)}
        counted={(count) => t('{count, plural, one {# new request} other {# new requests}}', { count })}
        empty={{
          title: words.none,
          icon: IconWalletOff,
          hint: t('Requests appear here as soon as players make them.'),
          done: { hint: words.done, button: t('Show all requests'), change: { status: 'all' } },
        }}
      />
      {Opened && parts && <Opened {...parts} />}
    </>
  )
}

/** A row's request while a dialog shows it: a bank may be told to pay it meanwhile. Null where that is not known. */
function useAsNow(row: Request | null): Request | null {
  const call = useCall(api.wallet.get, { transactionId: row?.id ?? 0 }, row !== null)
  return call.state === 'ready' && call.answer.data.id === row?.id ? call.answer.data : null
}

const depositColumns = (open: (dialog: Dialog) => void) =>
  columnsOf({
    kind: 'deposits',
    below: ({ ref_id }) => ref_id,
    acts: (request, place) => (
      <DecideDeposit request={request} place={place} onAsk={(is) => open({ is, request })} />
    ),
  })

function withdrawalColumns(open: (dialog: Dialog) => void) {
  const details = (request: Request) => () => open({ is: 'details', request })
  return columnsOf({
    kind: 'withdrawals',
    below: (request, place) =>
      place === 'table' && (
        <button type="button" className={`mu-fine mu-link ${styles.link}`} onClick={details(request)}>
          {t('Transfer Details')}
        </button>
      ),
    acts: (request, place) => (
      <>
        <DecideWithdrawal request={request} place={place} onOpen={open} />
        {place === 'card' && (
          <More request={request}>
            <Menu.Item onClick={details(request)}>{t('Transfer Details')}</Menu.Item>
          </More>
        )}
      </>
    ),
  })
}

interface DecideProps {
  readonly request: Request
  readonly place: Place
  readonly onOpen: (dialog: Dialog) => void
}

function DecideWithdrawal({ request, place, onOpen }: DecideProps) {
  const isPending = request.status === 'pending'
  const keepsRoom = useIsGone(request) && place === 'table'
  if (!isPending && !keepsRoom) return null
  const buttons = (
    <Allowed to={api.wallet.decideWithdrawal}>
      <ApproveButton place={place} onClick={() => onOpen({ is: 'approve', request })} />
      <RejectButton place={place} onClick={() => onOpen({ is: 'reject', request })} />
    </Allowed>
  )
  // Their room stays, so that no column changes its width.
  if (isPending) return buttons
  return (
    <span className="mu-contents" style={{ visibility: 'hidden' }}>
      {buttons}
    </span>
  )
}

interface Parts {
  readonly kind: Kind
  /** What is below the type. */
  readonly below: (request: Request, place: Place) => ReactNode
  readonly acts: (request: Request, place: Place) => ReactNode
}

function columnsOf({ kind, below, acts }: Parts): readonly Column<Request, ByTime | ByAmount>[] {
  return [
    {
      ...titled('ID'),
      cell: ({ id }) => <RecordLink is="request" id={id} as="bare" />,
      tone: 'quiet',
      card: 'none',
    },
    { title: t('User'), cell: (request, place) => <Player request={request} place={place} />, card: 'title' },
    {
      ...titled(msg('Type')),
      cell: (request, place) => <Way request={request} place={place} below={below(request, place)} />,
      card: 'state',
    },
    {
      ...titled(msg('Amount')),
      cell: ({ amount }) => <Money rupees={amount} />,
      align: 'right',
      card: 'aside',
      sort: BY_AMOUNT,
    },
    {
      ...titled(msg('Status')),
      cell: (request, place) => (
        <>
          <RequestStatus of={request.status} />
          {place === 'card' && <Waited request={request} />}
        </>
      ),
      card: 'asideSub',
    },
    { ...titled(msg('Note')), cell: (request) => <Notes request={request} kind={kind} />, card: 'line' },
    {
      ...titled(msg('Date')),
      cell: (request, place) => <Asked request={request} place={place} />,
      sort: BY_TIME,
      tone: 'soft',
      card: 'state',
    },
    {
      ...ACTIONS,
      cell: (request, place) => (
        <span className={`mu-tight ${styles.actions}`} data-place={place}>
          {acts(request, place)}
          {place === 'table' && <ViewProfile request={request} place={place} />}
        </span>
      ),
    },
  ]
}
