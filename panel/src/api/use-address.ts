/** The state of a screen that lives in the address: page, tab, search, filters. Plain text, no JSON. */
import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { afterPaint } from './after-paint.ts'

type Words = Readonly<Record<string, string>>
type Change<W extends Words> = { readonly [K in keyof W]?: string }
interface Setter<W extends Words> {
  /**
   * Changes some words, or what the words as they are then lead to. `replace` leaves no step to come back to, for words
   * that change while one types.
   */
  readonly set: (
    change: Change<W> | ((now: { readonly [K in keyof W]: string }) => Change<W>),
    how?: 'push' | 'replace',
  ) => void
}

/** Whether the screen that asks is open still: an answer may come when another one is. */
export function useIsOpen(): () => boolean {
  const router = useRouter()
  const drawnAt = useMatch({ strict: false, select: ({ pathname }) => pathname })
  return () => router.latestLocation.pathname.replace(/(.)\/$/, '$1') === drawnAt
}

/**
 * The words as the address has them, else as given here. In the address they are in the order given here; what equals
 * its default is left out.
 */
export function useAddress<W extends Words>(defaults: W): { [K in keyof W]: string } & Setter<W> {
  const found = useSearch({ strict: false }) as Words
  const navigate = useNavigate()
  const isOpen = useIsOpen()
  const read = (words: Words) =>
    Object.fromEntries(
      Object.entries(defaults).map(([name, usual]) => [name, words[name] ?? usual]),
    ) as Readonly<Record<keyof W, string>>

  const set: Setter<W>['set'] = (change, how = 'push') => {
    /** Of the address as it is then: another change may have come after what is drawn. */
    const next = (words: Words) => {
      const now = read(words)
      const others = Object.entries(words).filter(([name]) => !(name in defaults))
      const changed = { ...now, ...(typeof change === 'function' ? change(now) : change) }
      return Object.fromEntries(
        [...others, ...Object.entries(changed)].filter(([name, value]) => value && value !== defaults[name]),
      )
    }
    afterPaint(() => {
      if (isOpen())
        void navigate({
          to: '.',
          search: next as never,
          state: true,
          resetScroll: false,
          replace: how === 'replace',
        })
    })
  }
  return { ...read(found), set }
}

/** A page number from the address; what is none is the first page. */
export function pageOf(word: string): number {
  return /^[1-9]\d{0,8}$/.test(word) ? Number(word) : 1
}

export const address = {
  parse: (text: string): Words => Object.fromEntries(new URLSearchParams(text)),
  write: (words: Record<string, unknown>): string => {
    const text = new URLSearchParams(
      Object.entries(words).map(([name, value]) => [name, String(value)]),
    ).toString()
    return text === '' ? '' : `?${text}`
  },
}
