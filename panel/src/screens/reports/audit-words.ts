/** The audit in words: acts by their calls, things as the server names them, and results. */
import { ASKING, api, t } from '@munim/contract'
import { ALL } from '../../widgets/filters.tsx'

/** Things as the server names them. */
const NAMES: Readonly<Record<string, string>> = {
  admin: t('Administrator'),
  user: t('User'),
  market: t('Market'),
  draw: t('Draw'),
  day: t('Day'),
  month: t('Month'),
  request: t('Request'),
  bid: t('Bid'),
  settings: t('Settings'),
  rates: t('Game Rates'),
  notification: t('Notification'),
  feedback: t('Feedback'),
  banner: t('Banner'),
  push: t('Push message'),
  role: t('Role'),
  suspicion: t('Suspicion'),
  look: t('Look'),
  export: t('File'),
  act: t('Act to confirm'),
  security: t('Second person'),
}

export const THINGS = [ALL, ...Object.entries(NAMES).map(([value, label]) => ({ value, label }))] as const

/** What a thing is called; one of a later release by its own name. */
export const thingInWords = (thing: string): string => NAMES[thing] ?? thing

const { acts, administrators, auth, banners, bids, daybook, desk, factors, feedbacks, find } = api
const { markets, notifications, protection, push, reports, results, risk, security } = api
const { settings, users, wallet } = api

/** Every act of an administrator, then what is only looked at and taken away as a file. */
const WORDS: Readonly<Record<string, string>> = {
  [ASKING]: t('Ask a second person'),
  [acts.confirm.path]: t('Confirm act'),
  [acts.decline.path]: t('Decline act'),
  [acts.withdraw.path]: t('Withdraw act'),
  [administrators.create.path]: t('Add administrator'),
  [administrators.createRole.path]: t('Create role'),
  [administrators.endSessions.path]: t("End an administrator's sessions"),
  [administrators.removeFactors.path]: t("Remove an administrator's second factor"),
  [administrators.removeRole.path]: t('Delete role'),
  [administrators.requireFactors.path]: t('Change second factor settings'),
  [administrators.setPassword.path]: t('Give a password'),
  [administrators.update.path]: t('Edit administrator'),
  [administrators.updateRole.path]: t('Edit role'),
  [auth.endSession.path]: t('End own session'),
  [auth.login.path]: t('Sign in'),
  [auth.logout.path]: t('Sign out'),
  [auth.refuseDevice.path]: t('Refuse device'),
  [auth.resetPassword.path]: t('Change own password'),
  [banners.create.path]: t('Create banner'),
  [banners.remove.path]: t('Delete banner'),
  [banners.update.path]: t('Update banner'),
  [bids.revert.path]: t('Revert bid'),
  [daybook.close.path]: t('Close day'),
  [daybook.makeMonthPlayers.path]: t("Make players' sums of a month"),
  [daybook.stopMonthPlayers.path]: t("Stop making players' sums"),
  [desk.batchFileAgain.path]: t('Make a bank file again'),
  [desk.closeBatch.path]: t('Close a bank file'),
  [desk.makeBatch.path]: t('Make a bank file'),
  [desk.saveReasons.path]: t('Change reasons of the work queue'),
  [factors.askPasskey.path]: t('Ask for passkey'),
  [factors.beginPasskey.path]: t('Begin passkey'),
  [factors.beginTotp.path]: t('Begin authenticator app'),
  [factors.enter.path]: t('Enter second factor'),
  [factors.enterPasskey.path]: t('Enter passkey'),
  [factors.finishPasskey.path]: t('Add passkey'),
  [factors.finishTotp.path]: t('Add authenticator app'),
  [factors.remove.path]: t('Remove own second factor'),
  [factors.rename.path]: t('Rename own second factor'),
  [factors.renewCodes.path]: t('Make recovery codes'),
  [feedbacks.update.path]: t('Update feedback'),
  [markets.create.path]: t('Create market'),
  [markets.remove.path]: t('Delete market'),
  [markets.update.path]: t('Update market'),
  [notifications.remove.path]: t('Delete notification'),
  [notifications.send.path]: t('Send notification'),
  [notifications.update.path]: t('Update notification'),
  [protection.setLimit.path]: t('Set play limit'),
  [protection.setPause.path]: t('Set pause of play'),
  [push.sendToAll.path]: t('Push to all users'),
  [push.sendToMany.path]: t('Push to several users'),
  [push.sendToUser.path]: t('Push to one user'),
  [push.stop.path]: t('Stop push message'),
  [reports.lookAt.path]: t('Look at a suspicion'),
  [results.declare.path]: t('Declare result'),
  [results.predict.path]: t('Predict result'),
  [results.predictCsv.path]: t('Export prediction'),
  [results.revert.path]: t('Revert result'),
  [results.voidDraw.path]: t('Void draw'),
  [risk.saveLimits.path]: t('Set limits on numbers'),
  [security.update.path]: t('Change limits of a second person'),
  [settings.update.path]: t('Update settings'),
  [settings.updateQr.path]: t('Update QR code of deposits'),
  [settings.updateRates.path]: t('Update game rates'),
  [settings.uploadApp.path]: t('Upload an app'),
  [users.addFunds.path]: t('Add funds'),
  [users.addNote.path]: t('Add a note'),
  [users.deductFunds.path]: t('Deduct funds'),
  [users.remove.path]: t('Delete user'),
  [users.update.path]: t('Update user'),
  [wallet.decideDeposit.path]: t('Decide deposit'),
  [wallet.decideWithdrawal.path]: t('Decide withdrawal'),

  [acts.list.path]: t('Look at what is to confirm'),
  [bids.analytics.path]: t('Look at analytics'),
  [bids.get.path]: t('Look at bid'),
  [bids.list.path]: t('Look at bets'),
  [bids.listCsv.path]: t('Export bets'),
  [bids.numbers.path]: t('Look at numbers'),
  [bids.numbersCsv.path]: t('Export numbers of a draw'),
  [daybook.getCsv.path]: t('Export day book'),
  [daybook.marketCsv.path]: t('Export draws'),
  [daybook.monthCsv.path]: t('Export month book'),
  [daybook.monthPdf.path]: t('Export month book as PDF'),
  [daybook.monthPlayersCsv.path]: t("Export players' sums of a month"),
  [bids.ofMarket.path]: t('Look at bets of a market'),
  [bids.ofMarketCsv.path]: t('Export bets of a market'),
  [find.anything.path]: t('Find anything'),
  [markets.listCsv.path]: t('Export markets'),
  [desk.getCase.path]: t('Look at an item of the work queue'),
  [reports.auditCsv.path]: t('Export audit'),
  [reports.bids.path]: t('Look at bid history'),
  [reports.bidsCsv.path]: t('Export bid history'),
  [reports.transactions.path]: t('Look at transaction history'),
  [reports.transactionsCsv.path]: t('Export transactions'),
  [results.exposure.path]: t('Look at exposure'),
  [results.exposureCell.path]: t('Look at a panna of the exposure'),
  [results.exposureCsv.path]: t('Export exposure'),
  [risk.use.path]: t('Look at the use of limits on numbers'),
  [risk.useCsv.path]: t('Export limits on numbers'),
  [users.bids.path]: t("Look at a user's bids"),
  [users.bidsCsv.path]: t("Export a user's bids"),
  [users.get.path]: t('Look at user'),
  [users.listCsv.path]: t('Export users'),
  [users.story.path]: t("Look at a user's story"),
  [users.storyCsv.path]: t("Export a user's story"),
  [users.transactions.path]: t("Look at a user's transactions"),
  [users.transactionsCsv.path]: t("Export a user's transactions"),
  [wallet.confirmDeposit.path]: t('Confirm deposit'),
  [wallet.deposits.path]: t('Look at deposits'),
  [wallet.depositsCsv.path]: t('Export deposits'),
  [wallet.get.path]: t('Look at request'),
  [wallet.withdrawals.path]: t('Look at withdrawals'),
  [wallet.withdrawalsCsv.path]: t('Export withdrawals'),
}

export const ACTS = [
  ALL,
  ...Object.entries(WORDS)
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label)),
] as const

/** An act of a later release is shown by its path. */
export const actInWords = (path: string): string => WORDS[path] ?? path

/** "open 1-128, close 4-455" of what was typed; a half that was not is left out. */
export function halvesInWords(typed: Readonly<Record<string, unknown>>): string {
  const mark = (...fields: readonly string[]) =>
    fields
      .map((field) => typed[field])
      .find((each) => typeof each === 'string' && each !== '' && each !== '-')
  const open = [mark('manualOpenDigit', 'open_digit'), mark('manualOpenPanna', 'open_panna')]
  const close = [mark('manualCloseDigit', 'close_digit'), mark('manualClosePanna', 'close_panna')]
  const written = (marks: readonly unknown[]) => marks.filter((each) => each !== undefined).join('-')
  return [
    written(open) && t('open {result}', { result: written(open) }),
    written(close) && t('close {result}', { result: written(close) }),
  ]
    .filter(Boolean)
    .join(', ')
}

const HALVES: Readonly<Record<string, string>> = {
  open: t('the open'),
  close: t('the close'),
  'open and close': t('the open and the close'),
}

export const voidedInWords = ({ voided }: Readonly<Record<string, unknown>>): string =>
  HALVES[String(voided)] ?? String(voided)
