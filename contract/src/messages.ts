/** The sentences that belong to no single call (specification 1 §7, §8). */
import { msg } from './catalogue.ts'

export const FIX_THESE = msg('Please fix the following errors:')
export const UNEXPECTED = msg('An unexpected error occurred. Please try again.')
export const NO_RESPONSE = msg('Network error or server is not responding. Please try again later.')
export const UNSUPPORTED_TYPE = msg("Unsupported request type. Use 'get' or 'post'.")
export const BELOW_WALLET = msg('Amount exceeds wallet balance')
/** Beside it the panel shows the way there. */
export const TO_LOOK_AT_FIRST = msg(
  'Something about this user is still to be looked at. They can be deleted once somebody has looked at it.',
)

/** What a call is refused with (403), by what it needs of the second factor. */
export const FACTOR_NEEDS = {
  factor: msg('Enter your second factor first'),
  'factor set up': msg('Set up a second factor before you go on'),
  'fresh factor': msg('Confirm this with your second factor'),
} as const
export type FactorNeed = keyof typeof FACTOR_NEEDS
/** The header that a fresh factor is known by. */
export const PROOF_HEADER = 'factor-proof'

/** Header of a stored answer: when what was asked for was done. It was not done again. */
export const ANSWERED_AT = 'answered-at'

/** Where the panel keeps the administrator's token in the browser. */
export const TOKEN_KEY = 'adminToken'
