/**
 * The words that people read. The English sentence, as it is printed, is its own key, so that the specification's words
 * are found where they are used; a value has its name in braces, a plural its forms (ICU MessageFormat):
 * `t('{count, plural, one {# user} other {# users}} of {name}', { count, name })`.
 */
import type { Words } from '@munim/core'
import { IntlMessageFormat } from 'intl-messageformat'

/** English, with Indian grouping of numbers. */
const LOCALE = 'en-IN'

/** The sentence in the reader's language, with its values in their places. */
export function t(sentence: string, values?: Readonly<Record<string, string | number>>): string {
  return IS_PLAIN.test(sentence) ? sentence : String(formOf(sentence).format(values))
}

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

const IS_PLAIN = /^[^{<]*$/

/** Reading a sentence takes 0.06 ms, and is done once. */
const forms = new Map<string, IntlMessageFormat>()

function formOf(sentence: string): IntlMessageFormat {
  const known = forms.get(sentence)
  if (known !== undefined) return known
  const form = new IntlMessageFormat(sentence, LOCALE)
  forms.set(sentence, form)
  return form
}
