/** What stands in place of a player's history: nothing yet, or a page past its end. */
import { Button } from '@mantine/core'
import type { Call } from '../../api/use-call.ts'
import type { Empty } from '../../widgets/records.tsx'

export function emptyOf(call: Call<{ total: number }>, empty: Empty, onGo: (page: number) => void): Empty {
  if (call.state !== 'ready' || call.answer.total === 0) return empty
  const first = (
    <Button variant="default" onClick={() => onGo(1)}>
      First page
    </Button>
  )
  return { ...empty, hint: 'This page is past the end of the list.', action: first }
}
