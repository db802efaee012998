/** The player's side: the calls of the player app. */
import { fieldsFor, inRupees, isFlag, isText, MOST_RUPEES, PAY_WAYS, paise } from '@munim/core'
import { z } from 'zod'
import { hash, PASSWORD_MIN, SHORT_PASSWORD } from './auth.ts'
import { t } from './catalogue.ts'
import { anyoneWrites, dataOf, endpoint, listOf, playerReads, playerWrites } from './endpoint.ts'
import { notification } from './notifications.ts'
import { answered, sent } from './player-fields.ts'
import * as field from './schema.ts'
import { rates, settings } from './settings.ts'
import { bid, transaction } from './users.ts'

const digits = (missing?: string) =>
  z.string({ error: missing }).regex(/^[0-9]{5,11}$/, 'Mobile must be 5 to 11 digits')
const mobile = digits('Mobile is required')
const newPassword = field.typed(200, 'Password is required').min(PASSWORD_MIN, SHORT_PASSWORD)
const currentPassword = field
  .typed(1000, 'Current password is required')
  .min(1, 'Current password is required')
const mpin = z.string().regex(/^[0-9]{4}$/, 'MPIN must be 4 digits')

const player = field.named('Player', "The player's own picture of their account", {
  ...field.playerName,
  wallet: field.rupees,
  isApproved: z.boolean(),
  betting: z.boolean(),
  transfer: z.boolean(),
  createdAt: field.instant,
})

export const register = endpoint({
  ...anyoneWrites,
  path: '/player/register',
  description:
    'Registers a player and signs them in. They take part once an administrator has approved them, or at ' +
    'once where `auto_verified` is on. New accounts of one address and one device are limited (429): an app sends ' +
    'the `device` that an earlier answer gave it, and from the one that is answered the mpin signs in, too.',
  body: z.object({
    user_name: field.name(60),
    mobile,
    password: newPassword,
    mpin: mpin.optional(),
    referral: field.filter(digits()),
    device: field.text(200).optional(),
  }),
  answer: z.object({ token: z.string(), data: player, device: z.string() }),
  failed: 'Failed to register',
  refusals: [403, 409],
})

export const login = endpoint({
  ...anyoneWrites,
  path: '/player/login',
  description:
    'Signs a player in. With the password from any device; with the mpin only beside the `device` that a ' +
    'password sign-in gave out.',
  body: z.object({
    mobile,
    password: field.typed(1000).optional(),
    mpin: mpin.optional(),
    device: field.text(200).optional(),
  }),
  answer: z.object({ token: z.string(), data: player, device: z.string() }),
  failed: 'Failed to sign in',
  refusals: [401, 403],
})

export const logout = endpoint({
  ...playerWrites,
  path: '/player/logout',
  description:
    'Signs the player out: this token ends. The device stays known, and there the mpin signs in again.',
  failed: 'Failed to sign out',
})

export const changePassword = endpoint({
  ...playerWrites,
  path: '/player/changePassword',
  description:
    "Changes the player's own password, ends all their other sessions and forgets their other devices.",
  body: z.object({ password: currentPassword, newPassword }),
  failed: 'Failed to change the password',
  refusals: [403],
})

export const changeMpin = endpoint({
  ...playerWrites,
  path: '/player/changeMpin',
  description: "Sets the player's own mpin, ends all their other sessions and forgets their other devices.",
  body: z.object({ password: currentPassword, mpin }),
  failed: 'Failed to change the MPIN',
  refusals: [403],
})

/** How long a player's session lasts without use, and at most. */
export const PLAYER_IDLE_DAYS = 7
export const PLAYER_SESSION_DAYS = 30

export const sessions = endpoint({
  ...playerReads('list'),
  path: '/player/sessions',
  description:
    `Lists the player's own sessions, the last used first. Each ends ${PLAYER_IDLE_DAYS} days after its last use and ` +
    `${PLAYER_SESSION_DAYS} days at most. ` +
    'Of more than twenty the longest unused end at the next sign-in.',
  answer: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        createdAt: field.instant,
        lastUsedAt: field.instant,
        expiresAt: field.instant,
        /** Whether it is the one that asks. */
        isThis: z.boolean(),
      }),
    ),
  }),
  failed: 'Failed to fetch sessions',
})

export const endSession = endpoint({
  ...playerWrites,
  path: '/player/endSession',
  description:
    "Ends one of the player's own sessions and forgets its device: there the password is asked for again.",
  body: z.object({ id: hash }),
  failed: 'Failed to end the session',
  refusals: [404],
})

export const verifyMobile = endpoint({
  ...playerWrites,
  setsTheSame: true,
  path: '/player/verifyMobile',
  description:
    "Sends a code to the player's mobile or, with `code`, checks it and keeps that the mobile is theirs. A code is tried " +
    'five times within ten minutes; five are sent in a day, and of one address or network as many as may register there (429). Without a provider there is no such thing (404).',
  body: z.object({
    code: z
      .string()
      .regex(/^[0-9]{4,10}$/, 'Code must be digits')
      .optional(),
  }),
  answer: dataOf({ verified: z.boolean() }),
  failed: 'Failed to verify the mobile',
  refusals: [403, 404, 502],
})

export const me = endpoint({
  ...playerReads('act'),
  path: '/player/me',
  description: "Shows the player's own account.",
  answer: z.object({ data: player }),
  failed: 'Failed to fetch the player',
})

export const markets = endpoint({
  ...playerReads('act'),
  path: '/player/markets',
  description:
    'Lists the markets in use, with the day a bid in each session would count for. That day is null ' +
    'where none is taken now.',
  answer: z.object({
    data: z.array(
      z.object({
        id: z.int(),
        _id: z.uuid(),
        name: z.string(),
        name_hindi: z.string(),
        ...field.shownTimes,
        games: z.array(field.gameMode),
        ...field.fourMarks,
        openBidsFor: field.day.nullable(),
        closeBidsFor: field.day.nullable(),
      }),
    ),
  }),
  failed: 'Failed to fetch markets',
})

const PLACE_AT_MOST = 100

const pickText = z.string().max(3).optional()
const placed = field.named('Pick', 'A bid to place', {
  marketId: field.marketId,
  session: field.session,
  game_mode: field.gameMode,
  open_digit: pickText,
  open_panna: pickText,
  close_digit: pickText,
  close_panna: pickText,
  points: z
    .int('Points must be whole rupees')
    .positive('Points must be whole rupees')
    .max(MOST_RUPEES, {
      error: () => t('A bid must be at most {most}', { most: inRupees(paise(MOST_RUPEES * 100)) }),
    }),
})

export const placeBids = endpoint({
  ...playerWrites,
  path: '/player/placeBids',
  description:
    'Places all of these bids or none. Points are whole rupees; the wallet is debited at once. With `basedOn`, the rates ' +
    "of appSettings as the player was shown them, none is placed where the multiplier of a bid's game is another now: 409.",
  body: z.object({
    bids: z.array(placed).min(1, 'There is no bid to place').max(PLACE_AT_MOST),
    basedOn: rates.partial().optional(),
  }),
  answer: z.object({
    data: z.array(
      z.object({
        id: z.int(),
        market_date: field.day,
        marketId: z.int(),
        ...field.pick,
        points: field.rupees,
      }),
    ),
    wallet: field.rupees,
  }),
  failed: 'Failed to place the bids',
  refusals: [403, 404, 409],
})

export const bids = endpoint({
  ...playerReads('list'),
  path: '/player/bids',
  description: "Lists the player's own bids, the newest first.",
  body: field.page,
  answer: listOf(bid),
  failed: 'Failed to fetch bid history',
})

const own = z.object({ data: player })
const INVALID_AMOUNT = 'Please enter a valid amount'

export const updateProfile = endpoint({
  ...playerWrites,
  setsTheSame: true,
  path: '/player/updateProfile',
  description:
    "Changes the player's payment and contact details. What is not sent stays. While `payee_mpin` is on, a " +
    'change of whom withdrawals pay comes with the mpin; thirty are made in 24 hours (429).',
  body: sent(fieldsFor('by player').filter(isText)).extend({ mpin: mpin.optional() }),
  answer: own,
  failed: 'Failed to update the profile',
  refusals: [403],
})

const request = field.named('OwnRequest', 'A deposit or withdrawal that the player asked for', {
  id: z.int(),
  type: field.requestKind,
  transfer_type: z.string(),
  amount: field.rupees,
  status: z.string(),
  ref_id: z.string(),
  /** What the administrator noted when deciding; '' where nothing. */
  note: z.string(),
  decidedAt: field.instant.nullable(),
  createdAt: field.instant,
})

export const requests = endpoint({
  ...playerReads('list'),
  path: '/player/requests',
  description:
    'Lists the deposits and withdrawals that the player asked for, the newest first, with what became of them.',
  body: field.page,
  answer: listOf(request),
  failed: 'Failed to fetch requests',
})

export const requestDeposit = endpoint({
  ...playerWrites,
  path: '/player/requestDeposit',
  description:
    'Tells the house of a payment that was made. It is credited when the administrator approves it.',
  body: z.object({
    amount: field.amount(INVALID_AMOUNT),
    transfer_type: z.enum(PAY_WAYS),
    ref_id: field.reference(field.text(field.REFERENCE_MAX).trim()).optional(),
  }),
  answer: z.object({ data: request }),
  failed: 'Failed to request the deposit',
  refusals: [403, 409],
})

export const requestWithdrawal = endpoint({
  ...playerWrites,
  path: '/player/requestWithdrawal',
  description:
    'Asks for money to be paid out. It leaves the wallet at once and is held. ' +
    "The player's profile must hold the payee of this transfer type.",
  body: z.object({ amount: field.amount(INVALID_AMOUNT), transfer_type: z.enum(PAY_WAYS) }),
  answer: z.object({ data: request, wallet: field.rupees }),
  failed: 'Failed to request the withdrawal',
  refusals: [403, 409],
})

export const transfer = endpoint({
  ...playerWrites,
  path: '/player/transfer',
  description: 'Sends points to another player, by their mobile number, a hundred times an hour (429).',
  body: z.object({ mobile, amount: field.amount(INVALID_AMOUNT) }),
  answer: z.object({ wallet: field.rupees }),
  failed: 'Failed to transfer',
  refusals: [403, 404, 409],
})

export const transactions = endpoint({
  ...playerReads('list'),
  path: '/player/transactions',
  description: "Lists what moved the player's wallet, the newest first.",
  body: field.page,
  answer: listOf(transaction),
  failed: 'Failed to fetch transaction history',
})

export const appSettings = endpoint({
  ...playerReads('list'),
  path: '/player/appSettings',
  description:
    'Shows what the player app needs of the settings: limits, rates, payee details, contacts, version, texts.',
  answer: z.object({
    data: settings.omit({
      autoDeposit: true,
      auto_deposit: true,
      auto_verified: true,
      autoDeclareResult: true,
      version: true,
      large_win: true,
      close_days: true,
      provider_connected: true,
      source_connected: true,
    }),
  }),
  failed: 'Failed to fetch settings',
})

export const feedback = endpoint({
  ...playerWrites,
  path: '/player/feedback',
  description:
    'Sends a feedback to the house. While a hundred of the player are unread, no more are taken (429).',
  body: z.object({ feedback: field.required(1000, 'Feedback is required') }),
  failed: 'Failed to send the feedback',
  refusals: [403],
})

export const notifications = endpoint({
  ...playerReads('list'),
  path: '/player/notifications',
  description: 'Lists the notices to all players, the newest first.',
  body: field.page,
  answer: listOf(notification),
  failed: 'Failed to fetch notifications',
})

export const banners = endpoint({
  ...playerReads('list'),
  path: '/player/banners',
  description: 'Lists the banners to show.',
  answer: z.object({ data: z.array(z.object({ id: z.int(), imageUrl: z.string() })) }),
  failed: 'Failed to fetch banners',
})

const FLAGS = fieldsFor('by player').filter(isFlag)

export const preferences = endpoint({
  ...playerWrites,
  setsTheSame: true,
  path: '/player/preferences',
  description: 'Chooses which push messages the player wants. What is not sent stays.',
  body: sent(FLAGS),
  answer: z.object({ data: z.object(answered(FLAGS)) }),
  failed: 'Failed to save the preferences',
  refusals: [403],
})

export const pushToken = endpoint({
  ...playerWrites,
  setsTheSame: true,
  path: '/player/pushToken',
  description:
    "Keeps the device's push token until its session is ended: sent after each sign-in; '' forgets it. It never leaves the server in clear.",
  body: z.object({ token: field.text(4096).regex(/^[\x21-\x7e]*$/, 'Token is not valid') }),
  failed: 'Failed to save the push token',
  refusals: [403],
})

export { pausePlay, protection, setLimit } from './player-protection.ts'
