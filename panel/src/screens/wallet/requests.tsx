/** One tab of Wallet Management: the requests of a kind, and the dialogs that decide on a withdrawal. */
import { Button } from '@mantine/core'
import { api } from '@munim/contract'
import { IconCheck, IconWalletOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Queue } from '../../api/queue.ts'
import { useCall } from '../../api/use-call.ts'
import { useQueue } from '../../api/use-queue.ts'
import type { Column, Place } from '../../widgets/column.ts'
import type { Empty } from '../../widgets/list-state.tsx'
import { count, Money } from '../../widgets/money.tsx'
import { PageNav } from '../../widgets/page-nav.tsx'
import { Records } from '../../widgets/records.tsx'
import { ApproveWithdrawal } from './approve-withdrawal.tsx'
import { RejectWithdrawal } from './reject-withdrawal.tsx'
import { KINDS, type Kind, type Request } from './request.ts'
import {
  ApproveButton,
  Asked,
  DecideDeposit,
  focusRow,
  Notes,
  Player,
  RejectButton,
  RequestStatus,
  ViewProfile,
  Way,
} from './request-cells.tsx'
import styles from './requests.module.css'
import { TransferDetails } from './transfer-details.tsx'
import { bodyOf, type Filters } from './wallet-filters.tsx'

const LIMIT = 10

interface Props {
  readonly kind: Kind
  readonly filters: Filters
  readonly page: number
  /** False until it is known what to list. */
  readonly isOpen: boolean
  readonly onFilter: (change: Partial<Filters>) => void
  readonly onGo: (page: number) => void
}

type Dialog = { readonly is: 'approve' | 'reject' | 'details'; readonly request: Request }

/** Null while other than pending requests are listed. */
const queueOf = ({ status }: Filters): Queue<Request> | null =>
  status === 'pending'
    ? {
        isDone: (request) => request.status !== 'pending',
        asDone: (request) => ({ ...request, status: 'decided' }),
      }
    : null

export function Requests({ kind, filters, page, isOpen, onFilter, onGo }: Props) {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [decided, setDecided] = useState<readonly number[]>([])
  const requests = useQueue<typeof api.wallet.deposits, Request>(
    KINDS[kind].list as typeof api.wallet.deposits,
    { page, limit: LIMIT, ...bodyOf(filters) },
    { keyOf: ({ id }) => id, isWanted: isOpen, queue: queueOf(filters), onGo },
  )
  const { worked } = requests
  // Asked for before a dialog opens, so that it opens at its full height.
  const stats = useCall(api.dashboard.getStats, {}, kind === 'withdrawals')

  useEffect(() => {
    if (decided.length > 0) focusRow(decided.at(-1)!)
  }, [decided])

  const close = () => setDialog(null)
  const parts = dialog && {
    request: dialog.request,
    onClose: close,
    onDone: () => {
      setDecided([...decided, dialog.request.id])
      close()
    },
  }
  return (
    <>
      <Records
        call={requests}
        rows={({ data }) => data}
        keyOf={(request) => request.id}
        columns={kind === 'deposits' ? depositColumns : withdrawalColumns(setDialog, decided)}
        caption={`Every ${KINDS[kind].one}, the ${filters.status === 'pending' ? 'oldest' : 'latest'} first`}
        counted={['request', 'requests', 'decided']}
        empty={emptyOf(kind, filters, onFilter)}
      />
      {requests.state === 'ready' && (
        <PageNav
          page={page}
          {...(worked ?? requests.answer)}
          limit={LIMIT}
          done={worked && worked.done > 0 ? `${count(worked.done)} decided` : undefined}
          isOutdated={requests.outdated !== null}
          onGo={requests.go}
        />
      )}
      {parts && dialog.is === 'details' && <TransferDetails {...parts} />}
      {parts && dialog.is === 'reject' && <RejectWithdrawal {...parts} />}
      {parts && dialog.is === 'approve' && (
        <ApproveWithdrawal
          {...parts}
          profit={stats.state === 'ready' ? stats.answer.data.admin_profit : null}
        />
      )}
    </>
  )
}

const depositColumns = columnsOf({
  kind: 'deposits',
  below: ({ ref_id }) => ref_id,
  acts: (request, place) => <DecideDeposit request={request} place={place} />,
})

/** `decided` are those that were decided here: in the table they keep the room of their buttons. */
function withdrawalColumns(open: (dialog: Dialog) => void, decided: readonly number[]) {
  const details = (request: Request) => () => open({ is: 'details', request })
  return columnsOf({
    kind: 'withdrawals',
    below: (request, place) =>
      place === 'table' && (
        <button type="button" className={styles.link} onClick={details(request)}>
          Transfer Details
        </button>
      ),
    acts: (request, place) => (
      <>
        <DecideWithdrawal
          request={request}
          place={place}
          isGone={decided.includes(request.id)}
          onOpen={open}
        />
        {place === 'card' && (
          <Button variant="default" onClick={details(request)}>
            Transfer Details
          </Button>
        )}
      </>
    ),
  })
}

interface DecideProps {
  readonly request: Request
  readonly place: Place
  readonly isGone: boolean
  readonly onOpen: (dialog: Dialog) => void
}

function DecideWithdrawal({ request, place, isGone, onOpen }: DecideProps) {
  const isPending = request.status === 'pending'
  const keepsRoom = place === 'table' && (isGone || request.status === 'decided')
  if (!isPending && !keepsRoom) return null
  const buttons = (
    <>
      <ApproveButton place={place} onClick={() => onOpen({ is: 'approve', request })} />
      <RejectButton place={place} onClick={() => onOpen({ is: 'reject', request })} />
    </>
  )
  return isPending ? buttons : <span className={styles.gone}>{buttons}</span>
}

interface Parts {
  readonly kind: Kind
  /** What stands below the type. */
  readonly below: (request: Request, place: Place) => ReactNode
  readonly acts: (request: Request, place: Place) => ReactNode
}

/** The columns of both tabs. */
function columnsOf({ kind, below, acts }: Parts): readonly Column<Request>[] {
  return [
    { title: 'ID', cell: ({ id }) => id, tone: 'quiet', card: 'none' },
    {
      title: 'User',
      cell: (request, place) => <Player request={request} place={place} />,
      isRowHeader: true,
      card: 'title',
    },
    {
      title: 'Type',
      cell: (request, place) => <Way request={request} place={place} below={below(request, place)} />,
      card: 'none',
    },
    { title: 'Amount', cell: ({ amount }) => <Money rupees={amount} />, align: 'right', card: 'aside' },
    {
      title: 'Status',
      cell: (request, place) => (
        <>
          <RequestStatus of={request.status} />
          {place === 'card' && <Way request={request} place={place} below={below(request, place)} />}
        </>
      ),
      card: 'state',
    },
    { title: 'Note', cell: (request) => <Notes request={request} kind={kind} />, card: 'state' },
    {
      title: 'Date',
      cell: (request, place) => <Asked request={request} place={place} />,
      tone: 'soft',
      card: 'asideSub',
    },
    {
      title: 'Actions',
      cell: (request, place) => (
        <span className={styles.actions} data-place={place}>
          {acts(request, place)}
          <ViewProfile request={request} place={place} />
        </span>
      ),
      align: 'right',
      hidesTitle: true,
      card: 'action',
    },
  ]
}

function emptyOf(kind: Kind, filters: Filters, onFilter: Props['onFilter']): Empty {
  const action = (words: string, change: Partial<Filters>) => (
    <Button variant="default" onClick={() => onFilter(change)}>
      {words}
    </Button>
  )
  const isOfAnyDay = filters.from === '' && filters.to === ''
  if (filters.status === 'pending' && isOfAnyDay) {
    return {
      title: 'Nothing is waiting.',
      hint: `No ${KINDS[kind].one} is pending.`,
      action: action('Show all requests', { status: 'all' }),
      icon: IconCheck,
      tone: 'good',
    }
  }
  const empty = { title: `No ${KINDS[kind].one}s found`, icon: IconWalletOff }
  if (isOfAnyDay && filters.status === 'all') {
    return { ...empty, hint: 'Requests appear here as soon as players make them.' }
  }
  const isTurned = filters.from !== '' && filters.to !== '' && filters.from > filters.to
  return {
    ...empty,
    hint: isTurned ? 'From Date is after To Date.' : 'None matches these filters.',
    action: action('Clear filters', { from: '', to: '', status: 'all' }),
  }
}
