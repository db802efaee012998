/**
 * What is done in the panel, by the names that people look for it by, and where. `acts.test.ts` holds it against the contract:
 * an act that is in no line is not found.
 */
import { api, type Endpoint, t } from '@munim/contract'
import type { Address } from '@munim/contract/screens'

export interface Act {
  readonly label: string
  /** Where it is done, where the screen does not say so at once. */
  readonly about?: string
  /** Other words that people look for it by. */
  readonly also?: string
  readonly to: Address
  /** The calls that do it; it is offered to who may make one of them. */
  readonly of: readonly [Endpoint, ...Endpoint[]]
}

const IN_PROFILE = { to: '/users', about: t('in the profile') } as const
const ADMINISTRATORS = '/settings/administrators'
const player = t('player user account wallet')

export const ACTS: readonly Act[] = [
  {
    label: t('Decide deposits that wait'),
    also: t('approve reject confirm payment UTR'),
    to: '/desk/deposits',
    of: [api.wallet.decideDeposit],
  },
  {
    label: t('Decide withdrawals that wait'),
    also: t('approve reject pay payout UTR'),
    to: '/desk/withdrawals',
    of: [api.wallet.decideWithdrawal],
  },
  {
    label: t('Make a bank file of withdrawals'),
    also: t('batch bulk payout pay'),
    to: '/desk/withdrawals',
    of: [api.desk.makeBatch, api.desk.batchFileAgain, api.desk.closeBatch],
  },
  {
    label: t('Approve new users'),
    also: t('player registration'),
    to: '/desk/users',
    of: [api.users.update],
  },
  {
    label: t('Add or deduct funds'),
    also: `${t('credit debit money balance top up withdraw')} ${player}`,
    ...IN_PROFILE,
    of: [api.users.addFunds, api.users.deductFunds],
  },
  {
    label: t('Block or unblock a player'),
    also: `${t('ban suspend betting transfer')} ${player}`,
    ...IN_PROFILE,
    of: [api.users.update],
  },
  {
    label: t("Edit a player or reset a player's password"),
    also: `${t('change mobile name bank details UPI')} ${player}`,
    ...IN_PROFILE,
    of: [api.users.update],
  },
  {
    label: t('Limit or pause a player'),
    also: `${t('play limits deposit stake loss protection')} ${player}`,
    ...IN_PROFILE,
    of: [api.protection.setLimit, api.protection.setPause],
  },
  {
    label: t('Write a note on a player'),
    also: `${t('internal comment story')} ${player}`,
    ...IN_PROFILE,
    of: [api.users.addNote],
  },
  {
    label: t('Delete a player'),
    also: `${t('remove close erase')} ${player}`,
    ...IN_PROFILE,
    of: [api.users.remove],
  },
  {
    label: t('Declare a result'),
    also: t('open close panna draw'),
    to: '/results/due',
    of: [api.results.declare],
  },
  {
    label: t('Predict a result'),
    also: t('exposure payout preview winners draw'),
    to: '/results',
    of: [api.results.predict, api.results.predictCsv],
  },
  {
    label: t('Limit what a number may cost'),
    about: t('in the exposure of a draw'),
    also: t('risk full lay off market'),
    to: '/results',
    of: [api.risk.saveLimits],
  },
  {
    label: t('Revert a result'),
    also: t('undo withdraw wrong declaration draw'),
    to: '/results',
    of: [api.results.revert],
  },
  {
    label: t('Void a draw'),
    also: t('cancel refund result market'),
    to: '/results',
    of: [api.results.voidDraw],
  },
  { label: t('Revert a bid'), also: t('cancel refund bet'), to: '/bet', of: [api.bids.revert] },
  { label: t('Create a market'), also: t('add new game'), to: '/market', of: [api.markets.create] },
  {
    label: t('Change or delete a market'),
    also: t('edit remove close open time days betting'),
    to: '/market',
    of: [api.markets.update, api.markets.remove],
  },
  {
    label: t('Change game rates'),
    also: t('multiplier odds'),
    to: '/settings/game-rates',
    of: [api.settings.updateRates],
  },
  {
    label: t('Change limits and settings'),
    also: t('minimum maximum deposit withdrawal bid bonus transfer maintenance UPI WhatsApp turnover'),
    to: '/settings',
    of: [api.settings.update],
  },
  {
    label: t('Change the QR code that players pay to'),
    also: t('upload payment UPI'),
    to: '/settings',
    of: [api.settings.updateQr],
  },
  {
    label: t('Upload the player app'),
    also: t('APK version update'),
    to: '/settings',
    of: [api.settings.uploadApp],
  },
  {
    label: t('Close the business day'),
    also: t('day book sheet'),
    to: '/reports/day',
    of: [api.daybook.close],
  },
  {
    label: t("Make the players' sums of a month"),
    also: t('month book PDF accountant'),
    to: '/reports/month',
    of: [api.daybook.makeMonthPlayers, api.daybook.stopMonthPlayers],
  },
  {
    label: t('Look into a suspicion'),
    also: t('fraud insider'),
    to: '/reports/to-look-at',
    of: [api.reports.lookAt],
  },
  {
    label: t('Send a notification'),
    also: t('notice announce publish message'),
    to: '/notifications',
    of: [api.notifications.send],
  },
  {
    label: t('Change or delete a notification'),
    also: t('edit remove notice'),
    to: '/notifications',
    of: [api.notifications.update, api.notifications.remove],
  },
  {
    label: t('Send a push message'),
    also: t('notification player'),
    to: '/push-notifications',
    of: [api.push.sendToMany, api.push.sendToUser, api.push.sendToAll],
  },
  {
    label: t('Stop a push message'),
    also: t('cancel notification'),
    to: '/push-notifications',
    of: [api.push.stop],
  },
  {
    label: t('Answer feedback'),
    also: t('reply complaint read'),
    to: '/desk/feedback',
    of: [api.feedbacks.update],
  },
  {
    label: t('Change reasons and replies'),
    also: t('reject work queue edit'),
    to: '/desk/deposits',
    of: [api.desk.saveReasons],
  },
  {
    label: t('Add, change or delete a banner'),
    also: t('picture image upload remove edit'),
    to: '/banners',
    of: [api.banners.create, api.banners.update, api.banners.remove],
  },
  {
    label: t('Confirm or decline what waits for a second person'),
    also: t('approve act'),
    to: '/to-confirm',
    of: [api.acts.confirm, api.acts.decline, api.acts.withdraw],
  },
  {
    label: t('Add an administrator'),
    also: t('create new staff operator'),
    to: ADMINISTRATORS,
    of: [api.administrators.create],
  },
  {
    label: t('Block or sign out an administrator'),
    also: t('change edit staff operator password sessions second factor'),
    to: ADMINISTRATORS,
    of: [
      api.administrators.update,
      api.administrators.setPassword,
      api.administrators.endSessions,
      api.administrators.removeFactors,
    ],
  },
  {
    label: t('Change roles and rights'),
    also: t('add create edit delete role permission'),
    to: ADMINISTRATORS,
    of: [api.administrators.createRole, api.administrators.updateRole, api.administrators.removeRole],
  },
  {
    label: t('Change security'),
    also: t('second person limits require second factor'),
    to: ADMINISTRATORS,
    of: [api.security.update, api.administrators.requireFactors],
  },
]
