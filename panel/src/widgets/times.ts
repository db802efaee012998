/** Times of day and lengths of time in words. Moments and days are in when.tsx. */
import { t, writtenBy } from '@munim/contract'
import { type Day, dayOf, WEEKDAYS, type Weekday } from '@munim/core'
import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000
const TICK_MS = 15_000

const clock = writtenBy({ timeZone: 'UTC', hour: 'numeric', minute: '2-digit', hour12: true })

/** "4:10 pm" of "16:10". */
export function timeInWords(time: string): string {
  return clock(new Date(`1970-01-01T${time}Z`))
}

/** "4:10 – 6:10 pm", "11:35 am – 12:35 pm" of "16:10" and "18:10", "11:35" and "12:35". */
export const timesInWords = (from: string, to: string): string =>
  sharingHalf(timeInWords(from), timeInWords(to))

/** Two times in words as one stretch: am and pm are said once where both are the same. */
export const sharingHalf = (from: string, to: string): string =>
  `${from.slice(-2) === to.slice(-2) ? from.slice(0, -3) : from} – ${to}`

/** "43 min", "1 h 33 min", "2 d 4 h"; what is shorter than a minute is "1 min". */
export function lengthInWords(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / MINUTE_MS))
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return t('{minutes} min', { minutes })
  if (hours < 24 && minutes % 60 === 0) return t('{hours} h', { hours })
  if (hours < 24) return t('{hours} h {minutes} min', { hours, minutes: minutes % 60 })
  const days = Math.floor(hours / 24)
  return hours % 24 === 0 ? t('{days} d', { days }) : t('{days} d {hours} h', { days, hours: hours % 24 })
}

/** To the second: "19 s", "11 min 19 s", "1 h 3 min 5 s". */
export function exactLength(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / 1000)
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  if (minutes === 0) return t('{seconds} s', { seconds: rest })
  return rest === 0
    ? lengthInWords(minutes * MINUTE_MS)
    : t('{length} {seconds} s', { length: lengthInWords(minutes * MINUTE_MS), seconds: rest })
}

/** "Friday" */
export const weekdayName = (weekday: Weekday): string =>
  weekdays(Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(weekday)))

/** The first of January 2024 was a Monday. */
const weekdays = writtenBy({ timeZone: 'UTC', weekday: 'long' })

/** What is read, looked at again four times a minute. */
function useRead<T extends Date | string>(read: () => T): T {
  const [now, setNow] = useState(read)
  useEffect(() => {
    const timer = setInterval(setNow, TICK_MS, read)
    return () => clearInterval(timer)
  }, [read])
  return now
}

const readNow = () => new Date()
const readToday = () => dayOf(readNow())

/** The moment it is now. */
export const useNow = (): Date => useRead(readNow)

/** The day it is in India; nothing is drawn anew before midnight. */
export const useToday = (): Day => useRead(readToday)
