/** What a revert does to a draw that is too old for another result. */
import { DAYS_BACK, t } from '@munim/contract'
import { addDays, dayOf } from '@munim/core'
import { useNow } from '../widgets/times.ts'

/** The sentence for who decides on reverting the draw of this day; null where a result can be declared again, or none is reverted. */
export function useTooOldToRevert(date: string | undefined): string | null {
  const earliest = addDays(dayOf(useNow()), -DAYS_BACK)
  if (date === undefined || date >= earliest) return null
  return t(
    'It is older than {days} days: no result can be declared for it again, it can only be voided then.',
    { days: DAYS_BACK },
  )
}
