/** A player's postings as a ledger: what left the wallet, what came in, what it then held. */

import { type Answer, type api, t } from '@munim/contract'
import { sumOfRupees } from '@munim/core'
import { IconAlertTriangle, IconReceiptOff } from '@tabler/icons-react'
import { detailsOfPosting, nameOfPosting, newTransactions } from '../../game/posting-words.ts'
import { RecordLink } from '../../game/record-links.tsx'
import { SideAmount, SideArrow } from '../../game/side-amount.tsx'
import { TransactionStatus } from '../../game/transaction-status.tsx'
import { ListRows, type OnPage } from '../../lists/list-rows.tsx'
import type { Column, Place } from '../../widgets/column.ts'
import { Money } from '../../widgets/money.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { When } from '../../widgets/when.tsx'
import styles from './histories.module.css'

type Page = Answer<typeof api.users.transactions>

const columnsOf = (gaps: ReadonlySet<Posting>): readonly Column<Posting>[] => [
  {
    title: t('Date'),
    cell: (posting) => <When at={posting.createdAt} as="short" />,
    tone: 'soft',
    rule: 'after',
    card: 'asideSub',
  },
  {
    title: t('Particulars'),
    cell: (posting) => <Particulars posting={posting} isAfterGap={gaps.has(posting)} />,
    foot: () => t('Total of this page'),
    card: 'title',
  },
  {
    title: t('Status'),
    // Whatever else a transaction came to is a failure (specification 1 §2).
    cell: ({ status }) => <TransactionStatus of={status === 'rejected' ? 'failed' : status} />,
    card: 'state',
  },
  { title: t('Debit'), cell: amountIn('debit'), align: 'right', foot: sumOf('debit'), card: 'aside' },
  { title: t('Credit'), cell: amountIn('credit'), align: 'right', foot: sumOf('credit'), card: 'aside' },
  {
    title: t('Balance'),
    cell: ({ current_balance }, place) => {
      const balance = <Money rupees={current_balance} isBare />
      return place === 'card' ? (
        <Sentence of="Balance {balance}" balance={balance} />
      ) : (
        <strong className="mu-strong">{balance}</strong>
      )
    },
    align: 'right',
    rule: 'before',
    card: 'asideSub',
    foot: ([latest]) => latest && <Money rupees={latest.current_balance} isBare isTotal />,
  },
]

function amountIn(side: Posting['type']) {
  return ({ type, amount }: Posting, place: Place) =>
    type === side ? <SideAmount side={side} rupees={amount} place={place} /> : null
}

function sumOf(side: Posting['type']) {
  return (postings: readonly Posting[]) => {
    const amounts = postings.filter(({ type }) => type === side).map(({ amount }) => amount)
    return <Money rupees={sumOfRupees(amounts)} isBare />
  }
}

export function TransactionHistory(list: OnPage<Page>) {
  const { call } = list
  return (
    <ListRows
      {...list}
      columns={columnsOf(gapsIn(call.state === 'ready' ? call.answer.data : []))}
      caption={t('Postings to and from the wallet, the latest first')}
      counted={newTransactions}
      empty={{
        title: t('No transactions found'),
        icon: IconReceiptOff,
        hint: t('No money has come or gone yet.'),
      }}
    />
  )
}

/** The postings that begin with another balance than the one before them, which is the next below, left. */
function gapsIn(postings: readonly Posting[]): ReadonlySet<Posting> {
  return new Set(
    postings.filter(({ prev_balance }, index) => {
      const before = postings[index + 1]
      return before !== undefined && before.current_balance !== prev_balance
    }),
  )
}

type Posting = Answer<typeof api.users.transactions>['data'][number]

interface ParticularsProps {
  readonly posting: Posting
  /** The balance that it began with is not the one that was left. */
  readonly isAfterGap: boolean
}

/** What a posting was: its kind, and under it the bid, the payment, or the note it belongs to. */
function Particulars({ posting, isAfterGap }: ParticularsProps) {
  const { id, type: side } = posting
  const details = detailsOfPosting({ ...posting, side })
  return (
    <span className={`mu-row ${styles.particulars}`}>
      <SideArrow side={side} isNamed />
      <span>
        <span className="mu-name mu-block">{nameOfPosting({ ...posting, side })}</span>
        <span className={`mu-sub mu-dots ${styles.note}`}>
          {details !== '' && `${details} · `}
          <RecordLink is="posting" id={id} />
        </span>
        {isAfterGap && (
          <span className={`mu-fine mu-red mu-name ${styles.gap}`}>
            <IconAlertTriangle size={13} stroke={2} aria-hidden />
            {t('does not continue from the entry below')}
          </span>
        )}
      </span>
    </span>
  )
}
