/** A player's fields against what the specification and the decisions say of them; a field that is new is in no list here. */
import { expect, test } from 'vitest'
import {
  columnOf,
  FIELD_NAMES,
  type FieldUse,
  fieldsFor,
  isFlag,
  isSecret,
  PAY_WAYS,
  PAYEE_FIELDS,
  PLAYER_FIELDS,
  type PlayerField,
  PROFILE_GROUPS,
} from './player-fields.ts'

const labelsOf = (group: string) =>
  FIELD_NAMES.filter((name) => PLAYER_FIELDS[name].group === group).map((name) => PLAYER_FIELDS[name].label)

test.each([
  [
    'Basic Information',
    'Name Mobile WhatsApp Telegram MPIN',
    'Betting Transfer Verified Account~in~use Approved Blocked',
  ],
  ['Bank Details', 'Account~holder Account~no. Bank Branch IFSC~code Address', ''],
  ['Payment Methods', 'PhonePe Google~Pay Paytm UPI~ID UPI~number', ''],
  ['Notification Settings', '', 'Personal~messages Results'],
])('%s has its fields, what is typed first', (group, texts, flags) => {
  const words = `${texts} ${flags}`.split(' ').filter(Boolean)
  const shown = labelsOf(group)
  expect(shown.filter((label) => words.includes(label.replaceAll(' ', '~'))).join(' ')).toBe(
    words.join(' ').replaceAll('~', ' '),
  )
})

test('each group has fields, and each label is one field of its group', () => {
  for (const group of PROFILE_GROUPS) {
    expect(labelsOf(group).length).toBeGreaterThan(0)
    expect(new Set(labelsOf(group)).size).toBe(labelsOf(group).length)
  }
})

const BANK = 'account_holder_name account_no bank_name branch_name ifsc_code'

const used: readonly (readonly [FieldUse, string])[] = [
  ['listed', 'user_name mobile whatsapp isApproved isBlocked betting transfer verified status'],
  [
    'searched',
    'user_name mobile account_holder_name account_no bank_name ifsc_code upi_id upi_number paytm_no google_pay_no phone_pay_no',
  ],
  [
    'by player',
    `whatsapp telegram ${BANK} address paytm_no google_pay_no phone_pay_no upi_id upi_number personal_notification result_notification`,
  ],
  ['users file', 'user_name mobile isBlocked isApproved betting transfer'],
  ['requests file', `phone_pay_no google_pay_no paytm_no upi_id ${BANK}`],
  ['payee by phonepe', 'phone_pay_no'],
  ['payee by gpay', 'google_pay_no'],
  ['payee by paytm', 'paytm_no'],
  ['payee by upi', 'upi_id'],
  ['payee by bank', BANK],
  ['key of account', 'account_no'],
  ['key of upi', 'upi_id'],
  ['key of phone', 'phone_pay_no google_pay_no paytm_no upi_number'],
]
test.each(used)('%s: %s', (use, names) => {
  expect(fieldsFor(use)).toEqual(expect.arrayContaining(names.split(' ')))
  const others = (name: PlayerField) => KNOWN.has(name) && !names.split(' ').includes(name)
  expect(fieldsFor(use).filter(others)).toEqual([])
})

const KNOWN = new Set<string>([...used.flatMap(([, names]) => names.split(' ')), 'mpin', 'password'])

test('what a player may change includes neither name, mobile, permission nor secret', () => {
  for (const name of fieldsFor('by player')) {
    expect(['name', 'mobile', 'mpin', 'password']).not.toContain(PLAYER_FIELDS[name].kind)
    expect(isFlag(name) ? PLAYER_FIELDS[name].group : 'Notification Settings').toBe('Notification Settings')
  }
})

test('a request keeps what each way of paying needs, once', () => {
  expect(new Set(PAYEE_FIELDS).size).toBe(PAYEE_FIELDS.length)
  expect(PAYEE_FIELDS.filter((name) => isFlag(name) || isSecret(name))).toEqual([])
  const copied = FIELD_NAMES.filter((name) =>
    PLAYER_FIELDS[name].uses.some((use) => use.startsWith('payee by')),
  )
  expect([...PAYEE_FIELDS].sort()).toEqual([...copied].sort())
})

test('each way of paying, and each field of the payment methods, tells whose account it is', () => {
  const keys = fieldsFor('key of account', 'key of upi', 'key of phone')
  for (const way of PAY_WAYS) expect(keys.filter((name) => isFor(name, `payee by ${way}`))).toHaveLength(1)
  const methods = FIELD_NAMES.filter((name) => PLAYER_FIELDS[name].group === 'Payment Methods')
  expect(keys).toEqual(expect.arrayContaining(methods))
})

const isFor = (name: PlayerField, use: FieldUse) =>
  (PLAYER_FIELDS[name].uses as readonly FieldUse[]).includes(use)

test.each<[PlayerField, string]>([
  ['user_name', 'user_name'],
  ['isBlocked', 'is_blocked'],
  ['mpin', 'mpin_hash'],
])('%s is in the column %s', (name, column) => {
  expect(columnOf(name)).toBe(column)
})
