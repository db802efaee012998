/** The fields of a result: day, open, close. What is done with them is the form's own: declared, or predicted. */

import { DAYS_BACK, t } from '@munim/contract'
import { addDays, type Day, dayOf as dayOfMoment, weekdayOf } from '@munim/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useAddress } from '../../api/use-address.ts'
import { ResultFields } from '../../game/result-fields.tsx'
import type { Complaints, TypedFigures } from '../../game/typed-result.ts'
import { DayInput } from '../../widgets/day-input.tsx'
import { showWrong } from '../../widgets/show-wrong.ts'
import { useNow, weekdayName } from '../../widgets/times.ts'
import { type Draw, dateOf } from './draw.ts'
import styles from './result-form.module.css'
import { complaintsAt, figuresOf, notesOf, type Typed, typedIn } from './typed.ts'

export interface FormProps {
  readonly draw: Draw
  /** The day asked for; the draw is that day's once it has been read. */
  readonly date: Day
  readonly typed: Typed
  readonly onType: (typed: Typed) => void
}

interface Props extends FormProps {
  /** What an open that is declared already means for this form. */
  readonly again: string
  /** The figures, once nothing is wrong with them. */
  readonly onAsk: (figures: TypedFigures) => void
  /** The buttons; open digit and open panna are there, and the draw is that of the day. */
  readonly actions: (isFilled: boolean) => ReactNode
}

export function ResultForm({ draw, date, typed, onType, again, onAsk, actions }: Props) {
  const { set } = useAddress({ date: '' })
  const [wrong, setWrong] = useState<{ of: Typed; date: Day; complaints: Complaints } | null>(null)
  const figures = figuresOf(draw, typed)
  const isRead = draw.market_date === null || draw.market_date === date
  const isFilled = figures.open_digit !== '' && figures.open_panna !== ''

  function ask(event: FormEvent) {
    event.preventDefault()
    const complaints = complaintsAt(draw, figures)
    if (Object.keys(complaints).length > 0) return showWrong(() => setWrong({ of: typed, date, complaints }))
    setWrong(null)
    onAsk(figures)
  }

  return (
    <form onSubmit={ask} noValidate className="mu-stack">
      <DayField date={date} draw={isRead ? draw : null} onPick={(day) => set({ date: day })} />
      <ResultFields
        typed={figures}
        onType={(next) => onType(typedIn(draw, typed, next))}
        // What was complained of is gone with the next key, and on another day.
        wrong={wrong?.of === typed && wrong.date === date ? wrong.complaints : {}}
        notes={notesOf(draw, again)}
      />
      <div className={`mu-acts mu-keyed ${styles.actions}`}>{actions(isFilled && isRead)}</div>
    </form>
  )
}

interface DayFieldProps {
  readonly date: Day
  /** Null until the draw of that day is read. */
  readonly draw: Draw | null
  readonly onPick: (day: Day) => void
}

/** The day of a draw. What is no day of the last week is said, and not taken. */
function DayField({ date, draw, onPick }: DayFieldProps) {
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
