/** Settings and rates in SQL: the wire's names beside the columns', rupees beside paise. */
import type { Answer, api } from '@munim/contract'
import { SETTING_WORDS, type SettingUnit } from '@munim/contract/setting-words'
import { RATE_KEYS, type RateKey } from '@munim/core'
import { type Db, type Statement, sql } from '../database/db.ts'

/** As the database has them: what is connected is known to the process. */
export type Settings = Omit<
  Answer<typeof api.settings.get>['data'],
  'provider_connected' | 'source_connected'
>
type Key = Exclude<keyof Settings, 'rates' | 'version' | 'merchant_qr' | 'app_link'>

const KEYS = Object.keys(SETTING_WORDS) as readonly Key[]

/** The columns that are not called as the wire calls the setting. */
const COLUMNS: { readonly [key in Key]?: string } = {
  autoDeposit: 'auto_deposit',
  auto_deposit: 'auto_deposit_confirm',
  maintainence: 'maintenance',
  maintainence_msg: 'maintenance_message',
  declure_notification: 'declare_notification',
  autoDeclareResult: 'auto_declare',
  isPlayStore: 'is_play_store',
}
const columnOf = (key: Key): string => COLUMNS[key] ?? key

/** Money is paise in the column, a percent and times hundredths: all are rupees, percent or times by a hundred. */
const isByHundred = (key: Key): boolean => {
  const words: { readonly label: string; readonly unit?: SettingUnit } = SETTING_WORDS[key]
  return words.unit !== undefined && words.unit !== 'hours'
}

const fields = sql.join([
  ...KEYS.map((key) =>
    isByHundred(key)
      ? sql`s.${sql.ref(columnOf(key))} / 100.0::float8 as ${sql.ref(key)}`
      : sql`s.${sql.ref(columnOf(key))} as ${sql.ref(key)}`,
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
    const stored = isByHundred(key as Key) ? Math.round((value as number) * 100) : value
    return sql`${sql.ref(columnOf(key as Key))} = ${stored}`
  })
  await db.run(sql`update settings set ${sql.join([...assignments, sql`version = version + 1`])}`)
}

export async function writeRate(db: Db, key: RateKey, part: 'min' | 'multiplier', value: number) {
  await db.run(sql`update rates set ${sql.ref(part)} = ${Math.round(value * 100)} where rate_key = ${key}`)
}
