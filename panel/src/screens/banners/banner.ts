/** A banner of the players' app, and the acts on it. The lists are told: a card stays where it is until the next page or filter, unless it is deleted. */
import { type Answer, api, t } from '@munim/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { Shape } from '../../api/list.ts'
import { useAction } from '../../api/use-action.ts'
import { writeAnswers } from '../../api/write-answers.ts'
import { tellDone } from '../../widgets/notice.tsx'

type List = Answer<typeof api.banners.list>
export type Banner = List['data']['banners'][number]

export const SHAPE: Shape<List, Banner> = {
  rows: ({ data }) => ({ data: data.banners, total: data.pagination.totalItems }),
  withRows: (list, banners) => ({ ...list, data: { ...list.data, banners: [...banners] } }),
}

export const NO_IMAGE = t('Please select an image')
export const MOST_BYTES = api.banners.create.upload!.mostBytes

interface Options {
  readonly failed?: string
  readonly onDone?: () => void
  readonly onFailed?: (message: string) => void
}

/** Changes whether it is shown, or its image, or both. */
export function useBannerUpdate({ failed, onDone, onFailed }: Options) {
  const queries = useQueryClient()
  return useAction(api.banners.update, {
    ...(failed !== undefined && { failed }),
    onDone: ({ data }) => {
      writeAnswers(queries, api.banners.list, (list) => withBanner(list, data))
      tellDone(t('Banner updated successfully'))
      onDone?.()
    },
    onFailed: (message, { status }) => {
      if (status === 404) void queries.invalidateQueries({ queryKey: [api.banners.list.path] })
      onFailed?.(message)
    },
  })
}

function withBanner(list: List, changed: Banner): List {
  const { banners, pagination, stats } = list.data
  const before = banners.find(({ id }) => id === changed.id)
  if (!before) return list
  const moved = Number(changed.isActive) - Number(before.isActive)
  return {
    ...list,
    data: {
      banners: banners.map((each) => (each === before ? changed : each)),
      pagination,
      stats: { ...stats, active: stats.active + moved, inactive: stats.inactive - moved },
    },
  }
}
