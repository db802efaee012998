/** The numbers of the draw shown that were bet on: what is staked on each, and what it pays. */
import { type Answer, api, t } from '@munim/contract'
import { isCombined } from '@munim/core'
import { IconDice3 } from '@tabler/icons-react'
import { BidStatus, SESSIONS } from '../../game/bid-cells.tsx'
import { numberInWords } from '../../game/bid-number.ts'
import { gameName } from '../../game/game-name.ts'
import { ListScreen } from '../../lists/list-screen.tsx'
import type { Column, Place } from '../../widgets/column.ts'
import { count, Money } from '../../widgets/money.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { dateOf, type OfDay } from './draw.ts'
import { ofGames } from './user-bets.tsx'

type Row = Answer<typeof api.bids.numbers>['data'][number]

const columns: readonly Column<Row>[] = [
  { title: t('Number'), cell: numberInWords, card: 'title' },
  { title: t('Game'), cell: (row, place) => <Game row={row} place={place} />, card: 'sub' },
  { title: t('Session'), cell: ({ session }) => SESSIONS[session], card: 'none' },
  { title: t('Bets'), cell: ({ bids }) => count(bids), align: 'right', card: 'none' },
  { title: t('Amount'), cell: ({ points }) => <Money rupees={points} />, align: 'right', card: 'aside' },
  {
    title: t('Pays'),
    cell: (row, place) => <Pays row={row} place={place} />,
    align: 'right',
    card: 'asideSub',
  },
  { title: t('Status'), cell: ({ status }) => <BidStatus of={status} />, card: 'state' },
]

interface InPlace {
  readonly row: Row
  readonly place: Place
}

function Game({ row: { game_mode, session, bids }, place }: InPlace) {
  if (place === 'table') return gameName(game_mode)
  const half = isCombined(game_mode) ? [] : [SESSIONS[session]]
  const bets = t('{count, plural, one {# bet} other {# bets}}', { count: bids })
  return [gameName(game_mode), ...half, bets].join(' · ')
}

function Pays({ row: { pays, status }, place }: InPlace) {
  if (status === 'loss') return place === 'table' ? '–' : null
  const amount = <Money rupees={pays} />
  return place === 'table' ? amount : <Sentence of="pays {amount}" amount={amount} />
}

export function Numbers({ draw, date }: OfDay) {
  return (
    <ListScreen
      of={api.bids.numbers}
      csv={api.bids.numbersCsv}
      filters={ofGames}
      body={(chosen) => ({ marketId: draw.id, date, ...chosen })}
      keyOf={(row) => `${row.session} ${row.game_mode} ${numberInWords(row)}`}
      columns={columns}
      caption={t('Numbers of this draw: those that won first, then by their stake')}
      empty={{
        title: t('No bets found'),
        icon: IconDice3,
        hint: t('{market} has no bet for {date}, or all of them were cancelled.', {
          market: draw.name,
          date: dateOf(date),
        }),
      }}
    />
  )
}
