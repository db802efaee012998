/** The gallery: every banner as a card, with what can be done with it. */
import { useRef } from 'react'
import type { Drawn } from '../../lists/list-rows.tsx'
import type { Banner } from './banner.ts'
import { BannerCard } from './banner-card.tsx'
import styles from './gallery.module.css'

interface Props extends Drawn {
  readonly banners: readonly Banner[]
  readonly onEdit: (banner: Banner) => void
}

export function Gallery({ banners, caption, onEdit, onDeleted }: Props) {
  const list = useRef<HTMLUListElement>(null)
  return (
    <ul ref={list} className={styles.gallery} aria-label={caption} tabIndex={-1}>
      {banners.map((banner) => (
        <BannerCard
          key={banner.id}
          banner={banner}
          onEdit={() => onEdit(banner)}
          onDeleted={() => {
            list.current?.focus()
            onDeleted()
          }}
        />
      ))}
    </ul>
  )
}

export function GallerySkeleton() {
  return (
    <div className={styles.gallery} aria-busy="true">
      {[1, 2, 3].map((card) => (
        <div key={card} className={styles.blank} />
      ))}
    </div>
  )
}
