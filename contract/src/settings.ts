/** Settings and game rates (specification 2 §3, §5). The wire's own spellings (`maintainence`) end here. */
import { MOST_RUPEES, RATE_KEYS, type RateKey, readMultiplier } from '@munim/core'
import { z } from 'zod'
import { t } from './catalogue.ts'
import { dataOf, endpoint, reads, writes } from './endpoint.ts'
import type { Limit } from './limits.ts'
import type { Right } from './rights.ts'
import * as field from './schema.ts'

/** Rupees of a bound, at least `min`. */
const money = (min: number) => field.decimal(min, MOST_RUPEES, 'Amount must have at most two decimals')
const percent = field.decimal(1, 100, 'Percent must have at most two decimals')
/** How often an amount is to be staked; 0 is never. */
const times = field.decimal(0, 100, 'Times must have at most two decimals')
const words = (max: number) => field.text(max).trim()
const NO_LINK = 'Link must begin with https://'
/** A stored address may be http, for it is sent again with the rest; a changed one is checked by `wrongInAddress`. */
const link = words(300).refine((text) => text === '' || /^https?:\/\/\S+$/i.test(text), NO_LINK)
const email = z.union([z.literal(''), z.email('Email is not valid').max(200)])
const phone = words(20).regex(/^[+0-9 ()-]*$/, 'Number must be digits')

/** Every setting that updateSettings writes. */
const settingFields = {
  deposit_min: money(1),
  deposit_max: money(1),
  autoDeposit: z.boolean(),
  withdraw_min: money(1),
  withdraw_max: money(1),
  withdraw_open: field.time('Withdraw open time is required'),
  withdraw_close: field.time('Withdraw close time is required'),
  betting_min: money(1),
  betting_max: money(1),
  transfer_min: money(1),
  transfer_max: money(1),
  large_win: money(0),
  payee_wait_hours: z.int().min(0).max(720),
  payee_mpin: z.boolean(),
  turnover_deposits: times,
  turnover_bonus: times,
  close_days: z.boolean(),
  referral_bonus: money(0),
  joining_bonus: money(0),
  bonus: percent,
  bonus_show: z.boolean(),
  merchant_name: words(100),
  merchant_upi: words(100),
  merchant_id_show: z.boolean(),
  merchant_qr_show: z.boolean(),
  account_holder: words(100),
  account_number: words(40),
  account_ifsc: words(20),
  google_id: words(100),
  phonepe_id: words(100),
  other_id: words(100),
  mobile: phone,
  whatsapp: phone,
  whatsapp_text: words(1000),
  telegram: words(300),
  email_1: email,
  email_2: email,
  facebook: link,
  twitter: link,
  youtube: link,
  instagram: link,
  app_version: words(20).regex(
    /^([0-9]{1,6}(\.[0-9]{1,6}){0,3})?$/,
    'App version must be numbers with dots, such as 1.4.2',
  ),
  share_message: words(2000),
  play_text: words(2000),
  video_link: link,
  auto_verified: z.boolean(),
  auto_deposit: z.boolean(),
  maintainence: z.boolean(),
  maintainence_msg: words(500),
  declure_notification: z.boolean(),
  autoDeclareResult: z.boolean(),
  isPlayStore: z.boolean(),
} as const

/** The settings that the players' app opens. Telegram may also be a name, which is no address. */
const OPENED = {
  facebook: NO_LINK,
  twitter: NO_LINK,
  youtube: NO_LINK,
  instagram: NO_LINK,
  video_link: NO_LINK,
  telegram: 'Telegram must be a name, such as @munim, or a link that begins with https://',
} as const satisfies Partial<Record<keyof typeof settingFields, string>>

/** What is wrong with a newly written setting that is opened; undefined where nothing is, and of any other setting. */
export function wrongInAddress(key: string, written: unknown): string | undefined {
  if (!(key in OPENED) || typeof written !== 'string' || written === '') return undefined
  if (/^https:\/\/[^\s/\\]\S*$/i.test(written)) return undefined
  if (key === 'telegram' && !/[:/\\]/.test(written)) return undefined
  return t(OPENED[key as keyof typeof OPENED])
}

/** `single_digit_1` the smallest bet in rupees, `single_digit_2` the multiplier; for each game. */
type RatePairs<T> = { [key in `${RateKey}_1` | `${RateKey}_2`]: T }
const pairs = <S extends z.ZodType>(min: S, multiplier: S) =>
  Object.fromEntries(
    RATE_KEYS.flatMap((key) => [
      [`${key}_1`, min],
      [`${key}_2`, multiplier],
    ]),
  ) as RatePairs<S>

const rateMin = field.decimal(1, MOST_RUPEES, 'Smallest bet must have at most two decimals')
const rateMultiplier = z
  .number()
  .refine(
    (value) => readMultiplier(value) !== null,
    'Multiplier must be 1 to 10,00,000, with at most two decimals',
  )

export const rates = z.object(pairs(z.number(), z.number()))

export const settings = field.named('Settings', 'All settings and game rates', {
  ...settingFields,
  merchant_qr: z.string(),
  app_link: z.string(),
  version: z.int(),
  provider_connected: z
    .boolean()
    .describe("Whether a payment provider may confirm deposits: a matter of the server's environment"),
  source_connected: z
    .boolean()
    .describe('Whether auto declare has a source; the built-in one settles only demonstration data'),
  rates: z.object({ global: rates }),
})

export const get = endpoint({
  ...reads('act'),
  path: '/admin/settings/getSettings',
  description: 'Shows all settings and game rates.',
  answer: z.object({ data: settings }),
  failed: 'Failed to fetch settings',
})

export type SettingField = keyof typeof settingFields

/** Whom deposits are paid to. */
const PAYEE: readonly SettingField[] = [
  'merchant_name',
  'merchant_upi',
  'merchant_id_show',
  'merchant_qr_show',
  'account_holder',
  'account_number',
  'account_ifsc',
  'google_id',
  'phonepe_id',
  'other_id',
]
/** What is paid by itself. */
const BONUSES: readonly SettingField[] = ['joining_bonus', 'referral_bonus', 'bonus', 'bonus_show']

const each = <W extends string>(fields: readonly SettingField[], word: W) =>
  Object.fromEntries(fields.map((field) => [field, word])) as Partial<Record<SettingField, W>>

/** What asks for another right than `settings` when it changes. */
const FIELD_RIGHTS: Partial<Record<SettingField, Right>> = {
  ...each(PAYEE, 'payee'),
  ...each(['autoDeclareResult'], 'declare'),
}

/** What holds payouts, and tells of large ones. */
export const GUARDS = [
  'large_win',
  'payee_mpin',
  'payee_wait_hours',
  'turnover_deposits',
  'turnover_bonus',
] as const satisfies readonly SettingField[]

/** What waits for a second person when it changes. An app waits by the payee: raised alone, its version would refuse the file. */
const FIELD_SECONDS: Partial<Record<SettingField, Limit>> = {
  ...each([...PAYEE, 'app_version'], 'payee'),
  ...each(GUARDS, 'guards'),
  ...each(BONUSES, 'rates'),
}

/** What asks for a fresh second factor: also what declares, credits and holds payouts without an administrator. */
const FRESH_FIELDS: readonly SettingField[] = [
  ...PAYEE,
  ...BONUSES,
  'app_version',
  'autoDeclareResult',
  'autoDeposit',
  'auto_deposit',
  'auto_verified',
  ...GUARDS,
]

const changes = z.object(settingFields).partial().extend({ version: z.int().optional() })

export const update = endpoint({
  ...writes(['settings', 'payee', 'declare'], 'fields', ['payee', 'rates', 'guards']),
  path: '/admin/settings/updateSettings',
  description:
    'Writes the settings that are sent. With an older `version` than the current one it is refused: ' +
    'somebody else saved meanwhile.',
  fieldRights: FIELD_RIGHTS,
  fieldSeconds: FIELD_SECONDS,
  freshFields: FRESH_FIELDS,
  body: changes.refine(
    (body) => Object.keys(body).some((key) => key !== 'version'),
    'There is no setting to change',
  ),
  answer: z.object({ data: settings }),
  failed: 'Failed to update settings',
  refusals: [409],
})

const rateChanges = pairs(rateMin.optional(), rateMultiplier.optional() as never)

export const updateRates = endpoint({
  ...writes('settings', 'fresh', ['rates']),
  path: '/admin/settings/updateGameRates',
  description:
    'Changes the rates of bids placed from now on. A bid keeps the multiplier it was placed at. ' +
    'The rates are sent as they are, or in `global`, as settings are answered. With an older `version` than the ' +
    'current one of the settings it is refused: somebody else saved meanwhile.',
  body: z.object({
    rates: z
      .strictObject({ ...rateChanges, global: z.strictObject(rateChanges).optional() })
      .transform(({ global, ...rates }) => global ?? rates)
      .refine((rates) => Object.keys(rates).length > 0, 'There is no rate to change'),
    version: z.int().optional(),
  }),
  answer: z.object({ data: settings }),
  failed: 'Failed to update game rates',
  refusals: [409],
})

const MEGABYTE = 1024 * 1024

export const updateQr = endpoint({
  ...writes('payee', 'fresh', ['payee']),
  path: '/admin/settings/updateMerchantQr',
  description:
    'Replaces the QR code that players pay to. The image is decoded, encoded again and kept under a name ' +
    "of the server's.",
  upload: { field: 'image', mostBytes: 10 * MEGABYTE },
  answer: dataOf({ merchant_qr: z.string() }),
  failed: 'Failed to update QR code',
})

const APP_MOST_BYTES = 150 * MEGABYTE

export const uploadApp = endpoint({
  ...writes('payee', 'fresh', ['payee']),
  path: '/admin/settings/uploadApp',
  description:
    'Uploads a new version of the player app, which says whom players pay. The link is switched at once; the previous ' +
    'file is kept. The version must be above the current one.',
  upload: { field: 'app', mostBytes: APP_MOST_BYTES },
  body: z.object({
    app_version: z
      .string({ error: 'Please enter the app version before uploading.' })
      .min(1, 'Please enter the app version before uploading.')
      .regex(/^[0-9]{1,6}(\.[0-9]{1,6}){0,3}$/, 'App version must be numbers with dots, such as 1.4.2'),
  }),
  answer: dataOf({ app_version: z.string(), app_link: z.string() }),
  failed: 'Failed to upload app',
})
