/** Asks for the second factor where an act needs a fresh one; the act then goes on by itself, or is left as it was. */
import { useEffect } from 'react'
import { useAsked } from '../api/factor.ts'
import { askParts, useParts } from './parts.ts'

export function FreshFactor() {
  const answer = useAsked((asked) => asked.answer)
  const parts = useParts()
  useEffect(() => {
    if (answer !== null) askParts(() => answer(false))
  }, [answer])
  return answer && parts && <parts.FactorQuestion onAnswer={answer} />
}
