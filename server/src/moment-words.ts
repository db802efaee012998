/** A moment as the sentences of the server have it. */
import { writtenBy } from '@munim/contract'

/** In Indian time and the reader's language: 25 Nov 2026, 10:07 am. */
export const momentInWords = writtenBy({ timeZone: 'Asia/Kolkata', dateStyle: 'medium', timeStyle: 'short' })
