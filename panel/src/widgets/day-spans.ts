/** The spans of days that are asked for most, as they lie today in India. */

import { t } from '@munim/contract'
import { addDays, type Day } from '@munim/core'

/** Days as YYYY-MM-DD, both included; '' for no bound. */
export interface Days {
  readonly from: string
  readonly to: string
}

export interface Span extends Days {
  /** By which it is kept where its days move on. */
  readonly word: string
  readonly name: string
}

export function spansOn(today: Day): readonly Span[] {
  const yesterday = addDays(today, -1)
  const first = firstOf(today)
  const last = addDays(first, -1)
  return [
    { word: 'today', name: t('Today'), from: today, to: today },
    { word: 'yesterday', name: t('Yesterday'), from: yesterday, to: yesterday },
    { word: 'last7', name: t('Last 7 days'), from: addDays(today, -6), to: today },
    { word: 'thisMonth', name: t('This month'), from: first, to: today },
    { word: 'lastMonth', name: t('Last month'), from: firstOf(last), to: last },
  ]
}

const firstOf = (day: Day): Day => `${day.slice(0, 8)}01` as Day

/** The first that has these days: on the first of a month `today` is that month, too. */
export const spanOf = ({ from, to }: Days, today: Day): Span | undefined =>
  spansOn(today).find((span) => span.from === from && span.to === to)
