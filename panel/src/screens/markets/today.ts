/** What a market does on the Indian day it is now. */
import { t } from '@munim/contract'
import { addDays, type Day, dayOf, drawOn, type Weekday, weekdayOf } from '@munim/core'
import { scheduleOf } from '../../game/schedule.ts'
import { lengthInWords, sharingHalf, weekdayName } from '../../widgets/times.ts'
import { timeOfDay } from '../../widgets/when.tsx'
import type { Market } from './market.ts'

export interface Today {
  readonly weekday: Weekday
  readonly isOpen: boolean
  /** When its betting ends: "4:10 – 6:10 pm"; empty where it rests. */
  readonly times: string
  /** How far the day has come: "bidding ended 1 h 33 min ago". */
  readonly course: string
}

export function todayOf(market: Market, now: Date): Today {
  const day = dayOf(now)
  const weekday = weekdayOf(day)
  const draw = endsOn(market, day)
  if (draw === null) return { weekday, isOpen: false, times: '', course: nextRun(market, now) }
  const until = (moment: Date) => lengthInWords(moment.getTime() - now.getTime())
  const course =
    now < draw.openEndsAt
      ? t('open ends in {length}', { length: until(draw.openEndsAt) })
      : now < draw.closeEndsAt
        ? t('close ends in {length}', { length: until(draw.closeEndsAt) })
        : t('bidding ended {length} ago', {
            length: lengthInWords(now.getTime() - draw.closeEndsAt.getTime()),
          })
  const times = sharingHalf(timeOfDay(draw.openEndsAt), timeOfDay(draw.closeEndsAt))
  return { weekday, isOpen: true, times, course }
}

/** A draw that is there keeps its ends, whatever the times of the market were changed to since. */
function endsOn(market: Market, day: Day) {
  const { market_date, open_ends_at, close_ends_at } = market
  return market_date === day && open_ends_at !== null && close_ends_at !== null
    ? { openEndsAt: new Date(open_ends_at), closeEndsAt: new Date(close_ends_at) }
    : drawOn(scheduleOf(market), day)
}

function nextRun(market: Market, now: Date): string {
  const schedule = scheduleOf(market)
  const week = [1, 2, 3, 4, 5, 6].map((ahead) => addDays(dayOf(now), ahead))
  const next = week.find((day) => drawOn(schedule, day) !== null)
  return next === undefined
    ? t('runs on no weekday')
    : t('opens again on {weekday}', { weekday: weekdayName(weekdayOf(next)) })
}
