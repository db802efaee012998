/** The bets that a predicted result would decide: winners by what they win, losers the newest first. */

import { type Answer, type api, t } from '@munim/contract'
import { isCombined, writtenNumber } from '@munim/core'
import { IconMoodEmpty } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from '../../../game/bid-cells.module.css'
import { SESSIONS } from '../../../game/bid-cells.tsx'
import { gameName } from '../../../game/game-name.ts'
import type { Column } from '../../../widgets/column.ts'
import { Link } from '../../../widgets/link.tsx'
import { Mobile } from '../../../widgets/mobile.tsx'
import { count, Money } from '../../../widgets/money.tsx'
import { PageNav } from '../../../widgets/page-nav.tsx'
import { RecordsOf } from '../../../widgets/records.tsx'
import { TitledList } from '../../../widgets/titled-list.tsx'

type Data = Answer<typeof api.results.predict>['data']
type Winner = Data['winning_users'][number]
type Loser = Data['losing_users'][number]

const LIMIT = 10
export const pagesOf = (total: number) => Math.ceil(total / LIMIT)

interface Props<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  readonly page: number
  readonly onGo: (page: number) => void
  /** At the right of its head. */
  readonly act?: ReactNode
}

export function Winners(props: Props<Winner>) {
  return (
    <Bids
      {...props}
      title={t('Winners')}
      pages={t('Pages of winners')}
      caption={t('Bets that would win, the largest win first')}
      columns={winnerColumns}
      none={t('No winners found for this prediction')}
    />
  )
}

export function Losers(props: Props<Loser>) {
  return (
    <Bids
      {...props}
      title={t('Losers')}
      pages={t('Pages of losers')}
      caption={t('Bets that would lose, the latest first')}
      columns={loserColumns}
      none={t('No losers found for this prediction')}
    />
  )
}

interface BidsProps<Row> extends Props<Row> {
  readonly title: string
  /** What leads from page to page is called so. */
  readonly pages: string
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly none: string
}

function Bids<Row extends Winner | Loser>({ title, pages, caption, columns, none, ...list }: BidsProps<Row>) {
  const { rows, total, page, onGo, act } = list
  // Fewer pages are left than were asked for, and the last could not be had yet.
  const isBehind = rows.length === 0 && total > 0
  return (
    <TitledList title={title} note={count(total)} act={act}>
      <RecordsOf
        rows={rows}
        keyOf={(row) => row.id}
        columns={columns}
        caption={caption}
        empty={{
          title: isBehind ? t('No entries on this page, {total, number} in all', { total }) : none,
          icon: IconMoodEmpty,
        }}
      />
      <PageNav
        label={pages}
        page={page}
        total={total}
        totalPages={pagesOf(total)}
        limit={LIMIT}
        isOutdated={isBehind}
        onGo={onGo}
      />
    </TitledList>
  )
}

type Row = Winner | Loser

const user: Column<Row> = {
  title: t('User'),
  cell: ({ userId, userName, mobile }) => (
    <>
      <Link to={`/users/details/${userId}`} className={styles.name}>
        {userName}
      </Link>
      <span className="mu-sub">
        <Mobile digits={mobile} />
      </span>
    </>
  ),
  card: 'title',
}
const game: Column<Row> = {
  title: t('Game'),
  cell: ({ gameMode, session }, place) => {
    const half = isCombined(gameMode) ? t('Open and close') : SESSIONS[session]
    return (
      <>
        {gameName(gameMode)}
        {place === 'card' ? ` · ${half}` : <span className="mu-sub">{half}</span>}
      </>
    )
  },
}
const bet: Column<Row> = {
  title: t('Bet'),
  cell: ({ betNumbers }, place) => {
    const number = writtenNumber(betNumbers)
    return place === 'card' ? number : <strong>{number}</strong>
  },
  card: 'aside',
}
const amount = <R extends Row>(title: string, of: (row: R) => number): Column<R> => ({
  title,
  cell: (row) => <Money rupees={of(row)} />,
  align: 'right',
})

const winnerColumns: readonly Column<Winner>[] = [
  user,
  game,
  bet,
  amount(t('Points'), ({ points }) => points),
  {
    title: t('Win Amount'),
    cell: ({ winningAmount }) => (
      <span className="mu-up">
        <Money rupees={winningAmount} />
      </span>
    ),
    align: 'right',
    card: 'field',
  },
  amount(t('New Balance'), ({ potentialBalance }) => potentialBalance),
]

const loserColumns: readonly Column<Loser>[] = [
  user,
  game,
  bet,
  amount(t('Points Lost'), ({ points }) => points),
  amount(t('Current Balance'), ({ currentWallet }) => currentWallet),
]
