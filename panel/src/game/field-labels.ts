/** What the fields that an act changes are called: as the screens of their things call them. Their values: field-words.ts. */
import { AMOUNTS, type SettingField, SWITCHES, t } from '@munim/contract'
import { SETTING_WORDS, type SettingUnit } from '@munim/contract/setting-words'
import {
  GAME_MODES,
  labelOf,
  PLAY_KINDS,
  PLAY_PERIODS,
  PLAYER_FIELDS,
  type PlayerField,
  rateKeyOf,
  WEEKDAYS,
} from '@munim/core'
import { weekdayName } from '../widgets/times.ts'
import { gameName } from './game-name.ts'
import { limitInWords } from './limit-words.ts'

const LABELS: Readonly<Record<string, string>> = {
  ...AMOUNTS,
  ...SWITCHES,
  // Money and requests.
  amount: t('Amount'),
  wallet: t('Wallet'),
  status: t('Status'),
  note: t('Note'),
  by: t('Paid by'),
  ref_id: t('Reference'),
  deleted: t('Deleted'),
  paused_until: t('Paused until'),
  // Results and bids.
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
  manualOpenDigit: t('Open Digit'),
  manualOpenPanna: t('Open Panna'),
  manualCloseDigit: t('Close Digit'),
  manualClosePanna: t('Close Panna'),
  predicted: t('Predicted'),
  early: t('Betting goes on'),
  reverted: t('What is reverted'),
  date: t('Day'),
  belowZero: t('Wallets going below zero'),
  withdrawalsCancelled: t('Withdrawals cancelled'),
  toldToBank: t('of them perhaps paid already'),
  ofDeleted: t('of it of deleted players'),
  voided: t('Voided'),
  halves: t('Voided'),
  running: t('Running bets'),
  refundsAwaited: t('Refunds awaited'),
  reason: t('Reason'),
  points: t('Points'),
  refunded: t('Refunded'),
  taken_back: t('Win taken back'),
  market_name: t('Market'),
  game_mode: t('Game'),
  // Markets.
  name: t('Name'),
  name_hindi: t('Hindi name'),
  open_time: t('Opens'),
  close_time: t('Closes'),
  market_status: t('Available'),
  is_active: t('Active'),
  market_off_day: t('Weekdays'),
  games: t('Games'),
  tag: t('Tag'),
  state: t('{of, select, other {Open}}', { of: 'market' }),
  'A panna in all': t('A panna in all'),
  // Administrators and how they sign in.
  userName: t('User ID'),
  role: t('Role'),
  rights: t('May'),
  isActive: t('Active'),
  sessionsEnded: t('Sessions ended'),
  signIn: t('Sign-in'),
  browser: t('Browser'),
  isNewDevice: t('New device'),
  session: t('Session'),
  device: t('Device'),
  address: t('Address'),
  factor: t('Second factor'),
  factors: t('Second factor'),
  factorRequired: t('Required of all'),
  factorLimit: t('Asked for again above'),
  recoveryCodes: t('Recovery codes'),
  codes: t('Recovery codes'),
  factor_id: t('Number'),
  kind: t('Kind'),
  way: t('Way'),
  hours: t('Waits for hours'),
  // Messages.
  title: t('Title'),
  description: t('Description'),
  notificationType: t('Notification type'),
  users: t('Users'),
  userId: t('User'),
  userIds: t('Users'),
  stopped: t('Stopped'),
  isReadByAdmin: t('Read'),
  adminComment: t('Response'),
  imageUrl: t('Picture'),
  // What is looked at, and files.
  rows: t('Rows'),
  search: t('Search'),
  market: t('Market'),
  marketId: t('Market'),
  from: t('From Date'),
  to: t('To Date'),
  type: t('Type'),
  gameMode: t('Game'),
  adminOnly: t('Admin Actions Only'),
  act: t('Act'),
  actor: t('By'),
  administrator: t('Administrator'),
  thing: t('Thing'),
  thing_id: t('Thing ID'),
  month: t('Month'),
  day: t('Day'),
  id: t('Number'),
  half: t('Session'),
  order: t('Order'),
  kinds: t('Kinds'),
  bank: t('Bank'),
  closed: t('Closed'),
  pending: t('Pending'),
  number: t('Number'),
  reasons: t('Reasons'),
  // Of a second person.
  outcome: t('Outcome'),
  confirmed_by: t('Confirmed by'),
  waiting_act: t('Act'),
  of: t('Thing'),
  call: t('Act'),
  asked_by: t('Asked by'),
  merchant_qr: t('QR code of deposits'),
  app_link: t('App'),
  app_version: t('App version'),
  app_size: t('Size of the app in bytes'),
  app_sha256: t('SHA-256 of the app'),
  joining_bonus: t('Joining bonus'),
  bonus: t('Bonus'),
}

/** Of one thing another word than of the others. */
const OF_THING: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  market: { status: t('Running') },
  admin: { isActive: t('May sign in') },
}

/** Its rupees. */
const MONEY = new Set([
  ...Object.keys(AMOUNTS),
  'amount',
  'wallet',
  'staked',
  'paid',
  'kept',
  'refunded',
  'points',
  'taken_back',
  'factorLimit',
  'bonus',
  'ofDeleted',
])

interface FieldWords {
  readonly label: string
  readonly unit?: SettingUnit
  /** No screen has a word for it: it is a later release's, or was forgotten. */
  readonly isUnknown?: true
}

/** As the thing's own screen calls it. What a later release adds is called by its key. */
export function fieldInWords(thing: string, field: string): FieldWords {
  if (thing === 'settings' && field in SETTING_WORDS) {
    const { label, ...words }: FieldWords = SETTING_WORDS[field as SettingField]
    return { label: t(label), ...words }
  }
  const player = thing === 'user' ? PLAYER_FIELDS[field as PlayerField]?.label : undefined
  const known =
    OF_THING[thing]?.[field] ?? player ?? LABELS[field] ?? PLAYER_FIELDS[field as PlayerField]?.label
  if (known !== undefined) return { label: t(known), ...(MONEY.has(field) && { unit: 'money' }) }
  return rateInWords(field) ?? limitWords(field) ?? { label: field.replaceAll('_', ' '), isUnknown: true }
}

function rateInWords(field: string): FieldWords | undefined {
  const [, key, part] = /^(.+)_([12])$/.exec(field) ?? []
  const game = GAME_MODES.find((mode) => rateKeyOf(mode) === key)
  if (game === undefined) return undefined
  return part === '1'
    ? { label: t('{game} minimum bet', { game: gameName(game) }), unit: 'money' }
    : { label: t('{game} payout multiplier', { game: gameName(game) }) }
}

/** A limit of play ('stake limit a month'), on the numbers of a game ('Jodi'), or a weekday. */
function limitWords(field: string): FieldWords | undefined {
  for (const kind of PLAY_KINDS) {
    const period = PLAY_PERIODS.find((each) => field === `${kind} limit a ${each}`)
    if (period !== undefined) return { label: limitInWords({ kind, period }), unit: 'money' }
  }
  const game = GAME_MODES.find((mode) => labelOf(mode) === field)
  if (game !== undefined) return { label: gameName(game) }
  const weekday = WEEKDAYS.find((each) => each === field)
  return weekday && { label: weekdayName(weekday) }
}
