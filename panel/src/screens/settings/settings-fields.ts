/** Every setting with its label, its kind of field and its bounds, in the cards it is shown in. */

import type { Answer, api } from '@munim/contract'
import { t } from '@munim/contract'

export type Settings = Answer<typeof api.settings.get>['data']
type KeysOf<V> = { [K in keyof Settings]: Settings[K] extends V ? K : never }[keyof Settings]

type NumberKey = Exclude<KeysOf<number>, 'version'>
type TextKey = Exclude<KeysOf<string>, 'merchant_qr' | 'app_link'>
type FlagKey = KeysOf<boolean>
export type Key = NumberKey | TextKey | FlagKey

export interface NumberField {
  readonly is: 'money' | 'percent' | 'hours' | 'times'
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
  readonly id:
    | 'money'
    | 'payouts'
    | 'betting'
    | 'bonus'
    | 'merchant'
    | 'bank'
    | 'contact'
    | 'app'
    | 'switches'
  readonly title: string
  /** Fields beside each other, where there is room. */
  readonly columns: 2 | 3 | 4
  /** Takes half the width, beside its neighbour. */
  readonly isHalf?: true
  /** Switches that rule the whole card are in its head. */
  readonly head?: readonly FlagField[]
  readonly fields: readonly Field[]
}

const money = (key: NumberKey, label: string, placeholder: string, more: Partial<NumberField> = {}) =>
  ({ is: 'money', key, label, min: 1, placeholder, ...more }) as const
const number = (is: 'hours' | 'times', key: NumberKey, label: string, more: Partial<NumberField>) =>
  ({ is, key, label, min: 0, placeholder: '0', ...more }) as const
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
    title: t('Deposit & withdrawal'),
    columns: 4,
    fields: [
      money('deposit_min', t('Deposit minimum'), '100'),
      money('deposit_max', t('Deposit maximum'), '10,000'),
      money('withdraw_min', t('Withdrawal minimum'), '100'),
      money('withdraw_max', t('Withdrawal maximum'), '50,000'),
      time('withdraw_open', t('Withdrawals open')),
      time('withdraw_close', t('Withdrawals close')),
      flag('autoDeposit', t('Auto deposit'), { showsKey: true }),
      flag('auto_deposit', t('Auto deposit, confirmed'), { showsKey: true }),
    ],
  },
  {
    id: 'payouts',
    title: t('Before a withdrawal'),
    columns: 3,
    fields: [
      number('hours', 'payee_wait_hours', t('Wait after a change of the payee'), {
        hint: t('Until then no withdrawal can be asked for. 0: at once.'),
      }),
      number('times', 'turnover_deposits', t('Deposits are staked'), {
        hint: t('Times what came in since the last payout. 0: not at all.'),
      }),
      number('times', 'turnover_bonus', t('Bonuses are staked'), {
        hint: t('Times the bonus given since the last payout. 0: not at all.'),
      }),
      flag('payee_mpin', t('MPIN for a change of the payee'), {
        hint: t('Players name it when they change whom withdrawals pay.'),
      }),
    ],
  },
  {
    id: 'betting',
    title: t('Betting & transfer'),
    columns: 2,
    isHalf: true,
    fields: [
      money('betting_min', t('Betting minimum'), '10'),
      money('betting_max', t('Betting maximum'), '5,000'),
      money('transfer_min', t('Transfer minimum'), '10'),
      money('transfer_max', t('Transfer maximum'), '10,000'),
      money('large_win', t('Large win'), '0', {
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
    head: [flag('bonus_show', t('Shown to players'))],
    fields: [
      money('joining_bonus', t('Joining bonus'), '0', { min: 0 }),
      money('referral_bonus', t('Referral bonus'), '0', { min: 0 }),
      {
        is: 'percent',
        key: 'bonus',
        label: t('Bonus on deposits'),
        min: 1,
        placeholder: '25',
        hint: t('of each approved deposit'),
      },
    ],
  },
  {
    id: 'merchant',
    title: t('Merchant payment'),
    columns: 2,
    head: [flag('merchant_id_show', t('Show UPI ID')), flag('merchant_qr_show', t('Show QR'))],
    fields: [text('merchant_name', t('Merchant name'), 100), text('merchant_upi', t('Merchant UPI'), 100)],
  },
  {
    id: 'bank',
    title: t('Bank & UPI IDs'),
    columns: 3,
    fields: [
      text('account_holder', t('Account holder'), 100),
      text('account_number', t('Account number'), 40),
      text('account_ifsc', t('Account IFSC'), 20),
      text('google_id', t('Google Pay ID'), 100),
      text('phonepe_id', t('PhonePe ID'), 100),
      text('other_id', t('Other UPI ID'), 100),
    ],
  },
  {
    id: 'contact',
    title: t('Contact & social'),
    columns: 3,
    fields: [
      tel('mobile', t('Mobile')),
      tel('whatsapp', t('WhatsApp')),
      text('telegram', t('Telegram'), 300),
      email('email_1', t('Email')),
      email('email_2', t('Second email')),
      link('facebook', t('Facebook')),
      link('twitter', t('Twitter')),
      link('youtube', t('YouTube')),
      link('instagram', t('Instagram')),
      long('whatsapp_text', t('WhatsApp text'), 1000),
    ],
  },
  {
    id: 'app',
    title: t('App'),
    columns: 3,
    head: [flag('isPlayStore', t('On the Play Store'))],
    fields: [
      { is: 'version', key: 'app_version', label: t('App version'), max: 20, placeholder: '1.4.2' },
      link('video_link', t('Video link')),
      long('share_message', t('Share message'), 2000),
      long('play_text', t('How to play'), 2000),
    ],
  },
  {
    id: 'switches',
    title: t('Switches'),
    columns: 2,
    fields: [
      flag('auto_verified', t('Approve new players at once'), {
        hint: t('Who registers may bet without waiting for you.'),
      }),
      flag('autoDeclareResult', t('Declare results automatically'), {
        hint: t('Fetched from the source when they are due, each half once.'),
      }),
      flag('declure_notification', t('Announce declared results'), {
        hint: t('A push to players who have result notifications on.'),
      }),
      flag('maintainence', t('Maintenance'), { hint: 'Players are refused; your own work goes on.' }),
      long('maintainence_msg', t('Maintenance message'), 500),
    ],
  },
]

/** What players are told where no maintenance message is written; the server's own sentence. */
export const UNDER_MAINTENANCE = t('The platform is under maintenance')

export const fieldsOf = ({ head = [], fields }: Section): readonly Field[] => [...head, ...fields]
export const FIELDS: readonly Field[] = SECTIONS.flatMap(fieldsOf)
