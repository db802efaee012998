/** The form of a result: day, open, close. What it declares is shown once more before it is done. */
import { Button, TextInput } from '@mantine/core'
import { addDays, type Day, dayOf as dayOfMoment, readDay, statusOf, weekdayOf } from '@munim/core'
import { type FormEvent, useState } from 'react'
import { useAddress } from '../../api/use-address.ts'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { ResultFields } from '../../widgets/result-fields.tsx'
import { useNow, weekdayName } from '../../widgets/times.ts'
import type { Complaints, TypedFigures } from '../../widgets/typed-result.ts'
import look from './declare-form.module.css'
import { DeclareResult } from './declare-result.tsx'
import { type Draw, dateOf } from './draw.ts'
import { complaintsAt, figuresOf, type Typed, typedIn } from './typed.ts'

const DAYS_BACK = 7

export interface FormProps {
  readonly draw: Draw
  /** The day asked for; the draw is that day's once it has been read. */
  readonly date: Day
  readonly typed: Typed
  readonly onType: (typed: Typed) => void
}

export function DeclareForm({ title, draw, date, typed, onType }: FormProps & { readonly title: string }) {
  const { set } = useAddress({ date: '' })
  const [wrong, setWrong] = useState<Complaints>({})
  const [declaring, setDeclaring] = useState<TypedFigures | null>(null)
  const figures = figuresOf(draw, typed)
  const isRead = draw.market_date === null || draw.market_date === date
  const isFilled = figures.open_digit !== '' && figures.open_panna !== ''

  function clear() {
    onType({})
    setWrong({})
    set({ date: '' }, 'replace')
  }
  function ask(event: FormEvent) {
    event.preventDefault()
    const complaints = complaintsAt(draw, figures)
    setWrong(complaints)
    if (Object.keys(complaints).length === 0) setDeclaring(figures)
  }

  return (
    <PanelCard title={title} aside="last 7 days and today, IST">
      <form onSubmit={ask} noValidate className={look.form}>
        <DayField key={date} date={date} draw={isRead ? draw : null} onPick={(day) => set({ date: day })} />
        <ResultFields
          typed={figures}
          onType={(next) => {
            onType(typedIn(draw, typed, next))
            setWrong({})
          }}
          wrong={wrong}
          notes={notesOf(draw)}
        />
        <div className={look.actions}>
          <Button type="submit" size="md" disabled={!isFilled || !isRead}>
            Declare Result
          </Button>
          <Button variant="default" size="md" onClick={clear}>
            Clear Form
          </Button>
        </div>
      </form>
      {declaring && (
        <DeclareResult
          draw={draw}
          date={date}
          figures={declaring}
          onClose={() => setDeclaring(null)}
          onDone={() => {
            setDeclaring(null)
            clear()
          }}
        />
      )}
    </PanelCard>
  )
}

/** What stands already, below its fields. */
function notesOf(draw: Draw) {
  const status = statusOf(draw)
  const on = dateOf(draw.market_date)
  if (status === 'pending') return {}
  const open = `${draw.open_digit}-${draw.open_panna} is declared for ${on}.`
  if (status === 'partial') return { open: `${open} It goes along with the close and is not paid again.` }
  return { open, close: `${draw.close_digit}-${draw.close_panna} is declared for ${on}.` }
}

interface DayFieldProps {
  readonly date: Day
  /** Null until the draw of that day is read. */
  readonly draw: Draw | null
  readonly onPick: (day: Day) => void
}

/** The day of the draw. What is no day of the last week is said, and not taken. */
function DayField({ date, draw, onPick }: DayFieldProps) {
  const [text, setText] = useState<string>(date)
  const today = dayOfMoment(useNow())
  const earliest = addDays(today, -DAYS_BACK)
  const isPickable = (day: Day | null): day is Day => day !== null && day >= earliest && day <= today
  const isOff = draw !== null && draw.opens_at === null
  const weekday = weekdayName(weekdayOf(date))
  return (
    <TextInput
      type="date"
      label="Select Date"
      min={earliest}
      max={today}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        const day = readDay(value)
        if (isPickable(day) && day !== date) onPick(day)
      }}
      description={`${weekday}, ${dateOf(date)}${isOff ? `: ${draw.name} does not run` : ''}`}
      error={text !== '' && !isPickable(readDay(text)) && 'Date must be one of the last 7 days or today'}
      className={look.day}
    />
  )
}
