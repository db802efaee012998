/** The filters and the page of a list, as the address has them. */
import { pageOf, useAddress } from '../api/use-address.ts'
import type { Counts, Filters } from '../widgets/filters.tsx'

export type Values<W extends string> = Readonly<Record<W, string>>
export type Change<W extends string> = Partial<Values<W>>

export interface Filtering<W extends string> {
  readonly values: Values<W>
  /** Those alone that narrow the list. */
  readonly chosen: Change<W>
  readonly isFiltered: boolean
  /** How many rows the values of a filter leave, by its word, where that is known. */
  readonly counts?: { readonly [word in W]?: Counts }
  readonly page: number
  /** Another filter begins at its first page. */
  readonly change: (to: Change<W>, how?: 'push' | 'replace') => void
  readonly clear: (how?: 'replace') => void
  readonly go: (page: number) => void
}

export function useFilters<W extends string>(filters: Filters<W>, onClear?: () => void): Filtering<W> {
  const words = Object.keys(filters) as W[]
  const { set, ...found } = useAddress<Record<string, string>>({ ...each(words, () => ''), page: '1' })
  const none = each(words, (word) => filters[word].none ?? '')
  const valuesOf = (said: Readonly<Record<string, string>>) =>
    each(words, (word) => {
      const { read } = filters[word]
      return read === undefined ? said[word]! : read(said[word]!)
    })
  const values = valuesOf(found)
  const narrowing = words.filter((word) => values[word] !== none[word])
  const change: Filtering<W>['change'] = (to, how) =>
    set((now) => ({ ...valuesOf(now), ...to, page: '1' }), how)
  return {
    values,
    chosen: each(narrowing, (word) => values[word]) as Change<W>,
    isFiltered: narrowing.length > 0,
    page: pageOf(found.page!),
    change,
    clear: (how) => {
      onClear?.()
      change(none, how)
    },
    go: (page) => set((now) => ({ ...valuesOf(now), page: String(page) })),
  }
}

function each<W extends string>(words: readonly W[], of: (word: W) => string): Values<W> {
  return Object.fromEntries(words.map((word) => [word, of(word)])) as Values<W>
}
