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
  if (now < draw.opensAt) return { weekday, isOpen: true, course: `open ends in ${until(draw.opensAt)}` }
  if (now < draw.closesAt) return { weekday, isOpen: true, course: `close ends in ${until(draw.closesAt)}` }
  const ago = lengthInWords(now.getTime() - draw.closesAt.getTime())
  return { weekday, isOpen: true, course: `bidding ended ${ago} ago` }
}

function nextRun(market: Market, now: Date): string {
  const schedule = scheduleOf(market)
  const week = [1, 2, 3, 4, 5, 6].map((ahead) => addDays(dayOf(now), ahead))
  const next = week.find((day) => drawOn(schedule, day) !== null)
  return next === undefined ? t('runs on no weekday') : `opens again on ${weekdayName(weekdayOf(next))}`
}
