/** Every posting of every player, as a ledger: the newest first, a transfer between players twice. */
import { api } from '@munim/contract'
import { IconReceiptOff } from '@tabler/icons-react'
import { pageOf } from '../../api/use-address.ts'
import { useCall } from '../../api/use-call.ts'
import { PageNav } from '../../widgets/page-nav.tsx'
import { Records } from '../../widgets/records.tsx'
import { emptyOf } from './empty-history.tsx'
import { HistoryFigures } from './history-figures.tsx'
import { figuresAsked, transactionsAsked, type Words } from './history-filter.ts'
import { transactionColumns } from './transaction-columns.tsx'

export const LIMIT = 10

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
  const transactions = useCall(api.reports.transactions, body, !isPaused)
  const figures = useCall(api.reports.bids, figuresAsked(filter), !isPaused)
  return (
    <>
      <HistoryFigures call={figures} isAlone />
      <Records
        call={transactions}
        rows={({ data }) => data}
        keyOf={({ id, side }) => `${id} ${side}`}
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
