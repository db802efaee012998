/**
 * The second factor of who is signed in. What entering it answered is a proof for five minutes; it is kept in this page's
 * memory only, so that who copies the stored token holds none. Calls that are refused for want of one wait for one question.
 */
import { PROOF_HEADER } from '@munim/contract'
import { create } from 'zustand'
import { useSession } from '../session.ts'

interface Asked {
  /** Ends the question that is open; null where none is. */
  readonly answer: ((isEntered: boolean) => void) | null
}

export const useAsked = create<Asked>()(() => ({ answer: null }))

let proof: string | null = null
let asking: Promise<boolean> | null = null

export function keepProof(entered: string): void {
  proof = entered
}

export const proofHeaders = (): Readonly<Record<string, string>> =>
  proof === null ? {} : { [PROOF_HEADER]: proof }

/** Whether a fresh factor was entered; all that need one meanwhile wait for the same answer. */
export function askFactor(): Promise<boolean> {
  asking ??= new Promise<boolean>((answer) => useAsked.setState({ answer })).finally(() => {
    asking = null
    useAsked.setState({ answer: null })
  })
  return asking
}

useSession.subscribe((now, before) => {
  if (!before.isLoggedIn || now.isLoggedIn) return
  proof = null
  useAsked.getState().answer?.(false)
})
