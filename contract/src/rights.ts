/** What an administrator may do: the rights that calls ask for, and their words. A role is a set of them. */
import { msg, t } from './catalogue.ts'
import type { FieldLimits, Limit } from './limits.ts'

/** In the order in which they are offered; the words follow 'Your role does not allow this:'. */
export const RIGHTS = {
  see: msg('see what happens'),
  deposits: msg('decide deposits'),
  withdrawals: msg('decide withdrawals'),
  funds: msg('add and deduct funds'),
  declare: msg('declare results'),
  revert: msg('revert and void'),
  settings: msg('change rates, settings and markets'),
  payee: msg('change whom deposits are paid to'),
  people: msg('approve, block, edit and delete users'),
  messages: msg('send messages and answer feedback'),
  export: msg('export lists'),
  administrators: msg('manage administrators and roles'),
} as const satisfies Readonly<Record<string, string>>

export type Right = keyof typeof RIGHTS

export const RIGHT_NAMES = Object.keys(RIGHTS) as readonly Right[]

/** The sentence of a refusal (403) for want of this right. */
export const lacking = (right: Right): string =>
  t('Your role does not allow this: {right}', { right: t(RIGHTS[right]) })

/** The first of these rights that is not granted; null where all are. No administrator gives or changes what is beyond them. */
export function beyond(rights: Iterable<Right>, granted: ReadonlySet<Right>): Right | null {
  return [...rights].find((right) => !granted.has(right)) ?? null
}

/** What a call asks for: `own` nothing but being an administrator; of a list any one. Single fields may ask for others. */
export interface Asking {
  readonly right: Right | 'own' | readonly [Right, ...Right[]]
  /** The rights that single fields ask for when they change; the others ask for `right`, the first of a list. */
  readonly fieldRights?: Readonly<Record<string, Right>>
  /** The limits by which it waits for a second person; `fieldSeconds` says which single fields fall under. */
  readonly second?: readonly [Limit, ...Limit[]]
  readonly fieldSeconds?: FieldLimits
}

/** Of the calls that may wait for a second person: with one of these, an administrator may be one. */
export const SECOND_RIGHTS = [
  'funds',
  'deposits',
  'withdrawals',
  'declare',
  'revert',
  'settings',
  'payee',
  'administrators',
] as const satisfies readonly Right[]

/** The right that is missing for making this call at all; null where it may be made. */
export function missingFor({ right }: Pick<Asking, 'right'>, granted: ReadonlySet<Right>): Right | null {
  if (right === 'own') return null
  const any = typeof right === 'string' ? ([right] as const) : right
  return any.some((each) => granted.has(each)) ? null : any[0]
}

/** The right that is missing for changing these fields by this call; null where all may be changed. */
export function missingForFields(
  { right, fieldRights = {} }: Asking,
  fields: readonly string[],
  granted: ReadonlySet<Right>,
): Right | null {
  const usual = typeof right === 'string' ? right : right[0]
  const missing = fields.map((field) => missingFor({ right: fieldRights[field] ?? usual }, granted))
  return missing.find((each) => each !== null) ?? null
}
