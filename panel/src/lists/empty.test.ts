import { IconDice3 } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { emptyOf } from './empty.tsx'

const words = {
  title: 'No requests found',
  icon: IconDice3,
  hint: 'None was made yet.',
  done: { hint: 'None is pending.', button: 'Show all', change: { status: '' } },
}
const none = { status: '', from: '', to: '' }

/** What is said by these values, where the queue is worked off or the list is none. */
function said(values: Partial<typeof none>, isDone = false): string {
  const chosen = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  const nothing = () => {}
  const filtering = {
    chosen,
    isFiltered: Object.keys(chosen).length > 0,
    page: 1,
    change: nothing,
    go: nothing,
  }
  const { title, hint } = emptyOf(
    words,
    { ...filtering, values: { ...none, ...values }, clear: nothing },
    isDone,
  )
  return `${title} ${String(hint)}`
}

test('an empty list says why: nothing is there, the filters leave nothing, or all is done', () => {
  expect(said({})).toBe('No requests found None was made yet.')
  expect(said({ status: 'pending' })).toBe('No requests found None matches these filters.')
  expect(said({ from: '2026-11-22', to: '2026-11-01' })).toBe('No requests found From Date is after To Date.')
  expect(said({ status: 'pending' }, true)).toBe('Nothing is waiting. None is pending.')
  // Of other days there may be some that wait.
  expect(said({ status: 'pending', to: '2026-11-01' }, true)).toBe(
    'No requests found None matches these filters.',
  )
})
