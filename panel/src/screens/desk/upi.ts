/** The link that a UPI app opens to pay a withdrawal: it is drawn as a QR code. */

/** name@handle, as every UPI id is. */
const UPI_ID = /^[\w.-]{2,}@[a-z][\w.-]+$/i

export interface Payment {
  readonly upiId: string
  /** Whom the app shows as the payee. */
  readonly name: string
  readonly rupees: number
  /** What the payer's statement says. */
  readonly words: string
}

/** Null where the id is none. */
export function upiLink({ upiId, name, rupees, words }: Payment): string | null {
  const id = upiId.trim()
  if (!UPI_ID.test(id)) return null
  const rest = { pn: name, am: rupees.toFixed(2), cu: 'INR', tn: words }
  const parts = Object.entries(rest).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  return `upi://pay?pa=${id}&${parts.join('&')}`
}
