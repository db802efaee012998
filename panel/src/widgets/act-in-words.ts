/** Acts that may wait for a second person, as the buttons that ask for them are called. */
import { api, t } from '@munim/contract'

const { administrators, bids, results, security, settings, users, wallet } = api

const NAMES: Readonly<Record<string, string>> = {
  [users.addFunds.path]: t('Add Funds'),
  [users.deductFunds.path]: t('Deduct Funds'),
  [wallet.decideDeposit.path]: t('Approve Deposit'),
  [wallet.decideWithdrawal.path]: t('Approve Withdrawal'),
  [results.declare.path]: t('Declare Result'),
  [results.revert.path]: t('Revert Result'),
  [results.voidDraw.path]: t('Void Draw'),
  [bids.revert.path]: t('Revert Bid'),
  [settings.update.path]: t('Settings'),
  [settings.updateQr.path]: t('QR code of deposits'),
  [settings.uploadApp.path]: t('Upload app'),
  [settings.updateRates.path]: t('Game Rates'),
  [security.update.path]: t('Limits of a second person'),
  [administrators.create.path]: t('Add Administrator'),
  [administrators.update.path]: t('Edit Administrator'),
  [administrators.setPassword.path]: t('Give Password'),
  [administrators.updateRole.path]: t('Edit Role'),
  [administrators.removeFactors.path]: t('Remove Second Factor'),
  [administrators.requireFactors.path]: t('Second factor'),
}

/** A call of a later release is called by its path. */
export const actInWords = ({ call }: { readonly call: string }): string => NAMES[call] ?? call
