/** What a market does on the Indian day it is now. */
import { t } from '@munim/contract'
import { addDays, dayOf, drawOn, type Weekday, weekdayOf } from '@munim/core'
import { lengthInWords, weekdayName } from '../../widgets/times.ts'
import { type Market, scheduleOf } from './market.ts'

export interface Today {
  readonly weekday: Weekday
  readonly isOpen: boolean
  /** How far the day has come: "bidding ended 1 h 33 min ago". */
  readonly course: string
}

export function todayOf(market: Market, now: Date): Today {
  const schedule = scheduleOf(market)
  const day = dayOf(now)
  const weekday = weekdayOf(day)
  const draw = drawOn(schedule, day)
  if (draw === null) return { weekday, isOpen: false, course: nextRun(market, now) }
  const until = (moment: Date) => lengthInWords(moment.getTime() - now.getTime())
  const course =
    now < draw.openEndsAt
      ? t('open ends in {length}', { length: until(draw.openEndsAt) })
      : now < draw.closeEndsAt
        ? t('close ends in {length}', { length: until(draw.closeEndsAt) })
        : t('bidding ended {length} ago', {
            length: lengthInWords(now.getTime() - draw.closeEndsAt.getTime()),
          })
  return { weekday, isOpen: true, course }
}

function nextRun(market: Market, now: Date): string {
  const schedule = scheduleOf(market)
  const week = [1, 2, 3, 4, 5, 6].map((ahead) => addDays(dayOf(now), ahead))
  const next = week.find((day) => drawOn(schedule, day) !== null)
  return next === undefined
    ? t('runs on no weekday')
    : t('opens again on {weekday}', { weekday: weekdayName(weekdayOf(next)) })
}
