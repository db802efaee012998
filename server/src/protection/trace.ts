/** What the audit keeps of the house's limits and pauses. */
import { type Paise, rupeesOf } from '@munim/core'
import { changeOf, type Trace } from '../http/trail.ts'
import type { Setting } from './set.ts'

/** `before` in paise; null: there was no limit. */
export function traceOfLimit({ userId: id, kind, period, amount }: Setting, before: Paise | null): Trace {
  const name = `${kind} limit a ${period}`
  const was = before === null ? null : rupeesOf(before)
  return { subject: 'user', id, ...changeOf({ [name]: was }, { [name]: amount }) }
}

/** null: for good; undefined: no pause. */
export function traceOfPause(
  id: number,
  { before, until }: Readonly<Record<'before' | 'until', Date | null | undefined>>,
): Trace {
  const inAudit = (moment: Date | null | undefined) =>
    moment === undefined ? null : (moment?.toISOString() ?? 'for good')
  return {
    subject: 'user',
    id,
    ...changeOf({ paused_until: inAudit(before) }, { paused_until: inAudit(until) }),
  }
}
