/** The bets of the draw shown, by status, game and session. */

import { api, t } from '@munim/contract'
import { GAME_MODES } from '@munim/core'
import { IconDice3 } from '@tabler/icons-react'
import { withSlips } from '../../game/bid-cells.tsx'
import { bidColumns } from '../../game/bid-columns.tsx'
import { bidStatus } from '../../game/bid-filters.tsx'
import { gameName } from '../../game/game-name.ts'
import { ListScreen } from '../../lists/list-screen.tsx'
import { ALL, select } from '../../widgets/filters.tsx'
import { dateOf, type OfDay } from './draw.ts'

const SIZE = { width: 160, share: '30%' } as const
/** By the game and by the half. */
export const ofGames = {
  gameMode: select(
    t('Game Mode'),
    [ALL, ...GAME_MODES.map((mode) => ({ value: mode, label: gameName(mode) }))],
    SIZE,
  ),
  session: select(
    t('Session'),
    [ALL, { value: 'open', label: t('Open') }, { value: 'close', label: t('Close') }],
    SIZE,
  ),
}
const FILTERS = { status: bidStatus(SIZE), ...ofGames }

/** One market, whose name is in the head of the page. */
const columns = bidColumns.filter(({ title }) => title !== t('Market'))

export function UserBets({ draw, date }: OfDay) {
  return (
    <ListScreen
      of={api.bids.ofMarket}
      csv={api.bids.ofMarketCsv}
      counts={({ counts }) => ({ status: counts })}
      filters={FILTERS}
      body={(chosen) => ({ marketId: draw.id, date, ...chosen })}
      columns={columns}
      shown={withSlips}
      caption={t('Bets of this draw, the latest first')}
      counted={(count) => t('{count, plural, one {# new bet} other {# new bets}}', { count })}
      empty={{
        title: t('No bets found'),
        icon: IconDice3,
        hint: t('Nobody has bet on {market} for {date}.', { market: draw.name, date: dateOf(date) }),
      }}
    />
  )
}
