/** By what an administrator's act waits for a second person: the limits of the settings, and their words. */
import { msg } from './catalogue.ts'

/** What one administrator does alone in a day, in rupees: above it each further act waits; above 0, every one. */
export const AMOUNTS = {
  funds: msg('Funds added or deducted'),
  deposits: msg('Deposits approved'),
  withdrawals: msg('Withdrawals approved'),
  losses: msg('Results declared at a loss'),
  reverts: msg('Results and bids reverted, draws voided'),
} as const satisfies Readonly<Record<string, string>>

/** Where it is switched on every act waits. */
export const SWITCHES = {
  rates: msg('Rates and bonuses'),
  payee: msg('Whom deposits are paid to'),
} as const satisfies Readonly<Record<string, string>>

/** `guards` waits while any other limit is set: these limits themselves, who may confirm, and settings that hold payouts. */
export const LIMITS = {
  ...AMOUNTS,
  ...SWITCHES,
  guards: msg('Administrators, roles, these limits, and what guards payouts'),
} as const

export type Amount = keyof typeof AMOUNTS
export type Switch = keyof typeof SWITCHES
export type Limit = keyof typeof LIMITS

export const AMOUNT_NAMES = Object.keys(AMOUNTS) as readonly Amount[]
export const SWITCH_NAMES = Object.keys(SWITCHES) as readonly Switch[]
export const LIMIT_NAMES = Object.keys(LIMITS) as readonly Limit[]

/** The limits that single fields fall under, as far as they change; a field without one waits for no second person. */
export type FieldLimits = Readonly<Record<string, Limit>>
