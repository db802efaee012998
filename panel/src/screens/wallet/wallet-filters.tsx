/** Which requests are listed: the days they were asked on, and their status. */
import { NativeSelect } from '@mantine/core'
import { DayRange, DaySpans, type Days } from '../../widgets/day-range.tsx'
import styles from './wallet-filters.module.css'

const STATUSES = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'completed', label: 'Completed' },
  { value: 'rejected', label: 'Rejected' },
] as const

type Status = (typeof STATUSES)[number]['value']

export interface Filters extends Days {
  readonly status: Status
}

export function statusOf(word: string): Status | undefined {
  return STATUSES.find(({ value }) => value === word)?.value
}

/** The filters as the calls take them. */
export const bodyOf = ({ from, to, status }: Filters) => ({
  ...(from !== '' && { from }),
  ...(to !== '' && { to }),
  ...(status !== 'all' && { status }),
})

interface Props {
  readonly filters: Filters
  readonly onFilter: (change: Partial<Filters>) => void
}

export function WalletFilters({ filters, onFilter }: Props) {
  return (
    <div className={styles.filters}>
      <DayRange days={filters} onChange={onFilter} />
      <NativeSelect
        label="Status"
        className={styles.status}
        data={STATUSES}
        value={filters.status}
        onChange={(event) => onFilter({ status: statusOf(event.currentTarget.value)! })}
      />
      <DaySpans days={filters} onChange={onFilter} />
    </div>
  )
}
