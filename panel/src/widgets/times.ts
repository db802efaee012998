/** Times of day and lengths of time in words. Moments and days are in when.tsx. */
import type { Weekday } from '@munim/core'
import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000
const TICK_MS = 15_000

/** "4:10 pm" of "16:10". */
export function timeInWords(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'am' : 'pm'}`
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
  if (hours === 0) return `${minutes} min`
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  return hours % 24 === 0 ? `${Math.floor(hours / 24)} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}

/** "Friday" */
export const weekdayName = (weekday: Weekday): string => weekday.charAt(0).toUpperCase() + weekday.slice(1)

/** The moment it is now, looked at again four times a minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
