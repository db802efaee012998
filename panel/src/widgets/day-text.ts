/** A day as a field writes it, and the text of such a field. */
import { useState } from 'react'

/** 22-11-2026 of 2026-11-22; '' of none. */
export const writtenDay = (day: string): string => day.split('-').reverse().join('-')

/** What is typed stays until it is a day, and a day from elsewhere takes its place. */
export function useDayText(day: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(writtenDay(day))
  const [given, setGiven] = useState(day)
  if (day !== given) {
    setGiven(day)
    setText(writtenDay(day))
  }
  return [text, setText]
}
