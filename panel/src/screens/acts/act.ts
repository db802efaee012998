/** An act that waits for a second person: its name, and what it would change, in words. */
import {
  AMOUNTS,
  type Answer,
  type api,
  RIGHTS,
  type Right,
  SETTING_WORDS,
  type SettingField,
  type SettingUnit,
  SWITCHES,
  t,
} from '@munim/contract'
import { GAME_MODES, PLAYER_FIELDS, type PlayerField, rateKeyOf } from '@munim/core'
import { gameName } from '../../game/game-name.ts'
import { rupeesInWords } from '../../widgets/money.tsx'
import { IN_UNITS } from '../../widgets/units.ts'
import { dayOf } from '../../widgets/when.tsx'

export type Act = Answer<typeof api.acts.list>['data'][number]

/** What it is about, and the way there; null where its name says it all. */
export function subjectOf({ thing, thing_id, subject }: Act): { name: string; to: string | null } | null {
  const [id = '', day] = thing_id.split(' ')
  switch (thing) {
    case 'user':
      return { name: `${subject || t('User')} #${id}`, to: `/users/details/${id}` }
    case 'draw':
      return {
        name: [subject || t('Market #{id}', { id }), day && dayOf(day)].filter(Boolean).join(' · '),
        to: `/results/details/${id}`,
      }
    case 'request':
      return { name: [t('Request #{id}', { id }), subject].filter(Boolean).join(' · '), to: null }
    case 'bid':
      return { name: [t('Bid #{id}', { id }), subject].filter(Boolean).join(' · '), to: null }
    case 'admin':
    case 'role':
      return { name: subject || thing_id, to: null }
    default:
      return null
  }
}

const LABELS: Readonly<Record<string, string>> = {
  ...AMOUNTS,
  ...SWITCHES,
  amount: t('Amount'),
  wallet: t('Wallet'),
  status: t('Status'),
  note: t('Note'),
  by: t('Paid by'),
  ref_id: t('Reference'),
  bids: t('Bets'),
  winningBids: t('Winning bets'),
  players: t('Players'),
  staked: t('Staked'),
  paid: t('Wins'),
  kept: t('House Profit'),
  open_digit: t('Open Digit'),
  open_panna: t('Open Panna'),
  close_digit: t('Close Digit'),
  close_panna: t('Close Panna'),
  early: t('Betting goes on'),
  reverted: t('What is reverted'),
  date: t('Day'),
  belowZero: t('Wallets going below zero'),
  withdrawalsCancelled: t('Withdrawals cancelled'),
  voided: t('Voided'),
  reason: t('Reason'),
  refunded: t('Refunded'),
  taken_back: t('Win taken back'),
  market_name: t('Market'),
  game_mode: t('Game'),
  userName: t('User ID'),
  role: t('Role'),
  rights: t('May'),
  password: t('Password'),
  isActive: t('May sign in'),
  hours: t('Waits for hours'),
  factors: t('Second factor'),
  factorRequired: t('Required of all'),
  factorLimit: t('Asked for again above'),
}

const MONEY = [
  ...Object.keys(AMOUNTS),
  'amount',
  'wallet',
  'staked',
  'paid',
  'kept',
  'refunded',
  'taken_back',
  'factorLimit',
]

/** "Wallet: ₹100.00 → ₹150.00", by label. */
export function effectInWords({ thing, effect }: Pick<Act, 'thing' | 'effect'>): Record<string, string> {
  const { before = {}, after = {} } = effect ?? {}
  const lines = Object.entries(after).map(([field, value]) => {
    const { label, unit } = wordsOf(thing, field)
    const now = valueInWords(field, value, unit)
    return [label, field in before ? `${valueInWords(field, before[field], unit)} → ${now}` : now] as const
  })
  return Object.fromEntries(lines)
}

interface FieldWords {
  readonly label: string
  readonly unit?: SettingUnit
}

/** As the thing's own screen calls it. What a later release adds is called by its key. */
function wordsOf(thing: string, field: string): FieldWords {
  if (thing === 'settings' && field in SETTING_WORDS) {
    const { label, ...words }: FieldWords = SETTING_WORDS[field as SettingField]
    return { label: t(label), ...words }
  }
  const known = LABELS[field] ?? PLAYER_FIELDS[field as PlayerField]?.label
  if (known !== undefined) return { label: t(known), ...(MONEY.includes(field) && { unit: 'money' }) }
  const [, key, part] = /^(.+)_([12])$/.exec(field) ?? []
  const game = GAME_MODES.find((mode) => rateKeyOf(mode) === key)
  if (game === undefined) return { label: field }
  return part === '1'
    ? { label: t('{game} minimum bet', { game: gameName(game) }), unit: 'money' }
    : { label: t('{game} payout multiplier', { game: gameName(game) }) }
}

function valueInWords(field: string, value: unknown, unit?: SettingUnit): string {
  if (value === null || value === '') return field in AMOUNTS ? t('no limit') : '–'
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value === 'number') return numberInWords(value, unit)
  if (Array.isArray(value)) return value.map((each) => t(RIGHTS[each as Right] ?? String(each))).join('; ')
  return field === 'date' ? dayOf(String(value)) : String(value)
}

function numberInWords(value: number, unit?: SettingUnit): string {
  if (unit === undefined) return String(value)
  return unit === 'money' ? rupeesInWords(value) : IN_UNITS[unit](value)
}
