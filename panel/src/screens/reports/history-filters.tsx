/** The filters of both histories; what does not fit the tab is not there. */
import { Button, NativeSelect, Switch } from '@mantine/core'
import { api } from '@munim/contract'
import { useCall } from '../../api/use-call.ts'
import { MarketSelect } from '../../game/market-select.tsx'
import { DayRange, DaySpans } from '../../widgets/day-range.tsx'
import { SearchBox } from '../../widgets/search-box.tsx'
import { type Change, STATUSES, TYPES, tabOf, type Words } from './history-filter.ts'
import styles from './history-filters.module.css'

interface Props {
  readonly filter: Words
  readonly onFilter: (change: Change, how?: 'replace') => void
  readonly onClear: () => void
}

export function HistoryFilters({ filter, onFilter, onClear }: Props) {
  const markets = useCall(api.markets.list, {})
  const tab = tabOf(filter)
  return (
    <section className={styles.filters} aria-label="Advanced filters">
      <div className={styles.row}>
        <SearchBox
          placeholder={SEARCHED[tab]}
          width={348}
          value={filter.search}
          onSearch={(search) => onFilter({ search }, 'replace')}
        />
        <Switch
          label="Admin Actions Only"
          className={styles.admin}
          checked={filter.adminOnly !== ''}
          onChange={(event) => onFilter({ adminOnly: event.currentTarget.checked ? 'true' : '' })}
        />
        <Button variant="subtle" color="gray" onClick={onClear}>
          Clear all
        </Button>
      </div>
      <div className={styles.row}>
        <DayRange days={filter} onChange={onFilter} />
        <MarketSelect
          markets={markets}
          value={filter.market}
          onChoose={(market) => onFilter({ market })}
          className={styles.select}
        />
        {tab === 'transactions' && (
          <NativeSelect
            label="Type"
            className={styles.select}
            data={TYPES}
            value={filter.type}
            onChange={(event) => onFilter({ type: event.currentTarget.value })}
          />
        )}
        <NativeSelect
          label="Status"
          className={styles.select}
          data={STATUSES[tab]}
          value={filter.status}
          onChange={(event) => onFilter({ status: event.currentTarget.value })}
        />
        <DaySpans days={filter} onChange={onFilter} />
      </div>
    </section>
  )
}

const SEARCHED = {
  transactions: 'Search by name, mobile, reference or ID',
  bids: 'Search by name, mobile or ID',
}
