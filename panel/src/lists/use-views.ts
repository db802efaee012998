/** The caller's own views of a list, and the one that it opens with. */
import { type Answer, api, type ListWithViews } from '@munim/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useCall } from '../api/use-call.ts'
import { useToday } from '../widgets/times.ts'
import { isShown, queryOf, type Words, wordsOf } from './view-query.ts'

export type View = Answer<typeof api.views.list>['data'][number]

/** None until they are read, nor where they can't be. */
export function useViews(list: ListWithViews | undefined) {
  const navigate = useNavigate()
  const words = useSearch({ strict: false }) as Words
  const call = useCall(api.views.list, {}, list !== undefined)
  const today = useToday()
  const views = call.state === 'ready' ? call.answer.data.filter((view) => view.list === list) : []

  function show({ query }: View, how: 'push' | 'replace' = 'push') {
    void navigate({
      to: '.',
      search: wordsOf(query, today) as never,
      state: true,
      resetScroll: false,
      replace: how === 'replace',
    })
  }
  return {
    isRead: call.state !== 'loading',
    views,
    /** Undefined also where it is what the list shows by itself. */
    first: views.find(({ isDefault, query }) => isDefault && !isShown(query, {}, today)),
    shown: views.find(({ query }) => isShown(query, words, today)),
    query: queryOf(words, today),
    show,
  }
}

/**
 * Once a visit: an address without a word means the list as it opens, and one cleared later does not. False until it is
 * known what is to be listed, so that rows are asked for once.
 */
export function useOpening(list: ListWithViews | undefined): boolean {
  const isBare = Object.keys(useSearch({ strict: false })).length === 0
  const { isRead, first, show } = useViews(list)
  const [isOpened, setOpened] = useState(list === undefined)
  useEffect(() => {
    if (!isRead || isOpened) return
    if (isBare && first) show(first, 'replace')
    else setOpened(true)
  })
  return isOpened || !isBare
}
