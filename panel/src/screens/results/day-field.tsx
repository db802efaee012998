/** The day of a draw. What is no day of the last week is said, and not taken. */

import { TextInput } from '@mantine/core'
import { t } from '@munim/contract'
import { addDays, type Day, dayOf as dayOfMoment, readDay, weekdayOf } from '@munim/core'
import { useNow, weekdayName } from '../../widgets/times.ts'
import { useDayText } from '../../widgets/use-day-text.ts'
import styles from './day-field.module.css'
import { type Draw, dateOf } from './draw.ts'

/** A result may be declared for today and the seven days before (specification 2 §5). */
export const DAYS_BACK = 7

interface Props {
  readonly date: Day
  /** Null until the draw of that day is read. */
  readonly draw: Draw | null
  readonly onPick: (day: Day) => void
}

export function DayField({ date, draw, onPick }: Props) {
  const [text, setText] = useDayText(date)
  const today = dayOfMoment(useNow())
  const earliest = addDays(today, -DAYS_BACK)
  const isPickable = (day: Day | null): day is Day => day !== null && day >= earliest && day <= today
  const isOff = draw !== null && draw.open_ends_at === null
  const shown = { weekday: weekdayName(weekdayOf(date)), day: dateOf(date) }
  return (
    <TextInput
      type="date"
      label={t('Select Date')}
      min={earliest}
      max={today}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        const day = readDay(value)
        if (isPickable(day) && day !== date) onPick(day)
      }}
      description={
        isOff
          ? t('{weekday}, {day}: {market} does not run', { ...shown, market: draw.name })
          : t('{weekday}, {day}', shown)
      }
      error={text !== '' && !isPickable(readDay(text)) && t('Date must be one of the last 7 days or today')}
      className={styles.day}
    />
  )
}
