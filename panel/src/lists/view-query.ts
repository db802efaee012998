/** What a view keeps of a list's address: not the page, not what is searched for; and days that move on by their word. */
import type { Day } from '@munim/core'
import { spanOf, spansOn } from '../widgets/day-spans.ts'

export type Words = Readonly<Record<string, string>>

/** The word that takes the place of `from` and `to` where they are a span of today. */
const SPAN = 'days'

export function queryOf({ page, search, ...kept }: Words, today: Day): string {
  const { from = '', to = '', ...others } = kept
  const span = spanOf({ from, to }, today)
  return String(new URLSearchParams(span ? { ...others, [SPAN]: span.word } : kept))
}

/** The words of the address that a view leads to today. */
export function wordsOf(query: string, today: Day): Words {
  const { [SPAN]: word, ...words } = Object.fromEntries(new URLSearchParams(query))
  const span = spansOn(today).find((each) => each.word === word)
  return span ? { ...words, from: span.from, to: span.to } : words
}

/** Whether an address shows what a view keeps, whatever its page is and whatever is searched for. */
export function isShown(query: string, words: Words, today: Day): boolean {
  const { page, search, ...shown } = words
  return inOrder(wordsOf(query, today)) === inOrder(shown)
}

const inOrder = (words: Words): string =>
  JSON.stringify(Object.entries(words).sort(([a], [b]) => (a < b ? -1 : 1)))
