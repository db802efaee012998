/** From which day to which a list is shown: a field for each end, and the spans that are asked for most. */

import { TextInput } from '@mantine/core'
import { t } from '@munim/contract'
import { addDays, dayOf, readDay } from '@munim/core'
import styles from './day-range.module.css'
import { useDayText } from './use-day-text.ts'

/** Days as YYYY-MM-DD, '' for no bound. */
export interface Days {
  readonly from: string
  readonly to: string
}

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (day: string) => void
}

export function DayField({ label, value: day, onChange }: FieldProps) {
  const [text, setText] = useDayText(day)
  return (
    <TextInput
      type="date"
      label={label}
      className={styles.day}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        if (value !== day && (value === '' || readDay(value) !== null)) onChange(value)
      }}
    />
  )
}

interface SpansProps {
  readonly days: Days
  readonly onChange: (days: Days) => void
}

/** Pressed again, a span is off. */
export function DaySpans({ days, onChange }: SpansProps) {
  const today = dayOf(new Date())
  const spans = [
    [t('Today'), today, today],
    [t('Yesterday'), addDays(today, -1), addDays(today, -1)],
    [t('Last 7 days'), addDays(today, -6), today],
  ] as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn by the browser in its own way.
    <div className={styles.spans} role="group" aria-label={t('Days')}>
      {spans.map(([name, from, to]) => {
        const isOn = days.from === from && days.to === to
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isOn}
            onClick={() => onChange(isOn ? { from: '', to: '' } : { from, to })}
          >
            {name}
          </button>
        )
      })}
    </div>
  )
}

/** The first day is after the last: nothing can be left. */
export const isTurned = ({ from, to }: Days): boolean => from !== '' && to !== '' && from > to
