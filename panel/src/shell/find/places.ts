/** Screens and acts by name: what Find anything leads to without asking the server. */
import { api, type Endpoint, missingFor, type Right, t } from '@munim/contract'
import { SCREENS, type Screen } from '@munim/contract/screens'
import { LIVES_BY } from '../allowed-screen.tsx'
import { GROUPS } from '../entries.ts'
import type { Place } from './recent.ts'

interface Known extends Place {
  readonly of: Endpoint
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

const ACTS: readonly Known[] = [
  { label: t('Decide deposits that wait'), to: '/desk/deposits', of: api.wallet.decideDeposit },
  { label: t('Decide withdrawals that wait'), to: '/desk/withdrawals', of: api.wallet.decideWithdrawal },
  { label: t('Approve new users'), to: '/desk/users', of: api.users.update },
  { label: t('Declare a result'), to: SCREENS['results to declare'][0], of: api.results.declare },
  { label: t('Create a market'), to: '/market', of: api.markets.create },
  { label: t('Send a notification'), to: '/notifications', of: api.notifications.send },
  { label: t('Send a push message'), to: '/push-notifications', of: api.push.sendToMany },
  { label: t('Answer feedback'), to: '/desk/feedback', of: api.feedbacks.update },
  { label: t('Change game rates'), to: '/settings/game-rates', of: api.settings.updateRates },
]

/** `sections` are where one may go to, where nothing is typed; else the screens and acts whose names hold the words. */
export function placesFor(text: string, rights: readonly string[] | null) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const held = rights === null ? null : new Set(rights as Right[])
  const may = ({ of }: Known) => held === null || of.access !== 'admin' || missingFor(of, held) === null
  const isMeant = ({ label }: Known) => {
    const said = label.toLowerCase().split(/\s+/)
    return words.every((word) => said.some((each) => each.startsWith(word)))
  }
  const shown = (known: readonly Known[]) => known.filter((place) => may(place) && isMeant(place))
  return {
    screens: shown(words.length === 0 ? SECTIONS : [...SECTIONS, ...BESIDE]),
    acts: shown(words.length === 0 ? [] : ACTS),
  }
}
