/** Every bid of every player, the latest day and the newest first. */
import { api, t } from '@munim/contract'
import { IconDice3 } from '@tabler/icons-react'
import { withSlips } from '../../game/bid-cells.tsx'
import { bidColumns, newBids } from '../../game/bid-columns.tsx'
import { ListScreen } from '../../lists/list-screen.tsx'
import { HistoryFigures } from './history-figures.tsx'
import { FILTERS, HistoryBar, narrowed, statusOf } from './history-filters.tsx'

interface Props {
  /** Between clearing the filters and asking again. */
  readonly isPaused: boolean
  readonly onClear: () => void
}

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
