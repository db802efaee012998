/**
 * In which language a call is answered: the one that its Accept-Language asks for, English where it asks for none that
 * there is. The panel sends the one that was chosen in it, the player app the phone's. What no call asks for, such as what is
 * written by loops, is in English, as is what is stored. Decision 59.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import acceptNegotiator from '@fastify/accept-negotiator'
import { ENGLISH, isLanguageTag, LANGUAGE_TAGS, type Language, loadLanguage, sayFor } from '@munim/contract'
import type { FastifyRequest } from 'fastify'

const spoken = new Map<string, Language>()
for (const tag of LANGUAGE_TAGS) spoken.set(tag, await loadLanguage(tag))

const answering = new AsyncLocalStorage<Language>()
sayFor(() => answering.getStore() ?? ENGLISH)

/** Does the work with its words in the language that the request asks for. */
export function answerIn<T>({ headers }: Pick<FastifyRequest, 'headers'>, work: () => T): T {
  return answering.run(languageAsked(headers['accept-language']), work)
}

/** hi of `hi-IN,en;q=0.8`: regions are left away, of those that there are the one that is preferred. */
function languageAsked(header: string | undefined): Language {
  if (header === undefined || header === 'en' || header === '*') return ENGLISH
  if (isLanguageTag(header)) return spoken.get(header)!
  const bare = header.toLowerCase().replaceAll(/-[a-z0-9-]+/g, '')
  return spoken.get(acceptNegotiator.negotiate(bare, [...LANGUAGE_TAGS]) ?? 'en') ?? ENGLISH
}
