/**
 * What was gone to last, kept by the browser until who is signed in signs out: names and numbers, never what was typed. Its
 * words are of the language that it was read in, and in another one it is not there.
 */
import { language } from '@munim/contract'
import type { Address } from '@munim/contract/screens'
import { keep, kept, useSession } from '../../session.ts'

const KEY = 'munimFound'
const KEPT = 6

export interface Place {
  readonly label: string
  readonly about?: string
  readonly to: Address
  readonly search?: Readonly<Record<string, string>>
}

export function readRecent(): readonly Place[] {
  try {
    const found: unknown = JSON.parse(kept(KEY) ?? '[]')
    return Array.isArray(found)
      ? found.filter((place) => typeof place?.to === 'string' && place.tag === language().tag)
      : []
  } catch {
    return []
  }
}

export function keepRecent({ label, about, to, search }: Place): void {
  const place = {
    tag: language().tag,
    label,
    to,
    ...(about !== undefined && { about }),
    ...(search && { search }),
  }
  const others = readRecent().filter((other) => other.to !== to || other.label !== label)
  keep(KEY, JSON.stringify([place, ...others].slice(0, KEPT)))
}

useSession.subscribe((now, before) => {
  if (before.isLoggedIn && !now.isLoggedIn) keep(KEY, null)
})
