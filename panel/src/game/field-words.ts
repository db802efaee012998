/** What an act changed, in words: fields as their own screens call them, values as these count them. */
import { AMOUNTS, msg, RIGHTS, type Right, t } from '@munim/contract'
import type { SettingUnit } from '@munim/contract/setting-words'
import { GAME_MODES } from '@munim/core'
import { rupeesInWords } from '../widgets/money.tsx'
import { timeInWords } from '../widgets/times.ts'
import { IN_UNITS } from '../widgets/units.ts'
import { dayOf, timeOfDay } from '../widgets/when.tsx'
import { fieldInWords } from './field-labels.ts'
import { gameName } from './game-name.ts'

/** Words that the audit holds as values. What is no such word is shown as it is. */
const VALUES: Readonly<Record<string, string>> = {
  pending: msg('pending'),
  completed: msg('completed'),
  rejected: msg('rejected'),
  cancelled: msg('cancelled'),
  running: msg('running'),
  changed: msg('changed'),
  given: msg('given'),
  withheld: msg('withheld'),
  'for good': msg('for good'),
  all: msg('all'),
  open: msg('the open'),
  close: msg('the close'),
  'open and close': msg('the open and the close'),
  personal: msg('personal'),
  result: msg('result'),
  done: msg('done'),
  refused: msg('refused'),
  due: msg('due'),
  entered: msg('entered'),
  begun: msg('begun'),
  'set up': msg('set up'),
  removed: msg('removed'),
  ended: msg('ended'),
  made: msg('made'),
  confirmed: msg('confirmed'),
  declined: msg('declined'),
  withdrawn: msg('withdrawn'),
  totp: msg('authenticator app'),
  passkey: msg('passkey'),
  recovery: msg('recovery code'),
}

/** Fields whose text is anybody's own, so that no word in it is translated. */
const OWN_TEXT = new Set(['note', 'reason', 'title', 'description', 'adminComment', 'name', 'tag', 'browser'])

/** A value of the field, in `unit` where it is a number. Never JSON: of an object its own fields are said one by one. */
export function valueInWords(field: string, value: unknown, unit?: SettingUnit): string {
  if (value === null || value === undefined || value === '') return field in AMOUNTS ? t('no limit') : '–'
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value === 'number') return numberInWords(value, unit)
  if (Array.isArray(value)) return value.map((each) => itemInWords(field, each)).join('; ') || '–'
  if (typeof value === 'object') return partsInWords(field, value)
  return textInWords(field, String(value))
}

function itemInWords(field: string, item: unknown): string {
  if (field === 'userIds') return `#${String(item)}`
  if (field === 'games') return textInWords('gameMode', String(item))
  return typeof item === 'string' ? wordOf(item) : valueInWords('', item)
}

function partsInWords(field: string, value: object): string {
  const parts = Object.entries(value).map(([key, part]) => {
    const { label, unit } = fieldInWords(field, key)
    return `${label} ${valueInWords(key, part, unit)}`
  })
  return parts.join(', ') || '–'
}

const FINGERPRINT = /^#[0-9a-f]{16}$/
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function textInWords(field: string, text: string): string {
  if (OWN_TEXT.has(field)) return text
  if (FINGERPRINT.test(text)) return t('changed')
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return dayOf(text)
  if (MOMENT.test(text)) return `${dayOf(text)}, ${timeOfDay(new Date(text))}`
  if (/^\d\d:\d\d$/.test(text) && field.endsWith('_time')) return timeInWords(text)
  const [, amount, fate] = /^(₹[\d,.]+), (refused|warned)$/.exec(text) ?? []
  if (amount !== undefined)
    return fate === 'refused'
      ? t('{amount}, refused above it', { amount })
      : t('{amount}, warned above it', { amount })
  const game = GAME_MODES.find((mode) => mode === text)
  return game ? gameName(game) : wordOf(text)
}

/** A word of the catalogue; any other text as it is. */
function wordOf(text: string): string {
  const word = RIGHTS[text as Right] ?? VALUES[text]
  return word === undefined ? text : t(word)
}

function numberInWords(value: number, unit?: SettingUnit): string {
  if (unit === undefined) return String(value)
  return unit === 'money' ? rupeesInWords(value) : IN_UNITS[unit](value)
}

export interface Changed {
  readonly label: string
  /** Null where there was nothing to compare with, or where what it was is not kept. */
  readonly was: string | null
  readonly now: string
}

/** What an act changed of a thing, a line a field, without `told`, which is said elsewhere. */
export function changesInWords(
  thing: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  told: readonly string[] = [],
): Changed[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return fields
    .filter((field) => !told.includes(field))
    .map((field) => {
      const { label, unit } = fieldInWords(thing, field)
      const now = valueInWords(field, field in after ? after[field] : before[field], unit)
      if (!(field in before && field in after)) return { label, was: null, now }
      const isMasked = [before, after].some((each) => FINGERPRINT.test(String(each[field])))
      if (!isMasked) return { label, was: valueInWords(field, before[field], unit), now }
      return { label, was: null, now: maskedInWords(before[field], after[field]) }
    })
}

/** Of a personal value the audit keeps a fingerprint: whether it came, went or changed, not what it is. */
function maskedInWords(before: unknown, after: unknown): string {
  if (before === '') return t('added')
  return after === '' ? t('taken out') : t('changed')
}
