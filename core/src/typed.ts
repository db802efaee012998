/** What a person typed into a search, or copied there from a screen or a message, may mean. */
import { addDays, type Day, readDay } from './markets/schedule.ts'
import { inPlainSigns } from './reference.ts'

/** What has a number that screens print. Nothing finds a banner or a batch: their numbers are no player's. */
export type Numbered = 'player' | 'request' | 'bid' | 'posting' | 'draw' | 'market' | 'banner' | 'batch'

export interface Typed {
  /**
   * Its spellings, in small letters: found is what holds all parts of one of them. A name is its words in any order; a
   * number is also looked for without what is between its digits, and a mobile without the code of India.
   */
  readonly spellings: readonly (readonly string[])[]
  /** The number of a record: '115', '#115', 'bid 115', and that of 'Asha Rao #115'; null where none was typed. */
  readonly id: number | null
  /** What that number is of, where the word before it says so; null where it may be of anything. */
  readonly of: Numbered | null
}

/**
 * By the word before a number, as each language of the panel prints it (contract/src/languages.test.ts holds them); null where it
 * says no more than that one follows.
 */
const KINDS: ReadonlyMap<string | undefined, Numbered | null> = new Map<string | undefined, Numbered | null>([
  [undefined, null],
  ['id', null],
  ['no', null],
  ['player', 'player'],
  ['user', 'player'],
  ['request', 'request'],
  ['deposit', 'request'],
  ['withdrawal', 'request'],
  ['withdraw', 'request'],
  ['bid', 'bid'],
  ['bet', 'bid'],
  ['posting', 'posting'],
  ['transaction', 'posting'],
  ['draw', 'draw'],
  ['market', 'market'],
  ['banner', 'banner'],
  ['batch', 'batch'],
  ['खिलाड़ी', 'player'],
  ['यूज़र', 'player'],
  ['रिक्वेस्ट', 'request'],
  ['जमा', 'request'],
  ['निकासी', 'request'],
  ['बिड', 'bid'],
  ['एंट्री', 'posting'],
  ['मार्केट', 'market'],
  ['बैनर', 'banner'],
  ['बैच', 'batch'],
])

const NUMBER = /^(?:([\p{L}\p{M}]+)[\s:.]*)?(?:id|no)?[\s:.]*#?\s*([1-9]\d{0,14})$/u
/** As lists print a player: the name, then the number; or a sentence that ends with a record: 'Edit Banner #7'. */
const NUMBERED = /(\S+)\s+#([1-9]\d{0,14})$/
/** A word of a name. A short number is part of too many others to be looked for by itself. */
const NAME = /^[\p{L}\p{M}.'’-]*\p{L}[\p{L}\p{M}.'’-]*$/u
/** Digits, and what people put between them. */
const GROUPED = /^\+?[\d\s().-]+$/
/** What people and banks write before a number. */
const LABEL =
  /^(?:mob(?:ile)?|phone|ph|tel|whatsapp|account|acct?|a\/c|upi|ifsc)\b[\s.:#]*(?:(?:no|id)\b[\s.:#]*)?/
/** An account number of which only the end is shown: 'XX7890', '••••7890'. */
const ENDING = /^[x*•.…]+[\s-]*(\d{4,})$/
const INDIAN_MOBILE = /^(?:00)?(?:91)?0?([6-9]\d{9})$/

/** Everything that this text may mean. Signs that are not seen, which messengers put around numbers, don't count. */
export function meaningsOf(text: string): Typed {
  const literal = text.trim().toLowerCase()
  const plain = inPlainSigns(text)
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
  const [id, of] = numberIn(plain)
  const bare = plain.replace(LABEL, '')
  const words = bare.split(/[\s,;]+/).filter(Boolean)
  const isName = words.length > 0 && words.every((word) => NAME.test(word))
  const spellings = [
    isName ? words : [bare],
    // Its words hold it already, unless its signs are others as they are written.
    ...(isName && plain === literal ? [] : [[literal]]),
    ...numbersIn(bare).map((number) => [number]),
  ].filter((parts) => parts.join('') !== '')
  return { spellings: withoutRepeats(spellings), id, of }
}

function numberIn(plain: string): readonly [id: number | null, of: Numbered | null] {
  const [, word, number] = NUMBER.exec(plain) ?? []
  const of = KINDS.get(word)
  if (number !== undefined && of !== undefined) return [Number(number), of]
  const [, before, last] = NUMBERED.exec(plain) ?? []
  return last === undefined ? [null, null] : [Number(last), KINDS.get(before) ?? 'player']
}

/** A number without the signs between its digits, and, of a mobile, its ten digits alone. */
function numbersIn(bare: string): readonly string[] {
  const ending = ENDING.exec(bare)?.[1]
  if (ending !== undefined) return [ending]
  if (!GROUPED.test(bare)) return []
  const digits = bare.replace(/\D/g, '')
  const mobile = INDIAN_MOBILE.exec(digits)?.[1]
  return [digits, ...(mobile === undefined ? [] : [mobile])].filter((number) => number !== '')
}

function withoutRepeats(spellings: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const said = spellings.map((parts) => parts.join(' '))
  return spellings.filter((_, nth) => said.indexOf(said[nth]!) === nth)
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const ENDINGS = ['uary', 'ruary', 'ch', 'il', '', 'e', 'y', 'ust', 't|tember', 'ober', 'ember', 'ember']
const MONTH = MONTHS.map((name, nth) => `${name}(?:${ENDINGS[nth]})?`).join('|')

/** The day that was typed, and the words beside it: 'kalyan 22 nov' is that day of this year. Null where no day was. */
export function dayTyped(text: string, today: Day): { readonly day: Day; readonly rest: string } | null {
  const plain = inPlainSigns(text).trim().toLowerCase()
  for (const [form, dayOf] of FORMS) {
    const found = form.exec(plain)
    const day = found && dayOf(found.slice(1), today)
    if (found && day) return { day, rest: plain.replace(found[0], ' ').replace(/\s+/g, ' ').trim() }
  }
  return null
}

/**
 * The day that a field of a day holds: as `dayTyped` reads it, or as a person writes it with no words beside it
 * (24112026, 24/11, 24nov, t for today, y for yesterday). Null where it is no day, or more than one.
 */
export function readTypedDay(text: string, today: Day): Day | null {
  const plain = inPlainSigns(text).trim().toLowerCase()
  for (const [form, dayOf] of FORMS_ALONE) {
    const found = form.exec(plain)
    if (found) return dayOf(found.slice(1), today)
  }
  const typed = dayTyped(plain.replace(GLUED, '$1 '), today)
  return typed?.rest === '' ? typed.day : null
}

type Form = readonly [form: RegExp, dayOf: (parts: readonly string[], today: Day) => Day | null]

const written = (year: string, month: number, day: string): Day | null =>
  readDay([year.padStart(4, '20'), String(month).padStart(2, '0'), day.padStart(2, '0')].join('-'))

/** Of a day without a year: this year's, or last year's where that is still to come. */
function latest(today: Day, month: number, day: string): Day | null {
  const year = Number(today.slice(0, 4))
  const now = written(String(year), month, day)
  return now !== null && now <= today ? now : written(String(year - 1), month, day)
}

const FORMS: readonly Form[] = [
  [/\btoday\b/, (_, today) => today],
  [/\byesterday\b/, (_, today) => addDays(today, -1)],
  [/\b(\d{4})-(\d\d?)-(\d\d?)\b/, ([year, month, day]) => written(year!, Number(month), day!)],
  [/\b(\d\d?)[-/.](\d\d?)[-/.](\d{4}|\d\d)\b/, ([day, month, year]) => written(year!, Number(month), day!)],
  [
    new RegExp(`\\b(\\d\\d?)(?:st|nd|rd|th)?[\\s-]+(${MONTH})\\b\\.?(?:[\\s,-]+(\\d{4}))?(?![a-z\\d])`),
    ([day, name, year], today) => {
      const month = MONTHS.indexOf(name!.slice(0, 3)) + 1
      return year === undefined ? latest(today, month, day!) : written(year, month, day!)
    },
  ],
]

/** What would be an id or a part of one in a search, and is a day in a field of a day. */
const FORMS_ALONE: readonly Form[] = [
  [/^t$/, (_, today) => today],
  [/^y$/, (_, today) => addDays(today, -1)],
  [/^(\d\d)(\d\d)(\d{4}|\d\d)$/, ([day, month, year]) => written(year!, Number(month), day!)],
  [/^(\d\d?)\s+(\d\d?)\s+(\d{4}|\d\d)$/, ([day, month, year]) => written(year!, Number(month), day!)],
  [/^(\d\d)(\d\d)$/, ([day, month], today) => latest(today, Number(month), day!)],
  [/^(\d\d?)[-/.\s](\d\d?)$/, ([day, month], today) => latest(today, Number(month), day!)],
]

/** 24nov. */
const GLUED = new RegExp(`^(\\d\\d?)(?=${MONTH})`)
