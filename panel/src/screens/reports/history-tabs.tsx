/** The two histories of all players: of their money, and of their bids. */
import { type Answer, api, t } from '@munim/contract'
import { IconDice3, IconReceiptOff } from '@tabler/icons-react'
import { type Call, onlyOfBody, useCall } from '../../api/use-call.ts'
import { withSlips } from '../../game/bid-cells.tsx'
import { bidColumns, newBids } from '../../game/bid-columns.tsx'
import { newTransactions } from '../../game/posting-words.ts'
import { ListScreen } from '../../lists/list-screen.tsx'
import type { Change } from '../../lists/use-filters.ts'
import { Money } from '../../widgets/money.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { HistoryFigures } from './history-figures.tsx'
import { FILTERS, HistoryBar, narrowed, statusOf } from './history-filters.tsx'
import styles from './history-tabs.module.css'
import { transactionColumns } from './transaction-columns.tsx'

interface Props {
  /** Between clearing the filters and asking again. */
  readonly isPaused: boolean
  readonly onClear: () => void
}

/** Every posting, as a ledger: the newest first, a transfer between players twice. */
export function TransactionTab({ isPaused, onClear }: Props) {
  return (
    <ListScreen
      of={api.reports.transactions}
      views="reports"
      filters={FILTERS.transactions}
      body={narrowed}
      isWanted={!isPaused}
      onClear={onClear}
      bar={(list) => <HistoryBar filters={FILTERS.transactions} filtering={list} views={list.views} />}
      below={({ call, chosen }) => (
        <>
          <BidFigures chosen={chosen} isPaused={isPaused} />
          <Sums call={call} />
        </>
      )}
      columns={transactionColumns}
      // A transfer between players is two rows of one posting.
      keyOf={({ id, side }) => `${id} ${side}`}
      caption={t('Transactions of all players, the latest first')}
      counted={newTransactions}
      empty={{
        title: t('No transactions found'),
        icon: IconReceiptOff,
        hint: t('Nothing has happened yet.'),
      }}
    />
  )
}

/** What the transactions that are listed come to; its line is there before it is known, and where it is not told. */
function Sums({ call: asked }: { readonly call: Call<Answer<typeof api.reports.transactions>> }) {
  const call = onlyOfBody(asked)
  const sums = call.state === 'ready' ? call.answer.sums : null
  return (
    <p className={`mu-flow mu-plain ${styles.sums}`}>
      {sums && (
        <>
          <span>
            <Sentence of="In {amount}" amount={<Money rupees={sums.in} />} />
          </span>
          <span>
            <Sentence of="Out {amount}" amount={<Money rupees={sums.out} />} />
          </span>
          <span className="mu-soft">{t('of all transactions that the filters leave')}</span>
        </>
      )}
    </p>
  )
}

interface FiguresProps {
  readonly chosen: Change<keyof typeof FILTERS.transactions>
  readonly isPaused: boolean
}

/** The cards beside the transactions are those of all bids, by what bids can be narrowed by as well. */
function BidFigures({ chosen: { type, status, kind, ...filters }, isPaused }: FiguresProps) {
  const call = useCall(api.reports.bids, { ...narrowed(filters), limit: 1, statisticsOnly: true }, !isPaused)
  return (
    <>
      <p className={`mu-note ${styles.of}`}>
        {type || status || kind
          ? t('Bids, by the day of their draw. Type, Status and Kind do not narrow these figures.')
          : t('Bids, by the day of their draw')}
      </p>
      <HistoryFigures call={call} status={statusOf(filters)} isAlone />
    </>
  )
}

/** Every bid of every player, the latest day and the newest first. */
export function BidTab({ isPaused, onClear }: Props) {
  return (
    <ListScreen
      of={api.reports.bids}
      views="reports"
      counts={({ counts }) => ({ status: counts ?? {} })}
      filters={FILTERS.bids}
      body={narrowed}
      isWanted={!isPaused}
      onClear={onClear}
      bar={(list) => <HistoryBar filters={FILTERS.bids} filtering={list} views={list.views} />}
      below={({ call, values }) => <HistoryFigures call={call} status={statusOf(values)} />}
      columns={bidColumns}
      shown={withSlips}
      caption={t('Bids of all players, the latest first')}
      counted={newBids}
      empty={{ title: t('No bids found'), icon: IconDice3, hint: t('Nothing has happened yet.') }}
    />
  )
}
