/** A market as the screens read it: its schedule for core's rules, its times on each weekday. */
import type { Answer, api } from '@munim/contract'
import { readTime, type Schedule, WEEKDAYS, type Weekday } from '@munim/core'

export type Market = Answer<typeof api.markets.get>['data']
export type Weekdays = Market['market_off_day']
export type WeekTimes = Pick<Market, 'open_time' | 'close_time' | 'market_off_day'>

/** The schedule that core's rules are asked with. */
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

/** When it opens and closes on this weekday if it runs: the weekday's own times go before the market's. */
export function timesOn(market: WeekTimes, weekday: Weekday): { open: string; close: string } {
  const own = market.market_off_day[weekday]
  return { open: own.open_time || market.open_time, close: own.close_time || market.close_time }
}

/** The weekdays on which it runs. */
export const runningDays = ({ market_off_day }: WeekTimes): Weekday[] =>
  WEEKDAYS.filter((weekday) => market_off_day[weekday].state)
