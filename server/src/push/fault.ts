/**
 * Why no message can be sent now, as it is stored and as it is read. It is stored in English, as earlier servers do, and
 * contains nothing of a request.
 */
import { msg, t } from '@munim/contract'

export const faultOf = (because: string): string => `${because}. What waits is tried again.`

/** What `fcm.ts` says, and `said` is a word or a number of Google's, or an error's code. The first that is found is the one. */
const SENTENCES = [
  msg("Google's sign-in cannot be reached. What waits is tried again."),
  msg("Google's sign-in answers {said}. What waits is tried again."),
  msg('Google refuses the FCM credentials ({said}). What waits is tried again.'),
  msg('FCM refuses the access token. What waits is tried again.'),
  msg('FCM cannot be reached (no connection). What waits is tried again.'),
  msg('FCM cannot be reached ({said}). What waits is tried again.'),
  msg('FCM answers {said}. What waits is tried again.'),
]

/** What was stored, in the reader's language; as it is where it is none of the sentences. */
export function faultInWords(fault: string): string {
  for (const sentence of SENTENCES) {
    const [head = '', tail] = sentence.split('{said}')
    const isIt = tail === undefined ? fault === head : fault.startsWith(head) && fault.endsWith(tail)
    if (isIt) return t(sentence, { said: fault.slice(head.length, fault.length - (tail ?? '').length) })
  }
  return fault
}
