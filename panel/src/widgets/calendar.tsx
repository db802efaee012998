/** The calendar of a field of a day. With its library it is fetched when it is first opened. */
import '@mantine/dates/styles.layer.css'
import { DatePicker } from '@mantine/dates'
import { t, writtenBy } from '@munim/contract'
import { type Day, readDay } from '@munim/core'
import classes from './calendar.module.css'

interface Props {
  /** YYYY-MM-DD, '' for none. */
  readonly value: string
  readonly min: Day | undefined
  readonly max: Day | undefined
  /** In India. */
  readonly today: Day
  readonly onPick: (day: Day) => void
}

/** What its library would take from a file of each language. The day is YYYY-MM-DD. */
function written(options: Intl.DateTimeFormatOptions): (day: string) => string {
  const format = writtenBy({ timeZone: 'UTC', ...options })
  return (day) => format(new Date(day))
}
const weekday = written({ weekday: 'short' })
const month = written({ month: 'long', year: 'numeric' })
const shortMonth = written({ month: 'short' })
const year = written({ year: 'numeric' })
const wholeDay = written({ day: 'numeric', month: 'long', year: 'numeric' })

export function Calendar({ value, min, max, today, onPick }: Props) {
  const begin = value === '' ? today : value
  return (
    <DatePicker
      value={value === '' ? null : value}
      defaultDate={begin}
      {...(min && { minDate: min })}
      {...(max && { maxDate: max })}
      onChange={(picked) => {
        const day = readDay(picked)
        if (day !== null) onPick(day)
      }}
      getDayProps={(day) => ({
        ...(day === begin && { 'data-autofocus': true }),
        ...(day === today && { 'aria-current': 'date' as const }),
      })}
      classNames={{ day: classes.day!, weekday: 'mu-note' }}
      size="sm"
      weekdayFormat={weekday}
      monthLabelFormat={month}
      monthsListFormat={shortMonth}
      yearLabelFormat={year}
      getDayAriaLabel={wholeDay}
      hideOutsideDates
      ariaLabels={{
        previousMonth: t('Month before'),
        nextMonth: t('Month after'),
        previousYear: t('Year before'),
        nextYear: t('Year after'),
        previousDecade: t('Ten years before'),
        nextDecade: t('Ten years after'),
      }}
    />
  )
}
