/** A player's story page by page: what was read stays, the pages before it come when they are asked for. */
import { type Answer, api, type Body } from '@munim/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { CallFailure, call } from '../../../api/call.ts'
import type { Call } from '../../../api/use-call.ts'
import { type Day, joinDays } from './days.ts'

type Page = Answer<typeof api.users.story>['data']
type Asked = Omit<Body<typeof api.users.story>, 'before'>

export interface Told {
  /** In rupees, as of the first page. */
  readonly wallet: number
  /** Staked on bids that nothing decided yet; in rupees, as of the first page. */
  readonly running: number
  readonly days: readonly Day[]
  /** Of lines of every kind, so that the days make one account. */
  readonly isWhole: boolean
}

export interface Older {
  readonly isPending: boolean
  /** Why the page before could not be had; null where it was not tried, or came. */
  readonly failure: string | null
  readonly read: () => void
}

/** `older`: null where nothing is left to read. */
export function useStory(asked: Asked, isWanted: boolean): Call<Told> & { readonly older: Older | null } {
  const query = useInfiniteQuery({
    queryKey: [api.users.story.path, asked],
    queryFn: async ({ pageParam, signal }) => {
      const before = pageParam === null ? {} : { before: pageParam }
      const { data } = await call(api.users.story, { ...asked, ...before }, { signal })
      return { ...data, isWhole: asked.kinds === undefined }
    },
    initialPageParam: null as Page['next'],
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    enabled: isWanted,
  })
  const retry = () => void query.refetch()
  const older = query.hasNextPage
    ? {
        isPending: query.isFetchingNextPage,
        failure: query.isFetchNextPageError ? (query.error?.message ?? null) : null,
        read: () => void query.fetchNextPage(),
      }
    : null
  const [first] = query.data?.pages ?? []
  if (query.data === undefined || first === undefined) {
    if (query.error === null) return { state: 'loading', older: null }
    const status = query.error instanceof CallFailure ? query.error.status : null
    return { state: 'failed', message: query.error.message, status, retry, older: null }
  }
  const outdated = query.error !== null && !query.isFetchNextPageError ? query.error : null
  return {
    state: 'ready',
    answer: {
      wallet: first.wallet,
      running: first.running ?? 0,
      isWhole: first.isWhole,
      days: joinDays(query.data.pages.flatMap(({ days }) => days)),
    },
    isRefreshing: query.isFetching && !query.isFetchingNextPage,
    isOther: query.isPlaceholderData,
    outdated: outdated && {
      message: outdated.message,
      since: new Date(query.dataUpdatedAt),
      failedAt: query.errorUpdatedAt,
    },
    retry,
    older,
  }
}
