/** Screens and acts by name: what Find anything leads to without asking the server. */
import { type Endpoint, missingFor, type Right, t } from '@munim/contract'
import { SCREENS, type Screen, type Section } from '@munim/contract/screens'
import { LIVES_BY } from '../allowed-screen.tsx'
import { GROUPS } from '../entries.ts'
import { ACTS } from './acts.ts'
import type { Place } from './recent.ts'

interface Known extends Place {
  readonly also?: string
  readonly of: Endpoint | readonly Endpoint[]
}

const screen = (name: string, is: Exclude<Screen, 'login'>): Known => ({
  label: name,
  to: SCREENS[is][0],
  of: LIVES_BY[is],
})

const SECTIONS: readonly Known[] = GROUPS.flat().map(({ name, section }) => screen(t(name), section))

/** The screens without an entry whose address has no `$`: these are led to by name. */
type Beside = {
  [S in Exclude<Screen, 'login' | Section>]: (typeof SCREENS)[S][0] extends `${string}$${string}` ? never : S
}[Exclude<Screen, 'login' | Section>]
const BESIDE: Readonly<Record<Beside, string>> = {
  'results to declare': t('Results to declare'),
  'game rates': t('Game Rates'),
  administrators: t('Administrators'),
  'day book': t('Day book'),
  'month book': t('Month book'),
  audit: t('Audit'),
  'to look at': t('To look at'),
  profile: t('Change password'),
  sessions: t('Sessions'),
  'second factor': t('Second factor'),
}
const OTHERS = (Object.entries(BESIDE) as [Beside, string][]).map(([is, name]) => screen(name, is))

/** `screens` are where one may go to, where nothing is typed; else the screens and acts whose names hold the words. */
export function placesFor(text: string, rights: readonly string[] | null) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const held = rights === null ? null : new Set(rights as Right[])
  const may = ({ of }: Known) =>
    held === null || [of].flat().some((call) => call.access !== 'admin' || missingFor(call, held) === null)
  const isIn = (text: string) => {
    const said = text.toLowerCase().split(/\s+/)
    return words.every((word) => said.some((each) => each.startsWith(word)))
  }
  /** Those that are called so themselves come first. */
  const shown = (known: readonly Known[]) => {
    const meant = known.filter((place) => may(place) && isIn(`${place.label} ${place.also ?? ''}`))
    return [...meant.filter(({ label }) => isIn(label)), ...meant.filter(({ label }) => !isIn(label))]
  }
  return {
    screens: shown(words.length === 0 ? SECTIONS : [...SECTIONS, ...OTHERS]),
    acts: shown(words.length === 0 ? [] : ACTS),
  }
}
