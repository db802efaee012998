/** Asks before a form is left with changes in it. Who is signed out meanwhile is not held back. */
import { t } from '@munim/contract'
import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { useSession } from '../session.ts'

/**
 * Another tab or page of the same screen is no leaving. The function that is returned lets the next navigation pass:
 * leaving by Cancel is an answer already.
 */
export function useUnsaved(
  hasChanges: boolean,
  question = t('Leave without saving the changes?'),
): () => void {
  const mayLeave = useRef(false)
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      hasChanges &&
      !mayLeave.current &&
      current.pathname !== next.pathname &&
      useSession.getState().isLoggedIn &&
      !window.confirm(question),
    enableBeforeUnload: hasChanges,
  })
  return () => {
    mayLeave.current = true
  }
}
