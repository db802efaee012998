/** The filters of both histories, and how they are arranged. */
import { Button, Switch } from '@mantine/core'
import { type Answer, type api, t } from '@munim/contract'
import { kindOfPosting } from '@munim/contract/book-words'
import { POSTING_KINDS } from '@munim/core'
import { Fragment, type ReactNode } from 'react'
import { bidStatuses, market } from '../../game/bid-filters.tsx'
import { isOfPlayer } from '../../game/moved.tsx'
import { controlOf, Fold, Spans } from '../../lists/filter-bar.tsx'
import type { Change, Filtering } from '../../lists/use-filters.ts'
import { ALL, days, type Filter, type Filters, search, select } from '../../widgets/filters.tsx'
import { useIsNarrow } from '../../widgets/narrow.ts'
import styles from './history-filters.module.css'

const SIZE = { width: 132 }

type Row = Answer<typeof api.reports.transactions>['data'][number]

const TYPES: Readonly<Record<Row['type'], string>> = {
  credit: t('Credit'),
  debit: t('Debit'),
  deposit: t('Deposit'),
  withdraw: t('Withdraw'),
}

const STATUSES: Readonly<Record<Row['status'], string>> = {
  completed: t('Completed'),
  pending: t('Pending'),
  rejected: t('Rejected'),
}

const optionsOf = (words: Readonly<Record<string, string>>) =>
  [ALL, ...Object.entries(words).map(([value, label]) => ({ value, label }))] as const

const adminOnly: Filter = {
  read: (word) => (word === 'true' ? word : ''),
  control: ({ value, onChange }) => (
    <Switch
      label={t('Admin Actions Only')}
      className={styles.admin!}
      checked={value !== ''}
      onChange={(event) => onChange(event.currentTarget.checked ? 'true' : '')}
    />
  ),
}

export const FILTERS = {
  transactions: {
    search: search(t('Search by name, mobile, reference or ID'), 348),
    adminOnly,
    ...days,
    market: market(SIZE),
    type: select(t('Type'), optionsOf(TYPES), SIZE),
    status: select(t('Status'), optionsOf(STATUSES), SIZE),
    kind: select(
      t('Kind'),
      [ALL, ...POSTING_KINDS.filter(isOfPlayer).map((value) => ({ value, label: kindOfPosting(value) }))],
      SIZE,
    ),
  },
  bids: {
    search: search(t('Search by name, mobile or ID'), 348),
    adminOnly,
    ...days,
    market: market(SIZE),
    status: select(t('Status'), [ALL, ...bidStatuses('win', 'loss', 'cancelled', 'running')], SIZE),
  },
}
export type History = keyof typeof FILTERS

/** The filters as the calls take them. */
export const narrowed = ({ adminOnly, ...filters }: Change<string>) => ({
  ...filters,
  ...(adminOnly && { adminOnly: true }),
})

/** The one status of the bids that the filters leave, '' for several: administrators revert single bids only. */
export const statusOf = ({ status = '', adminOnly = '' }: Change<'status' | 'adminOnly'>): string =>
  status === '' && adminOnly !== '' ? 'cancelled' : status

interface Props<W extends string> {
  readonly filters: Filters<W | 'search' | 'adminOnly'>
  readonly filtering: Filtering<W | 'search' | 'adminOnly'>
  readonly views: ReactNode
}

export function HistoryBar<W extends string>({ filters, filtering, views }: Props<W>) {
  const [first, second, ...others] = Object.keys(filters) as W[]
  const isNarrow = useIsNarrow()
  const clear = (
    <Button variant="subtle" color="gray" onClick={() => filtering.clear()}>
      {t('Clear all')}
    </Button>
  )
  const field = (word: W) => <Fragment key={word}>{controlOf(filters, filtering, word)}</Fragment>
  const spans = <Spans filtering={filtering} />
  if (isNarrow) {
    return (
      <section className={`mu-flow mu-gap-12 mu-apart ${styles.search}`} aria-label={t('Advanced filters')}>
        {field(first!)}
        <Fold set={[second!, ...others].filter((word) => word in filtering.chosen).length}>
          {field(second!)}
          {others.map(field)}
          {spans}
          {clear}
          {views}
        </Fold>
      </section>
    )
  }
  return (
    <section className="mu-form mu-apart" aria-label={t('Advanced filters')}>
      <div className={`mu-row mu-gap-12 mu-to-end ${styles.acts}`}>
        {field(second!)}
        {clear}
        {views}
      </div>
      <div className={`mu-flow mu-gap-12 ${styles.row} ${styles.search}`}>
        {field(first!)}
        {spans}
      </div>
      <div className={`mu-flow mu-gap-12 ${styles.row} ${styles.fields}`}>{others.map(field)}</div>
    </section>
  )
}
