/** The way from one player to the next of the list they were opened from, without going back to it. */
import { ActionIcon } from '@mantine/core'
import { type Answer, api, msg, t } from '@munim/contract'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { address, pageOf } from '../../api/use-address.ts'
import { Link } from '../../widgets/link.tsx'
import { type ListWords, listBody, wordsOfList } from './user.ts'

type Page = Answer<typeof api.users.list>

/** How far a player may have moved in the list since it was seen: others come, and leave a filter by being approved. */
const PAGES_AWAY = 5

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On a player's page: the search of the list they were opened from. */
    list?: string
  }
}

/** The search, as the address had it, of the list that this player was opened from; undefined where there was none. */
export const useListBefore = (): string | undefined => useLocation({ select: ({ state }) => state.list })

export function Neighbours({ id }: { readonly id: number }) {
  const list = useListBefore()
  const found = address.parse(list ?? '')
  const words = wordsOfList(found)
  const beside = useQuery({
    queryKey: ['neighbours', id, list],
    enabled: list !== undefined,
    // Asked anew: between an old page and a new one a player would be lost.
    queryFn: ({ signal }) =>
      findNeighbours({ id, falls: falls(words) }, pageOf(words.page), (page) =>
        call(api.users.list, listBody({ ...words, page: String(page) }), { signal }),
      ),
  })
  if (list === undefined) return null
  return (
    <span>
      <Step to={beside.data?.before} list={found} name={msg('Previous user')} />
      <Step to={beside.data?.after} list={found} name={msg('Next user')} />
    </span>
  )
}

interface Place {
  readonly id: number
  readonly page: number
}

interface StepProps {
  readonly to: Place | undefined
  /** All words of the list's address, its left-out columns too. */
  readonly list: Readonly<Record<string, string>>
  readonly name: 'Previous user' | 'Next user'
}

function Step({ to, list, name }: StepProps) {
  const tab = useLocation({ select: ({ search }) => (search as { tab?: string }).tab })
  const Arrow = name === 'Next user' ? IconChevronRight : IconChevronLeft
  const look = { variant: 'subtle', size: 32, 'aria-label': t(name), title: t(name) } as const
  const arrow = <Arrow size={18} stroke={1.8} aria-hidden />
  if (to === undefined) {
    return (
      <ActionIcon {...look} disabled>
        {arrow}
      </ActionIcon>
    )
  }
  return (
    <ActionIcon
      {...look}
      component={Link}
      to={`/users/details/${to.id}`}
      search={tab === undefined ? {} : { tab }}
      state={{ list: address.write({ ...list, page: to.page }) }}
    >
      {arrow}
    </ActionIcon>
  )
}

/** The newest comes first, unless the oldest is asked for, or those to approve are listed. */
const falls = ({ approved, order }: ListWords) => (order === '' ? approved !== 'false' : order === 'newest')

interface Sought {
  readonly id: number
  /** Whether ids fall in the list, or rise. */
  readonly falls: boolean
}

/** The list is in order of ids, so a player's place in it is known even where they are in it no more. */
async function findNeighbours({ id, falls }: Sought, start: number, ask: (page: number) => Promise<Page>) {
  const isAbove = (user: { readonly id: number } | undefined) =>
    user !== undefined && (falls ? user.id > id : user.id < id)
  const isBelow = (user: { readonly id: number }) => user.id !== id && !isAbove(user)
  let page = start
  let here = await ask(page)
  const isBefore = () => here.data.length === 0 || isBelow(here.data[0]!)
  for (let step = 0; step < PAGES_AWAY && page > 1 && isBefore(); step++) here = await ask(--page)
  for (let step = 0; step < PAGES_AWAY && page < here.totalPages && isAbove(here.data.at(-1)); step++)
    here = await ask(++page)

  const at = (data: Page['data'], where: number, onPage: number): Place | undefined => {
    const user = data.at(where)
    return user && { id: user.id, page: onPage }
  }
  const above = here.data.filter(isAbove)
  const below = here.data.filter(isBelow)
  return {
    before: at(above, -1, page) ?? (page > 1 ? at((await ask(page - 1)).data, -1, page - 1) : undefined),
    after:
      at(below, 0, page) ??
      (page < here.totalPages ? at((await ask(page + 1)).data, 0, page + 1) : undefined),
  }
}
