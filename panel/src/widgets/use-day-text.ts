/**
 * The text of a date field. A date is typed figure by figure, and the browser calls each step a value, such as the year
 * 0002: what is typed stays until it is done, and a day from elsewhere takes its place.
 */
import { useState } from 'react'

export function useDayText(day: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(day)
  const [given, setGiven] = useState(day)
  if (day !== given) {
    setGiven(day)
    setText(day)
  }
  return [text, setText]
}
