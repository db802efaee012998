/** Every setting with its kind of field and its bounds, in the cards it is shown in. */

import { type Answer, type api, type SettingField, t } from '@munim/contract'
import { SETTING_WORDS, type SettingUnit } from '@munim/contract/setting-words'

export type Settings = Answer<typeof api.settings.get>['data']
type KeysOf<V> = { [K in SettingField]: Settings[K] extends V ? K : never }[SettingField]

type NumberKey = KeysOf<number>
type TextKey = KeysOf<string>
type FlagKey = KeysOf<boolean>
export type Key = NumberKey | TextKey | FlagKey

export interface NumberField {
  readonly is: SettingUnit
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
  readonly id: string
  readonly title: string
  /** Fields beside each other, where there is room. */
  readonly columns: 2 | 3 | 4
  /** Takes half the width, beside its neighbour. */
  readonly isHalf?: true
  /** Switches that rule the whole card are in its head. */
  readonly head?: readonly FlagField[]
  readonly fields: readonly Field[]
}

const called = <K extends Key>(key: K) => ({ key, label: t(SETTING_WORDS[key].label) })
const number = (key: NumberKey, placeholder: string, more: Partial<NumberField> = {}) => {
  const is = SETTING_WORDS[key].unit
  return {
    is,
    min: is === 'money' || is === 'percent' ? 1 : 0,
    placeholder,
    ...called(key),
    ...more,
  } as const
}
const text = (key: TextKey, max: number, more: Partial<TextField> = {}) =>
  ({ is: 'text', max, ...called(key), ...more }) as const
const time = (key: TextKey) => ({ is: 'time', max: 5, ...called(key) }) as const
const email = (key: TextKey) => ({ is: 'email', max: 200, ...called(key) }) as const
const tel = (key: TextKey) => ({ is: 'tel', max: 20, ...called(key) }) as const
const link = (key: TextKey) => ({ is: 'url', max: 300, placeholder: 'https://', ...called(key) }) as const
const long = (key: TextKey, max: number) => ({ is: 'long', max, ...called(key) }) as const
const flag = (key: FlagKey, more: Partial<FlagField> = {}) =>
  ({ is: 'flag', ...called(key), ...more }) as const

export const SECTIONS: readonly Section[] = [
  {
    id: 'money',
    title: t('Deposit & withdrawal'),
    columns: 4,
    fields: [
      number('deposit_min', '100'),
      number('deposit_max', '10,000'),
      number('withdraw_min', '100'),
      number('withdraw_max', '50,000'),
      time('withdraw_open'),
      time('withdraw_close'),
      flag('autoDeposit', { showsKey: true }),
      flag('auto_deposit', { showsKey: true }),
    ],
  },
  {
    id: 'payouts',
    title: t('Before a withdrawal'),
    columns: 3,
    fields: [
      number('payee_wait_hours', '0', { hint: t('Until then no withdrawal can be asked for. 0: at once.') }),
      number('turnover_deposits', '0', {
        hint: t('Times what came in since the last payout. 0: not at all.'),
      }),
      number('turnover_bonus', '0', {
        hint: t('Times the bonus given since the last payout. 0: not at all.'),
      }),
      flag('payee_mpin', { hint: t('Players name it when they change whom withdrawals pay.') }),
    ],
  },
  {
    id: 'betting',
    title: t('Betting & transfer'),
    columns: 2,
    isHalf: true,
    fields: [
      number('betting_min', '10'),
      number('betting_max', '5,000'),
      number('transfer_min', '10'),
      number('transfer_max', '10,000'),
      number('large_win', '0', {
        min: 0,
        hint: t('A win of so much by one bid is to be looked at. 0: none.'),
      }),
    ],
  },
  {
    id: 'bonus',
    title: t('Bonus'),
    columns: 2,
    isHalf: true,
    fields: [
      number('joining_bonus', '0', { min: 0 }),
      number('referral_bonus', '0', { min: 0 }),
      number('bonus', '25', { hint: t('of each approved deposit') }),
      flag('bonus_show'),
    ],
  },
  {
    id: 'merchant',
    title: t('Merchant payment'),
    columns: 2,
    head: [flag('merchant_id_show'), flag('merchant_qr_show')],
    fields: [text('merchant_name', 100), text('merchant_upi', 100)],
  },
  {
    id: 'bank',
    title: t('Bank & UPI IDs'),
    columns: 3,
    fields: [
      text('account_holder', 100),
      text('account_number', 40),
      text('account_ifsc', 20),
      text('google_id', 100),
      text('phonepe_id', 100),
      text('other_id', 100),
    ],
  },
  {
    id: 'contact',
    title: t('Contact & social'),
    columns: 3,
    fields: [
      tel('mobile'),
      tel('whatsapp'),
      text('telegram', 300),
      email('email_1'),
      email('email_2'),
      link('facebook'),
      link('twitter'),
      link('youtube'),
      link('instagram'),
      long('whatsapp_text', 1000),
    ],
  },
  {
    id: 'app',
    title: t('App'),
    columns: 3,
    head: [flag('isPlayStore')],
    fields: [
      { is: 'version', max: 20, placeholder: '1.4.2', ...called('app_version') },
      link('video_link'),
      long('share_message', 2000),
      long('play_text', 2000),
    ],
  },
  {
    id: 'switches',
    title: t('Switches'),
    columns: 2,
    fields: [
      flag('auto_verified', { hint: t('Who registers may bet without waiting for you.') }),
      flag('autoDeclareResult', { hint: t('Fetched from the source when they are due, each half once.') }),
      flag('close_days', { hint: t('At half past three in the night, once every bid is decided.') }),
      flag('declure_notification', { hint: t('A push to players who have result notifications on.') }),
      flag('maintainence', { hint: t('Players are refused; your own work goes on.') }),
      long('maintainence_msg', 500),
    ],
  },
]

/** What players are told where no maintenance message is written; the server's own sentence. */
export const UNDER_MAINTENANCE = t('The platform is under maintenance')

export const fieldsOf = ({ head = [], fields }: Section): readonly Field[] => [...head, ...fields]
export const FIELDS: readonly Field[] = SECTIONS.flatMap(fieldsOf)
