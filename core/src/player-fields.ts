/**
 * A player's fields, each declared once: what calls take and answer, what is written, searched, copied, masked and erased,
 * the form and the details are made from here. A new field is a line here and a migration that adds its column.
 */

/**
 * How a field is typed and stored. A flag is stored as it is. Everything else is personal: the audit masks it, deleting
 * the player erases it. Of an mpin and a password only a hash is stored. Numbers and accounts are kept in plain signs.
 */
export type FieldKind = 'name' | 'mobile' | 'number' | 'account' | 'text' | 'mpin' | 'password' | 'flag'

/** The groups of the form and of the details, in the specification's order. */
export const PROFILE_GROUPS = [
  'Basic Information',
  'Bank Details',
  'Payment Methods',
  'Notification Settings',
] as const
type Group = (typeof PROFILE_GROUPS)[number]

/** Ways of paying a withdrawal. A request's way that is none of them is treated as bank. */
export const PAY_WAYS = ['upi', 'phonepe', 'gpay', 'paytm', 'bank'] as const
type PayWay = (typeof PAY_WAYS)[number]

/** Where a field is used beside its form and details: every field is read and changed by the administrator, and audited. */
export type FieldUse =
  | 'listed' // in the rows of the list of users
  | 'searched' // the search finds users by it: it is in the column search_text
  | 'by player' // the player may change it, too
  | 'users file' // a column of the CSV file of users
  | 'requests file' // a column of the CSV files of requests
  | `payee by ${PayWay}` // copied into a request when it is made: whom this way of paying pays
  | `key of ${'account' | 'upi' | 'phone'}` // players who are equal in it are paid to one account: the database's payee_keys

const field = <const K extends Exclude<FieldKind, 'flag'>, const U extends readonly FieldUse[]>(
  kind: K,
  [group, label, max]: readonly [group: Group | null, label: string, maxCharacters: number],
  ...uses: U
) => ({ kind, group, label, max, uses })

const flag = <const U extends readonly FieldUse[]>(group: Group, label: string, ...uses: U) => ({
  kind: 'flag' as const,
  group,
  label,
  max: 0,
  uses,
})

const [BASIC, BANK, PAYMENT, NOTIFICATIONS] = PROFILE_GROUPS

/** In the order of the form within each group. A group of null: the field has a dialog of its own. */
// biome-ignore format: a line a field
export const PLAYER_FIELDS = {
  user_name: field('name', [BASIC, 'Name', 60], 'listed', 'searched', 'users file'),
  mobile: field('mobile', [BASIC, 'Mobile', 11], 'listed', 'searched', 'users file'),
  whatsapp: field('number', [BASIC, 'WhatsApp', 20], 'by player', 'listed'),
  telegram: field('text', [BASIC, 'Telegram', 60], 'by player'),
  mpin: field('mpin', [BASIC, 'MPIN', 4]),
  password: field('password', [null, 'Password', 200]),
  phone_pay_no: field('number', [PAYMENT, 'PhonePe', 20], 'by player', 'searched', 'payee by phonepe', 'requests file', 'key of phone'),
  google_pay_no: field('number', [PAYMENT, 'Google Pay', 20], 'by player', 'searched', 'payee by gpay', 'requests file', 'key of phone'),
  paytm_no: field('number', [PAYMENT, 'Paytm', 20], 'by player', 'searched', 'payee by paytm', 'requests file', 'key of phone'),
  upi_id: field('account', [PAYMENT, 'UPI ID', 100], 'by player', 'searched', 'payee by upi', 'requests file', 'key of upi'),
  upi_number: field('number', [PAYMENT, 'UPI number', 20], 'by player', 'searched', 'key of phone'),
  account_holder_name: field('text', [BANK, 'Account holder', 80], 'by player', 'searched', 'payee by bank', 'requests file'),
  account_no: field('account', [BANK, 'Account no.', 34], 'by player', 'searched', 'payee by bank', 'requests file', 'key of account'),
  bank_name: field('text', [BANK, 'Bank', 80], 'by player', 'searched', 'payee by bank', 'requests file'),
  branch_name: field('text', [BANK, 'Branch', 80], 'by player', 'payee by bank', 'requests file'),
  ifsc_code: field('account', [BANK, 'IFSC code', 20], 'by player', 'searched', 'payee by bank', 'requests file'),
  address: field('text', [BANK, 'Address', 300], 'by player'),
  betting: flag(BASIC, 'Betting', 'listed', 'users file'),
  transfer: flag(BASIC, 'Transfer', 'listed', 'users file'),
  verified: flag(BASIC, 'Verified', 'listed'),
  status: flag(BASIC, 'Account in use', 'listed'),
  isApproved: flag(BASIC, 'Approved', 'listed', 'users file'),
  isBlocked: flag(BASIC, 'Blocked', 'listed', 'users file'),
  personal_notification: flag(NOTIFICATIONS, 'Personal messages', 'by player'),
  result_notification: flag(NOTIFICATIONS, 'Results', 'by player'),
} as const

export type PlayerField = keyof typeof PLAYER_FIELDS
type FieldOf<K extends FieldKind> = {
  [F in PlayerField]: (typeof PLAYER_FIELDS)[F]['kind'] extends K ? F : never
}[PlayerField]
export type FieldFor<U extends FieldUse> = {
  [F in PlayerField]: Extract<(typeof PLAYER_FIELDS)[F]['uses'][number], U> extends never ? never : F
}[PlayerField]

export type FlagField = FieldOf<'flag'>
/** Stored as a hash, and never read. */
export type SecretField = FieldOf<'mpin' | 'password'>
export type TextField = Exclude<PlayerField, FlagField | SecretField>
export type PayeeField = FieldFor<`payee by ${PayWay}`>

export const FIELD_NAMES = Object.keys(PLAYER_FIELDS) as readonly PlayerField[]

export const isFlag = <F extends PlayerField>(name: F): name is F & FlagField =>
  PLAYER_FIELDS[name].kind === 'flag'
export const isSecret = <F extends PlayerField>(name: F): name is F & SecretField =>
  PLAYER_FIELDS[name].kind === 'mpin' || PLAYER_FIELDS[name].kind === 'password'
export const isText = <F extends PlayerField>(name: F): name is F & TextField =>
  !isFlag(name) && !isSecret(name)

/** The fields with this use, or with one of these, in their order. */
export function fieldsFor<U extends FieldUse>(...uses: readonly U[]): FieldFor<U>[] {
  const isFor = (name: PlayerField) =>
    PLAYER_FIELDS[name].uses.some((use) => (uses as readonly FieldUse[]).includes(use))
  return FIELD_NAMES.filter(isFor) as FieldFor<U>[]
}

/** The fields that a request keeps a copy of, in the order in which they are shown. */
export const PAYEE_FIELDS: readonly PayeeField[] = [
  ...fieldsFor('payee by phonepe'),
  ...fieldsFor('payee by gpay'),
  ...fieldsFor('payee by paytm'),
  ...fieldsFor('payee by bank'),
  ...fieldsFor('payee by upi'),
]

/** The same by their names, an order that a field more does not change: they are stamped in it (server/src/anchors/stamp.ts). */
export const PAYEE_BY_NAME: readonly PayeeField[] = PAYEE_FIELDS.toSorted()

/** The column of the table users that holds it: `is_blocked` of isBlocked, `mpin_hash` of mpin. */
export function columnOf(name: PlayerField): string {
  const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return isSecret(name) ? `${column}_hash` : column
}
