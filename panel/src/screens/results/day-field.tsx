/** The day of a draw. What is no day of the last week is said, and not taken. */
import { DAYS_BACK, t } from '@munim/contract'
import { addDays, type Day, dayOf as dayOfMoment, weekdayOf } from '@munim/core'
import { DayInput } from '../../widgets/day-input.tsx'
import { useNow, weekdayName } from '../../widgets/times.ts'
import styles from './day-field.module.css'
import { type Draw, dateOf } from './draw.ts'

interface Props {
  readonly date: Day
  /** Null until the draw of that day is read. */
  readonly draw: Draw | null
  readonly onPick: (day: Day) => void
}

export function DayField({ date, draw, onPick }: Props) {
  const today = dayOfMoment(useNow())
  const isOff = draw !== null && draw.open_ends_at === null
  const shown = { weekday: weekdayName(weekdayOf(date)), day: dateOf(date) }
  return (
    <DayInput
      label={t('Select Date')}
      calendar={t('Pick the day')}
      min={addDays(today, -DAYS_BACK)}
      max={today}
      outside={t('Date must be one of the last 7 days or today')}
      value={date}
      onChange={(day) => day !== '' && onPick(day)}
      description={
        isOff
          ? t('{weekday}, {day}: {market} does not run', { ...shown, market: draw.name })
          : t('{weekday}, {day}', shown)
      }
      className={styles.day}
    />
  )
}
