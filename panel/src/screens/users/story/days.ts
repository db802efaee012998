/** The days of a story: put together of its pages, and held against their own sums. */
import type { Answer, api } from '@munim/contract'
import { sumOfRupees } from '@munim/core'

export type Day = Answer<typeof api.users.story>['data']['days'][number]
export type Line = Day['lines'][number]
export type MovedLine = Extract<Line, { readonly is: 'moved' }>

/** A day that goes on over the end of a page is one day, with the account that it had first. */
export function joinDays(days: readonly Day[]): readonly Day[] {
  const joined: Day[] = []
  for (const day of days) {
    const last = joined.at(-1)
    if (last?.day === day.day) joined[joined.length - 1] = { ...last, lines: [...last.lines, ...day.lines] }
    else joined.push(day)
  }
  return joined
}

/** Whether what it began with, what came and what went make what was left. */
export const addsUp = ({ opening, came, went, closing }: Omit<Day, 'lines' | 'day'>): boolean =>
  sumOfRupees([opening, came, -went]) === closing

/** All days as one account, from the beginning of the first to the end of the last; null where there is none. */
export function accountOf(days: readonly Day[]): Omit<Day, 'lines' | 'day'> | null {
  const [last, first] = [days[0], days.at(-1)]
  if (last === undefined || first === undefined) return null
  const sum = (of: 'came' | 'went') => sumOfRupees(days.map((day) => day[of]))
  return { opening: first.opening, came: sum('came'), went: sum('went'), closing: last.closing }
}
