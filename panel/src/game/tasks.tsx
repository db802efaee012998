/** What waits for the administrator, by kind, and the ways to it. */
import { type Answer, api, msg } from '@munim/contract'
import type { Address } from '@munim/contract/screens'
import {
  type Icon,
  IconCash,
  IconMessage2,
  IconTargetArrow,
  IconTransferIn,
  IconUserCheck,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useCall } from '../api/use-call.ts'
import { LinkButton } from '../widgets/link.tsx'
import { Sentence } from '../widgets/sentence.tsx'

type Waiting = Answer<typeof api.dashboard.getOverview>['data']['waiting']

export interface Task {
  readonly icon: Icon
  readonly many: number
  /** How many of what. */
  readonly words: string
  readonly to: Address
  readonly search?: Readonly<Record<string, string>>
  readonly since: string | null
  readonly of: 'result' | 'money' | 'person' | 'word'
  /** Where it is worked through, one after the other. */
  readonly queue: Address
}

export function tasksOf(waiting: Waiting): Task[] {
  const { due, pendingWithdrawals, pendingDeposits, unapprovedUsers, unreadFeedbacks } = waiting
  return [
    {
      icon: IconTargetArrow,
      many: due.length,
      words: msg(
        '<b>{many, number}</b> <what>{many, plural, one {result to declare} other {results to declare}}</what>',
      ),
      to: '/results/due',
      since: due[0]?.since ?? null,
      of: 'result',
      queue: '/results/due',
    },
    {
      icon: IconCash,
      many: pendingWithdrawals,
      words: msg(
        '<b>{many, number}</b> <what>{many, plural, one {withdrawal to pay} other {withdrawals to pay}}</what>',
      ),
      to: '/wallet',
      search: { tab: 'withdrawals', status: 'pending' },
      since: waiting.oldestWithdrawalAt,
      of: 'money',
      queue: '/desk/withdrawals',
    },
    {
      icon: IconTransferIn,
      many: pendingDeposits,
      words: msg(
        '<b>{many, number}</b> <what>{many, plural, one {deposit to approve} other {deposits to approve}}</what>',
      ),
      to: '/wallet',
      search: { tab: 'deposits', status: 'pending' },
      since: waiting.oldestDepositAt,
      of: 'money',
      queue: '/desk/deposits',
    },
    {
      icon: IconUserCheck,
      many: unapprovedUsers,
      words: msg(
        '<b>{many, number}</b> <what>{many, plural, one {user to approve} other {users to approve}}</what>',
      ),
      to: '/users',
      search: { approved: 'false' },
      since: waiting.oldestUserAt,
      of: 'person',
      queue: '/desk/users',
    },
    {
      icon: IconMessage2,
      many: unreadFeedbacks,
      words: msg(
        '<b>{many, number}</b> <what>{many, plural, one {feedback to read} other {feedbacks to read}}</what>',
      ),
      to: '/feedbacks',
      search: { status: 'unread' },
      since: waiting.oldestFeedbackAt,
      of: 'word',
      queue: '/desk/feedback',
    },
  ]
}

const asItIs = (words: ReactNode) => words

/** Where a queue is done: the others in which something waits, the first of them as what comes next. */
export function OtherQueues({ but }: { readonly but: Address }) {
  const overview = useCall(api.dashboard.getOverview, {})
  if (overview.state !== 'ready') return null
  const others = tasksOf(overview.answer.data.waiting).filter(({ many, queue }) => many > 0 && queue !== but)
  if (others.length === 0) return null
  return (
    <div className="mu-acts">
      {others.map(({ icon: Glyph, queue, words, many }, nth) => (
        <LinkButton
          key={queue}
          to={queue}
          variant={nth === 0 ? 'light' : 'default'}
          leftSection={<Glyph size={16} stroke={1.6} aria-hidden />}
        >
          <Sentence of={words} many={many} b={asItIs} what={asItIs} />
        </LinkButton>
      ))}
    </div>
  )
}
