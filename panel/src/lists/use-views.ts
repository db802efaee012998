/** The caller's own views of a list, and the one that it opens with. */
import { type Answer, api, type ListWithViews } from '@munim/contract'
import { dayOf } from '@munim/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useCall } from '../api/use-call.ts'
import { isShown, queryOf, type Words, wordsOf } from './view-query.ts'

export type View = Answer<typeof api.views.list>['data'][number]

/** None until they are read, nor where they can't be. */
export function useViews(list: ListWithViews) {
  const navigate = useNavigate()
  const words = useSearch({ strict: false }) as Words
  const call = useCall(api.views.list, {})
  const today = dayOf(new Date())
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
  useOpening(call.state !== 'loading', () => {
    const first = views.find(({ isDefault }) => isDefault)
    if (first && Object.keys(words).length === 0) show(first, 'replace')
  })
  return {
    views,
    shown: views.find(({ query }) => isShown(query, words, today)),
    query: queryOf(words, today),
    show,
  }
}

/** Once, when it is ready first: an address without a word means the list as it opens, and one cleared later does not. */
function useOpening(isReady: boolean, open: () => void): void {
  const [isOpened, setOpened] = useState(false)
  useEffect(() => {
    if (!isReady || isOpened) return
    setOpened(true)
    open()
  })
}
