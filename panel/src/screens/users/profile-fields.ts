/** The fields of a player's profile that can be changed, in the groups the details show them in. */
import type { User } from './user.ts'

type KeysOf<V> = { [K in keyof User]: User[K] extends V ? K : never }[keyof User]
export type TextKey = Exclude<KeysOf<string>, 'createdAt' | 'updatedAt' | 'fcm'>
export type FlagKey = KeysOf<boolean>

export interface TextField {
  readonly key: TextKey
  readonly label: string
  readonly max: number
  readonly isNumeric?: true
}

interface Group {
  readonly title: string
  readonly texts: readonly TextField[]
  readonly flags: readonly { readonly key: FlagKey; readonly label: string }[]
}

export const PROFILE: readonly Group[] = [
  {
    title: 'Basic Information',
    texts: [
      { key: 'user_name', label: 'Name', max: 60 },
      { key: 'mobile', label: 'Mobile', max: 11, isNumeric: true },
      { key: 'whatsapp', label: 'WhatsApp', max: 20, isNumeric: true },
      { key: 'telegram', label: 'Telegram', max: 60 },
      { key: 'mpin', label: 'MPIN', max: 4, isNumeric: true },
    ],
    flags: [
      { key: 'betting', label: 'Betting' },
      { key: 'transfer', label: 'Transfer' },
      { key: 'verified', label: 'Verified' },
      { key: 'status', label: 'Account in use' },
      { key: 'isApproved', label: 'Approved' },
      { key: 'isBlocked', label: 'Blocked' },
    ],
  },
  {
    title: 'Bank Details',
    texts: [
      { key: 'account_holder_name', label: 'Account holder', max: 80 },
      { key: 'account_no', label: 'Account no.', max: 34 },
      { key: 'bank_name', label: 'Bank', max: 80 },
      { key: 'branch_name', label: 'Branch', max: 80 },
      { key: 'ifsc_code', label: 'IFSC code', max: 20 },
      { key: 'address', label: 'Address', max: 300 },
    ],
    flags: [],
  },
  {
    title: 'Payment Methods',
    texts: [
      { key: 'phone_pay_no', label: 'PhonePe', max: 20, isNumeric: true },
      { key: 'google_pay_no', label: 'Google Pay', max: 20, isNumeric: true },
      { key: 'paytm_no', label: 'Paytm', max: 20, isNumeric: true },
      { key: 'upi_id', label: 'UPI ID', max: 100 },
      { key: 'upi_number', label: 'UPI number', max: 20, isNumeric: true },
    ],
    flags: [],
  },
  {
    title: 'Notification Settings',
    texts: [],
    flags: [
      { key: 'personal_notification', label: 'Personal messages' },
      { key: 'result_notification', label: 'Results' },
    ],
  },
]
