/** Every setting with its label, its kind of field and its bounds, in the cards it stands in. */
import type { Answer, api } from '@munim/contract'

export type Settings = Answer<typeof api.settings.get>['data']
type KeysOf<V> = { [K in keyof Settings]: Settings[K] extends V ? K : never }[keyof Settings]

export type NumberKey = Exclude<KeysOf<number>, 'version'>
export type TextKey = Exclude<KeysOf<string>, 'merchant_qr' | 'app_link'>
export type FlagKey = KeysOf<boolean>
export type Key = NumberKey | TextKey | FlagKey

export interface NumberField {
  readonly is: 'money' | 'percent'
  readonly key: NumberKey
  readonly label: string
  readonly min: number
  readonly placeholder: string
  readonly hint?: string
}

export interface TextField {
  readonly is: 'text' | 'email' | 'url' | 'tel' | 'time' | 'version' | 'long'
  readonly key: TextKey
  readonly label: string
  readonly max: number
  readonly placeholder?: string
  readonly hint?: string
}

export interface FlagField {
  readonly is: 'flag'
  readonly key: FlagKey
  readonly label: string
  readonly hint?: string
  /** Two that are called alike are told apart by their keys. */
  readonly showsKey?: true
}

export type Field = NumberField | TextField | FlagField

export interface Section {
  readonly id: 'money' | 'betting' | 'bonus' | 'merchant' | 'bank' | 'contact' | 'app' | 'switches'
  readonly title: string
  /** Fields beside each other, where there is room. */
  readonly columns: 2 | 3 | 4
  /** Takes half the width, beside its neighbour. */
  readonly isHalf?: true
  /** Switches that rule the whole card stand in its head. */
  readonly head?: readonly FlagField[]
  readonly fields: readonly Field[]
}

const money = (key: NumberKey, label: string, placeholder: string, more: Partial<NumberField> = {}) =>
  ({ is: 'money', key, label, min: 1, placeholder, ...more }) as const
const text = (key: TextKey, label: string, max: number, more: Partial<TextField> = {}) =>
  ({ is: 'text', key, label, max, ...more }) as const
const time = (key: TextKey, label: string) => ({ is: 'time', key, label, max: 5 }) as const
const email = (key: TextKey, label: string) => ({ is: 'email', key, label, max: 200 }) as const
const tel = (key: TextKey, label: string) => ({ is: 'tel', key, label, max: 20 }) as const
const link = (key: TextKey, label: string) =>
  ({ is: 'url', key, label, max: 300, placeholder: 'https://' }) as const
const long = (key: TextKey, label: string, max: number) => ({ is: 'long', key, label, max }) as const
const flag = (key: FlagKey, label: string, more: Partial<FlagField> = {}) =>
  ({ is: 'flag', key, label, ...more }) as const

export const SECTIONS: readonly Section[] = [
  {
    id: 'money',
    title: 'Deposit & withdrawal',
    columns: 4,
    fields: [
      money('deposit_min', 'Deposit minimum', '100'),
      money('deposit_max', 'Deposit maximum', '10,000'),
      money('withdraw_min', 'Withdrawal minimum', '100'),
      money('withdraw_max', 'Withdrawal maximum', '50,000'),
      time('withdraw_open', 'Withdrawals open'),
      time('withdraw_close', 'Withdrawals close'),
      flag('autoDeposit', 'Auto deposit', { showsKey: true }),
      flag('auto_deposit', 'Auto deposit, confirmed', { showsKey: true }),
    ],
  },
  {
    id: 'betting',
    title: 'Betting & transfer',
    columns: 2,
    isHalf: true,
    fields: [
      money('betting_min', 'Betting minimum', '10'),
      money('betting_max', 'Betting maximum', '5,000'),
      money('transfer_min', 'Transfer minimum', '10'),
      money('transfer_max', 'Transfer maximum', '10,000'),
    ],
  },
  {
    id: 'bonus',
    title: 'Bonus',
    columns: 2,
    isHalf: true,
    head: [flag('bonus_show', 'Shown to players')],
    fields: [
      money('joining_bonus', 'Joining bonus', '0', { min: 0 }),
      money('referral_bonus', 'Referral bonus', '0', { min: 0 }),
      {
        is: 'percent',
        key: 'bonus',
        label: 'Bonus on deposits',
        min: 1,
        placeholder: '25',
        hint: 'of each approved deposit',
      },
    ],
  },
  {
    id: 'merchant',
    title: 'Merchant payment',
    columns: 2,
    head: [flag('merchant_id_show', 'Show UPI ID'), flag('merchant_qr_show', 'Show QR')],
    fields: [text('merchant_name', 'Merchant name', 100), text('merchant_upi', 'Merchant UPI', 100)],
  },
  {
    id: 'bank',
    title: 'Bank & UPI IDs',
    columns: 3,
    fields: [
      text('account_holder', 'Account holder', 100),
      text('account_number', 'Account number', 40),
      text('account_ifsc', 'Account IFSC', 20),
      text('google_id', 'Google Pay ID', 100),
      text('phonepe_id', 'PhonePe ID', 100),
      text('other_id', 'Other UPI ID', 100),
    ],
  },
  {
    id: 'contact',
    title: 'Contact & social',
    columns: 3,
    fields: [
      tel('mobile', 'Mobile'),
      tel('whatsapp', 'WhatsApp'),
      text('telegram', 'Telegram', 300),
      email('email_1', 'Email'),
      email('email_2', 'Second email'),
      link('facebook', 'Facebook'),
      link('twitter', 'Twitter'),
      link('youtube', 'YouTube'),
      link('instagram', 'Instagram'),
      long('whatsapp_text', 'WhatsApp text', 1000),
    ],
  },
  {
    id: 'app',
    title: 'App',
    columns: 3,
    head: [flag('isPlayStore', 'On the Play Store')],
    fields: [
      { is: 'version', key: 'app_version', label: 'App version', max: 20, placeholder: '1.4.2' },
      link('video_link', 'Video link'),
      long('share_message', 'Share message', 2000),
      long('play_text', 'How to play', 2000),
    ],
  },
  {
    id: 'switches',
    title: 'Switches',
    columns: 2,
    fields: [
      flag('auto_verified', 'Approve new players at once', {
        hint: 'Who registers may bet without waiting for you.',
      }),
      flag('autoDeclareResult', 'Declare results automatically', {
        hint: 'Fetched from the source when they are due, each half once.',
      }),
      flag('declure_notification', 'Announce declared results', {
        hint: 'A push to players who have result notifications on.',
      }),
      flag('maintainence', 'Maintenance', { hint: 'Players are refused; your own work goes on.' }),
      long('maintainence_msg', 'Maintenance message', 500),
    ],
  },
]

/** What players are told where no maintenance message is written; the server's own sentence. */
export const UNDER_MAINTENANCE = 'The platform is under maintenance'

export const fieldsOf = ({ head = [], fields }: Section): readonly Field[] => [...head, ...fields]
export const FIELDS: readonly Field[] = SECTIONS.flatMap(fieldsOf)
