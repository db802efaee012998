/** Screens and acts by name: what Find anything leads to without asking the server. */
import { type Endpoint, missingFor, type Right, t } from '@munim/contract'
import { SCREENS, type Screen } from '@munim/contract/screens'
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

const BESIDE: readonly Known[] = [
  screen(t('Results to declare'), 'results to declare'),
  screen(t('Game Rates'), 'game rates'),
  screen(t('Administrators'), 'administrators'),
  screen(t('Day book'), 'day book'),
  screen(t('Audit'), 'audit'),
  screen(t('To look at'), 'to look at'),
  screen(t('Change password'), 'profile'),
  screen(t('Sessions'), 'sessions'),
  screen(t('Second factor'), 'second factor'),
]

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
    screens: shown(words.length === 0 ? SECTIONS : [...SECTIONS, ...BESIDE]),
    acts: shown(words.length === 0 ? [] : ACTS),
  }
}
