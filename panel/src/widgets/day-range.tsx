/** From which day to which a list is shown: two fields, and the spans that are asked for most. */
import { TextInput } from '@mantine/core'
import { addDays, dayOf } from '@munim/core'
import look from './day-range.module.css'

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
      <TextInput
        type="date"
        label="From Date"
        className={look.day}
        value={days.from}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To Date"
        className={look.day}
        value={days.to}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </>
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
    <div className={look.spans} role="group" aria-label="Days">
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
