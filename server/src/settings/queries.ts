/** Settings and rates in SQL: the wire's names beside the columns', rupees beside paise. */
import type { Answer, api } from '@munim/contract'
import { RATE_KEYS, type RateKey } from '@munim/core'
import { type Db, type Statement, sql } from '../database/db.ts'

/** As the database has them: what is connected is known to the process. */
export type Settings = Omit<
  Answer<typeof api.settings.get>['data'],
  'provider_connected' | 'source_connected'
>
type Key = Exclude<keyof Settings, 'rates' | 'version' | 'merchant_qr' | 'app_link'>

/** Money is paise in the column, a percent and times hundredths: all are rupees, percent or times by a hundred. */
type Kind = 'hundredths' | 'plain'

/** Each setting's column, where the wire spells it otherwise, and how it is kept. */
const COLUMNS: Readonly<Record<Key, readonly [column: string, kind: Kind]>> = {
  deposit_min: ['deposit_min', 'hundredths'],
  deposit_max: ['deposit_max', 'hundredths'],
  autoDeposit: ['auto_deposit', 'plain'],
  withdraw_min: ['withdraw_min', 'hundredths'],
  withdraw_max: ['withdraw_max', 'hundredths'],
  withdraw_open: ['withdraw_open', 'plain'],
  withdraw_close: ['withdraw_close', 'plain'],
  betting_min: ['betting_min', 'hundredths'],
  betting_max: ['betting_max', 'hundredths'],
  transfer_min: ['transfer_min', 'hundredths'],
  transfer_max: ['transfer_max', 'hundredths'],
  large_win: ['large_win', 'hundredths'],
  payee_wait_hours: ['payee_wait_hours', 'plain'],
  payee_mpin: ['payee_mpin', 'plain'],
  turnover_deposits: ['turnover_deposits', 'hundredths'],
  turnover_bonus: ['turnover_bonus', 'hundredths'],
  close_days: ['close_days', 'plain'],
  referral_bonus: ['referral_bonus', 'hundredths'],
  joining_bonus: ['joining_bonus', 'hundredths'],
  bonus: ['bonus', 'hundredths'],
  bonus_show: ['bonus_show', 'plain'],
  merchant_name: ['merchant_name', 'plain'],
  merchant_upi: ['merchant_upi', 'plain'],
  merchant_id_show: ['merchant_id_show', 'plain'],
  merchant_qr_show: ['merchant_qr_show', 'plain'],
  account_holder: ['account_holder', 'plain'],
  account_number: ['account_number', 'plain'],
  account_ifsc: ['account_ifsc', 'plain'],
  google_id: ['google_id', 'plain'],
  phonepe_id: ['phonepe_id', 'plain'],
  other_id: ['other_id', 'plain'],
  mobile: ['mobile', 'plain'],
  whatsapp: ['whatsapp', 'plain'],
  whatsapp_text: ['whatsapp_text', 'plain'],
  telegram: ['telegram', 'plain'],
  email_1: ['email_1', 'plain'],
  email_2: ['email_2', 'plain'],
  facebook: ['facebook', 'plain'],
  twitter: ['twitter', 'plain'],
  youtube: ['youtube', 'plain'],
  instagram: ['instagram', 'plain'],
  app_version: ['app_version', 'plain'],
  share_message: ['share_message', 'plain'],
  play_text: ['play_text', 'plain'],
  video_link: ['video_link', 'plain'],
  auto_verified: ['auto_verified', 'plain'],
  auto_deposit: ['auto_deposit_confirm', 'plain'],
  maintainence: ['maintenance', 'plain'],
  maintainence_msg: ['maintenance_message', 'plain'],
  declure_notification: ['declare_notification', 'plain'],
  autoDeclareResult: ['auto_declare', 'plain'],
  isPlayStore: ['is_play_store', 'plain'],
}

const fields = sql.join([
  ...Object.entries(COLUMNS).map(([key, [column, kind]]) =>
    kind === 'plain'
      ? sql`s.${sql.ref(column)} as ${sql.ref(key)}`
      : sql`s.${sql.ref(column)} / 100.0::float8 as ${sql.ref(key)}`,
  ),
  sql`s.merchant_qr, s.app_link, s.version`,
])

/** All settings as the wire has them. `lock` holds the row against other saves until the transaction ends. */
export async function readSettings(db: Db, lock: 'lock' | 'read' = 'read'): Promise<Settings> {
  const row = await db.only<Omit<Settings, 'rates'>>(sql`
    select ${fields} from settings s ${lock === 'lock' ? sql`for no key update` : sql``}`)
  const rates = await db.many<{ rate_key: RateKey; min: number; multiplier: number }>(sql`
    select rate_key, min / 100.0::float8 as min, multiplier / 100.0::float8 as multiplier from rates`)
  const pairs = RATE_KEYS.flatMap((key) => {
    const rate = rates.find(({ rate_key }) => rate_key === key)!
    return [
      [`${key}_1`, rate.min],
      [`${key}_2`, rate.multiplier],
    ]
  })
  return { ...row, rates: { global: Object.fromEntries(pairs) } }
}

/** Whether players, bids and results are invented. */
export async function isDemonstration(db: Db): Promise<boolean> {
  return (await db.only<{ is: boolean }>(sql`select is_demonstration as is from settings`)).is
}

/** Writes these settings, given in the wire's names and units. */
export async function writeSettings(db: Db, changes: Partial<Record<Key, unknown>>): Promise<void> {
  const assignments = Object.entries(changes).map(([key, value]): Statement => {
    const [column, kind] = COLUMNS[key as Key]
    const stored = kind === 'plain' ? value : Math.round((value as number) * 100)
    return sql`${sql.ref(column)} = ${stored}`
  })
  await db.run(sql`update settings set ${sql.join([...assignments, sql`version = version + 1`])}`)
}

export async function writeRate(
  db: Db,
  key: RateKey,
  part: 'min' | 'multiplier',
  value: number,
): Promise<void> {
  await db.run(sql`update rates set ${sql.ref(part)} = ${Math.round(value * 100)} where rate_key = ${key}`)
}
