/** An act of the audit as a sentence: what was done to whom, in names, rupees and draws. */
import { type Answer, api, msg, REVERTED_BY_ADMIN } from '@munim/contract'
import { PICK_FIELDS, sumOfRupees } from '@munim/core'
import { FORM_KEYS } from '../../game/typed-result.ts'
import { halvesInWords, voidedInWords } from './audit-words.ts'

export type Row = Answer<typeof api.reports.audit>['data'][number]

/** In a sentence `{on}` is what it was done to, with the way there, and `{number}` the number of a request or bid. */
export interface Said {
  readonly of: string
  readonly values?: Readonly<Record<string, string | number>>
  /** In rupees, by their names in the sentence. */
  readonly rupees?: Readonly<Record<string, number>>
  /** The fields that it tells, so that they are told once. */
  readonly tells?: readonly string[]
}

type Telling = (row: Row) => Said | null

const { acts, administrators, auth, bids, daybook, desk, feedbacks, markets, notifications, protection } = api
const { push, reports, results, users, wallet } = api

/** Where an act is not here, or is null, it is called by its name in the filter of acts, with what it was done to. */
const SENTENCES: Readonly<Record<string, Telling>> = {
  [users.addFunds.path]: (row) =>
    moved(row, msg("Added {amount} to {on}'s wallet"), msg("Added funds to {on}'s wallet")),
  [users.deductFunds.path]: (row) =>
    moved(row, msg("Took {amount} out of {on}'s wallet"), msg("Took funds out of {on}'s wallet")),
  [users.update.path]: (row) => flagged(row) ?? { of: msg('Changed the profile of {on}') },
  [users.remove.path]: () => ({ of: msg('Deleted {on}'), tells: ['deleted'] }),
  [users.addNote.path]: () => ({ of: msg('Wrote a note on {on}') }),
  [users.get.path]: () => ({ of: msg('Looked at the profile of {on}'), tells: ['rows'] }),
  [users.story.path]: () => ({ of: msg('Looked at the story of {on}') }),
  [users.bids.path]: () => ({ of: msg('Looked at the bids of {on}') }),
  [users.transactions.path]: () => ({ of: msg('Looked at the transactions of {on}') }),
  [wallet.decideDeposit.path]: (row) =>
    decided(row, {
      completed: msg('Approved deposit {number} of {on}: {amount}'),
      rejected: msg('Rejected deposit {number} of {on}: {amount}'),
    }),
  [wallet.decideWithdrawal.path]: (row) =>
    decided(row, {
      completed: msg('Approved withdrawal {number} of {on}: {amount}'),
      rejected: msg('Rejected withdrawal {number} of {on}: {amount}'),
    }),
  [wallet.confirmDeposit.path]: (row) =>
    decided(row, { completed: msg('Confirmed deposit {number} of {on}: {amount}') }),
  [wallet.get.path]: () => ({ of: msg('Looked at request {number} of {on}'), tells: ['rows'] }),
  [desk.getCase.path]: () => ({
    of: msg('Looked at request {number} of {on} in the work queue'),
    tells: ['rows'],
  }),
  [bids.get.path]: () => ({ of: msg('Looked at bid {number} of {on}'), tells: ['rows'] }),
  [bids.revert.path]: ({ after }) => ({
    of: msg('Reverted bid {number} of {on}: {amount} refunded'),
    rupees: { amount: Number(after.points) },
    tells: ['status', 'points', ...('reason' in after && isUsual(after.reason) ? ['reason'] : [])],
  }),
  [results.declare.path]: (row) => ({
    of: msg('Declared {on}: {result}'),
    values: { result: halvesInWords(row.after) },
    tells: [...MARKS, 'date', ...none(row, ...COUNTS)],
  }),
  [results.predict.path]: (row) => predicted(row),
  [results.revert.path]: reverted,
  [results.voidDraw.path]: ({ after }) =>
    typeof after.amount === 'number'
      ? {
          of: msg(
            'Voided {half} of {on}: {count, plural, one {# bid} other {# bids}}, {amount} refunded to {players, plural, one {# player} other {# players}}',
          ),
          values: {
            half: voidedInWords(after),
            count: Number(after.refunded),
            players: Number(after.players),
          },
          rupees: { amount: after.amount },
          tells: ['running', 'points', 'voided', 'halves', 'refunded', 'players', 'amount', 'date'],
        }
      : { of: msg('Paid what was left of the refunds of {on}'), tells: ['refundsAwaited'] },
  [bids.list.path]: () => ({ of: msg('Looked at the bets') }),
  [reports.bids.path]: () => ({ of: msg('Looked at the bid history') }),
  [reports.transactions.path]: () => ({ of: msg('Looked at the transaction history') }),
  [wallet.deposits.path]: () => ({ of: msg('Looked at the deposits') }),
  [wallet.withdrawals.path]: () => ({ of: msg('Looked at the withdrawals') }),
  [acts.list.path]: () => ({ of: msg('Looked at what is to confirm') }),
  [results.exposure.path]: () => ({ of: msg('Looked at the exposure of {on}') }),
  [results.exposureCell.path]: () => ({ of: msg('Looked at a panna in the exposure of {on}') }),
  [bids.analytics.path]: () => ({ of: msg('Looked at the analytics of {on}') }),
  [bids.numbers.path]: () => ({ of: msg('Looked at the numbers of {on}') }),
  [bids.ofMarket.path]: () => ({ of: msg('Looked at the bets of {on} before the result') }),
  [markets.create.path]: () => ({ of: msg('Created market {on}'), tells: ['name'] }),
  [markets.update.path]: () => ({ of: msg('Changed market {on}') }),
  [markets.remove.path]: () => ({ of: msg('Deleted market {on}'), tells: ['deleted', 'name'] }),
  [notifications.send.path]: (row) => titled(row, msg('Sent the notification “{title}” to all players')),
  [notifications.remove.path]: (row) => ({
    ...titled(row, msg('Deleted the notification “{title}”')),
    tells: ['title', 'description', 'deleted'],
  }),
  [push.sendToUser.path]: (row) => ({
    ...titled(row, msg('Sent the push message “{title}” to {on}')),
    tells: ['title', 'userId'],
  }),
  [push.sendToAll.path]: (row) => ({
    ...titled(row, msg('Sent the push message “{title}” to {users, plural, one {# user} other {# users}}')),
    values: { title: titleOf(row), users: Number(row.after.users) },
    tells: ['title', 'users'],
  }),
  [push.sendToMany.path]: (row) => ({
    ...titled(
      row,
      msg('Sent the push message “{title}” to {users, plural, one {# chosen user} other {# chosen users}}'),
    ),
    values: { title: titleOf(row), users: Array.isArray(row.after.userIds) ? row.after.userIds.length : 0 },
  }),
  [feedbacks.update.path]: ({ after }) => {
    if (after.adminComment) return { of: msg('Answered the feedback of {on}'), tells: ['isReadByAdmin'] }
    return {
      of:
        after.isReadByAdmin === false
          ? msg('Marked the feedback of {on} as unread')
          : msg('Marked the feedback of {on} as read'),
      tells: ['isReadByAdmin'],
    }
  },
  [protection.setLimit.path]: () => ({ of: msg('Changed a play limit of {on}') }),
  [protection.setPause.path]: ({ after }) => ({
    of: after.paused_until === null ? msg('Ended the pause of play of {on}') : msg('Paused the play of {on}'),
  }),
  [daybook.close.path]: () => ({ of: msg('Closed the day {on}'), tells: ['number'] }),
  [auth.login.path]: ({ after }) => ({
    of: after.signIn === 'refused' ? msg('Gave a wrong password for {on}') : msg('Signed in as {on}'),
    tells: ['signIn', ...(after.isNewDevice === true ? [] : ['isNewDevice'])],
  }),
  [administrators.create.path]: () => ({ of: msg('Added the administrator {on}'), tells: ['userName'] }),
  [administrators.update.path]: () => ({ of: msg('Changed the administrator {on}') }),
}

/** What an act is in a sentence; null where its name and what it was done to say it. */
export const sentenceOf = (row: Row): Said | null => SENTENCES[row.act]?.(row) ?? null

const MARKS = [...Object.values(FORM_KEYS), ...PICK_FIELDS]

const COUNTS = ['winningBids', 'players', 'belowZero', 'withdrawalsCancelled']

/** Those of the fields that are 0: nothing of the kind happened. */
const none = ({ after }: Row, ...fields: readonly string[]) => fields.filter((field) => after[field] === 0)

const isUsual = (reason: unknown): boolean => reason === REVERTED_BY_ADMIN

function moved({ before, after }: Row, of: string, unsaid: string): Said {
  const [was, left] = [before.wallet, after.wallet]
  if (typeof was !== 'number' || typeof left !== 'number') return { of: unsaid }
  return { of, rupees: { amount: Math.abs(sumOfRupees([left, -was])) } }
}

const FLAGS: Readonly<Record<string, readonly [on: string, off: string]>> = {
  isApproved: [msg('Approved {on}'), msg('Took the approval of {on} back')],
  isBlocked: [msg('Blocked {on}'), msg('Unblocked {on}')],
  betting: [msg('Allowed {on} to bet'), msg('Stopped {on} from betting')],
  transfer: [msg('Allowed {on} to transfer'), msg('Stopped {on} from transferring')],
}

/** The switch that was set, where it is all that was changed. */
function flagged({ after }: Row): Said | null {
  const [field, ...others] = Object.keys(after).filter((each) => !OF_CONFIRMING.includes(each))
  if (field === undefined || others.length > 0) return null
  const words = FLAGS[field]
  return words ? { of: words[after[field] === true ? 0 : 1], tells: [field] } : null
}

function decided({ after }: Row, words: Readonly<Record<string, string>>): Said | null {
  const of = words[String(after.status)]
  if (of === undefined || typeof after.amount !== 'number') return null
  return {
    of,
    rupees: { amount: after.amount },
    tells: ['status', 'amount', ...(after.note ? [] : ['note'])],
  }
}

/** Rows of 0.2.0 do not say which result it was. */
function reverted(row: Row): Said {
  const result = halvesInWords(row.after)
  const unsaid =
    row.after.reverted === 'close' ? msg('Reverted the close of {on}') : msg('Reverted the result of {on}')
  return {
    of: result ? msg('Reverted {on}: {result}') : unsaid,
    values: { result },
    tells: [...MARKS, 'reverted', 'date', ...none(row, ...COUNTS)],
  }
}

function predicted(row: Row): Said {
  const { predicted: typed } = row.after
  const result = typeof typed === 'object' && typed !== null ? halvesInWords({ ...typed }) : ''
  if (result === '') return { of: msg('Predicted {on}') }
  return { of: msg('Predicted {on} with {result}'), values: { result }, tells: ['predicted'] }
}

const titleOf = ({ before, after }: Row): string => String(after.title ?? before.title ?? '')

const titled = (row: Row, of: string): Said => ({ of, values: { title: titleOf(row) }, tells: ['title'] })

/** What confirming by a second person adds to any act. */
export const OF_CONFIRMING: readonly string[] = ['confirmed_by', 'waiting_act']
