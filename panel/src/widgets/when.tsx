/** Moments as India's clocks show them. The zone is said once, in the header. */
import { t, writtenBy } from '@munim/contract'
import { timeInWords } from './times.ts'

const India = { timeZone: 'Asia/Kolkata' } as const
const HOUR = { ...India, hour: 'numeric', minute: '2-digit', hour12: true } as const
const dayFormat = writtenBy({ ...India, day: 'numeric', month: 'short', year: 'numeric' })
const shortFormat = writtenBy({ ...India, day: 'numeric', month: 'short' })
const yearFormat = writtenBy({ ...India, year: 'numeric' })
const secondFormat = writtenBy({ ...HOUR, second: '2-digit' })
const shortOf = (date: Date) => (yearFormat(date) === yearFormat(new Date()) ? shortFormat : dayFormat)(date)
const exactFormat = writtenBy({ ...India, dateStyle: 'full', timeStyle: 'medium' })

/** "7:43 pm" */
export const timeOfDay = writtenBy(HOUR)

/** "7:43 pm", and with its day where that isn't today. */
export const momentOf = (at: Date): string =>
  dayOf(at) === dayOf(new Date()) ? timeOfDay(at) : `${dayOf(at)}, ${timeOfDay(at)}`

/** "7:43 pm" of "19:43", as markets write their times; a dash where there is none. */
export function clockTime(hhmm: string): string {
  return /^\d\d:\d\d/.test(hhmm) ? timeInWords(hhmm.slice(0, 5)) : '–'
}

/** "20 Nov 2026" of a business day (YYYY-MM-DD) or of an instant. */
export const dayOf = (at: string | Date): string => dayFormat(new Date(at))

/** The same without this year's number. */
export const shortDayOf = (day: string): string => shortOf(new Date(day))

interface Props {
  /** ISO 8601 */
  readonly at: string
  /**
   * day: 20 Nov 2026 · moment: 20 Nov 2026, 7:31 pm · short: the same without this year's number ·
   * second: 20 Nov 2026, 7:31:08 pm · exact: the same without this year's number · time: 7:31:08 pm, where the day is said beside it
   */
  readonly as?: 'day' | 'moment' | 'short' | 'second' | 'exact' | 'time'
}

export function When({ at, as = 'moment' }: Props) {
  const date = new Date(at)
  const day = as === 'short' || as === 'exact' ? shortOf(date) : dayFormat(date)
  return (
    <time dateTime={at} title={t('{time} IST', { time: exactFormat(date) })}>
      {as === 'day'
        ? day
        : as === 'time'
          ? secondFormat(date)
          : `${day}, ${(as === 'second' || as === 'exact' ? secondFormat : timeOfDay)(date)}`}
    </time>
  )
}
