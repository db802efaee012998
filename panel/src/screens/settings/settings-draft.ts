/** Settings while they are typed: what differs from what is saved, and what keeps it from being saved. */
import { t, wrongInAddress } from '@munim/contract'
import { MOST_RUPEES, readRupees, readTime } from '@munim/core'
import { count } from '../../widgets/money.tsx'
import { IN_UNITS } from '../../widgets/units.ts'
import {
  FIELDS,
  type Field,
  type Key,
  type NumberField,
  type Settings,
  type TextField,
} from './settings-fields.ts'

/** Only what was touched: text as it was typed, and switches. */
export type Draft = Partial<Record<Key, string | boolean>>
export type Wrong = Partial<Record<Key, string>>

export interface Change {
  readonly key: Key
  readonly value: string | number | boolean
  /** "Withdrawal minimum 100 → 500" */
  readonly words: string
}

/** The fields that differ from what is saved, in the form's order. What is typed wrong counts as a change, too. */
export function changesOf(settings: Settings, draft: Draft): Change[] {
  return FIELDS.flatMap((field) => {
    const typed = draft[field.key]
    if (typed === undefined) return []
    const value = sentValue(field, typed)
    const saved = settings[field.key]
    if (value === saved) return []
    return [
      { key: field.key, value, words: `${field.label} ${inWords(field, saved)} → ${inWords(field, value)}` },
    ]
  })
}

/** What a draft is over: the settings at its first keystroke; those of now where no field of the form is another since. */
export function baseOf(now: Settings, first: Settings | null): Settings {
  if (first === null || FIELDS.every(({ key }) => first[key] === now[key])) return now
  const fields = Object.fromEntries(FIELDS.map(({ key }) => [key, first[key]]))
  return { ...now, ...fields, version: first.version }
}

/** The whole form with its changes, as the specification has it sent (2 §7). */
export const allOf = (base: Settings, changes: readonly Change[]) => ({
  ...Object.fromEntries(FIELDS.map(({ key }) => [key, base[key]])),
  ...Object.fromEntries(changes.map(({ key, value }) => [key, value])),
})

/** What others saved since, in words. */
export const savedMeanwhile = (before: Settings, now: Settings): string[] =>
  FIELDS.filter(({ key }) => now[key] !== before[key]).map(
    (field) => `${field.label} ${inWords(field, before[field.key])} → ${inWords(field, now[field.key])}`,
  )

/** The fields of numbers: the most that may be typed, and how a number is written. */
const NUMBERS = {
  money: [MOST_RUPEES, (amount: number) => `₹${count(amount)}`],
  percent: [100, IN_UNITS.percent],
  hours: [720, IN_UNITS.hours],
  times: [100, IN_UNITS.times],
} as const

/** What the server is sent. Text that is no number is kept, so that it is shown as the change it is. */
function sentValue({ is }: Field, typed: string | boolean): string | number | boolean {
  if (typeof typed === 'boolean') return typed
  const text = typed.trim()
  if (!(is in NUMBERS)) return text
  return text === '' || Number.isNaN(Number(text)) ? text : Number(text)
}

/** A setting as its history tells it, also one that is no field of the form; null of what is none. */
export function settingInWords(key: string, value: unknown): readonly [string, string] | null {
  if (key === 'merchant_qr') return [t('Merchant QR'), value === '' ? '–' : t('an image')]
  if (key === 'app_link') return [t('App download link'), String(value || '–')]
  const field = FIELDS.find((each) => each.key === key)
  return field === undefined
    ? null
    : [field.label, inWords(field, (value ?? '') as string | number | boolean)]
}

const LONGEST = 28

function inWords({ is }: Field, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? t('on') : t('off')
  if (typeof value === 'number')
    return is === 'money' ? rupees(value) : NUMBERS[is as NumberField['is']][1](value)
  if (value === '') return '–'
  return value.length > LONGEST ? `${value.slice(0, LONGEST).trimEnd()}…` : value
}

const rupees = (value: number) => (Number.isInteger(value) ? count(value) : value.toFixed(2))

/** The sentences of fields that can't be saved as they are typed, in the form's order; empty when all can. */
export function complaintsOf(settings: Settings, draft: Draft): Wrong {
  const changes = changesOf(settings, draft)
  const wrong: Wrong = {}
  for (const { key, value } of changes) {
    const field = FIELDS.find((each) => each.key === key)!
    const complaint = complaintOf(field, value)
    if (complaint !== null) wrong[key] = complaint
  }
  const wanted = { ...settings, ...Object.fromEntries(changes.map(({ key, value }) => [key, value])) }
  for (const [key, name] of BOUNDED) {
    const low = `${key}_min` as const
    if (wrong[low] ?? wrong[`${key}_max`]) continue
    if (wanted[low] > wanted[`${key}_max`]) wrong[low] = t('{name} minimum is above the maximum', { name })
  }
  const inOrder = FIELDS.map(({ key }) => [key, wrong[key]] as const)
  return Object.fromEntries(inOrder.filter(([, sentence]) => sentence !== undefined))
}

const BOUNDED = [
  ['deposit', t('Deposit')],
  ['withdraw', t('Withdrawal')],
  ['betting', t('Betting')],
  ['transfer', t('Transfer')],
] as const

function complaintOf(field: Field, value: string | number | boolean): string | null {
  switch (field.is) {
    case 'flag':
      return null
    case 'money':
    case 'percent':
    case 'hours':
    case 'times':
      return numberComplaint(field, value)
    default:
      return textComplaint(field, String(value))
  }
}

function numberComplaint({ is, label, min }: NumberField, value: string | number | boolean): string | null {
  const [most, words] = NUMBERS[is]
  if (typeof value !== 'number') return t('{label} must be a number', { label })
  if (readRupees(value) === null) return t('{label} must have at most two decimals', { label })
  if (is === 'hours' && !Number.isInteger(value)) return t('{label} must be whole hours', { label })
  if (value < min) return t('{label} must be at least {least}', { label, least: words(min) })
  return value > most ? t('{label} must be at most {most}', { label, most: words(most) }) : null
}

/** The contract's own rules and sentences; the panel ships no schemas that could check. */
function textComplaint({ is, key, label }: TextField, value: string): string | null {
  if (is === 'time') return readTime(value) === null ? t('{label} is required', { label }) : null
  if (value === '') return null
  if (is === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return t('Email is not valid')
  const inAddress = wrongInAddress(key, value)
  if (inAddress !== undefined) return inAddress
  if (is === 'tel' && !/^[+0-9 ()-]*$/.test(value)) return t('Number must be digits')
  if (is === 'version' && !/^[0-9]{1,6}(\.[0-9]{1,6}){0,3}$/.test(value)) {
    return t('App version must be numbers with dots, such as 1.4.2')
  }
  return null
}
