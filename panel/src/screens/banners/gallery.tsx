/** The gallery: every banner as a card, with what can be done with it. */
import { Button } from '@mantine/core'
import type { Answer, api } from '@munim/contract'
import { IconPhoto } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Call } from '../../api/use-call.ts'
import { Choices } from '../../widgets/choices.tsx'
import type { Empty } from '../../widgets/list-state.tsx'
import { ListState } from '../../widgets/list-state.tsx'
import { PageNav } from '../../widgets/page-nav.tsx'
import type { Banner } from './banner.ts'
import { BannerCard } from './banner-card.tsx'
import { EditBanner } from './edit-banner.tsx'
import styles from './gallery.module.css'

const FILTERS = [
  ['', 'All'],
  ['active', 'Active'],
  ['inactive', 'Inactive'],
] as const
export type Filter = (typeof FILTERS)[number][0]
export const isFilter = (word: string): word is Filter => FILTERS.some(([value]) => value === word)

interface Props {
  readonly banners: Call<Answer<typeof api.banners.list>>
  readonly status: Filter
  readonly page: number
  readonly onFilter: (status: Filter) => void
  readonly onGo: (page: number) => void
  readonly onCreate: () => void
}

export function Gallery({ banners, status, page, onFilter, onGo, onCreate }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [editing, setEditing] = useState<Banner | null>(null)
  const data = banners.state === 'ready' ? banners.answer.data : null

  function leaveDeleted() {
    list.current?.focus()
    if (data?.banners.length === 1 && page > 1) onGo(page - 1)
  }
  return (
    <>
      <div className={styles.tools}>
        <Choices label="Filter by status" choices={FILTERS} value={status} onChoose={onFilter} />
      </div>
      <ListState
        call={banners}
        rows={(answer) => answer.data.banners}
        skeleton={<Skeleton />}
        empty={emptyOf({ status, total: data?.pagination.totalItems ?? 0, onFilter, onGo, onCreate })}
      >
        {(shown) => (
          <ul ref={list} className={styles.gallery} aria-label="Banners, the latest first" tabIndex={-1}>
            {shown.map((banner) => (
              <BannerCard
                key={banner.id}
                banner={banner}
                onEdit={() => setEditing(banner)}
                onDeleted={leaveDeleted}
              />
            ))}
          </ul>
        )}
      </ListState>
      {data && (
        <PageNav
          page={page}
          total={data.pagination.totalItems}
          totalPages={data.pagination.totalPages}
          isOutdated={banners.state === 'ready' && banners.outdated !== null}
          onGo={onGo}
        />
      )}
      {editing && <EditBanner banner={editing} onClose={() => setEditing(null)} />}
    </>
  )
}

type Situation = Pick<Props, 'status' | 'onFilter' | 'onGo' | 'onCreate'> & { readonly total: number }

function emptyOf({ status, total, onFilter, onGo, onCreate }: Situation): Empty {
  const empty = { title: 'No banners found', icon: IconPhoto }
  const action = (words: string, act: () => void) => (
    <Button variant="default" onClick={act}>
      {words}
    </Button>
  )
  if (total > 0) {
    return {
      ...empty,
      hint: 'This page is past the end of the list.',
      action: action('First page', () => onGo(1)),
    }
  }
  if (status !== '') {
    return { ...empty, hint: `None is ${status}.`, action: action('Show all banners', () => onFilter('')) }
  }
  return {
    ...empty,
    hint: 'The players’ app shows the active ones.',
    action: action('Create the first one', onCreate),
  }
}

function Skeleton() {
  return (
    <div className={styles.gallery} aria-busy="true">
      {[1, 2, 3].map((card) => (
        <div key={card} className={styles.bone} />
      ))}
    </div>
  )
}
