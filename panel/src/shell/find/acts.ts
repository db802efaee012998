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
  readonly also: string
  readonly to: Address
  /** The calls that do it; it is offered to who may make one of them. */
  readonly of: readonly Endpoint[]
}

const { acts, administrators, banners, bids, daybook, desk, feedbacks, markets, notifications } = api
const { protection, push, reports, results, risk, security, settings, users, wallet } = api

type Line = readonly [label: Act['label'], also: Act['also'], Endpoint, ...Endpoint[]]

/** Acts of one screen. */
const on = (to: Address, lines: readonly Line[], about?: string): readonly Act[] =>
  lines.map(([label, also, ...of]) => ({ label, also, to, of, ...(about !== undefined && { about }) }))

/** Of one player: found by the words for who they are, too. */
const onPlayers = (lines: readonly Line[]) =>
  on('/users', lines, t('in the profile')).map(({ also, ...act }) => ({
    ...act,
    also: `${also} ${t('player user account wallet')}`,
  }))

export const ACTS: readonly Act[] = [
  ...on('/desk/deposits', [
    [t('Decide deposits that wait'), t('approve reject confirm payment UTR'), wallet.decideDeposit],
  ]),
  ...on('/desk/withdrawals', [
    [t('Decide withdrawals that wait'), t('approve reject pay payout UTR'), wallet.decideWithdrawal],
    [
      t('Make a bank file of withdrawals'),
      t('batch bulk payout pay'),
      desk.makeBatch,
      desk.batchFileAgain,
      desk.closeBatch,
    ],
  ]),
  ...on('/desk/users', [[t('Approve new users'), t('player registration'), users.update]]),
  ...onPlayers([
    [
      t('Add or deduct funds'),
      t('credit debit money balance top up withdraw'),
      users.addFunds,
      users.deductFunds,
    ],
    [t('Block or unblock a player'), t('ban suspend betting transfer'), users.update],
    [t("Edit a player or reset a player's password"), t('change mobile name bank details UPI'), users.update],
    [
      t('Limit or pause a player'),
      t('play limits deposit stake loss protection'),
      protection.setLimit,
      protection.setPause,
    ],
    [t('Write a note on a player'), t('internal comment story'), users.addNote],
    [t('Delete a player'), t('remove close erase'), users.remove],
  ]),
  ...on('/results/due', [[t('Declare a result'), t('open close panna draw'), results.declare]]),
  ...on('/results', [
    [t('Predict a result'), t('exposure payout preview winners draw'), results.predict, results.predictCsv],
  ]),
  ...on(
    '/results',
    [[t('Limit what a number may cost'), t('risk full lay off market'), risk.saveLimits]],
    t('in the exposure of a draw'),
  ),
  ...on('/results', [
    [t('Revert a result'), t('undo withdraw wrong declaration draw'), results.revert],
    [t('Void a draw'), t('cancel refund result market'), results.voidDraw],
  ]),
  ...on('/bet', [[t('Revert a bid'), t('cancel refund bet'), bids.revert]]),
  ...on('/market', [
    [t('Create a market'), t('add new game'), markets.create],
    [
      t('Change or delete a market'),
      t('edit remove close open time days betting'),
      markets.update,
      markets.remove,
    ],
  ]),
  ...on('/settings/game-rates', [[t('Change game rates'), t('multiplier odds'), settings.updateRates]]),
  ...on('/settings', [
    [
      t('Change limits and settings'),
      t('minimum maximum deposit withdrawal bid bonus transfer maintenance UPI WhatsApp turnover'),
      settings.update,
    ],
    [t('Change the QR code that players pay to'), t('upload payment UPI'), settings.updateQr],
    [t('Upload the player app'), t('APK version update'), settings.uploadApp],
  ]),
  ...on('/reports/day', [[t('Close the business day'), t('day book sheet'), daybook.close]]),
  ...on('/reports/month', [
    [
      t("Make the players' sums of a month"),
      t('month book PDF accountant'),
      daybook.makeMonthPlayers,
      daybook.stopMonthPlayers,
    ],
  ]),
  ...on('/reports/to-look-at', [[t('Look into a suspicion'), t('fraud insider'), reports.lookAt]]),
  ...on('/notifications', [
    [t('Send a notification'), t('notice announce publish message'), notifications.send],
    [
      t('Change or delete a notification'),
      t('edit remove notice'),
      notifications.update,
      notifications.remove,
    ],
  ]),
  ...on('/push-notifications', [
    [t('Send a push message'), t('notification player'), push.sendToMany, push.sendToUser, push.sendToAll],
    [t('Stop a push message'), t('cancel notification'), push.stop],
  ]),
  ...on('/desk/feedback', [[t('Answer feedback'), t('reply complaint read'), feedbacks.update]]),
  ...on('/desk/deposits', [[t('Change reasons and replies'), t('reject work queue edit'), desk.saveReasons]]),
  ...on('/banners', [
    [
      t('Add, change or delete a banner'),
      t('picture image upload remove edit'),
      banners.create,
      banners.update,
      banners.remove,
    ],
  ]),
  ...on('/to-confirm', [
    [
      t('Confirm or decline what waits for a second person'),
      t('approve act'),
      acts.confirm,
      acts.decline,
      acts.withdraw,
    ],
  ]),
  ...on('/settings/administrators', [
    [t('Add an administrator'), t('create new staff operator'), administrators.create],
    [
      t('Block or sign out an administrator'),
      t('change edit staff operator password sessions second factor'),
      administrators.update,
      administrators.setPassword,
      administrators.endSessions,
      administrators.removeFactors,
    ],
    [
      t('Change roles and rights'),
      t('add create edit delete role permission'),
      administrators.createRole,
      administrators.updateRole,
      administrators.removeRole,
    ],
    [
      t('Change security'),
      t('second person limits require second factor'),
      security.update,
      administrators.requireFactors,
    ],
  ]),
]
