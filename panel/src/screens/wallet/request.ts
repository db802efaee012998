/** The act that decides a player's request. */
import { type Answer, api, type Body } from '@munim/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type CallFailure, call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { countsAfter, writeAnswers } from '../../api/write-answers.ts'
import { tellDone, tellingWaits } from '../../widgets/notice.tsx'

type Page = Answer<typeof api.wallet.deposits>
type Row = Page['data'][number]

export const KINDS = {
  deposits: { list: api.wallet.deposits, decide: api.wallet.decideDeposit },
  withdrawals: { list: api.wallet.withdrawals, decide: api.wallet.decideWithdrawal },
} as const
export type Kind = keyof typeof KINDS

interface Options {
  /** The act's own sentence, where the call's says less. */
  readonly failed?: string
  readonly done: string
  readonly onDone: () => void
  readonly onFailed?: (message: string, failure: CallFailure) => void
  /** Another administrator has to confirm it: the request is as it was. */
  readonly onWaits?: () => void
}

/**
 * Decides a request. The lists are not asked again but told: the row stays where it is with its new status,
 * so that nothing slides under the pointer until the next page or filter.
 */
export function useDecision(kind: Kind, { failed, done, onDone, onFailed, onWaits }: Options) {
  const queries = useQueryClient()
  return useAction(KINDS[kind].decide as typeof api.wallet.decideDeposit, {
    ...(failed !== undefined && { failed }),
    refreshes: [
      api.dashboard.getStats,
      api.dashboard.getOverview,
      api.users.get,
      api.users.transactions,
      api.wallet.get,
    ],
    onDone: ({ data: decided }) => {
      write(queries, kind, decided)
      tellDone(done)
      onDone()
    },
    onFailed: (message, failure, { transactionId }) => {
      if (failure.status === 409) void showAsNow(queries, kind, { transactionId })
      onFailed?.(message, failure)
    },
    onWaits: tellingWaits(onWaits),
  })
}

/** Of a request that was decided elsewhere meanwhile, its page and its row; without an answer they stay as they are. */
async function showAsNow(queries: QueryClient, kind: Kind, body: Body<typeof api.wallet.get>): Promise<void> {
  void queries.invalidateQueries({ queryKey: [api.wallet.get.path] })
  const now = await call(api.wallet.get, body).catch(() => null)
  if (now !== null) write(queries, kind, now.data)
}

/** Into the lists that are shown, in its place. */
const write = (queries: QueryClient, kind: Kind, row: Row): void =>
  writeAnswers(queries, KINDS[kind].list as typeof api.wallet.deposits, (page) => withRow(page, row))

function withRow(page: Page, row: Row): Page {
  const before = page.data.find(({ id }) => id === row.id)
  if (before === undefined) return page
  return {
    ...page,
    data: page.data.map((each) => (each === before ? row : each)),
    counts: page.counts && countsAfter(page.counts, before.status, row.status),
  }
}
