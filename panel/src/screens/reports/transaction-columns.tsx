/** The columns of the transaction history: a ledger of many wallets. */
import { type Answer, type api, msg, t } from '@munim/contract'
import { PlayerCell } from '../../game/player-cell.tsx'
import { detailsOfPosting, nameOfPosting } from '../../game/posting-words.ts'
import { RecordLink } from '../../game/record-links.tsx'
import { SideAmount, SideArrow } from '../../game/side-amount.tsx'
import { TransactionStatus } from '../../game/transaction-status.tsx'
import { BY_TIME, type ByTime, type Column, type Place, titled } from '../../widgets/column.ts'
import { Money } from '../../widgets/money.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { When } from '../../widgets/when.tsx'
import styles from './transaction-columns.module.css'

type Row = Answer<typeof api.reports.transactions>['data'][number]

export const transactionColumns: readonly Column<Row, ByTime>[] = [
  {
    ...titled('ID'),
    cell: ({ id }, place) =>
      place === 'card' ? (
        <span className="mu-sub">
          <RecordLink is="posting" id={id} />
        </span>
      ) : (
        <RecordLink is="posting" id={id} as="bare" />
      ),
    tone: 'quiet',
    card: 'state',
  },
  {
    ...titled(msg('Date')),
    cell: (row) => <When at={row.createdAt} as="short" />,
    sort: BY_TIME,
    tone: 'soft',
    rule: 'after',
    card: 'asideSub',
  },
  {
    title: t('User'),
    cell: ({ User }) => <PlayerCell of={User} className={styles.name} />,
    isRowHeader: true,
    card: 'sub',
  },
  { ...titled(msg('Type')), cell: (row) => <Type row={row} />, card: 'state' },
  { ...titled(msg('Particulars')), cell: (row) => <Particulars row={row} />, card: 'title' },
  { ...titled(msg('Status')), cell: ({ status }) => <TransactionStatus of={status} />, card: 'state' },
  { ...titled(msg('Debit')), cell: amountIn('debit'), align: 'right', card: 'aside' },
  { ...titled(msg('Credit')), cell: amountIn('credit'), align: 'right', card: 'aside' },
  {
    ...titled(msg('Balance')),
    cell: (row, place) => (place === 'card' ? <BalanceInWords row={row} /> : <Balance row={row} />),
    align: 'right',
    rule: 'before',
    card: 'asideSub',
  },
]

const TYPE_WORDS: Readonly<Record<Row['type'], string>> = {
  credit: t('credit'),
  debit: t('debit'),
  deposit: t('deposit'),
  withdraw: t('withdraw'),
}

const Type = ({ row: { side, type } }: { readonly row: Row }) => (
  <span className={`mu-inline mu-plain ${styles.type}`}>
    <SideArrow side={side} />
    {TYPE_WORDS[type]}
  </span>
)

function Particulars({ row }: { readonly row: Row }) {
  const text = detailsOfPosting(row)
  return (
    <>
      <span className="mu-name mu-block">{nameOfPosting(row)}</span>
      <span className={`mu-sub mu-dots ${styles.details}`} title={text}>
        {text}
      </span>
    </>
  )
}

function amountIn(column: Row['side']) {
  return ({ side, amount }: Row, place: Place) =>
    side === column ? <SideAmount side={side} rupees={amount} place={place} /> : null
}

function BalanceInWords({ row: { current_balance } }: { readonly row: Row }) {
  return <Sentence of="Balance {balance}" balance={<Money rupees={current_balance} isBare />} />
}

/** What the player then held; under it what it was before. */
function Balance({ row: { prev_balance, current_balance } }: { readonly row: Row }) {
  return (
    <>
      <strong className="mu-strong">
        <Money rupees={current_balance} isBare />
      </strong>
      <span className="mu-sub">
        <Sentence of="from {balance}" balance={<Money rupees={prev_balance} isBare />} />
      </span>
    </>
  )
}
