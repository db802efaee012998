/** What stands in place of a history that has nothing to show. */
import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { isTurned } from '../../widgets/day-range.tsx'
import type { Empty } from '../../widgets/list-state.tsx'
import { isFiltered, type Words } from './history-filter.ts'

export function emptyOf(title: string, icon: Icon, filter: Words, onClear: () => void): Empty {
  if (!isFiltered(filter)) return { title, icon, hint: 'Nothing has happened yet.' }
  return {
    title,
    icon,
    hint: isTurned(filter) ? 'From Date is after To Date.' : 'None matches these filters.',
    action: (
      <Button variant="default" onClick={onClear}>
        Clear filters
      </Button>
    ),
  }
}
