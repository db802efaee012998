/** Which requests are listed: the days they were asked on, and their status. */
import { NativeSelect, TextInput } from '@mantine/core'
import { addDays, dayOf } from '@munim/core'
import look from './wallet-filters.module.css'

export interface Filters {
  /** Days as YYYY-MM-DD, '' for no bound. */
  readonly from: string
  readonly to: string
  readonly status: string
}

export const STATUSES = [
  { value: '', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'completed', label: 'Completed' },
  { value: 'rejected', label: 'Rejected' },
]

interface Props {
  readonly filters: Filters
  readonly onFilter: (change: Partial<Filters>) => void
}

export function WalletFilters({ filters, onFilter }: Props) {
  const today = dayOf(new Date())
  const spans = [
    ['Today', today, today],
    ['Yesterday', addDays(today, -1), addDays(today, -1)],
    ['Last 7 days', addDays(today, -6), today],
  ] as const
  return (
    <div className={look.filters}>
      <TextInput
        type="date"
        label="From Date"
        className={look.day}
        value={filters.from}
        onChange={(event) => onFilter({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To Date"
        className={look.day}
        value={filters.to}
        onChange={(event) => onFilter({ to: event.currentTarget.value })}
      />
      <NativeSelect
        label="Status"
        className={look.status}
        data={STATUSES}
        value={filters.status}
        onChange={(event) => onFilter({ status: event.currentTarget.value })}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn by the browser in its own way. */}
      <div className={look.spans} role="group" aria-label="Days">
        {spans.map(([name, from, to]) => {
          const isOn = filters.from === from && filters.to === to
          return (
            <button
              key={name}
              type="button"
              aria-pressed={isOn}
              onClick={() => onFilter(isOn ? { from: '', to: '' } : { from, to })}
            >
              {name}
            </button>
          )
        })}
      </div>
    </div>
  )
}
