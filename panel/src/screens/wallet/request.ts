/** The act that decides a player's request. */
import { type Answer, api } from '@munim/contract'
import { useQueryClient } from '@tanstack/react-query'
import { askBeside } from '../../api/live-state.ts'
import { useAction } from '../../api/use-action.ts'
import { countsAfter, writeAnswers } from '../../api/write-answers.ts'
import { tellDone, tellWaits } from '../../widgets/notice.tsx'

type Page = Answer<typeof api.wallet.deposits>
type Row = Page['data'][number]

export const KINDS = {
  deposits: { list: api.wallet.deposits, decide: api.wallet.decideDeposit },
  withdrawals: {
    list: api.wallet.withdrawals,
    decide: api.wallet.decideWithdrawal,
  },
} as const
export type Kind = keyof typeof KINDS

interface Options {
  /** The act's own sentence, where the call's says less. */
  readonly failed?: string
  readonly done: string
  readonly onDone: () => void
  readonly onFailed: (message: string) => void
  /** Another administrator has to confirm it: the request is as it was. */
  readonly onWaits: () => void
}

/**
 * Decides a request. The lists are not asked again but told: the row stays where it is with its new status,
 * so that nothing slides under the pointer until the next page or filter.
 */
export function useDecision(kind: Kind, { failed, done, onDone, onFailed, onWaits }: Options) {
  const queries = useQueryClient()
  const { list, decide } = KINDS[kind]
  return useAction(decide as typeof api.wallet.decideDeposit, {
    ...(failed !== undefined && { failed }),
    refreshes: [
      api.dashboard.getStats,
      api.dashboard.getOverview,
      api.users.get,
      api.users.transactions,
      api.wallet.get,
    ],
    onDone: ({ data: decided }) => {
      writeAnswers(queries, list as typeof api.wallet.deposits, (page) => withRow(page, decided))
      tellDone(done)
      onDone()
    },
    onFailed: (message, { status }) => {
      // Decided elsewhere meanwhile: what is shown is out of date.
      if (status === 409) {
        askBeside(queries, list)
        void queries.invalidateQueries({ queryKey: [api.wallet.get.path] })
      }
      onFailed(message)
    },
    onWaits: () => {
      tellWaits()
      onWaits()
    },
  })
}

function withRow(page: Page, row: Row): Page {
  const before = page.data.find(({ id }) => id === row.id)
  if (before === undefined) return page
  return {
    ...page,
    data: page.data.map((each) => (each === before ? row : each)),
    counts: page.counts && countsAfter(page.counts, before.status, row.status),
  }
}
