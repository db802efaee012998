/** The sentences that belong to no single call (specification 1 §7, §8). */

export const FIX_THESE = 'Please fix the following errors:'
export const UNEXPECTED = 'An unexpected error occurred. Please try again.'
export const NO_RESPONSE = 'Network error or server is not responding. Please try again later.'
export const UNSUPPORTED_TYPE = "Unsupported request type. Use 'get' or 'post'."
export const BELOW_WALLET = 'Amount exceeds wallet balance'

/** Where the panel keeps the administrator's token in the browser. */
export const TOKEN_KEY = 'adminToken'
