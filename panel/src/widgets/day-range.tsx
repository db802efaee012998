/** From which day to which a list is shown: two fields, and the spans that are asked for most. */
import { TextInput } from '@mantine/core'
import { addDays, dayOf, readDay } from '@munim/core'
import styles from './day-range.module.css'
import { useDayText } from './use-day-text.ts'

/** Days as YYYY-MM-DD, '' for no bound. */
export interface Days {
  readonly from: string
  readonly to: string
}

interface Props {
  readonly days: Days
  readonly onChange: (days: Partial<Days>) => void
}

export function DayRange({ days, onChange }: Props) {
  return (
    <>
      <DayInput label="From Date" day={days.from} onPick={(from) => onChange({ from })} />
      <DayInput label="To Date" day={days.to} onPick={(to) => onChange({ to })} />
    </>
  )
}

interface InputProps {
  readonly label: string
  readonly day: string
  readonly onPick: (day: string) => void
}

function DayInput({ label, day, onPick }: InputProps) {
  const [text, setText] = useDayText(day)
  return (
    <TextInput
      type="date"
      label={label}
      className={styles.day}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        if (value !== day && (value === '' || readDay(value) !== null)) onPick(value)
      }}
    />
  )
}

/** Pressed again, a span is off. */
export function DaySpans({ days, onChange }: Props) {
  const today = dayOf(new Date())
  const spans = [
    ['Today', today, today],
    ['Yesterday', addDays(today, -1), addDays(today, -1)],
    ['Last 7 days', addDays(today, -6), today],
  ] as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn by the browser in its own way.
    <div className={styles.spans} role="group" aria-label="Days">
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

/** Why nothing is left, where the days are turned around. */
export const isTurned = ({ from, to }: Days): boolean => from !== '' && to !== '' && from > to
