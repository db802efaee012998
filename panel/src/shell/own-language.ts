/** The language of who is signed in, which follows them to another browser. */
import { isLanguageTag } from '@munim/contract'
import { useEffect, useRef } from 'react'
import { turnTo } from '../language.ts'

/**
 * Turns the panel to the language that they chose; null: none, undefined: not known yet. Only what is known first counts,
 * so that nothing is taken from under their hands later.
 */
export function useOwnLanguage(chosen: string | null | undefined): void {
  const isKnown = useRef(false)
  useEffect(() => {
    if (chosen === undefined || isKnown.current) return
    isKnown.current = true
    if (isLanguageTag(chosen)) turnTo(chosen)
  }, [chosen])
}
