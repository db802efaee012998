/** The four queues: their words, and what deciding sends. */
import { type Answer, type api, type DeskKind, msg, t } from '@munim/contract'
import { shownOf } from '../../payments/request.ts'
import { utrNote } from '../../payments/utr.ts'
import { rupeesInWords } from '../../widgets/money.tsx'
import type { Meaning } from '../../widgets/status.tsx'
import type { Decision, Listed } from './work.ts'

interface Words {
  readonly name: string
  readonly approve: string
  /** What `r` opens, and the word on what it does. */
  readonly reject: string
  readonly none: string
  readonly caption: string
  /** What a decision is told as: while it can be taken back, where it did not come through, and in the list. */
  readonly said: Readonly<Record<Decision['how'], Said>>
}

interface Said {
  readonly held: string
  readonly failed: string
  readonly done: readonly [Meaning, string]
}

const APPROVED: Said = {
  held: msg('Approved: {what}'),
  failed: msg('{what} was not approved: {sentence}'),
  done: ['good', msg('done')],
}
const OF_REQUESTS: Words['said'] = {
  approved: APPROVED,
  rejected: {
    held: msg('Rejected: {what}'),
    failed: msg('{what} was not rejected: {sentence}'),
    done: ['bad', msg('rejected')],
  },
}

export const KINDS: Readonly<Record<DeskKind, Words>> = {
  deposits: {
    name: msg('Deposits'),
    approve: msg('Approve'),
    reject: msg('Reject'),
    none: msg('No deposit request is pending.'),
    caption: msg('Deposits that wait, the oldest first'),
    said: OF_REQUESTS,
  },
  withdrawals: {
    name: msg('Withdrawals'),
    approve: msg('Approve'),
    reject: msg('Reject'),
    none: msg('No withdrawal request is pending.'),
    caption: msg('Withdrawals that wait, the oldest first'),
    said: OF_REQUESTS,
  },
  users: {
    name: msg('New players'),
    approve: msg('Approve'),
    reject: msg('Block'),
    none: msg('Every player is approved or blocked.'),
    caption: msg('Players who wait to be approved, the oldest first'),
    said: {
      approved: APPROVED,
      rejected: {
        held: msg('Blocked: {what}'),
        failed: msg('{what} was not blocked: {sentence}'),
        done: ['bad', msg('blocked')],
      },
    },
  },
  feedback: {
    name: msg('Feedback'),
    approve: msg('Mark as read'),
    reject: msg('Reply'),
    none: msg('Every feedback is read.'),
    caption: msg('Feedback that is not read, the oldest first'),
    said: {
      approved: {
        held: msg('Marked as read: {what}'),
        failed: msg('{what} was not marked as read: {sentence}'),
        done: ['good', msg('done')],
      },
      rejected: {
        held: msg('Reply to {what}'),
        failed: msg('The reply to {what} was not sent: {sentence}'),
        done: ['good', msg('replied')],
      },
    },
  },
}

/** "#115 Ravi, ₹500.00" */
export const inWords = ({ id, user_name: name, amount }: Listed): string =>
  amount === null
    ? t('#{id} {name}', { id, name })
    : t('#{id} {name}, {amount}', { id, name, amount: rupeesInWords(amount) })

/** What is typed beside a decision; '' where nothing is: UTR and note of an approval, the reason of a rejection. */
export interface Typed {
  readonly utr: string
  readonly note: string
  readonly reason: string
  /** The one of both that is asked for and shown. */
  readonly field: 'note' | 'reason' | null
}

/** Beside a UTR a note of some length is kept as well. */
export const UTR_MAX = 60
export function approving(of: Decided, { utr, note }: Pick<Typed, 'utr' | 'note'>): Decision {
  const said = of.kind === 'withdrawals' ? utrNote(utr, note) : note
  return { id: of.id, how: 'approved', body: bodyOf(of, { isApproved: true, said }) }
}

/** As it is shown. */
type Decided = Pick<Answer<typeof api.desk.getCase>['data'], 'kind' | 'id' | 'request' | 'feedback'>

/** With a reason for the player, or a reply; '' for none. */
export const rejecting = (of: Decided, said: string): Decision => ({
  id: of.id,
  how: 'rejected',
  body: bodyOf(of, { isApproved: false, said }),
})

function bodyOf(
  { kind, id, request, feedback }: Decided,
  { isApproved, said }: { isApproved: boolean; said: string },
): object {
  switch (kind) {
    case 'users':
      // As the queue lists them: one that was decided meanwhile is not decided again, nor its bonus paid.
      return {
        id,
        ...(isApproved ? { isApproved: true } : { isBlocked: true }),
        basedOn: { isApproved: false, isBlocked: false },
      }
    case 'feedback':
      return {
        id,
        isReadByAdmin: true,
        ...(said !== '' && { adminComment: said, basedOn: feedback!.adminComment }),
      }
    default:
      return {
        transactionId: id,
        status: isApproved ? 'completed' : 'rejected',
        ...(said !== '' && { note: said }),
        basedOn: shownOf(request!),
      }
  }
}
