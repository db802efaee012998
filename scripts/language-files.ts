/**
 * Holds the files of languages (contract/src/languages) against the sentences that are printed: each of these is
 * there and nothing else, with the values and tags of its key, and in a plural the forms that the language has.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { LANGUAGES } from '../contract/src/languages.ts'
import { namesIn } from './words.ts'

const folder = 'contract/src/languages'

/** Those that have a file. */
const TAGS = Object.entries(LANGUAGES).filter(([, { load }]) => load !== null)

type Sentences = Readonly<Record<string, string>>

const readSentences = (tag: string): Sentences =>
  JSON.parse(readFileSync(resolve(import.meta.dirname, '..', folder, `${tag}.json`), 'utf8'))

/** As `file: why`. */
export function findLanguageFaults(said: ReadonlyMap<string, string>): string[] {
  return TAGS.flatMap(([tag, { locale }]) => {
    const sentences = readSentences(tag)
    const missing = [...said].filter(([key]) => !(key in sentences))
    const unknown = Object.keys(sentences).filter((key) => !said.has(key))
    return [
      ...missing.map(([key, at]) => `lacks '${key}' (${at})`),
      ...unknown.map((key) => `has '${key}', which nobody says`),
      ...Object.entries(sentences).flatMap(([key, sentence]) => faultsOf(key, sentence, locale)),
    ].map((why) => `${folder}/${tag}.json: ${why}`)
  })
}

function faultsOf(key: string, sentence: string, locale: string): string[] {
  if (sentence.trim() === '') return [`says nothing for '${key}'`]
  // What is printed as it is written is not read as a message.
  if (!/[{<]/.test(key)) return /[{<]/.test(sentence) ? [`'${key}' has no values`] : []
  let elements: readonly MessageFormatElement[]
  try {
    elements = parse(sentence)
  } catch (error) {
    return [`'${sentence}' can't be read: ${(error as Error).message}`]
  }
  const wanted = [...new Set(namesIn(parse(key)))].sort().join(', ')
  const has = [...new Set(namesIn(elements))].sort().join(', ')
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  return [
    ...(wanted === has ? [] : [`'${sentence}' has {${has}} and not {${wanted}}`]),
    ...pluralsIn(elements).flatMap((given) =>
      forms
        .filter((form) => !given.includes(form))
        .map((form) => `'${sentence}' lacks the plural form '${form}'`),
    ),
  ]
}

function pluralsIn(elements: readonly MessageFormatElement[]): string[][] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return pluralsIn(element.children)
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return []
    const inner = Object.values(element.options).flatMap(({ value }) => pluralsIn(value))
    return element.type === TYPE.plural ? [Object.keys(element.options), ...inner] : inner
  })
}
