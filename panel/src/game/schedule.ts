/** A market's times as core's rules read them. */
import type { Answer, api } from '@munim/contract'
import { readTime, type Schedule, WEEKDAYS } from '@munim/core'

type Market = Answer<typeof api.markets.get>['data']
export type WeekTimes = Pick<Market, 'open_time' | 'close_time' | 'market_off_day'>

export function scheduleOf({ open_time, close_time, market_off_day }: WeekTimes): Schedule {
  const days = WEEKDAYS.map((weekday) => {
    const { state, open_time: open, close_time: close } = market_off_day[weekday]
    return [weekday, { state, open_time: readTime(open), close_time: readTime(close) }]
  })
  return {
    open_time: readTime(open_time)!,
    close_time: readTime(close_time)!,
    days: Object.fromEntries(days) as Schedule['days'],
  }
}
