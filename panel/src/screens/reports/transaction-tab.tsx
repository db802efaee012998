/** Every posting of every player, as a ledger: the newest first, a transfer between players twice. */
import { type Answer, api } from '@munim/contract'
import { IconReceiptOff } from '@tabler/icons-react'
import { pageOf } from '../../api/use-address.ts'
import { useCall } from '../../api/use-call.ts'
import { useList } from '../../api/use-list.ts'
import { PageNav } from '../../widgets/page-nav.tsx'
import { Records } from '../../widgets/records.tsx'
import { emptyOf } from './empty-history.tsx'
import { HistoryFigures } from './history-figures.tsx'
import { figuresAsked, transactionsAsked, type Words } from './history-filter.ts'
import { transactionColumns } from './transaction-columns.tsx'

const LIMIT = 10

type Row = Answer<typeof api.reports.transactions>['data'][number]

/** A transfer between players is two rows of one posting. */
const keyOf = ({ id, side }: Row) => `${id} ${side}`

interface Props {
  readonly filter: Words
  /** Between clearing the filters and asking again. */
  readonly isPaused: boolean
  readonly onGo: (page: number) => void
  readonly onClear: () => void
}

export function TransactionTab({ filter, isPaused, onGo, onClear }: Props) {
  const page = pageOf(filter.page)
  const body = { ...transactionsAsked(filter), page, limit: LIMIT }
  const transactions = useList(api.reports.transactions, body, {
    keyOf,
    onFirst: () => onGo(1),
    isWanted: !isPaused,
  })
  const figures = useCall(api.reports.bids, figuresAsked(filter), !isPaused)
  return (
    <>
      <HistoryFigures call={figures} isAlone />
      <Records
        call={transactions}
        rows={({ data }) => data}
        keyOf={keyOf}
        counted={['transaction', 'transactions']}
        columns={transactionColumns}
        caption="Transactions of all players, the latest first"
        empty={emptyOf('No transactions found', IconReceiptOff, filter, onClear)}
      />
      {transactions.state === 'ready' && (
        <PageNav
          page={page}
          {...transactions.answer}
          limit={LIMIT}
          isOutdated={transactions.outdated !== null}
          onGo={onGo}
        />
      )}
    </>
  )
}
