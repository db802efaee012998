/** A market as the screens read it: its times on each weekday. */
import type { Answer, api } from '@munim/contract'
import { WEEKDAYS, type Weekday } from '@munim/core'
import type { WeekTimes } from '../../game/schedule.ts'

export type Market = Answer<typeof api.markets.get>['data']
export type Weekdays = Market['market_off_day']

/** When it opens and closes on this weekday if it runs: the weekday's own times go before the market's. */
export function timesOn(market: WeekTimes, weekday: Weekday): { open: string; close: string } {
  const own = market.market_off_day[weekday]
  return { open: own.open_time || market.open_time, close: own.close_time || market.close_time }
}

/** The weekdays on which it runs. */
export const runningDays = ({ market_off_day }: WeekTimes): Weekday[] =>
  WEEKDAYS.filter((weekday) => market_off_day[weekday].state)
