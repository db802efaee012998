/**
 * The language of the panel. It is kept in the browser, so that it is known before the first screen, and for the
 * administrator on the server, whom it follows to other browsers; another one loads the panel anew, for modules hold words.
 */
import { sayFor } from '@munim/contract/catalogue'
import { LANGUAGE_KEY, type LanguageTag, loadLanguage, PSEUDO_TAG } from '@munim/contract/languages'
import { inTime } from './api/in-time.ts'

/** What the browser keeps; null: nothing, or it keeps nothing for this page. */
function kept(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_KEY)
  } catch {
    return null
  }
}

/** English where the language's file can't be loaded, or does not come: the panel is of more use in English than not at all. */
export async function speak(): Promise<void> {
  const language = await inTime(loadLanguage(kept())).catch(() => loadLanguage(null))
  document.documentElement.lang = language.tag
  sayFor(() => language)
}

/**
 * Turns the panel to this language, unless it is `spoken` here: of a page that turns by itself that is what the browser keeps,
 * for a language whose file can't be loaded would be turned to for ever. A developer who looks at the longer English keeps
 * that, and a browser that keeps nothing stays in English.
 */
export function turnTo(tag: LanguageTag, spoken = kept() ?? 'en'): void {
  if (kept() === PSEUDO_TAG) return
  try {
    localStorage.setItem(LANGUAGE_KEY, tag)
  } catch {
    return
  }
  if (tag !== spoken) location.reload()
}
