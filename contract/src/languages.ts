/**
 * The languages that Munim speaks. Another one is a line here and its file beside hi.json, each English sentence with
 * what it is in that language; `npm run check` names what the file lacks. A script that Inter has not needs a font
 * (panel/src/theme/fonts.css, server/src/paper/fonts.ts). Decision 59.
 */
import { ENGLISH, type Language } from './catalogue.ts'

type Sentences = Readonly<Record<string, string>>
/** A file of its own, so that who reads English loads none. */
type Load = () => Promise<{ readonly default: Sentences }>

interface Listed {
  /** As who speaks it writes it. */
  readonly name: string
  readonly locale: string
  readonly hasWholeMonths?: true
  /** null: the keys are the sentences. */
  readonly load: Load | null
}

/** By their tag, in the order in which they are offered. */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-IN', load: null },
  hi: {
    name: 'हिन्दी',
    locale: 'hi-IN-u-nu-latn',
    hasWholeMonths: true,
    load: () => import('./languages/hi.json', { with: { type: 'json' } }),
  },
} as const satisfies Readonly<Record<string, Listed>>
export type LanguageTag = keyof typeof LANGUAGES
export const LANGUAGE_TAGS = Object.keys(LANGUAGES) as readonly LanguageTag[]

/** English made longer and accented, which no one is offered: by it is seen what is not translated, or has no room. */
export const PSEUDO_TAG = 'en-XA'

/** Where the panel keeps the reader's language in the browser. */
export const LANGUAGE_KEY = 'munimLanguage'

export const isLanguageTag = (tag: unknown): tag is LanguageTag =>
  (LANGUAGE_TAGS as readonly unknown[]).includes(tag)

/** The language of this tag, its sentences loaded; English where there is none of it. */
export async function loadLanguage(tag: string | null): Promise<Language> {
  if (tag === PSEUDO_TAG) return (await import('./languages/pseudo.ts')).PSEUDO
  if (!isLanguageTag(tag)) return ENGLISH
  const { load, ...how } = LANGUAGES[tag]
  if (!load) return ENGLISH
  const sentences = new Map(Object.entries((await load()).default))
  return { tag, ...how, sentence: (key) => sentences.get(key) }
}
