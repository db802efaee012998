/** The fields of a result: day, open, close. What is done with them is the form's own: declared, or predicted. */
import type { Day } from '@munim/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useAddress } from '../../api/use-address.ts'
import { ResultFields } from '../../game/result-fields.tsx'
import type { Complaints, TypedFigures } from '../../game/typed-result.ts'
import { showWrong } from '../../widgets/show-wrong.ts'
import { DayField } from './day-field.tsx'
import type { Draw } from './draw.ts'
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
      <div className={`mu-acts ${styles.actions}`}>{actions(isFilled && isRead)}</div>
    </form>
  )
}
