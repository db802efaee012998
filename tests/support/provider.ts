/** The payment provider of the tests: what it signs with, and how. */
import { createHmac } from 'node:crypto'

export const PROVIDER_SECRET = 'between the house and its provider'

/** What goes along as X-Signature. */
export function signatureOf(text: string, secret = PROVIDER_SECRET): string {
  return `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
}
