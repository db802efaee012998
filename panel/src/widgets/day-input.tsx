/** A day in India: typed, as dd-mm-yyyy or however a person writes one, or picked from a calendar. */

import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { t } from '@munim/contract'
import { type Day, dayOf, readTypedDay } from '@munim/core'
import { IconCalendar } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { inTime } from '../api/in-time.ts'
import { tellFailed } from './notice.tsx'

interface Props {
  readonly label: string
  /** What the button says that opens the calendar. */
  readonly calendar: string
  /** YYYY-MM-DD, '' for none. */
  readonly value: string
  /** A day before or after is not taken, and `outside` says so. */
  readonly min?: Day
  readonly max?: Day
  readonly outside?: string
  readonly description?: string
  readonly className?: string | undefined
  /** '' where the field was emptied. */
  readonly onChange: (day: Day | '') => void
}

type Calendar = typeof import('./calendar.tsx').Calendar

/** Eight figures in the order of a day, or of a day as addresses have it: no figure is typed after them. */
const isWhole = (text: string) => /^(\d{8}|\d\d\D\d\d\D\d{4}|\d{4}-\d\d-\d\d)$/.test(text)

export function DayInput(props: Props) {
  const { label, calendar, value, min, max, outside, description, className, onChange } = props
  const [text, setText] = useDayText(value)
  const [isLeft, setLeft] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [Calendar, setCalendar] = useState<Calendar | null>(null)
  const today = dayOf(new Date())
  const day = readTypedDay(text, today)
  const isWithin = (each: Day) => (min === undefined || each >= min) && (max === undefined || each <= max)

  function take(next: Day | '') {
    if (next !== value && (next === '' || isWithin(next))) onChange(next)
  }
  function type(typed: string) {
    setText(typed)
    setLeft(false)
    const whole = isWhole(typed) ? readTypedDay(typed, today) : null
    if (typed === '') take('')
    else if (whole !== null) take(whole)
  }
  /** Typing is over: a day is written as all are. */
  function settle() {
    setLeft(true)
    if (text === '') setText(writtenDay(value))
    else if (day !== null && isWithin(day)) {
      setText(writtenDay(day))
      take(day)
    }
  }
  async function open() {
    try {
      if (Calendar === null) {
        const loaded = await inTime(import('./calendar.tsx'))
        setCalendar(() => loaded.Calendar)
      }
      setOpen(true)
    } catch {
      tellFailed(t('The calendar could not be loaded'))
    }
  }
  function press(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' && event.altKey) {
      event.preventDefault()
      void open()
    }
    if (event.key !== 'Enter') return
    // A form is not sent by it while the field says something that the form does not know yet.
    if (text !== writtenDay(value)) event.preventDefault()
    settle()
  }
  function pick(picked: Day) {
    setOpen(false)
    setText(writtenDay(picked))
    setLeft(false)
    take(picked)
  }

  const wrong =
    day !== null && !isWithin(day)
      ? outside
      : isLeft && day === null && text !== ''
        ? t('Type a day as dd-mm-yyyy')
        : undefined
  const button = (
    <Popover
      opened={isOpen && Calendar !== null}
      onChange={setOpen}
      position="bottom-end"
      offset={6}
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={26}
          className="mu-thumb"
          aria-label={calendar}
          onClick={() => (isOpen ? setOpen(false) : void open())}
        >
          <IconCalendar size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={8} aria-label={calendar}>
        {Calendar && <Calendar {...{ value, min, max, today }} onPick={pick} />}
      </Popover.Dropdown>
    </Popover>
  )
  return (
    <TextInput
      label={label}
      className={className}
      placeholder={t('dd-mm-yyyy')}
      inputMode="numeric"
      spellCheck={false}
      maxLength={30}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={settle}
      onKeyDown={press}
      rightSection={button}
      description={description}
      error={wrong}
      errorProps={{ role: 'alert' }}
    />
  )
}

/** 22-11-2026 of 2026-11-22; '' of none. */
const writtenDay = (day: string): string => day.split('-').reverse().join('-')

/** What is typed stays until it is a day, and a day from elsewhere takes its place. */
function useDayText(day: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(writtenDay(day))
  const [given, setGiven] = useState(day)
  if (day !== given) {
    setGiven(day)
    setText(writtenDay(day))
  }
  return [text, setText]
}
