/**
 * The words that people read. The English sentence, as it is printed, is its own key, so that the specification's words
 * are found where they are used; a value has its name in braces, a plural its forms (ICU MessageFormat):
 * `t('{count, plural, one {# user} other {# users}} of {name}', { count, name })`. What other languages make of the
 * keys is in languages/, which languages.ts lists.
 */
import type { Words } from '@munim/core'
import { IntlMessageFormat } from 'intl-messageformat'

/** What a reader's sentences are taken from. */
export interface Language {
  /** As `lang` and Accept-Language have it. */
  readonly tag: string
  /** For Intl: numbers are grouped the Indian way in Latin digits in each. */
  readonly locale: string
  /** Its readers write months out, where Intl abbreviates them. */
  readonly hasWholeMonths?: true
  /** The sentence in this language; undefined: it is said in English. */
  readonly sentence: (key: string) => string | undefined
}

export const ENGLISH: Language = { tag: 'en', locale: 'en-IN', sentence: (key) => key }

/** Whom words are for: one reader in the panel, on the server each call's (server/src/http/language.ts). */
let reader: () => Language = () => ENGLISH

/** Words are for this reader from now on. In the panel it is called before a module that says any is evaluated. */
export function sayFor(read: () => Language): void {
  reader = read
}

export const language = (): Language => reader()

/** The sentence in the reader's language, with its values in their places. */
export function t(sentence: string, values?: Readonly<Record<string, string | number>>): string {
  if (IS_PLAIN.test(sentence)) return plain(sentence)
  return String(formOf(sentence).format(values))
}

/** A sentence that is printed as it is written: braces in it are none of the catalogue's. */
export const plain = (sentence: string): string => reader().sentence(sentence) ?? sentence

/** What core says, in the reader's language. */
export const say = ({ sentence, values }: Words): string => t(sentence, values)

/** What is put into a sentence's place: a value, or for `<b>…</b>` what is made of the parts between. */
export type Put<Part> = string | number | Part | ((between: (string | Part)[]) => Part)

/** The same where a value is more than text, in parts: `<b>{name}</b>` is what `b` makes of the name. */
export function parts<Part>(
  sentence: string,
  values: Readonly<Record<string, Put<Part>>>,
): readonly (string | Part)[] {
  const said = formOf(sentence).format<Part>(values)
  return Array.isArray(said) ? said : [said]
}

/** Names a sentence where it is declared, for who prints it later with `t`. `npm run check` finds it by this. */
export const msg = <const Sentence extends string>(sentence: Sentence): Sentence => sentence

/** Moments as the reader's language writes them; made once a language. */
export function writtenBy(options: Intl.DateTimeFormatOptions): (at: Date | number) => string {
  const formats = new Map<string, (at: Date | number) => string>()
  return (at) => {
    const { locale } = reader()
    const format = formats.get(locale) ?? formatIn(reader(), options)
    formats.set(locale, format)
    return format(at)
  }
}

function formatIn({ locale, hasWholeMonths }: Language, options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat(locale, options)
  if (!hasWholeMonths) return (at: Date | number) => format.format(at)
  // By the parts: with a month that is long, Intl puts other words beside the time, too.
  const month = new Intl.DateTimeFormat(locale, { timeZone: options.timeZone, month: 'long' })
  return (at: Date | number) =>
    format
      .formatToParts(at)
      .map(({ type, value }) => (type === 'month' ? month.format(at) : value))
      .join('')
}

const IS_PLAIN = /^[^{<]*$/

/** Reading a sentence takes 0.06 ms, and is done once a language. */
const forms = new WeakMap<Language, Map<string, IntlMessageFormat>>()

function formOf(sentence: string): IntlMessageFormat {
  const language = reader()
  const ofLanguage = forms.get(language) ?? new Map<string, IntlMessageFormat>()
  forms.set(language, ofLanguage)
  const known = ofLanguage.get(sentence)
  if (known !== undefined) return known
  const said = language.sentence(sentence)
  const { locale } = said === undefined ? ENGLISH : language
  const form = new IntlMessageFormat(said ?? sentence, locale)
  ofLanguage.set(sentence, form)
  return form
}
