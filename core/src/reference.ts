/** How a payment's reference is written down. Which of them mean one payment says `reference_key` in the database. */

/** The decimal digits of Indian scripts; each script's ten end in the same ten places. */
const INDIAN_DIGIT =
  /[\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]/g

/** The text with full-width and Indian digits, wide letters, dashes and blanks as the plain signs that they mean. */
export function inPlainSigns(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(INDIAN_DIGIT, (digit) => String((digit.charCodeAt(0) & 15) - 6))
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s/g, ' ')
}

/** A reference as it is kept and shown: in plain signs, upper case, without blanks. */
export const referenceOf = (typed: string): string => inPlainSigns(typed).toUpperCase().replaceAll(' ', '')

/** How the note of a payout keeps its UTR: "UTR 452110000411 · what is noted beside it". */
export const UTR_NOTE = { before: 'UTR ', between: ' · ' } as const
