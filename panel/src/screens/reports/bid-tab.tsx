/** Every bid of every player, the latest day and the newest first. */
import { api } from '@munim/contract'
import { IconDice3 } from '@tabler/icons-react'
import { pageOf } from '../../api/use-address.ts'
import { useList } from '../../api/use-list.ts'
import { bidColumns } from '../../game/bid-columns.tsx'
import { PageNav } from '../../widgets/page-nav.tsx'
import { Records } from '../../widgets/records.tsx'
import { emptyOf } from './empty-history.tsx'
import { HistoryFigures } from './history-figures.tsx'
import { bidsAsked, type Words } from './history-filter.ts'

const LIMIT = 10

interface Props {
  readonly filter: Words
  /** Between clearing the filters and asking again. */
  readonly isPaused: boolean
  readonly onGo: (page: number) => void
  readonly onClear: () => void
}

export function BidTab({ filter, isPaused, onGo, onClear }: Props) {
  const page = pageOf(filter.page)
  const bids = useList(
    api.reports.bids,
    { ...bidsAsked(filter), page, limit: LIMIT },
    { keyOf: ({ id }) => id, onFirst: () => onGo(1), isWanted: !isPaused },
  )
  return (
    <>
      <HistoryFigures call={bids} status={filter.status} />
      <Records
        call={bids}
        rows={({ data }) => data}
        keyOf={({ id }) => id}
        columns={bidColumns}
        caption="Bids of all players, the latest first"
        counted={['bid', 'bids']}
        empty={emptyOf('No bids found', IconDice3, filter, onClear)}
      />
      {bids.state === 'ready' && (
        <PageNav page={page} {...bids.answer} limit={LIMIT} isOutdated={bids.outdated !== null} onGo={onGo} />
      )}
    </>
  )
}
