/** From which day to which a list is shown: a field for each end, and the spans that are asked for most. */
import { t } from '@munim/contract'
import chips from './chips.module.css'
import { DayInput } from './day-input.tsx'
import styles from './day-range.module.css'
import { type Days, spanOf, spansOn } from './day-spans.ts'
import filters from './filters.module.css'
import { useToday } from './times.ts'

interface FieldProps {
  readonly label: string
  readonly calendar: string
  readonly value: string
  readonly onChange: (day: string) => void
}

export const DayField = (props: FieldProps) => (
  <DayInput {...props} className={`${filters.field} ${styles.day}`} />
)

interface SpansProps {
  readonly days: Days
  readonly onChange: (days: Days) => void
}

/** Pressed again, a span is off. */
export function DaySpans({ days, onChange }: SpansProps) {
  const today = useToday()
  const chosen = spanOf(days, today)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn by the browser in its own way.
    <div className={`mu-flow ${chips.chips} ${styles.spans}`} role="group" aria-label={t('Days')}>
      {spansOn(today).map(({ word, name, from, to }) => {
        const isOn = word === chosen?.word
        return (
          <button
            key={word}
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
